import type { FastifyInstance } from 'fastify';
import { type Post, titleOf } from './social-account.ts';
import {
  type FailureAnswer,
  failed,
  originOf,
  pictureUrl,
  rounded,
  type SocialParts,
} from './social-answer.ts';
import type { Account } from './social-world.ts';

const MOST_VIDEOS = 100_000;

const failure = (code: number, reason: string, message: string, domain = 'youtube.quota') => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }] } },
});

const failures: FailureAnswer = {
  down: failure(503, 'backendError', 'The service is currently unavailable.', 'global'),
  quota: failure(
    403,
    'quotaExceeded',
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  ),
  rate_limit: failure(429, 'rateLimitExceeded', 'Too many requests. Wait and try again.', 'usageLimits'),
  wrong_key: failure(400, 'badRequest', 'API key not valid. Please pass a valid API key.', 'global'),
};

const listing = (kind: string, items: object[], total = items.length, more: object = {}) => ({
  kind: `youtube#${kind}ListResponse`,
  ...more,
  pageInfo: { totalResults: total, resultsPerPage: items.length },
  // An answer without findings has no items at all.
  ...(items.length > 0 || kind !== 'channel' ? { items } : {}),
});

const durationOf = (seconds: number) =>
  `PT${seconds >= 60 ? `${Math.floor(seconds / 60)}M` : ''}${seconds % 60}S`;

/** YouTube's Data API v3, as far as profiles and uploads go. Every call costs one unit, invalid ones too. */
export function registerYoutubeApi(app: FastifyInstance, parts: SocialParts): void {
  const { world, now } = parts;
  const videos = new Map<string, { account: string; number: number }>();
  type Query = { Querystring: Record<string, string | undefined> };

  const list = (
    path: string,
    answer: (query: Record<string, string | undefined>, origin: string) => { status: number; body: object },
  ) =>
    app.get<Query>(`/youtube/v3/${path}`, async (request, reply) => {
      const { query } = request;
      if (await failed(parts, 'youtube', reply, failures)) return reply;
      const { status, body } = query.key ? answer(query, originOf(request)) : failures.wrong_key;
      return reply.code(status).send(body);
    });
  const wrong = (message: string) => failure(400, 'missingRequiredParameter', message, 'youtube.parameter');

  const channel = (account: Account, origin: string) => {
    const picture = pictureUrl(origin, account, { kind: 'avatar', seed: account.origin }, now());
    const views = account.posts.reduce((sum, { views }) => sum + views, 0);
    return {
      kind: 'youtube#channel',
      id: account.id,
      snippet: {
        title: account.fullname ?? titleOf(account.origin),
        description: account.bio ?? '',
        customUrl: `@${account.username}`,
        publishedAt: '2019-03-02T10:00:00Z',
        thumbnails: {
          default: { url: picture, width: 88, height: 88 },
          medium: { url: picture, width: 240, height: 240 },
        },
        country: account.country,
      },
      contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${account.id.slice(2)}` } },
      statistics: {
        viewCount: String(views),
        subscriberCount: account.hidesFollowers ? '0' : String(rounded(account.followers)),
        hiddenSubscriberCount: account.hidesFollowers,
        videoCount: String(account.posts.length),
      },
    };
  };

  list('channels', (query, origin) => {
    const { id, forHandle, forUsername } = query;
    if (!query.part) return wrong('No filter selected. Expected one of: forHandle, id, forUsername');
    const found = id
      ? id.split(',').map((one) => world.withId('youtube', one))
      : [forHandle ?? forUsername].map((name) =>
          name ? world.named('youtube', name.replace(/^@/, '')) : null,
        );
    const shown = found.filter((account) => account !== null && account.state !== 'gone') as Account[];
    return {
      status: 200,
      body: listing(
        'channel',
        shown.map((account) => channel(account, origin)),
      ),
    };
  });

  list('playlistItems', (query) => {
    const account = world.withId('youtube', `UC${(query.playlistId ?? '').slice(2)}`);
    if (account?.state !== 'public')
      return failure(
        404,
        'playlistNotFound',
        'The playlist identified with the request cannot be found.',
        'youtube.playlistItem',
      );
    const size = Math.min(50, Math.max(1, Number(query.maxResults ?? 5) || 5));
    const from = query.pageToken ? Number(Buffer.from(query.pageToken, 'base64url').toString()) : 0;
    if (!Number.isSafeInteger(from) || from < 0)
      return failure(
        400,
        'invalidPageToken',
        'The request specifies an invalid page token.',
        'youtube.parameter',
      );
    const posts = account.posts.slice(from, from + size);
    for (const { id, number } of posts) {
      if (videos.size >= MOST_VIDEOS) videos.clear();
      videos.set(id, { account: account.id, number });
    }
    const next = from + size < account.posts.length && Buffer.from(String(from + size)).toString('base64url');
    const items = posts.map(({ id, publishedAt }) => ({
      kind: 'youtube#playlistItem',
      contentDetails: { videoId: id, videoPublishedAt: publishedAt.toISOString().replace('.000Z', 'Z') },
    }));
    return {
      status: 200,
      body: listing('playlistItem', items, account.posts.length, next ? { nextPageToken: next } : {}),
    };
  });

  const video = (account: Account, post: Post, origin: string) => ({
    kind: 'youtube#video',
    id: post.id,
    snippet: {
      publishedAt: post.publishedAt.toISOString().replace('.000Z', 'Z'),
      channelId: account.id,
      title: post.title,
      thumbnails: {
        medium: {
          url: pictureUrl(
            origin,
            account,
            { kind: 'cover', seed: `${account.origin}-${post.number}` },
            now(),
          ),
          width: 320,
          height: 180,
        },
      },
    },
    contentDetails: { duration: durationOf(post.seconds) },
    statistics: {
      viewCount: String(post.views),
      ...(post.likes === null ? {} : { likeCount: String(post.likes) }),
      favoriteCount: '0',
      ...(post.comments === null ? {} : { commentCount: String(post.comments) }),
    },
  });

  list('videos', (query, origin) => {
    const ids = (query.id ?? '').split(',').filter(Boolean);
    if (ids.length === 0 || ids.length > 50) return wrong('Required parameter: id');
    const accounts = new Map<string, Account | null>();
    const accountOf = (id: string) => {
      const known = accounts.get(id);
      if (known !== undefined) return known;
      const found = world.withId('youtube', id);
      accounts.set(id, found);
      return found;
    };
    const items = ids.flatMap((id) => {
      const of = videos.get(id);
      const account = of && accountOf(of.account);
      const post = account?.posts.find(({ number }) => number === of?.number);
      return account && post ? [video(account, post, origin)] : [];
    });
    return { status: 200, body: listing('video', items) };
  });
}
