import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { drawAvatar } from './avatar.ts';
import { drawBrandMark } from './brand-mark.ts';
import { drawThumb } from './thumb.ts';

const FORMATS = ['svg', 'jpg'] as const;
type Format = (typeof FORMATS)[number];

interface Drawn {
  Params: { seed: string };
  Querystring: { kind: string };
}

const FOREVER = 'public, max-age=31536000, immutable';

const photos = new LRUCache<string, Buffer>({ maxSize: 32_000_000, sizeCalculation: ({ length }) => length });

/** A drawing as platforms hand their pictures out, and as browsers show them with the least work. */
async function photoOf(drawing: string, name: string): Promise<Buffer> {
  const known = photos.get(name);
  if (known) return known;
  const photo = await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer();
  photos.set(name, photo);
  return photo;
}

async function send(
  request: FastifyRequest<Drawn>,
  reply: FastifyReply,
  drawing: string,
  format: Format,
): Promise<FastifyReply> {
  const name = createHash('sha1').update(format).update(drawing).digest('base64url');
  const etag = `"${name}"`;
  reply
    .header('etag', etag)
    .header('cache-control', FOREVER)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return format === 'svg'
    ? reply.type('image/svg+xml').send(drawing)
    : reply.type('image/jpeg').send(await photoOf(drawing, name));
}

/**
 * Pictures drawn from a seed: the same address always shows the same picture, so that they can be kept
 * forever. `/avatar/{seed}.jpg`, `/thumb/{seed}.jpg?kind=`, `/brand/{seed}.jpg`; each as `.svg` as well.
 */
export function registerDrawings(app: FastifyInstance): void {
  const schema = {
    params: { type: 'object', properties: { seed: { type: 'string', minLength: 1, maxLength: 200 } } },
    querystring: { type: 'object', properties: { kind: { type: 'string', maxLength: 200, default: '' } } },
  };
  const draw = (what: string, drawing: (seed: string, kind: string) => string) => {
    for (const format of FORMATS)
      app.get<Drawn>(`/${what}/:seed.${format}`, { schema }, (request, reply) =>
        send(request, reply, drawing(request.params.seed, request.query.kind), format),
      );
  };
  draw('avatar', drawAvatar);
  draw('thumb', drawThumb);
  draw('brand', drawBrandMark);
}
