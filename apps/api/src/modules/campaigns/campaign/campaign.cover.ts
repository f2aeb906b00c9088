import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ACCEPTED_TYPES, acceptedNames, accepts } from '@troupe/domain/file-type';
import { problem } from '@troupe/domain/problem';
import type { Files } from '../../../platform/files/files.ts';

/** The maximum size of a cover, in bytes. */
const MAX_COVER_BYTES = 10 * 1024 * 1024;
const WIDTH = 1600;
const MAX_PIXELS = 50_000_000;

const COVER_NAME = /^[0-9a-f]{32}\.jpg$/;

/** The folder of a campaign's covers. */
export const coverFolder = (campaignId: string): string => `covers/${campaignId}`;

const keyOf = (campaignId: string, name: string) => `${coverFolder(campaignId)}/${name}`;

/** A processed cover not stored yet. */
export interface ProcessedCover {
  draft: string;
  name: string;
}

/**
 * Makes a cover from a JPEG, PNG or WebP (detected by content): resized and stripped of metadata. Its name is a hash
 * of its content.
 */
export async function makeCover(files: Files, from: Readable): Promise<ProcessedCover> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to the end: answering mid-body would break the connection for the next request.
    if (size <= MAX_COVER_BYTES) chunks.push(chunk);
  }
  if (size > MAX_COVER_BYTES) throw problem('too_large', { message: 'Cover images can be up to 10 MB.' });
  const picture = await smaller(Buffer.concat(chunks)).catch(() => null);
  if (!picture)
    throw problem('unsupported_type', {
      message: `Choose a ${acceptedNames('picture')} picture.`,
      extra: { accepted: ACCEPTED_TYPES.picture },
    });
  const name = `${createHash('sha256').update(picture).digest('hex').slice(0, 32)}.jpg`;
  const draft = await files.draft();
  await writeFile(draft, picture);
  return { draft, name };
}

/** Stores a cover. */
export const storeCover = (
  files: Files,
  campaignId: string,
  { draft, name }: ProcessedCover,
): Promise<void> => files.store(draft, keyOf(campaignId, name));

/** Removes an unused cover; ignores names that aren't ours. */
export async function removeCover(files: Files, campaignId: string, name: string): Promise<void> {
  // Briefs are user input: the name could be a path to other files.
  if (COVER_NAME.test(name)) await files.remove(keyOf(campaignId, name));
}

async function smaller(bytes: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
  const { format } = await image.metadata();
  if (!accepts('picture', `image/${format}`)) return null;
  return image
    .rotate()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Opens a stored cover for reading. */
export const readCover = (files: Files, campaignId: string, name: string): Readable =>
  files.read(keyOf(campaignId, name));
