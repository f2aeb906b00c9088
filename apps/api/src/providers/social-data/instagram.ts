import {
  type Account,
  type ReadOptions,
  type SocialContent,
  SocialFailure,
  type SocialReading,
  type SocialSource,
} from '@troupe/domain/discovery/creator-refresh';
import { z } from 'zod';
import type { JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { callPlatform, countOf, parseInstant, parseResponse, type SocialParts } from './call-platform.ts';
import { Failed, failureOf, ME, THROTTLED } from './instagram-failure.ts';
import { readStories } from './instagram-stories.ts';
import { readPages } from './read-pages.ts';

const NAME = /^[\w.]{1,30}$/;
/** Cursors are inserted into the query unescaped. */
const CURSOR = /^[\w=+/-]+$/;
const HOUR = 3_600_000;
const A_PAGE = 50;
const PROFILE = 'id,username,name,biography,profile_picture_url,followers_count,media_count';
const MEDIA =
  'id,caption,media_type,media_product_type,permalink,timestamp,like_count,comments_count,thumbnail_url,media_url';
/** Name of the quota: Meta reports percentages of an hourly limit. */
const QUOTA = 'Percent of an hour';

const Media = z.object({
  caption: z.string().optional(),
  media_type: z.string(),
  media_product_type: z.string().optional(),
  permalink: z.string(),
  timestamp: z.string(),
  like_count: z.unknown().optional(),
  comments_count: z.unknown().optional(),
  thumbnail_url: z.string().optional(),
  media_url: z.string().optional(),
});
const Found = z.object({
  business_discovery: z
    .object({
      id: z.string(),
      username: z.string(),
      name: z.string().optional(),
      biography: z.string().optional(),
      profile_picture_url: z.string().optional(),
      followers_count: z.unknown().optional(),
      media_count: z.unknown().optional(),
      media: z
        .object({
          data: z.array(Media).default([]),
          paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
});
const Usage = z
  .object({ call_count: z.number(), total_cputime: z.number(), total_time: z.number() })
  .partial();
const BusinessUsage = z.record(z.string(), z.array(Usage));

export interface InstagramOptions {
  /** Graph API URL including version and trailing slash. */
  url: string;
  /** Our own Instagram account, used to look up others. */
  account: string;
  token: string;
}

/**
 * Instagram's Business Discovery: business and creator accounts by name. Personal, renamed and
 * deleted accounts give the same response and can't be distinguished; age-restricted accounts are
 * omitted.
 */
export function instagram(parts: SocialParts, { url, account, token }: InstagramOptions): SocialSource {
  const window = () => {
    const from = new Date(Math.floor(parts.clock.now().getTime() / HOUR) * HOUR);
    return { name: QUOTA, from, resets: new Date(from.getTime() + HOUR), limit: 100 };
  };
  const throttled = () =>
    new SocialFailure('quota', 'Instagram is limiting our requests. Try again in an hour.', window().resets);

  /** Returns the response, or null if there is no such business or creator account. */
  async function discover(username: string, media: string, onDemand: boolean): Promise<JsonResponse | null> {
    const address = new URL(account, url);
    address.searchParams.set(
      'fields',
      `business_discovery.username(${username}){${PROFILE},${media}{${MEDIA}}}`,
    );
    const answer = await callPlatform(parts, {
      ...ME,
      url: address,
      init: { headers: { authorization: `Bearer ${token}` } },
      async pay() {
        // Instagram counts usage itself; only check whether the limit is reached.
        if (!(await parts.book.reserveUnits(ME.provider, window(), 0, onDemand ? 1 : 20))) throw throttled();
      },
    });
    const used = usageOf(answer.headers);
    const quota = used === null ? null : { ...window(), used };
    if (answer.status === 200) {
      await parts.book.recordCall({ provider: ME.provider, ok: true, ...(quota && { quota }) });
      return answer;
    }
    const failed = await parseResponse(parts, ME, Failed, answer.body);
    const { error } = failed;
    if (THROTTLED.has(error.code)) {
      await parts.book.recordCall({ provider: ME.provider, ok: true, quota: { ...window(), used: 100 } });
      throw throttled();
    }
    if (error.code === 110 || error.error_subcode === 2207013) {
      await parts.book.recordCall({ provider: ME.provider, ok: true, ...(quota && { quota }) });
      return null;
    }
    throw await failureOf(parts, failed, quota);
  }

  return {
    configured: account !== '' && token !== '',
    stories: (connection) => readStories(parts, url, connection),
    async read({ username }: Account, options: ReadOptions): Promise<SocialReading> {
      const unknown = {
        state: 'gone' as const,
        message:
          'Instagram shows no business or creator account of this name. It may be personal, renamed or deleted.',
      };
      if (!NAME.test(username)) return unknown;
      let seen = 0;
      const page = async (after: string | null) => {
        const media = `media${after === null ? '' : `.after(${after})`}.limit(${A_PAGE})`;
        const answer = await discover(username, media, options.onDemand);
        if (!answer) return { found: null, content: [], next: null };
        const { business_discovery: found } = await parseResponse(parts, ME, Found, answer.body);
        const items = found?.media?.data ?? [];
        seen += items.length;
        const cursor = found?.media?.paging?.cursors?.after;
        // Pages can be shorter than requested, and the last one empty: only the total shows the
        // end.
        const all = items.length === 0 || seen >= (countOf(found?.media_count) ?? Number.POSITIVE_INFINITY);
        const next = !all && cursor && CURSOR.test(cursor) ? cursor : null;
        return { found, content: items.flatMap(contentOf), next };
      };
      const first = await page(null);
      const { found } = first;
      if (found === null) return unknown;
      if (!found)
        return {
          state: 'restricted',
          message: "Instagram doesn't show this account. It may be limited to adults.",
        };
      const content = await readPages(first, page, { ...options, units: 1, clock: parts.clock });
      return {
        state: 'read',
        profile: {
          socialId: found.id,
          username: found.username,
          fullname: found.name ?? '',
          bio: found.biography || null,
          pictureUrl: found.profile_picture_url ?? null,
          followerCount: countOf(found.followers_count),
          verified: null,
          country: null,
        },
        ...content,
      };
    },
  };
}

/** Returns the used percentage of the hourly limit, the highest that Instagram reports. */
function usageOf(headers: Headers): number | null {
  const read = (name: string): unknown => {
    try {
      return JSON.parse(headers.get(name) ?? 'null');
    } catch {
      return null;
    }
  };
  const app = Usage.safeParse(read('x-app-usage'));
  const business = BusinessUsage.safeParse(read('x-business-use-case-usage'));
  const all = [
    ...(app.success ? [app.data] : []),
    ...(business.success ? Object.values(business.data).flat() : []),
  ].flatMap((usage) => Object.values(usage));
  return all.length === 0 ? null : Math.max(...all);
}

const FORMS: Record<string, { type: string; format: 'video' | 'image' }> = {
  VIDEO: { type: 'Video', format: 'video' },
  CAROUSEL_ALBUM: { type: 'Carousel', format: 'image' },
  IMAGE: { type: 'Photo', format: 'image' },
};

function contentOf(media: z.output<typeof Media>): SocialContent[] {
  const publishedAt = parseInstant(media.timestamp);
  const form = FORMS[media.media_type];
  if (!publishedAt || !form) return [];
  return [
    {
      url: media.permalink,
      publishedAt,
      title: (media.caption ?? '').slice(0, 500),
      ...(media.media_product_type === 'REELS' ? { type: 'Reel', format: 'video' as const } : form),
      // A video's media URL is the video itself.
      coverUrl: media.thumbnail_url ?? (form.format === 'image' ? (media.media_url ?? null) : null),
      viewCount: null,
      likeCount: countOf(media.like_count),
      commentCount: countOf(media.comments_count),
      saveCount: null,
      shareCount: null,
    },
  ];
}
