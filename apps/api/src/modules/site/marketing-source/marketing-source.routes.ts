import { keepMarketingSource } from '@troupe/contract/site/marketing-source';
import type { Api } from '../../../platform/api.ts';
import { insertMarketingSource } from './marketing-source.queries.ts';

/** Registers the call that saves a user's marketing source. */
export function marketingSourceRoutes({ db, clock, implement }: Api): void {
  implement(keepMarketingSource, async ({ caller, body }) => {
    const named = Object.values(body).some((part) => part.trim() !== '');
    return { kept: named && (await insertMarketingSource(db, caller.userId, body, clock.now())) };
  });
}
