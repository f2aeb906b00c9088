import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { sealText } from '../../../platform/access/secret.ts';

const generate = promisify(generateKeyPair);

/** A new DKIM key with a selector of its own, so that brands can share a domain without sharing keys. */
export interface NewKey {
  selector: string;
  /** SPKI, DER, base64. */
  publicKey: string;
  /** PKCS 8, PEM, sealed. */
  privateKey: string;
}

/** Makes a key of 2048 bits; the work is done off the event loop. */
export async function newDkimKey(secretKey: string): Promise<NewKey> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    selector: newSelector(),
    publicKey: publicKey.toString('base64'),
    privateKey: sealText(secretKey, privateKey),
  };
}

const newSelector = () => `troupe-${randomBytes(4).toString('hex')}`;

/** The longest name a domain may have, so that the name of its key still fits into DNS. */
export const LONGEST_DOMAIN = 253 - 'troupe-00000000._domainkey.'.length;
