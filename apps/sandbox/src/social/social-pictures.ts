import type { FastifyInstance } from 'fastify';
import { drawAvatar } from '../drawing/avatar.ts';
import { drawThumb } from '../drawing/thumb.ts';

const INERT = "default-src 'none'; sandbox";

/** Covers and profile pictures as the platforms give them out: those with `expires` are gone afterwards. */
export function registerSocialPictures(app: FastifyInstance, now: () => Date): void {
  type Picture = { Params: { platform: string; seed: string }; Querystring: { expires?: number } };
  const schema = {
    params: { type: 'object', properties: { seed: { type: 'string', minLength: 1, maxLength: 200 } } },
    querystring: { type: 'object', properties: { expires: { type: 'integer', minimum: 0 } } },
  };
  for (const kind of ['cover', 'avatar'] as const)
    app.get<Picture>(`/social/${kind}/:platform/:seed.svg`, { schema }, (request, reply) => {
      const { seed, platform } = request.params;
      const { expires } = request.query;
      reply.header('cross-origin-resource-policy', 'cross-origin').header('content-security-policy', INERT);
      if (expires !== undefined && expires * 1000 <= now().getTime())
        return reply.code(403).type('text/plain').send('URL signature expired');
      const name = seed.replace(/-\d+$/, '');
      const drawing =
        kind === 'avatar'
          ? drawAvatar(`${platform}-${seed}`)
          : drawThumb(seed, name.replaceAll(/[._\d]+/g, ' '));
      return reply.header('cache-control', 'private, max-age=600').type('image/svg+xml').send(drawing);
    });
}
