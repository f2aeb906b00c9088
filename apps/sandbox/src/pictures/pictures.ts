import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { randomOf } from '../platform/random.ts';

/** Kinds of pictures: a person, a content item or a brand logo. */
const PICTURE_KINDS = ['avatar', 'thumb', 'brand'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

const assets = new URL('./assets/', import.meta.url);
const filesOf = (kind: PictureKind) => readdirSync(new URL(`${kind}/`, assets)).sort();
const files = { avatar: filesOf('avatar'), thumb: filesOf('thumb'), brand: filesOf('brand') };

/** Thumbnails are named by motif: `tent-0.jpg` to `tent-2.jpg`. */
const motifOf = (file: string) => file.replace(/-\d+\.jpg$/, '');
const motifs = [...new Set(files.thumb.map(motifOf))];

/**
 * Motifs for creator categories, best first. Keys are word stems: `run` matches running and runner.
 */
const KINDS: Record<string, string> = JSON.parse(readFileSync(new URL('categories.json', assets), 'utf8'));

/**
 * Returns the motifs for a kind of content: a motif's name, or words of a category (`Outdoor`,
 * `trail running`, `beauty-and-skincare`). Unknown words match all motifs.
 */
export function motifsOf(kind: string): readonly string[] {
  const exact = kind.trim().toLowerCase();
  if (motifs.includes(exact)) return [exact];
  const words = exact.split(/[^a-z]+/).filter((word) => word !== '');
  const found = words.flatMap((word) => {
    const stem = Object.keys(KINDS).find((key) => word.startsWith(key));
    return [word, ...(stem ? (KINDS[stem] ?? '').split(' ') : [])];
  });
  const known = [...new Set(found)].filter((name) => motifs.includes(name));
  return known.length > 0 ? known : motifs;
}

/** Returns the path of a seed's picture, always the same. */
export function pictureFor(kind: PictureKind, seed: string, about = ''): string {
  const random = randomOf(`${kind} ${seed}`);
  if (kind !== 'thumb') return pathOf(kind, random.pick(files[kind]));
  const motif = random.pick(motifsOf(about));
  return pathOf(kind, random.pick(files.thumb.filter((file) => motifOf(file) === motif)));
}

const pathOf = (kind: PictureKind, file: string) => fileURLToPath(new URL(`${kind}/${file}`, assets));

const FOREVER = 'public, max-age=31536000, immutable';
const INERT = "default-src 'none'; sandbox";

const read = new LRUCache<string, { bytes: Buffer; etag: string }>({ max: 200 });

async function load(path: string): Promise<{ bytes: Buffer; etag: string }> {
  const known = read.get(path);
  if (known) return known;
  const bytes = await readFile(path);
  const picture = { bytes, etag: `"${createHash('sha1').update(bytes).digest('base64url')}"` };
  read.set(path, picture);
  return picture;
}

async function send(request: FastifyRequest, reply: FastifyReply, path: string, caching: string) {
  const { bytes, etag } = await load(path);
  reply
    .header('etag', etag)
    .header('cache-control', caching)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('content-security-policy', INERT);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/jpeg').send(bytes);
}

/**
 * Serves pictures by seed: `/avatar/{seed}.jpg`, `/thumb/{seed}.jpg?kind=` and `/brand/{seed}.jpg`
 * never expire; `/social/{cover|avatar}/{platform}/{seed}.jpg?expires=` simulate platform URLs,
 * which return 403 after `expires` (seconds).
 */
export function registerPictures(app: FastifyInstance, now: () => Date): void {
  type PictureRequest = {
    Params: { platform: string; seed: string };
    Querystring: { kind: string; expires?: number };
  };
  const seed = { type: 'string', minLength: 1, maxLength: 200 };
  const kind = { type: 'string', maxLength: 200, default: '' };
  const schema = {
    params: { type: 'object', properties: { seed } },
    querystring: { type: 'object', properties: { kind, expires: { type: 'integer', minimum: 0 } } },
  };
  for (const kind of PICTURE_KINDS)
    app.get<PictureRequest>(`/${kind}/:seed.jpg`, { schema }, (request, reply) =>
      send(request, reply, pictureFor(kind, request.params.seed, request.query.kind), FOREVER),
    );
  for (const [name, kind] of [
    ['cover', 'thumb'],
    ['avatar', 'avatar'],
  ] as const)
    app.get<PictureRequest>(`/social/${name}/:platform/:seed.jpg`, { schema }, (request, reply) => {
      const { platform, seed } = request.params;
      const { expires } = request.query;
      if (expires !== undefined && expires * 1000 <= now().getTime())
        return reply.code(403).type('text/plain').send('URL signature expired');
      const about = seed.replace(/-\d+$/, '').replaceAll(/[._\d]+/g, ' ');
      const path = pictureFor(kind, `${platform}-${seed}`, about);
      return send(request, reply, path, 'private, max-age=600');
    });
}
