import { createBrand, createOwnBrand, updateBrand } from '@troupe/contract/account/brand';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { insertBrand, writeBrand } from './brand/brand.queries.ts';
import { hasBrand, insertMember } from './brand/brand-member.queries.ts';
import { announceUserChange, lockUser } from './user/user.queries.ts';

/** Registers the calls that create brands (administrators, or a user without one) and change them (owners). */
export function brandRoutes(api: Api): void {
  api.implement(updateBrand, (context) => changeBrand(api, context));
  api.implement(createBrand, async ({ body }) => ({ brandId: await insertBrand(api.db, body) }));
  api.implement(createOwnBrand, (context) => createFirstBrand(api, context));
}

async function changeBrand({ db }: Api, { brandId, body }: CallContext<typeof updateBrand>) {
  const { name, website, description } = body;
  const details = { name: name.trim(), website, description: description.trim() };
  if (!(await writeBrand(db, brandId, details))) throw problem('not_found');
  return details;
}

async function createFirstBrand({ db }: Api, { caller, body }: CallContext<typeof createOwnBrand>) {
  if (caller.role === 'creator') throw problem('forbidden');
  return db.transaction(async (tx) => {
    // Lock the user: of two concurrent calls, the second finds the brand of the first.
    await lockUser(tx, caller.userId);
    if (await hasBrand(tx, caller.userId))
      throw problem('conflict', { message: 'You already belong to a brand.' });
    const brandId = await insertBrand(tx, body);
    await insertMember(tx, brandId, caller.userId, 'owner');
    await announceUserChange(tx, caller.userId);
    return { brandId };
  });
}
