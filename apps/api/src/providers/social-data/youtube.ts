import {
  type Account,
  type ReadOptions,
  type SocialContent,
  SocialFailure,
  type SocialReading,
  type SocialSource,
} from '@troupe/domain/discovery/creator-refresh';
import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import {
  callPlatform,
  countOf,
  keyRejected,
  parseInstant,
  parseResponse,
  reservedUnits,
  type SocialParts,
} from './call-platform.ts';
import { type ContentPage, readPages } from './read-pages.ts';

const ME = { provider: 'youtube', name: 'YouTube' };
const CHANNEL_ID = /^UC[\w-]{22}$/;
const VIDEOS = 50;
/** Quota units for a page of uploads with video metrics. */
const UNITS_A_PAGE = 2;

/** Name of the quota. */
const YOUTUBE_QUOTA = 'Units a day';

const Picture = z.object({ url: z.string() }).optional();
const Pictures = z.object({ default: Picture, medium: Picture, high: Picture }).partial().optional();
const Channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string().default(''),
          description: z.string().default(''),
          customUrl: z.string().optional(),
          country: z.string().optional(),
          thumbnails: Pictures,
        }),
        statistics: z
          .object({ subscriberCount: z.unknown().optional(), hiddenSubscriberCount: z.boolean().optional() })
          .optional(),
        contentDetails: z
          .object({ relatedPlaylists: z.object({ uploads: z.string().optional() }) })
          .optional(),
      }),
    )
    .default([]),
});
const PlaylistItems = z.object({
  nextPageToken: z.string().optional(),
  items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })).default([]),
});
const Videos = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ publishedAt: z.string(), title: z.string().default(''), thumbnails: Pictures }),
        statistics: z
          .object({
            viewCount: z.unknown().optional(),
            likeCount: z.unknown().optional(),
            commentCount: z.unknown().optional(),
          })
          .partial()
          .optional(),
      }),
    )
    .default([]),
});
const Failed = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

export interface YoutubeOptions {
  /** API URL including a trailing slash. */
  url: string;
  key: string;
  unitsADay: number;
}

/**
 * YouTube Data API v3 with an API key. A reading takes three units of the daily quota (channel,
 * uploads, videos), and two for each further 50 videos; the day ends at midnight Pacific time.
 * Subscribers are rounded to three digits, or hidden.
 */
export function youtube(parts: SocialParts, { url, key, unitsADay }: YoutubeOptions): SocialSource {
  const list = youtubeLists(parts, { url, key, unitsADay });
  return {
    configured: key !== '',
    quotas: [{ name: YOUTUBE_QUOTA, limit: unitsADay }],
    read: (account, options) => readChannel(parts, list, account, options),
  };
}

/** Reads a list of the API; null if it doesn't exist. */
type YoutubeList = (
  path: string,
  query: Record<string, string>,
  onDemand: boolean,
) => Promise<JsonResponse | null>;

function youtubeLists(parts: SocialParts, { url, key, unitsADay }: YoutubeOptions): YoutubeList {
  const window = () => {
    const { from, to } = dayInTimeZone('America/Los_Angeles', parts.clock.now());
    return { name: YOUTUBE_QUOTA, from, resets: to, limit: unitsADay };
  };
  const usedUp = () =>
    new SocialFailure(
      'quota',
      "Today's YouTube quota is used up. It resets at midnight Pacific time.",
      window().resets,
    );

  async function refusalOf(status: number, body: unknown): Promise<SocialFailure | null> {
    const { error } = await parseResponse(parts, ME, Failed, body);
    const reason = error.errors[0]?.reason ?? '';
    if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded') {
      // The key may be shared: YouTube's count overrides ours.
      const quota = { ...window(), used: unitsADay };
      await parts.book.recordCall({ provider: ME.provider, ok: true, quota });
      return usedUp();
    }
    if (status === 429 || reason === 'rateLimitExceeded' || reason === 'userRateLimitExceeded')
      return new SocialFailure(
        'quota',
        'YouTube is limiting our requests. Try again in a few minutes.',
        new Date(parts.clock.now().getTime() + 60_000),
      );
    return status === 404 ? null : keyRejected(parts, ME, error.message);
  }

  return async (path, query, onDemand) => {
    const address = new URL(path, url);
    address.search = new URLSearchParams({ ...query, key }).toString();
    const answer = await callPlatform(parts, {
      ...ME,
      url: address,
      async pay() {
        const keep = reservedUnits(unitsADay, onDemand);
        if (!(await parts.book.reserveUnits(ME.provider, window(), 1, keep))) throw usedUp();
      },
    });
    if (answer.status === 200) {
      await parts.book.recordCall({ provider: ME.provider, ok: true });
      return answer;
    }
    const refusal = await refusalOf(answer.status, answer.body);
    if (refusal) throw refusal;
    return null;
  };
}

async function readChannel(
  parts: SocialParts,
  list: YoutubeList,
  { socialId, username }: Account,
  options: ReadOptions,
): Promise<SocialReading> {
  const { onDemand } = options;
  const known = [socialId, username].find((text) => text && CHANNEL_ID.test(text));
  const by: Record<string, string> = known ? { id: known } : { forHandle: `@${username.replace(/^@/, '')}` };
  const answer = await list('channels', { part: 'snippet,statistics,contentDetails', ...by }, onDemand);
  const channel = answer && (await parseResponse(parts, ME, Channels, answer.body)).items[0];
  if (!channel)
    return {
      state: 'gone',
      message: known
        ? 'YouTube no longer shows this channel. It was deleted or closed.'
        : 'YouTube has no channel with this name. It was deleted or renamed.',
    };
  const { snippet, statistics, contentDetails } = channel;
  const playlist = contentDetails?.relatedPlaylists.uploads;
  const page = async (token: string | null) =>
    playlist ? readUploads(parts, list, playlist, token, onDemand) : { content: [], next: null };
  const found = await readPages(await page(null), page, {
    ...options,
    units: UNITS_A_PAGE,
    clock: parts.clock,
  });
  return {
    state: 'read',
    profile: {
      socialId: channel.id,
      username: snippet.customUrl?.replace(/^@/, '') || username,
      fullname: snippet.title,
      bio: snippet.description || null,
      pictureUrl: pictureOf(snippet.thumbnails),
      // Hidden subscribers are reported as "0".
      followerCount: statistics?.hiddenSubscriberCount ? null : countOf(statistics?.subscriberCount),
      verified: null,
      country: /^[A-Z]{2}$/.test(snippet.country ?? '') ? (snippet.country ?? null) : null,
    },
    ...found,
  };
}

async function readUploads(
  parts: SocialParts,
  list: YoutubeList,
  playlistId: string,
  pageToken: string | null,
  onDemand: boolean,
): Promise<ContentPage<string>> {
  const query = { part: 'contentDetails', playlistId, maxResults: String(VIDEOS) };
  const page = await list('playlistItems', pageToken === null ? query : { ...query, pageToken }, onDemand);
  // A channel without uploads has no such playlist.
  if (!page) return { content: [], next: null };
  const { items, nextPageToken } = await parseResponse(parts, ME, PlaylistItems, page.body);
  const ids = items.map(({ contentDetails }) => contentDetails.videoId);
  return { content: await readVideos(parts, list, ids, onDemand), next: nextPageToken ?? null };
}

async function readVideos(
  parts: SocialParts,
  list: YoutubeList,
  ids: readonly string[],
  onDemand: boolean,
): Promise<SocialContent[]> {
  if (ids.length === 0) return [];
  const answer = await list('videos', { part: 'snippet,statistics', id: ids.join(',') }, onDemand);
  const videos = answer ? (await parseResponse(parts, ME, Videos, answer.body)).items : [];
  return videos.flatMap(({ id, snippet, statistics }) => {
    const publishedAt = parseInstant(snippet.publishedAt);
    if (!publishedAt) return [];
    return {
      url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
      publishedAt,
      title: snippet.title,
      type: 'Video',
      format: 'video' as const,
      coverUrl: pictureOf(snippet.thumbnails),
      viewCount: countOf(statistics?.viewCount),
      likeCount: countOf(statistics?.likeCount),
      commentCount: countOf(statistics?.commentCount),
      saveCount: null,
      shareCount: null,
    };
  });
}

const pictureOf = (pictures: z.output<typeof Pictures>): string | null =>
  pictures?.medium?.url ?? pictures?.default?.url ?? null;
