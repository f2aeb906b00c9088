import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { PICTURE_KINDS, type PictureKind, pictureFor } from './picture-choice.ts';

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

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  caching: string,
): Promise<FastifyReply> {
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
 * Serves pictures chosen by seed: `/avatar/{seed}.jpg`, `/thumb/{seed}.jpg?kind=` and `/brand/{seed}.jpg` never
 * expire; `/social/{cover|avatar}/{platform}/{seed}.jpg?expires=` are the platforms' own addresses, which answer 403
 * after `expires` (seconds).
 */
export function registerPictures(app: FastifyInstance, now: () => Date): void {
  const seed = { type: 'string', minLength: 1, maxLength: 200 };
  type Kept = { Params: { seed: string }; Querystring: { kind: string } };
  const schema = {
    params: { type: 'object', properties: { seed } },
    querystring: { type: 'object', properties: { kind: { type: 'string', maxLength: 200, default: '' } } },
  };
  for (const kind of PICTURE_KINDS)
    app.get<Kept>(`/${kind}/:seed.jpg`, { schema }, (request, reply) =>
      send(request, reply, pictureFor(kind, request.params.seed, request.query.kind), FOREVER),
    );
  registerPlatformPictures(app, now);
}

function registerPlatformPictures(app: FastifyInstance, now: () => Date): void {
  type Expiring = { Params: { platform: string; seed: string }; Querystring: { expires?: number } };
  const schema = {
    params: { type: 'object', properties: { seed: { type: 'string', minLength: 1, maxLength: 200 } } },
    querystring: { type: 'object', properties: { expires: { type: 'integer', minimum: 0 } } },
  };
  const kinds: [string, PictureKind][] = [
    ['cover', 'thumb'],
    ['avatar', 'avatar'],
  ];
  for (const [name, kind] of kinds)
    app.get<Expiring>(`/social/${name}/:platform/:seed.jpg`, { schema }, (request, reply) => {
      const { platform, seed } = request.params;
      const { expires } = request.query;
      if (expires !== undefined && expires * 1000 <= now().getTime())
        return reply.code(403).type('text/plain').send('URL signature expired');
      const about = seed.replace(/-\d+$/, '').replaceAll(/[._\d]+/g, ' ');
      const path = pictureFor(kind, `${platform}-${seed}`, about);
      return send(request, reply, path, 'private, max-age=600');
    });
}
