import { getMe, getUserPicture, selectBrand, updateMe, uploadPicture } from '@troupe/contract/account/user';
import { problem } from '@troupe/domain/problem';
import type { Api, Caller } from '../../platform/api.ts';
import type { Files } from '../../platform/files/files.ts';
import { brandExists } from './brand/brand.queries.ts';
import { readUser } from './brand/brand-member.queries.ts';
import { keepPicture, readPicture, removePicture } from './user/user.picture.ts';
import { savePicture, saveProfile, saveSelectedBrand } from './user/user.queries.ts';

/** The signed-in user: profile, picture and selected brand. */
export function userRoutes(api: Api, files: Files): void {
  const { db, config } = api;
  const pictureAt = (userId: string, name: string) => `${config.API_ORIGIN}/user-picture/${userId}/${name}`;

  async function me(caller: Caller) {
    const user = await readUser(db, caller.userId, caller.role, pictureAt);
    if (!user) throw problem('unauthenticated');
    if (!caller.acting) return user;
    // Who acts as a member is in one brand of theirs only, and no more than a member there.
    const brandProfiles = user.brandProfiles
      .filter(({ brandId }) => caller.memberships.has(brandId))
      .map((profile) => ({ ...profile, role: 'member' as const }));
    return { ...user, brandProfiles };
  }

  async function setPicture(userId: string, name: string | null) {
    const before = await savePicture(db, userId, name);
    if (before && before !== name) await removePicture(files, userId, before);
  }

  api.implement(getMe, ({ caller }) => me(caller));

  api.implement(updateMe, async ({ caller, body }) => {
    const { pictureUrl, ...change } = body;
    await saveProfile(db, caller.userId, change);
    if (pictureUrl === null) await setPicture(caller.userId, null);
    return me(caller);
  });

  api.implement(uploadPicture, async ({ caller, request }) => {
    const file = await request.file().catch(() => null);
    if (!file)
      throw problem('invalid', { message: 'Choose a picture.', fields: { file: 'Choose a picture' } });
    await setPicture(caller.userId, await keepPicture(files, caller.userId, file.file));
    return me(caller);
  });

  api.implement(getUserPicture, async ({ params, reply }) => {
    const stream = readPicture(files, params.userId, params.name);
    await new Promise<void>((resolve, reject) => {
      stream.once('readable', resolve);
      stream.once('error', () => reject(problem('not_found')));
    });
    return reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(stream);
  });

  api.implement(selectBrand, async ({ caller, body }) => {
    const mayChoose =
      caller.memberships.has(body.selectedBrand) ||
      (caller.administrator && (await brandExists(db, body.selectedBrand)));
    if (!mayChoose) throw problem('forbidden');
    await saveSelectedBrand(db, caller.userId, body.selectedBrand);
    return me(caller);
  });
}
