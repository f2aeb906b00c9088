import type { FastifyInstance } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import {
  type FailureAnswers,
  type PlatformRequest,
  pictureUrl,
  platformCalls,
  type SocialParts,
} from './social-platform.ts';
import { type Account, type Post, titleOf } from './social-world.ts';

const MOST_VIDEOS = 100_000;

const failure = (code: number, reason: string, message: string, domain = 'global'): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain, reason }] } },
});
const wrong = (message: string) => failure(400, 'missingRequiredParameter', message, 'youtube.parameter');

const failures: FailureAnswers = {
  down: failure(503, 'backendError', 'The service is currently unavailable.'),
  quota: failure(403, 'quotaExceeded', 'You have exceeded your quota.', 'youtube.quota'),
  rate_limit: failure(429, 'rateLimitExceeded', 'Too many requests. Wait and try again.', 'usageLimits'),
  wrong_key: failure(400, 'badRequest', 'API key not valid. Please pass a valid API key.'),
};

const listing = (kind: string, items: object[], more: object = {}): Answer =>
  ok({
    kind: `youtube#${kind}ListResponse`,
    ...more,
    pageInfo: { resultsPerPage: items.length },
    // An empty result has no items field.
    ...(items.length > 0 || kind !== 'channel' ? { items } : {}),
  });

/** Rounds down to three significant digits, like public subscriber counts. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 3);
  return Math.floor(count / unit) * unit;
}

const whole = (date: Date): string => date.toISOString().replace('.000Z', 'Z');

/**
 * YouTube's Data API v3 for profiles and uploads. Every call costs one unit, even an invalid one.
 */
export function registerYoutubeApi(
  app: FastifyInstance,
  parts: SocialParts,
  otherVideo: (id: string) => object | null,
): void {
  const call = platformCalls(app, parts, 'youtube', failures);
  const { world } = parts;
  const videos = new Map<string, { account: string; number: number }>();
  const list = (path: string, answer: (asked: PlatformRequest) => Answer) =>
    call('GET', `/youtube/v3/${path}`, (asked) =>
      asked.query.key && asked.query.key !== 'wrong-key' ? answer(asked) : failures.wrong_key,
    );

  list('channels', ({ query: { id, forHandle, part }, origin }) => {
    if (!part) return wrong('No filter selected. Expected one of: forHandle, id');
    const found = id
      ? id.split(',').map((one) => world.withId('youtube', one))
      : [world.named('youtube', (forHandle ?? '').replace(/^@/, ''))];
    const shown = found.filter((account) => account !== null).filter(({ state }) => state !== 'gone');
    return listing(
      'channel',
      shown.map((account) => channelOf(account, origin)),
    );
  });

  list('playlistItems', ({ query }) => {
    const account = world.withId('youtube', `UC${(query.playlistId ?? '').slice(2)}`);
    if (account?.state !== 'public') return failure(404, 'playlistNotFound', 'The playlist cannot be found.');
    const size = Math.min(50, Math.max(1, Number(query.maxResults ?? 5) || 5));
    const from = query.pageToken ? Number(Buffer.from(query.pageToken, 'base64url').toString()) : 0;
    if (!Number.isSafeInteger(from)) return failure(400, 'invalidPageToken', 'The page token is invalid.');
    const posts = account.posts.slice(from, from + size);
    if (videos.size >= MOST_VIDEOS) videos.clear();
    for (const { id, number } of posts) videos.set(id, { account: account.id, number });
    const next = Buffer.from(String(from + size)).toString('base64url');
    const items = posts.map(({ id, publishedAt }) => ({
      kind: 'youtube#playlistItem',
      contentDetails: { videoId: id, videoPublishedAt: whole(publishedAt) },
    }));
    return listing('playlistItem', items, from + size < account.posts.length ? { nextPageToken: next } : {});
  });

  list('videos', ({ query, origin }) => {
    const ids = (query.id ?? '').split(',').filter(Boolean);
    if (ids.length === 0 || ids.length > 50) return wrong('Required parameter: id');
    // Groups by account, because all its posts are generated together.
    const owners = new Set(ids.flatMap((id) => videos.get(id)?.account ?? []));
    const accounts = new Map([...owners].map((id) => [id, world.withId('youtube', id)]));
    const items = ids.flatMap((id) => {
      const of = videos.get(id);
      const account = of && accounts.get(of.account);
      const post = account?.posts.find(({ number }) => number === of?.number);
      return account && post ? [videoOf(account, post, origin)] : (otherVideo(id) ?? []);
    });
    return listing('video', items);
  });
}

function channelOf(account: Account, origin: string): object {
  const picture = pictureUrl(origin, account, 'avatar');
  const views = account.posts.reduce((sum, post) => sum + post.views, 0);
  return {
    kind: 'youtube#channel',
    id: account.id,
    snippet: {
      title: account.fullname ?? titleOf(account.origin),
      description: account.bio ?? '',
      customUrl: `@${account.username}`,
      thumbnails: { default: { url: picture }, medium: { url: picture } },
      country: account.country,
    },
    contentDetails: { relatedPlaylists: { uploads: `UU${account.id.slice(2)}` } },
    statistics: {
      viewCount: String(views),
      subscriberCount: account.hidesFollowers ? '0' : String(rounded(account.followers)),
      hiddenSubscriberCount: account.hidesFollowers,
      videoCount: String(account.posts.length),
    },
  };
}

function videoOf(account: Account, post: Post, origin: string): object {
  const cover = pictureUrl(origin, account, 'cover', `${account.origin}-${post.number}`);
  const minutes = post.seconds >= 60 ? `${Math.floor(post.seconds / 60)}M` : '';
  return {
    kind: 'youtube#video',
    id: post.id,
    snippet: {
      publishedAt: whole(post.publishedAt),
      channelId: account.id,
      title: post.title,
      thumbnails: { medium: { url: cover } },
    },
    contentDetails: { duration: `PT${minutes}${post.seconds % 60}S` },
    statistics: {
      viewCount: String(post.views),
      ...(post.likes === null ? {} : { likeCount: String(post.likes) }),
      ...(post.comments === null ? {} : { commentCount: String(post.comments) }),
    },
  };
}
