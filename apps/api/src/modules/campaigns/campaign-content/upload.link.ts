import { extname } from 'node:path';
import type { Config } from '../../../platform/config.ts';
import { fileUrl } from '../../../platform/files/file-url.ts';
import type { LinksOf } from './campaign-content.queries.ts';

const MAX_NAME_LENGTH = 80;
const THUMBNAIL = { name: 'thumbnail.jpg', type: 'image/jpeg' };

/** Storage keys of an upload's files. The thumbnail key carries its size, which signed URLs need. */
export const uploadKeys = (brandId: string, uploadId: string) => ({
  file: (ending: string) => `uploads/${brandId}/${uploadId}/original.${ending}`,
  thumbnail: (bytes: number) => `uploads/${brandId}/${uploadId}/thumbnail-${bytes}.jpg`,
});
const thumbnailBytes = (key: string) => Number(/-(\d+)\.jpg$/.exec(key)?.[1] ?? 0);

/** Shortens a file name for a URL, keeping its extension. */
function shortName(name: string): string {
  const ending = extname(name);
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, MAX_NAME_LENGTH / 2).join('');
  return stem + ending.slice(0, 10);
}

/**
 * Returns signed URLs of an upload's files. Files not known to be clean get none; brands get none that outlive the
 * usage rights.
 */
export function uploadLinks(
  config: Pick<Config, 'SECRET_KEY' | 'API_ORIGIN'>,
  now: () => Date,
  side: 'brand' | 'creator' = 'brand',
): LinksOf {
  return ({ fileKey, thumbnailKey, name, type, bytes, scan, usableUntil }) => {
    if (scan === 'waiting' || scan === 'infected') return { url: null, thumbnailUrl: null };
    const rightsEnd = side === 'brand' ? usableUntil : null;
    return {
      url: fileUrl(config, { key: fileKey, name: shortName(name), type, bytes, rightsEnd }, now()),
      thumbnailUrl: thumbnailKey
        ? fileUrl(config, { key: thumbnailKey, ...THUMBNAIL, bytes: thumbnailBytes(thumbnailKey) }, now())
        : null,
    };
  };
}
