import { getMe, getUserPicture, selectBrand, updateMe, uploadPicture } from '@troupe/contract/account/user';
import { problem } from '@troupe/domain/problem';
import { acceptedLanguages, matchLanguage } from '@troupe/i18n/language';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import type { Files } from '../../platform/files/files.ts';
import { brandExists } from './brand/brand.queries.ts';
import { readUser } from './brand/brand-member.queries.ts';
import { readPicture, removePicture, storePicture } from './user/user.picture.ts';
import { saveBrowserLanguage, savePicture, saveProfile, saveSelectedBrand } from './user/user.queries.ts';

/** The dependencies of user calls. */
interface UserParts {
  api: Api;
  files: Files;
}

/** Registers the calls of the logged-in user: profile, picture and selected brand. */
export function userRoutes(api: Api, files: Files): void {
  const parts = { api, files };
  api.implement(getMe, (context) => showMe(api, context));
  api.implement(updateMe, (context) => changeMe(parts, context));
  api.implement(uploadPicture, (context) => changePicture(parts, context));
  api.implement(getUserPicture, (context) => sendPicture(parts, context));
  api.implement(selectBrand, (context) => changeSelectedBrand(api, context));
}

async function readMe({ db, config }: Api, caller: Caller) {
  const pictureAt = (userId: string, name: string) => `${config.API_ORIGIN}/user-picture/${userId}/${name}`;
  const user = await readUser(db, caller.userId, caller.role, pictureAt);
  if (!user) throw problem('unauthenticated');
  if (!caller.acting) return user;
  // An administrator acting as a member sees one brand only, with at most a member's role.
  const brandProfiles = user.brandProfiles
    .filter(({ brandId }) => caller.memberships.has(brandId))
    .map((profile) => ({ ...profile, role: 'member' as const }));
  return { ...user, brandProfiles };
}

async function showMe(api: Api, { caller, request }: CallContext<typeof getMe>) {
  const wanted = acceptedLanguages(request.headers['accept-language']);
  if (wanted.length > 0 && !caller.acting) {
    await saveBrowserLanguage(api.db, caller.userId, matchLanguage(wanted));
  }
  return readMe(api, caller);
}

async function setPicture({ api, files }: UserParts, userId: string, name: string | null) {
  const before = await savePicture(api.db, userId, name);
  if (before && before !== name) await removePicture(files, userId, before);
}

async function changeMe(parts: UserParts, { caller, body }: CallContext<typeof updateMe>) {
  const { pictureUrl, ...change } = body;
  await saveProfile(parts.api.db, caller.userId, change);
  if (pictureUrl === null) await setPicture(parts, caller.userId, null);
  return readMe(parts.api, caller);
}

async function changePicture(parts: UserParts, { caller, request }: CallContext<typeof uploadPicture>) {
  const file = await request.file().catch(() => null);
  if (!file) throw problem('invalid', { message: 'Choose a picture.', fields: { file: 'Choose a picture' } });
  await setPicture(parts, caller.userId, await storePicture(parts.files, caller.userId, file.file));
  return readMe(parts.api, caller);
}

async function sendPicture({ files }: UserParts, { params, reply }: CallContext<typeof getUserPicture>) {
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
}

async function changeSelectedBrand(api: Api, { caller, body }: CallContext<typeof selectBrand>) {
  const mayChoose =
    caller.memberships.has(body.selectedBrand) ||
    (caller.administrator && (await brandExists(api.db, body.selectedBrand)));
  if (!mayChoose) throw problem('forbidden');
  await saveSelectedBrand(api.db, caller.userId, body.selectedBrand);
  return readMe(api, caller);
}
