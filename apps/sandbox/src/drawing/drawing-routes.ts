import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drawAvatar } from './avatar.ts';
import { drawBrandMark } from './brand-mark.ts';
import { drawThumb } from './thumb.ts';

const FOREVER = 'public, max-age=31536000, immutable';

function send(request: FastifyRequest, reply: FastifyReply, drawing: string): FastifyReply {
  const etag = `"${createHash('sha1').update(drawing).digest('base64url')}"`;
  reply
    .header('etag', etag)
    .header('cache-control', FOREVER)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/svg+xml').send(drawing);
}

/**
 * Pictures drawn from a seed: the same address always shows the same picture, so that they can be kept
 * forever. `/avatar/{seed}.svg`, `/thumb/{seed}.svg?kind=`, `/brand/{seed}.svg`.
 */
export function registerDrawings(app: FastifyInstance): void {
  type Seeded = { Params: { seed: string } };
  const schema = {
    params: { type: 'object', properties: { seed: { type: 'string', minLength: 1, maxLength: 200 } } },
    querystring: { type: 'object', properties: { kind: { type: 'string', maxLength: 200, default: '' } } },
  };
  app.get<Seeded>('/avatar/:seed.svg', { schema }, (request, reply) =>
    send(request, reply, drawAvatar(request.params.seed)),
  );
  app.get<Seeded & { Querystring: { kind: string } }>('/thumb/:seed.svg', { schema }, (request, reply) =>
    send(request, reply, drawThumb(request.params.seed, request.query.kind)),
  );
  app.get<Seeded>('/brand/:seed.svg', { schema }, (request, reply) =>
    send(request, reply, drawBrandMark(request.params.seed)),
  );
}
