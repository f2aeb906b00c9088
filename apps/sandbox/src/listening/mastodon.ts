import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import type { Answer } from '../platform/faults.ts';
import { answerVendor, type ListeningParts } from './listening-vendor.ts';
import { accountOf, type WorldPost } from './listening-world.ts';

/** The server that all posts are from; other names are servers that know its posts. */
const HOME = 'mastodon.sandbox.test';
const TOKEN = 'Bearer sandbox-mastodon-token';
const LIMIT = 300;
const WINDOW_MS = 300_000;

/**
 * Mastodon servers below `/mastodon/{host}`: hashtag timelines and statuses. Servers whose name begins with `closed` show
 * them only with the token `sandbox-mastodon-token`.
 */
export function registerMastodon(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  const counts = new Map<string, { resets: number; used: number }>();

  /** Counts a call like a server does; its headers say what remains. */
  function rate(host: string) {
    const now = Date.now();
    const kept = counts.get(host);
    const window = kept && kept.resets > now ? kept : { resets: now + WINDOW_MS, used: 0 };
    window.used += 1;
    counts.set(host, window);
    return {
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(Math.max(0, LIMIT - window.used)),
      'x-ratelimit-reset': new Date(window.resets).toISOString(),
    };
  }

  const list = (path: string, find: (tag: string, query: URLSearchParams) => WorldPost[]) =>
    app.get<{ Params: { host: string; tag?: string } }>(
      `/mastodon/:host/api/v1/${path}`,
      (request, reply) => {
        const { host, tag = '' } = request.params;
        const resets = new Date(Date.now() + 60_000).toISOString();
        const limited = error(429, 'Too many requests', {
          'x-ratelimit-limit': '300',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': resets,
        });
        const answers = {
          rate_limit: limited,
          quota: limited,
          closed: error(422, 'This method requires an authenticated user'),
          wrong_key: error(401, 'The access token is invalid'),
          error_500: error(500, 'We are sorry, but something went wrong'),
        };
        return answerVendor(reply, parts, 'mastodon', answers, () => {
          const headers = rate(host);
          const { authorization } = request.headers;
          if (authorization && authorization !== TOKEN) return error(401, 'The access token is invalid');
          if (host.startsWith('closed') && !authorization)
            return error(422, 'This method requires an authenticated user');
          const query = new URL(request.url, 'http://sandbox').searchParams;
          return { status: 200, headers, body: find(tag, query).map((post) => statusOf(post, host)) };
        });
      },
    );

  list('timelines/tag/:tag', (tag, query) => {
    const limit = Math.min(40, Math.max(1, Number(query.get('limit') ?? 20) || 20));
    const tagged = world
      .posts('mastodon')
      .filter(({ tags }) => tags.some((one) => one.toLowerCase() === tag.toLowerCase()));
    const [min, since, max] = ['min_id', 'since_id', 'max_id'].map((name) => query.get(name));
    const within = tagged.filter(
      (post) => isAfter(post, min ?? since) && (!max || !isAfter(post, max, true)),
    );
    // `min_id` starts right after it, `since_id` at the newest; both give the newest first.
    return min ? within.slice(-limit) : within.slice(0, limit);
  });
  list('statuses', (_tag, query) =>
    world.posts('mastodon').filter((post) => query.getAll('id[]').includes(statusId(post))),
  );
}

const error = (status: number, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { error: message },
});

/** Ids grow with time. */
const statusId = ({ at, id }: WorldPost): string => String((BigInt(at) << 16n) + BigInt(id % 65_536));
const isAfter = (post: WorldPost, id: string | null | undefined, orSame = false): boolean =>
  !id || BigInt(statusId(post)) > BigInt(id) || (orSame && statusId(post) === id);

function statusOf(post: WorldPost, host: string): object {
  const name = accountOf(post.author);
  const acct = host === HOME ? name : `${name}@${HOME}`;
  const tagLink = (tag: string) =>
    html`<a href="https://${HOME}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  const content = html`<p>${post.text} ${post.tags.map((tag) => html`${tagLink(tag)} `)}</p>`.markup;
  const account = `https://${HOME}/@${name}`;
  return {
    id: statusId(post),
    created_at: new Date(post.at).toISOString(),
    edited_at: post.editedAt ? new Date(post.editedAt).toISOString() : null,
    in_reply_to_id: post.parent ? String(post.parent) : null,
    sensitive: post.warning !== '',
    spoiler_text: post.warning,
    visibility: 'public',
    language: post.language,
    uri: `https://${HOME}/users/${name}/statuses/${statusId(post)}`,
    url: `${account}/${statusId(post)}`,
    replies_count: post.replies,
    reblogs_count: Math.floor(post.likes / 4),
    favourites_count: post.likes,
    quotes_count: 0,
    content,
    account: {
      id: String(name.length * 1000 + name.charCodeAt(0)),
      username: name,
      acct,
      display_name: post.author,
      noindex: post.author.startsWith('Hidden'),
      uri: `https://${HOME}/users/${name}`,
      url: account,
      followers_count: post.followers,
    },
    media_attachments: [],
    mentions: [],
    tags: post.tags.map((tag) => ({ name: tag, url: `https://${HOME}/tags/${tag}` })),
    emojis: [],
  };
}
