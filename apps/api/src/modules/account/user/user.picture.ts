import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MOST_PICTURE_BYTES } from '@troupe/domain/account/profile';
import { ACCEPTED_TYPES, acceptedNames } from '@troupe/domain/file-type';
import { problem } from '@troupe/domain/problem';
import type { Files } from '../../../platform/files/files.ts';
import { squarePicture } from '../../../platform/files/square-picture.ts';

const FORMATS = new Set(['jpeg', 'png', 'webp'] as const);

/** Where the file of a picture is kept. */
export const pictureKey = (userId: string, name: string): string => `pictures/${userId}/${name}`;

/**
 * Keeps a picture: told by its content, cut to a square round its liveliest part, and without what cameras write
 * into pictures. Answers its name.
 */
export async function keepPicture(files: Files, userId: string, from: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end: an answer in the middle of a body leaves the connection stuck for whoever uses it next.
    if (size <= MOST_PICTURE_BYTES) chunks.push(chunk);
  }
  if (size > MOST_PICTURE_BYTES) {
    throw problem('too_large', { message: 'A picture has at most 5 MB. Choose a smaller one.' });
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
  await files.keep(draft, pictureKey(userId, name));
  return name;
}

/** Reads a kept picture. */
export const readPicture = (files: Files, userId: string, name: string): Readable =>
  files.read(pictureKey(userId, name));

/** Removes a picture that was replaced or taken away. */
export const removePicture = (files: Files, userId: string, name: string): Promise<void> =>
  files.remove(pictureKey(userId, name));
