import { extname } from 'node:path';
import type { Config } from '../../../platform/config.ts';
import { fileAddress } from '../../../platform/files/file-address.ts';
import type { LinksOf } from './campaign-content.queries.ts';

const LONGEST_NAME = 80;
const THUMBNAIL = { name: 'thumbnail.jpg', type: 'image/jpeg' };

/** Where an upload's files are kept; the key of a thumbnail says its size, which addresses must know. */
export const uploadKeys = (brandId: string, uploadId: string) => ({
  file: (ending: string) => `uploads/${brandId}/${uploadId}/original.${ending}`,
  thumbnail: (bytes: number) => `uploads/${brandId}/${uploadId}/thumbnail-${bytes}.jpg`,
});
const thumbnailBytes = (key: string) => Number(/-(\d+)\.jpg$/.exec(key)?.[1] ?? 0);

/** A file name short enough for an address, with its ending. */
function shortName(name: string): string {
  const ending = extname(name);
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, LONGEST_NAME / 2).join('');
  return stem + ending.slice(0, 10);
}

/**
 * Signed addresses of an upload's files. None for what is not known to be clean, and for brands none that work once
 * the rights to use it have ended.
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
      url: fileAddress(config, { key: fileKey, name: shortName(name), type, bytes, rightsEnd }, now()),
      thumbnailUrl: thumbnailKey
        ? fileAddress(config, { key: thumbnailKey, ...THUMBNAIL, bytes: thumbnailBytes(thumbnailKey) }, now())
        : null,
    };
  };
}
