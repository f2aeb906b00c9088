import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { getPicture } from '@troupe/contract/content';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { bytesWithin } from '../../platform/ask-json.ts';
import type { Config } from '../../platform/config.ts';
import type { Files } from '../../platform/files.ts';
import { isLoopback, publicOnly } from '../../platform/public-address.ts';

const MOST_BYTES = 3_000_000;
const TIMEOUT_MS = 10_000;
const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
};
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type]));

const keyOf = (creatorId: string, name: string) => `pictures/${creatorId}/${name}`;

type PictureConfig = Pick<Config, 'API_ORIGIN' | 'PICTURES_FROM_LOOPBACK'>;

/** Whether an address is one of our own kept pictures. */
export const isKept = (apiOrigin: string, url: string | null | undefined): boolean =>
  url?.startsWith(`${apiOrigin}/media/`) ?? false;

/**
 * Copies a picture that a platform gave out, because its address dies, and answers the address of the copy; the same
 * picture always gets the same one. Null when it cannot be had: a picture is never worth a failure.
 */
export async function keepPicture(
  files: Files,
  { API_ORIGIN: apiOrigin, PICTURES_FROM_LOOPBACK: fromLoopback }: PictureConfig,
  creatorId: string,
  url: string | null,
): Promise<string | null> {
  const picture = url === null ? null : await fetchPicture(url, fromLoopback).catch(() => null);
  if (!picture) return null;
  const name = `${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.${picture.ending}`;
  const draft = await files.draft();
  await writeFile(draft, picture.bytes);
  await files.keep(draft, keyOf(creatorId, name));
  return `${apiOrigin}/media/${creatorId}/${name}`;
}

/**
 * Fetches a picture from the public internet over TLS: an address is whatever a platform or an account says, and must
 * not lead to machines of our own. `fromLoopback` lets it come from this machine, where the sandbox plays the platforms.
 */
async function fetchPicture(
  url: string,
  fromLoopback: boolean,
): Promise<{ bytes: Buffer; ending: string } | null> {
  const address = new URL(url);
  const own = fromLoopback && isLoopback(address.hostname);
  if (!own && address.protocol !== 'https:') return null;
  const response = await ask(address, own);
  const ending = ENDINGS[(response.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''];
  if (response.statusCode !== 200 || !ending) {
    response.destroy();
    return null;
  }
  const bytes = await bytesWithin(response, MOST_BYTES);
  return bytes && bytes.length > 0 ? { bytes, ending } : null;
}

/** Asks once; redirections are not followed. */
function ask(address: URL, own: boolean): Promise<IncomingMessage> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), ...(own ? {} : publicOnly(address)) };
  return new Promise((resolve, reject) => {
    const request = address.protocol === 'https:' ? https.get : http.get;
    request(address, options, resolve).once('error', reject);
  });
}

/** Gives out the kept pictures. An address is made of the picture itself, so it may be remembered forever. */
export function pictureRoutes(api: Api, files: Files): void {
  api.implement(getPicture, async ({ params, reply }) => {
    const { creatorId, name } = params;
    const stream = files.read(keyOf(creatorId, name));
    await new Promise<void>((resolve, reject) => {
      stream.once('readable', resolve);
      stream.once('error', () => reject(problem('not_found')));
    });
    return reply
      .type(TYPES.get(name.split('.')[1] ?? '') ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(stream);
  });
}
