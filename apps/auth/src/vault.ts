import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what must be read again, and hashes what must only be recognized, with this deployment's
 * key.
 */
export interface Vault {
  /** Encrypts a text (AES-256-GCM) for one owner, so rows can't be swapped. */
  seal(owner: string, text: string): string;
  /** @throws Error if it was encrypted with another key or for another owner, or was modified */
  open(owner: string, sealed: string): string;
  /** A keyed hash: a stolen table can't be brute-forced without the key. */
  hash(owner: string, text: string): Buffer;
}

/** @param secretKey `SECRET_KEY` of the environment */
export function createVault(secretKey: string): Vault {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, 'troupe-login', use, 32));
  const sealKey = keyFor('seal');
  const hashKey = keyFor('hash');
  return {
    seal(owner, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    hash: (owner, text) => createHmac('sha256', hashKey).update(`${owner}:${text}`).digest(),
  };
}
