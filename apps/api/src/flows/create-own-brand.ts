import { createOwnBrand } from '@troupe/contract/brand';
import { problem } from '@troupe/domain/problem';
import { hasBrand, insertBrand, insertMember } from '../features/brand/brand.queries.ts';
import { announceUserChange, lockUser } from '../features/user/user.queries.ts';
import type { Api } from '../platform/api.ts';

/** The brand of a signed-in person who has none yet. */
export function ownBrandRoutes(api: Api): void {
  api.implement(createOwnBrand, async ({ caller, body }) => {
    if (caller.role === 'creator') throw problem('forbidden');
    return api.db.transaction(async (transaction) => {
      // Of two calls at once the second one finds the brand of the first.
      await lockUser(transaction, caller.userId);
      if (await hasBrand(transaction, caller.userId)) {
        throw problem('conflict', { message: 'You already belong to a brand.' });
      }
      const brandId = await insertBrand(transaction, body);
      await insertMember(transaction, brandId, caller.userId, 'owner');
      await announceUserChange(transaction, caller.userId);
      return { brandId };
    });
  });
}
