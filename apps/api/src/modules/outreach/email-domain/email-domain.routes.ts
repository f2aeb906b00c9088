import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import {
  getEmailDomain,
  removeEmailDomain,
  rotateEmailDomainKey,
  saveEmailDomain,
  verifyEmailDomain,
} from '@troupe/contract/outreach/email-domain';
import type { EmailDomainForm } from '@troupe/domain/outreach/email-domain';
import { problem } from '@troupe/domain/problem';
import type { z } from 'zod';
import { sealText } from '../../../platform/access/secret.ts';
import type { CallContext } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { dkimState } from './email-domain.check.ts';
import {
  changeEmailDomain,
  deleteEmailDomain,
  deleteEmailDomainKey,
  insertEmailDomain,
  insertEmailDomainKey,
  lockEmailDomain,
  readEmailDomain,
  type StoredDomain,
} from './email-domain.queries.ts';
import { checkDomain, type EmailDomainParts } from './email-domain.update.ts';
import { emailDomainView, nextKeyOf } from './email-domain.view.ts';

/** Registers the calls for a brand's sending domain. */
export function emailDomainRoutes(parts: EmailDomainParts): void {
  const { implement } = parts.api;
  implement(getEmailDomain, ({ brandId }) => readAnswer(parts, brandId));
  implement(saveEmailDomain, (context) => saveDomain(parts, context));
  implement(removeEmailDomain, (context) => removeDomain(parts, context));
  implement(verifyEmailDomain, async ({ brandId }) => answer(parts, await checkDomain(parts, brandId)));
  implement(rotateEmailDomainKey, (context) => rotateKey(parts, context));
}

const answer = ({ hosts }: EmailDomainParts, stored: StoredDomain | null) => ({
  emailDomain: stored && emailDomainView(stored, hosts),
  emailConfigured: stored?.status === 'verified',
});

const readAnswer = async (parts: EmailDomainParts, brandId: string) =>
  answer(parts, await readEmailDomain(parts.api.db, brandId));

async function saveDomain(parts: EmailDomainParts, { brandId, body }: CallContext<typeof saveEmailDomain>) {
  const { api } = parts;
  if (body.domain.length > MAX_DOMAIN_LENGTH)
    throw problem('invalid', { fields: { domain: 'This domain is too long for a DKIM record' } });
  const known = await readEmailDomain(api.db, brandId);
  // Generating a key takes a while: do it before locking anything.
  const key = known?.domain === body.domain ? null : await newDkimKey(api.config.SECRET_KEY);
  await withTransaction(api.pool, async (tx) => {
    const stored = await lockEmailDomain(tx, brandId);
    if (stored?.domain === body.domain) return changeSender(tx, brandId, body);
    if (!key) throw problem('conflict');
    const createdAt = api.clock.now().toISOString();
    if (stored) await deleteEmailDomain(tx, brandId);
    const domainId = await insertEmailDomain(tx, { ...body, brandId, createdAt });
    await insertEmailDomainKey(tx, { ...key, domainId, state: 'active', createdAt });
  });
  return readAnswer(parts, brandId);
}

async function removeDomain(parts: EmailDomainParts, { brandId }: CallContext<typeof removeEmailDomain>) {
  const removed = await withTransaction(parts.api.pool, async (tx) => {
    await lockEmailDomain(tx, brandId);
    return deleteEmailDomain(tx, brandId);
  });
  if (!removed) throw problem('not_found');
  return answer(parts, null);
}

async function rotateKey(parts: EmailDomainParts, { brandId }: CallContext<typeof rotateEmailDomainKey>) {
  const { api } = parts;
  requireRotatable(await readEmailDomain(api.db, brandId));
  const key = await newDkimKey(api.config.SECRET_KEY);
  await withTransaction(api.pool, async (tx) => {
    const stored = requireRotatable(await lockEmailDomain(tx, brandId));
    const given = nextKeyOf(stored);
    if (given) await deleteEmailDomainKey(tx, given.id);
    const createdAt = api.clock.now().toISOString();
    await insertEmailDomainKey(tx, { ...key, domainId: stored.id, state: 'next', createdAt });
  });
  return readAnswer(parts, brandId);
}

function changeSender(tx: Database, brandId: string, body: z.output<typeof EmailDomainForm>): Promise<void> {
  const { fromName, fromAddress, dailyCap, spacingSeconds } = body;
  return changeEmailDomain(tx, brandId, { fromName, fromAddress, dailyCap, spacingSeconds });
}

/** Throws unless there is an active key and no new key is pending. */
function requireRotatable(stored: StoredDomain | null): StoredDomain {
  if (!stored) throw problem('not_found');
  if (stored.verifiedAt === null)
    throw problem('invalid_transition', {
      message: "This key isn't in use yet. Verify the domain with it first.",
    });
  const next = nextKeyOf(stored);
  if (next && stored.states[dkimState(next.selector)]?.status !== 'failed')
    throw problem('invalid_transition', {
      message: "Publish the new key's record first.",
    });
  return stored;
}

const generate = promisify(generateKeyPair);

/** A new DKIM key with its own selector, so that brands can share a domain without sharing keys. */
export interface NewKey {
  selector: string;
  /** SPKI, DER, base64. */
  publicKey: string;
  /** PKCS 8, PEM, encrypted. */
  privateKey: string;
}

/** Generates a 2048-bit key off the event loop. */
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

/** The longest domain whose DKIM record name still fits into DNS. */
const MAX_DOMAIN_LENGTH = 253 - 'troupe-00000000._domainkey.'.length;
