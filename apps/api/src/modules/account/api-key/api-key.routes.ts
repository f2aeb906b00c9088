import * as calls from '@troupe/contract/account/api-key';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { insertApiKey, readApiKey, readApiKeys, revokeKey } from './api-key.queries.ts';
import { apiKeyHash, newApiKey } from './api-key.secret.ts';

const HINT_LENGTH = 4;

/** Keys for a brand's programs, in the hands of its owners. */
export function apiKeyRoutes({ implement, db, clock }: Api): void {
  async function one(of: Database, brandId: string, id: string) {
    const apiKey = await readApiKey(of, brandId, id);
    if (!apiKey) throw problem('not_found');
    return apiKey;
  }

  implement(calls.listApiKeys, async ({ brandId }) => ({ apiKeys: await readApiKeys(db, brandId) }));

  implement(calls.createApiKey, async ({ brandId, body, caller }) => {
    // A key outlives whoever made it, and hides them behind its name: administrators have their own way in.
    if (caller.memberships.get(brandId) !== 'owner')
      throw problem('forbidden', { message: 'Only owners of the brand make its API keys.' });
    const now = clock.now();
    if (body.expires && Date.parse(body.expires) <= now.getTime())
      throw problem('invalid', { fields: { expires: 'Choose a day in the future' } });
    const key = newApiKey();
    const hash = apiKeyHash(key);
    if (!hash) throw problem('internal', { detail: 'a key that is none' });
    const kept = { brandId, ...body, hash, hint: key.slice(-HINT_LENGTH), createdBy: caller.userId };
    return db.transaction(async (tx) => {
      const id = await insertApiKey(tx, kept, now);
      return { apiKey: await one(tx, brandId, id), key };
    });
  });

  implement(calls.revokeApiKey, async ({ brandId, params: { apiKeyId } }) =>
    db.transaction(async (tx) => {
      if (!(await revokeKey(tx, brandId, apiKeyId, clock.now()))) throw problem('not_found');
      return { apiKey: await one(tx, brandId, apiKeyId) };
    }),
  );
}
