import { createHash } from 'node:crypto';
import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import type { FastifyInstance } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import { answerVendor, type ListeningParts, queryOf } from './listening-vendor.ts';
import { accountOf, type ListeningWorld, positionIn, tokenFor, type WorldPost } from './listening-world.ts';

const failure = (code: number, reason: string, message: string): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }] } },
});

const ANSWERS = {
  down: failure(503, 'backendError', 'The service is currently unavailable.'),
  quota: failure(403, 'quotaExceeded', 'You have exceeded your quota.'),
  rate_limit: failure(429, 'rateLimitExceeded', 'Too many requests.'),
  wrong_key: failure(400, 'badRequest', 'API key not valid. Please pass a valid API key.'),
};

/** YouTube's search and comments, beside the calls for profiles: videos and comments that people posted. */
export function registerYoutubeSearch(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  let day = { ends: 0, used: 0 };
  const list = (path: string, find: (query: Record<string, string | undefined>) => Answer) =>
    app.get(`/youtube/v3/${path}`, (request, reply) =>
      answerVendor(reply, parts, 'youtube', ANSWERS, () => {
        const query = queryOf(request);
        return query.key && query.key !== 'wrong-key' ? find(query) : ANSWERS.wrong_key;
      }),
    );

  list('search', ({ q = '', publishedAfter, maxResults = '5', pageToken }) => {
    if (day.ends < Date.now())
      day = { ends: dayInTimeZone('America/Los_Angeles', new Date()).to.getTime(), used: 0 };
    if (day.used >= world.state.youtubeSearches) return ANSWERS.quota;
    day.used += 1;
    const after = publishedAfter ? Date.parse(publishedAfter) : 0;
    const found = world
      .search('youtube', q.replaceAll('"', ''))
      .filter(({ at, parent }) => at > after && parent === null);
    const size = Math.min(50, Math.max(0, Number(maxResults) || 5));
    const from = positionIn(pageToken);
    const items = found.slice(from, from + size).map((post) => ({
      kind: 'youtube#searchResult',
      id: { kind: 'youtube#video', videoId: videoId(post) },
      snippet: {
        publishedAt: timeOf(post.at),
        channelId: channelId(post),
        title: post.title,
        description: post.text.slice(0, 160),
      },
    }));
    const next = from + size < found.length ? { nextPageToken: tokenFor(from + size) } : {};
    const page = {
      kind: 'youtube#searchListResponse',
      pageInfo: { totalResults: found.length, resultsPerPage: size },
      items,
    };
    return ok(Object.assign(page, next));
  });
  list('commentThreads', ({ videoId: id = '' }) => {
    const video = videoIn(world, id);
    if (!video)
      return failure(
        404,
        'videoNotFound',
        'The video identified by the videoId parameter could not be found.',
      );
    const comments = world.posts('youtube').filter(({ parent }) => parent === video.id);
    const items = comments.map((post) => ({
      kind: 'youtube#commentThread',
      id: commentId(post),
      snippet: { videoId: id, topLevelComment: commentOf(post, id), totalReplyCount: 0 },
    }));
    return ok({ kind: 'youtube#commentThreadListResponse', items });
  });
  list('comments', ({ id = '' }) => {
    const wanted = new Set(id.split(','));
    const found = world
      .posts('youtube')
      .filter((post) => post.parent !== null && wanted.has(commentId(post)));
    return ok({ kind: 'youtube#commentListResponse', items: found.map((post) => commentOf(post)) });
  });
}

const hash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);
const videoId = ({ id }: WorldPost): string => hash(`video ${id}`, 11);
const commentId = ({ id }: WorldPost): string => `Ug${hash(`comment ${id}`, 22)}`;
const channelId = ({ author }: WorldPost): string => `UC${hash(`channel ${author}`, 22)}`;
const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const videoIn = (world: ListeningWorld, id: string): WorldPost | undefined =>
  world.posts('youtube').find((post) => post.parent === null && videoId(post) === id);

/** Returns a posted video for the call that reads videos; null if there is none with this id. */
export function listenedVideo(world: ListeningWorld, id: string): object | null {
  const post = videoIn(world, id);
  if (!post) return null;
  const comments = world.posts('youtube').filter(({ parent }) => parent === post.id).length;
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      publishedAt: timeOf(post.at),
      channelId: channelId(post),
      channelTitle: post.author,
      title: post.title,
      description: post.text,
      tags: post.tags,
      defaultAudioLanguage: post.language,
    },
    statistics: {
      viewCount: String(post.likes * 30),
      likeCount: String(post.likes),
      commentCount: String(Math.max(comments, 0)),
    },
  };
}

const commentOf = (post: WorldPost, video?: string) => ({
  kind: 'youtube#comment',
  id: commentId(post),
  snippet: {
    ...(video ? { videoId: video } : {}),
    textDisplay: post.text,
    textOriginal: post.text,
    authorDisplayName: `@${accountOf(post.author)}`,
    authorChannelUrl: `http://www.youtube.com/@${accountOf(post.author)}`,
    authorChannelId: { value: channelId(post) },
    likeCount: post.likes,
    publishedAt: timeOf(post.at),
    updatedAt: timeOf(post.editedAt ?? post.at),
  },
});
