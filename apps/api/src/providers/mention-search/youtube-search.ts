import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import {
  type MentionSearch,
  type PostReview,
  SearchFailure,
  type SourceBudget,
} from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { countOf } from '../social-data/call-platform.ts';
import { callSource, parseSource, readable, retryTime, type SourceParts } from './call-source.ts';
import { cursorOf, languageOf, lineOf, tidyText } from './post-text.ts';

const NAME = 'YouTube';
const PAGE = 50;
const COMMENTS = 100;
const REVIEWED = 50;
/** Videos appear in the search after a while. */
const OVERLAP_MS = 6 * 3_600_000;

const Ids = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });
const SearchItem = z.object({ id: z.object({ videoId: z.string() }) });
const List = z.object({ items: z.array(z.unknown()).default([]) });
const Video = z.object({
  id: z.string(),
  snippet: z.object({
    publishedAt: z.string(),
    channelId: z.string(),
    channelTitle: z.string().default(''),
    title: z.string().default(''),
    description: z.string().default(''),
    tags: z.array(z.string()).default([]),
    defaultAudioLanguage: z.string().optional(),
    defaultLanguage: z.string().optional(),
  }),
  statistics: z
    .object({ viewCount: z.unknown(), likeCount: z.unknown(), commentCount: z.unknown() })
    .partial()
    .default({}),
});
const Comment = z.object({
  id: z.string(),
  snippet: z.object({
    videoId: z.string().optional(),
    parentId: z.string().optional(),
    textOriginal: z.string().optional(),
    textDisplay: z.string().default(''),
    authorDisplayName: z.string().default(''),
    authorChannelUrl: z.string().optional(),
    authorChannelId: z.object({ value: z.string() }).optional(),
    likeCount: z.unknown(),
    publishedAt: z.string(),
    updatedAt: z.string().optional(),
  }),
});
const Thread = z.object({
  snippet: z.object({ topLevelComment: Comment, totalReplyCount: z.unknown() }),
});
const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

interface Position {
  newest: number;
  page: string | null;
  ahead: number;
}
const isPosition = (value: unknown): value is Position =>
  typeof (value as Position | null)?.newest === 'number' && typeof (value as Position).ahead === 'number';

export interface YoutubeSearchOptions {
  /** API URL with a trailing slash. */
  url: string;
  /** The brand's key. */
  key: string;
  /** Searches a day, which have a small separate quota. */
  budget: SourceBudget;
  /** Names the circuit. */
  sourceId: string;
}

/**
 * Videos by search, with their descriptions, and the newest comments of those that became mentions when they are read again.
 * A search costs one of 100 calls a day; reading videos and comments is cheap.
 */
export function youtubeSearch(parts: SourceParts, options: YoutubeSearchOptions): MentionSearch {
  const api = youtubeApi(parts, options);
  return {
    kind: 'youtube',
    everySeconds: 4 * 3600,
    paceMs: 0,
    asks: 'terms',
    reviewed: REVIEWED,
    async search({ ask, since, cursor, signal }) {
      const known = cursorOf(cursor, isPosition);
      const from = Math.max(since, known ? known.newest - OVERLAP_MS : 0);
      if (!(await options.budget.reserve(1))) throw usedUp(parts);
      const query: Record<string, string> = {
        part: 'snippet',
        type: 'video',
        order: 'date',
        q: /\s/.test(ask) ? `"${ask}"` : ask,
        maxResults: String(PAGE),
        publishedAfter: `${new Date(from).toISOString().slice(0, 19)}Z`,
      };
      if (known?.page) query.pageToken = known.page;
      const found = await api('search', query, Ids, signal);
      const ids = readable(SearchItem, found?.items ?? []).map(({ id }) => id.videoId);
      const posts = ids.length === 0 ? [] : (await readVideos(api, ids, signal)).map(({ post }) => post);
      const ahead = Math.max(
        known?.ahead ?? 0,
        known?.newest ?? 0,
        ...posts.map((post) => post.publishedAt ?? 0),
      );
      const page = found?.nextPageToken ?? null;
      const position: Position = page
        ? { newest: known?.newest ?? 0, page, ahead }
        : { newest: ahead, page: null, ahead };
      return {
        posts,
        gone: [],
        cursor: JSON.stringify(position),
        more: page !== null && ids.length > 0,
        quota: await options.budget.quota(),
        missed: null,
      };
    },
    review: (externalIds) => review(api, options.budget, externalIds),
  };
}

type YoutubeApi = <T extends z.ZodType>(
  path: string,
  query: Record<string, string>,
  shape: T,
  signal?: AbortSignal,
) => Promise<z.output<T> | null>;

/** Calls of the API; null for what doesn't exist or is closed. */
function youtubeApi(parts: SourceParts, { url, key, budget, sourceId }: YoutubeSearchOptions): YoutubeApi {
  const callee = { circuit: `youtube-search:${sourceId}`, name: NAME };
  return async (path, query, shape, signal) => {
    const address = new URL(path, url);
    address.search = new URLSearchParams(Object.assign({ key }, query)).toString();
    const { circuit, name } = callee;
    const response = await callSource(parts, { circuit, name, url: address, signal });
    if (response.status === 200) return parseSource(parts, callee, shape, response.body);
    return refusal(parts, budget, response);
  };
}

const usedUp = (parts: SourceParts): SearchFailure =>
  new SearchFailure(
    'quota',
    "Today's YouTube searches are used up. They reset at midnight Pacific time.",
    dayInTimeZone('America/Los_Angeles', parts.clock.now()).to,
  );

async function refusal(
  parts: SourceParts,
  budget: SourceBudget,
  { status, body }: JsonResponse,
): Promise<null> {
  const error = Failed.safeParse(body).data?.error;
  const reason = error?.errors[0]?.reason ?? '';
  if (status === 404 || reason === 'commentsDisabled' || reason === 'videoNotFound') return null;
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded') {
    // The key may be used elsewhere too: YouTube's count overrides ours.
    await budget.exhaust();
    throw usedUp(parts);
  }
  if (status === 429 || reason === 'rateLimitExceeded' || reason === 'userRateLimitExceeded')
    throw new SearchFailure('quota', 'YouTube asks us to slow down.', retryTime(parts.clock.now()));
  throw new SearchFailure(
    'refused',
    `YouTube rejected the API key. ${lineOf(error?.message, 200) ?? ''}`.trim(),
  );
}

interface ReadVideo {
  post: SourcePost;
  hasComments: boolean;
}

async function readVideos(
  api: YoutubeApi,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadVideo[]> {
  const list = await api(
    'videos',
    { part: 'snippet,statistics', id: ids.join(','), maxResults: String(PAGE) },
    List,
    signal,
  );
  return readable(Video, list?.items ?? []).map((video) => ({
    post: postOfVideo(video),
    hasComments: (countOf(video.statistics.commentCount) ?? 0) > 0,
  }));
}

/** Ids of videos have 11 characters; those of comments are longer. */
const isVideo = (id: string): boolean => id.length === 11;

async function review(
  api: YoutubeApi,
  budget: SourceBudget,
  externalIds: readonly string[],
): Promise<PostReview> {
  const videoIds = externalIds.filter(isVideo);
  const commentIds = externalIds.filter((id) => !isVideo(id));
  const posts: SourcePost[] = [];
  if (videoIds.length > 0)
    for (const { post, hasComments } of await readVideos(api, videoIds)) {
      posts.push(post);
      if (hasComments) posts.push(...(await readComments(api, post.externalId)));
    }
  if (commentIds.length > 0) {
    const list = await api('comments', { part: 'snippet', id: commentIds.join(',') }, List);
    posts.push(...readable(Comment, list?.items ?? []).map((comment) => postOfComment(comment, null, null)));
  }
  const found = new Set(posts.map(({ externalId }) => externalId));
  return { posts, gone: externalIds.filter((id) => !found.has(id)), quota: await budget.quota() };
}

async function readComments(api: YoutubeApi, videoId: string): Promise<SourcePost[]> {
  const query = {
    part: 'snippet',
    videoId,
    order: 'time',
    maxResults: String(COMMENTS),
    textFormat: 'plainText',
  };
  const list = await api('commentThreads', query, List);
  return readable(Thread, list?.items ?? []).map(({ snippet }) =>
    postOfComment(snippet.topLevelComment, videoId, countOf(snippet.totalReplyCount)),
  );
}

const timeOf = (text: string | undefined): number | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
};

const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;

function postOfVideo({ id, snippet, statistics }: z.output<typeof Video>): SourcePost {
  return {
    externalId: id,
    kind: 'post',
    title: lineOf(snippet.title),
    text: tidyText(snippet.description),
    url: watchUrl(id),
    author: {
      externalId: snippet.channelId,
      handle: snippet.channelTitle.toLowerCase() || snippet.channelId,
      name: snippet.channelTitle || null,
      url: `https://www.youtube.com/channel/${encodeURIComponent(snippet.channelId)}`,
      followers: null,
    },
    language: languageOf(snippet.defaultAudioLanguage ?? snippet.defaultLanguage),
    publishedAt: timeOf(snippet.publishedAt),
    editedAt: null,
    replyTo: null,
    links: [],
    tags: snippet.tags.slice(0, 50),
    names: [],
    figures: {
      likes: countOf(statistics.likeCount),
      replies: countOf(statistics.commentCount),
      reposts: null,
      quotes: null,
      views: countOf(statistics.viewCount),
    },
  };
}

function postOfComment(
  { id, snippet }: z.output<typeof Comment>,
  videoId: string | null,
  replies: number | null,
): SourcePost {
  const video = snippet.videoId ?? videoId;
  const channel = snippet.authorChannelId?.value ?? snippet.authorDisplayName;
  const published = timeOf(snippet.publishedAt);
  const updated = timeOf(snippet.updatedAt);
  return {
    externalId: id,
    kind: 'comment',
    title: null,
    text: tidyText(snippet.textOriginal ?? snippet.textDisplay),
    url: video ? `${watchUrl(video)}&lc=${encodeURIComponent(id)}` : null,
    author: {
      externalId: channel,
      handle: snippet.authorDisplayName.replace(/^@/, '').toLowerCase() || channel,
      name: lineOf(snippet.authorDisplayName, 200),
      url: snippet.authorChannelUrl ?? null,
      followers: null,
    },
    language: null,
    publishedAt: published,
    editedAt: updated !== null && updated !== published ? updated : null,
    replyTo: snippet.parentId ?? video,
    links: [],
    tags: [],
    names: [],
    figures: { likes: countOf(snippet.likeCount), replies, reposts: null, quotes: null, views: null },
  };
}
