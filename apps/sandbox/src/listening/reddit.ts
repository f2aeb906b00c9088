import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import { answerVendor, type ListeningParts, queryOf } from './listening-vendor.ts';
import { accountOf, type WorldPost } from './listening-world.ts';

const SECRET = 'sandbox-reddit-secret';
const HOUR_S = 3600;
const LIMIT = 1000;
const WINDOW_MS = 600_000;
/** A listing ends here. */
const MOST_LISTED = 1000;

/**
 * Reddit: tokens at `/reddit/api/v1/access_token` for any client with the secret `sandbox-reddit-secret`, searches and
 * infos below `/reddit/oauth/`. Callers without a unique user agent are refused.
 */
export function registerReddit(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  let window = { resets: 0, used: 0 };
  const limited = (): Answer => ({
    status: 429,
    headers: { 'x-ratelimit-used': String(LIMIT), 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '75' },
    body: { message: 'Too Many Requests', error: 429 },
  });
  const unauthorized: Answer = { status: 401, body: { message: 'Unauthorized', error: 401 } };
  const answers = { rate_limit: limited(), quota: limited(), wrong_key: unauthorized };

  app.post<{ Body: URLSearchParams | null }>('/reddit/api/v1/access_token', (request, reply) =>
    answerVendor(reply, parts, 'reddit', answers, () => {
      const basic = (request.headers.authorization ?? '').replace(/^Basic /, '');
      const [, secret] = Buffer.from(basic, 'base64').toString().split(':');
      if (secret !== SECRET) return unauthorized;
      if (request.body?.get('grant_type') !== 'client_credentials')
        return ok({ error: 'unsupported_grant_type' });
      return ok({
        access_token: `sandbox-reddit-${Date.now() + HOUR_S * 1000}`,
        token_type: 'bearer',
        expires_in: HOUR_S,
        scope: '*',
      });
    }),
  );

  const list = (path: string, find: (query: Record<string, string | undefined>) => Answer) =>
    app.get(`/reddit/oauth/${path}`, (request, reply) =>
      answerVendor(reply, parts, 'reddit', answers, () => {
        const refused = refusalOf(request);
        if (refused) return refused;
        if (window.resets < Date.now()) window = { resets: Date.now() + WINDOW_MS, used: 0 };
        window.used += 1;
        const headers = {
          'x-ratelimit-used': String(window.used),
          'x-ratelimit-remaining': String(LIMIT - window.used),
          'x-ratelimit-reset': String(Math.ceil((window.resets - Date.now()) / 1000)),
        };
        return Object.assign({ headers }, find(queryOf(request)));
      }),
    );
  const refusalOf = ({ headers }: FastifyRequest): Answer | null => {
    const agent = headers['user-agent'] ?? '';
    if (agent === '' || /^(node|undici|axios|python)/i.test(agent)) return limited();
    const [, expires = ''] = /^Bearer sandbox-reddit-(\d+)$/.exec(headers.authorization ?? '') ?? [];
    return Number(expires) > Date.now() ? null : unauthorized;
  };

  list('search', ({ q = '', after, limit = '25' }) => {
    const found = world.search('reddit', q.replaceAll('"', '')).slice(0, MOST_LISTED);
    const start = after ? found.findIndex((post) => nameOf(post) === after) + 1 : 0;
    const page = found.slice(start, start + Math.min(100, Number(limit) || 25));
    const last = page.at(-1);
    const next = last && start + page.length < found.length ? nameOf(last) : null;
    return ok(listing(page, next));
  });
  list('api/info', ({ id = '' }) => {
    const names = id.split(',');
    const posts = names.flatMap((name) => world.post(Number.parseInt(name.slice(3), 36)) ?? []);
    return ok(listing(posts, null));
  });
}

const nameOf = ({ id, parent }: WorldPost): string => `${parent ? 't1' : 't3'}_${id.toString(36)}`;

const listing = (posts: WorldPost[], after: string | null) => ({
  kind: 'Listing',
  data: { after, before: null, dist: posts.length, modhash: '', children: posts.map(thingOf) },
});

function thingOf(post: WorldPost): object {
  const { id, parent, deleted, place, title, text, likes, replies, editedAt, at } = post;
  const author = deleted ? '[deleted]' : accountOf(post.author);
  const common = {
    id: id.toString(36),
    name: nameOf(post),
    author,
    author_fullname: deleted ? undefined : `t2_${author}`,
    subreddit: place,
    permalink: `/r/${place}/comments/${id.toString(36)}/post/`,
    created_utc: Math.floor(at / 1000),
    edited: editedAt ? Math.floor(editedAt / 1000) : false,
    score: likes,
    num_comments: replies,
  };
  return parent
    ? {
        kind: 't1',
        data: Object.assign(
          { body: deleted ? '[deleted]' : text, parent_id: `t3_${parent.toString(36)}` },
          common,
        ),
      }
    : {
        kind: 't3',
        data: Object.assign(
          {
            title,
            selftext: deleted ? '[deleted]' : text,
            is_self: true,
            url: `https://www.reddit.com${common.permalink}`,
            removed_by_category: deleted ? 'deleted' : null,
          },
          common,
        ),
      };
}
