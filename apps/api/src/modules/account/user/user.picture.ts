import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MAX_PICTURE_BYTES } from '@troupe/domain/account/profile';
import { ACCEPTED_TYPES, acceptedNames } from '@troupe/domain/file-type';
import { problem } from '@troupe/domain/problem';
import type { Files } from '../../../platform/files/files.ts';
import { squarePicture } from '../../../platform/files/square-picture.ts';

const FORMATS = new Set(['jpeg', 'png', 'webp'] as const);

/** Returns the storage key of a picture. */
export const pictureKey = (userId: string, name: string): string => `pictures/${userId}/${name}`;

/**
 * Stores a picture: type detected by content, cropped to a square around its most salient part, stripped of metadata.
 * Returns its name.
 */
export async function storePicture(files: Files, userId: string, from: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to the end: answering mid-body would break the connection for the next request.
    if (size <= MAX_PICTURE_BYTES) chunks.push(chunk);
  }
  if (size > MAX_PICTURE_BYTES) {
    throw problem('too_large', { message: 'Pictures can be up to 5 MB. Choose a smaller one.' });
  }
  const picture = await squarePicture(Buffer.concat(chunks), FORMATS).catch(() => null);
  if (!picture)
    throw problem('unsupported_type', {
      message: `Choose a ${acceptedNames('picture')} picture.`,
      extra: { accepted: ACCEPTED_TYPES.picture },
    });
  const name = `${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.jpg`;
  const draft = await files.draft();
  await writeFile(draft, picture);
  await files.store(draft, pictureKey(userId, name));
  return name;
}

/** Opens a stored picture for reading. */
export const readPicture = (files: Files, userId: string, name: string): Readable =>
  files.read(pictureKey(userId, name));

/** Deletes a replaced or removed picture. */
export const removePicture = (files: Files, userId: string, name: string): Promise<void> =>
  files.remove(pictureKey(userId, name));
