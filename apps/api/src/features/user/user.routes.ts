import { getMe, selectBrand } from '@troupe/contract/user';
import { problem } from '@troupe/domain/problem';
import type { Api, Caller } from '../../platform/api.ts';
import { readUser, saveSelectedBrand } from './user.queries.ts';

/** The signed-in person. `brandExists` decides about brands an administrator chooses. */
export function userRoutes(api: Api, brandExists: (brandId: string) => Promise<boolean>): void {
  async function me(caller: Caller) {
    const user = await readUser(api.db, caller.userId, caller.role);
    if (!user) throw problem('unauthenticated');
    return user;
  }

  api.implement(getMe, ({ caller }) => me(caller));

  api.implement(selectBrand, async ({ caller, body }) => {
    const mayChoose =
      caller.memberships.has(body.selectedBrand) ||
      (caller.administrator && (await brandExists(body.selectedBrand)));
    if (!mayChoose) throw problem('forbidden');
    await saveSelectedBrand(api.db, caller.userId, body.selectedBrand);
    return me(caller);
  });
}
