import * as calls from '@troupe/contract/account/api-key';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import {
  apiKeyHash,
  insertApiKey,
  newApiKey,
  readApiKey,
  readApiKeys,
  revokeKey,
} from './api-key.queries.ts';

const HINT_LENGTH = 4;

/** Registers the calls with which owners manage their brand's API keys. */
export function apiKeyRoutes(api: Api): void {
  api.implement(calls.listApiKeys, (context) => listKeys(api, context));
  api.implement(calls.createApiKey, (context) => createKey(api, context));
  api.implement(calls.revokeApiKey, (context) => revoke(api, context));
}

async function listKeys({ db }: Api, { brandId }: CallContext<typeof calls.listApiKeys>) {
  return { apiKeys: await readApiKeys(db, brandId) };
}

async function createKey(
  { db, clock }: Api,
  { brandId, body, caller }: CallContext<typeof calls.createApiKey>,
) {
  // Keys outlive their creator and hide them behind a name: administrators should act as members instead.
  if (caller.memberships.get(brandId) !== 'owner')
    throw problem('forbidden', { message: 'Only owners can create API keys.' });
  const now = clock.now();
  if (body.expires && Date.parse(body.expires) <= now.getTime())
    throw problem('invalid', { fields: { expires: 'Choose a day in the future' } });
  const key = newApiKey();
  const hash = apiKeyHash(key);
  if (!hash) throw problem('internal', { detail: 'generated a malformed API key' });
  const kept = { brandId, ...body, hash, hint: key.slice(-HINT_LENGTH), createdBy: caller.userId };
  return db.transaction(async (tx) => {
    const id = await insertApiKey(tx, kept, now);
    return { apiKey: await keyOrNotFound(tx, brandId, id), key };
  });
}

async function revoke(
  { db, clock }: Api,
  { brandId, params: { apiKeyId } }: CallContext<typeof calls.revokeApiKey>,
) {
  return db.transaction(async (tx) => {
    if (!(await revokeKey(tx, brandId, apiKeyId, clock.now()))) throw problem('not_found');
    return { apiKey: await keyOrNotFound(tx, brandId, apiKeyId) };
  });
}

async function keyOrNotFound(db: Database, brandId: string, id: string) {
  const apiKey = await readApiKey(db, brandId, id);
  if (!apiKey) throw problem('not_found');
  return apiKey;
}
