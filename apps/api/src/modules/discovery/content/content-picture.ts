import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { getPicture } from '@troupe/contract/discovery/content';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import type { Config } from '../../../platform/config.ts';
import type { Files } from '../../../platform/files/files.ts';
import { squarePicture } from '../../../platform/files/square-picture.ts';
import { bytesWithin } from '../../../platform/outgoing/fetch-json.ts';
import { isLoopback, NotPublic, publicOnly } from '../../../platform/outgoing/public-address.ts';

const MOST_BYTES = 3_000_000;
/** Pictures named by people are often larger than those from platforms. */
const MAX_NAMED_BYTES = 5_000_000;
const MOST_REDIRECTS = 3;
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

/** Storage folder of a creator's pictures. */
export const pictureFolder = (creatorId: string): string => `pictures/${creatorId}`;

const keyOf = (creatorId: string, name: string) => `${pictureFolder(creatorId)}/${name}`;

type PictureConfig = Pick<Config, 'API_ORIGIN' | 'PICTURES_FROM_LOOPBACK'>;

/** Returns whether a URL is one of our stored pictures. */
export const isStoredPicture = (apiOrigin: string, url: string | null | undefined): boolean =>
  url?.startsWith(`${apiOrigin}/media/`) ?? false;

/**
 * Copies a platform's picture, because its URL expires, and returns the URL of the copy; the same
 * picture always gets the same URL. Null on failure, since a picture is never worth failing for.
 */
export async function storePictureCopy(
  files: Files,
  { API_ORIGIN: apiOrigin, PICTURES_FROM_LOOPBACK: fromLoopback }: PictureConfig,
  creatorId: string,
  url: string | null,
): Promise<string | null> {
  const picture = url === null ? null : await fetchPicture(url, fromLoopback).catch(() => null);
  return picture && (await storePicture(files, apiOrigin, creatorId, picture));
}

async function storePicture(
  files: Files,
  apiOrigin: string,
  creatorId: string,
  picture: { bytes: Buffer; ending: string },
): Promise<string> {
  const name = `${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.${picture.ending}`;
  const draft = await files.draft();
  await writeFile(draft, picture.bytes);
  await files.store(draft, keyOf(creatorId, name));
  return `${apiOrigin}/media/${creatorId}/${name}`;
}

/** Why a picture can't be copied, as shown to the person. */
class PictureProblem extends Error {}

const SQUARED = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'] as const);

/**
 * Copies a picture named by a person as a 256-pixel square. Returns the URL of the copy, or why it
 * failed. The type is detected from the content. `http` URLs are tried as `https`, and up to three
 * redirects to public addresses are followed.
 */
export async function copyPicture(
  files: Files,
  { API_ORIGIN: apiOrigin, PICTURES_FROM_LOOPBACK: fromLoopback }: PictureConfig,
  creatorId: string,
  url: string,
): Promise<{ copy: string } | { reason: string }> {
  try {
    const bytes = await fetchNamed(url, fromLoopback);
    const square = await squarePicture(bytes, SQUARED).catch(() => null);
    if (!square) return { reason: 'Not a JPEG, PNG, WebP, GIF or AVIF picture' };
    return { copy: await storePicture(files, apiOrigin, creatorId, { bytes: square, ending: 'jpg' }) };
  } catch (error) {
    if (error instanceof PictureProblem) return { reason: error.message };
    if (error instanceof NotPublic) return { reason: 'The URL leads to a private address' };
    return { reason: "The server didn't respond" };
  }
}

async function fetchNamed(url: string, fromLoopback: boolean): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = URL.parse(url);
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    if (!address || !/^https?:$/.test(address.protocol)) throw new PictureProblem('The URL is not complete');
    const own = fromLoopback && isLoopback(address.hostname);
    if (!own && address.protocol === 'http:') address.protocol = 'https:';
    const response = await ask(address, own, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) {
      const bytes = await bytesWithin(response, MAX_NAMED_BYTES);
      if (!bytes) throw new PictureProblem('Larger than 5 MB');
      return bytes;
    }
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new PictureProblem(`The server responded with status ${statusCode}`);
    address = URL.parse(headers.location, address);
  }
  throw new PictureProblem('Too many redirects');
}

/**
 * Fetches a picture from a public address over TLS. URLs come from platforms and accounts and must
 * not reach internal hosts. `fromLoopback` allows localhost for the sandbox.
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

/** Sends one request without following redirects. */
function ask(
  address: URL,
  own: boolean,
  signal: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<IncomingMessage> {
  const options = { signal, ...(own ? {} : publicOnly(address)) };
  return new Promise((resolve, reject) => {
    const request = address.protocol === 'https:' ? https.get : http.get;
    request(address, options, resolve).once('error', reject);
  });
}

/**
 * Registers the route for stored pictures. URLs are derived from the content, so they can be cached
 * indefinitely.
 */
export function pictureRoutes(api: Api, files: Files): void {
  api.implement(getPicture, (context) => sendPicture(files, context));
}

async function sendPicture(files: Files, { params, reply }: CallContext<typeof getPicture>) {
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
}
