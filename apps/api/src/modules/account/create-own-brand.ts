import { createOwnBrand } from '@troupe/contract/account/brand';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { insertBrand } from './brand/brand.queries.ts';
import { hasBrand, insertMember } from './brand/brand-member.queries.ts';
import { announceUserChange, lockUser } from './user/user.queries.ts';

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
