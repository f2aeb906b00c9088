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
import { ask, countOf, instantOf, type SocialParts, shaped } from './ask.ts';
import { Failed, failureOf, ME, THROTTLED } from './instagram-failure.ts';
import { readStories } from './instagram-stories.ts';
import { readPages } from './read-pages.ts';

const NAME = /^[\w.]{1,30}$/;
/** A cursor goes into the query as it is. */
const CURSOR = /^[\w=+/-]+$/;
const HOUR = 3_600_000;
const A_PAGE = 50;
const PROFILE = 'id,username,name,biography,profile_picture_url,followers_count,media_count';
const MEDIA =
  'id,caption,media_type,media_product_type,permalink,timestamp,like_count,comments_count,thumbnail_url,media_url';
/** How the quota is called in the books: Meta tells percents of what it grants for an hour. */
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
  /** Address of the Graph API with its version and a slash at its end. */
  url: string;
  /** Our own Instagram account, on whose behalf others are looked up. */
  account: string;
  token: string;
}

/**
 * Instagram's Business Discovery: business and creator accounts, by name. Personal accounts, changed names and
 * deleted accounts all give the same answer, so they cannot be told apart; what is limited by age is left out.
 */
export function instagram(parts: SocialParts, { url, account, token }: InstagramOptions): SocialSource {
  const window = () => {
    const from = new Date(Math.floor(parts.clock.now().getTime() / HOUR) * HOUR);
    return { name: QUOTA, from, resets: new Date(from.getTime() + HOUR), limit: 100 };
  };
  const throttled = () =>
    new SocialFailure(
      'quota',
      'Instagram takes no more questions this hour. Try again in an hour.',
      window().resets,
    );

  /** The answer, or null where Instagram finds no such business or creator account. */
  async function discover(username: string, media: string, onDemand: boolean): Promise<JsonResponse | null> {
    const address = new URL(account, url);
    address.searchParams.set(
      'fields',
      `business_discovery.username(${username}){${PROFILE},${media}{${MEDIA}}}`,
    );
    const answer = await ask(parts, {
      ...ME,
      url: address,
      init: { headers: { authorization: `Bearer ${token}` } },
      async pay() {
        // Instagram counts, we only look whether it said to stop.
        if (!(await parts.book.reserveUnits(ME.provider, window(), 0, onDemand ? 1 : 20))) throw throttled();
      },
    });
    const used = usageOf(answer.headers);
    const quota = used === null ? null : { ...window(), used };
    if (answer.status === 200) {
      await parts.book.recordCall({ provider: ME.provider, ok: true, ...(quota && { quota }) });
      return answer;
    }
    const failed = await shaped(parts, ME, Failed, answer.body);
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
        const { business_discovery: found } = await shaped(parts, ME, Found, answer.body);
        const items = found?.media?.data ?? [];
        seen += items.length;
        const cursor = found?.media?.paging?.cursors?.after;
        // A page may hold fewer posts than asked for, and the last one may be empty: only the count tells the end.
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
          message: 'Instagram gives nothing out about this account. It may be limited to adults.',
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

/** How much of the hour is used, in percent; the highest of what Instagram tells. */
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
  const publishedAt = instantOf(media.timestamp);
  const form = FORMS[media.media_type];
  if (!publishedAt || !form) return [];
  return [
    {
      url: media.permalink,
      publishedAt,
      title: (media.caption ?? '').slice(0, 500),
      ...(media.media_product_type === 'REELS' ? { type: 'Reel', format: 'video' as const } : form),
      // The address of a video's media is the video itself.
      coverUrl: media.thumbnail_url ?? (form.format === 'image' ? (media.media_url ?? null) : null),
      viewCount: null,
      likeCount: countOf(media.like_count),
      commentCount: countOf(media.comments_count),
      saveCount: null,
      shareCount: null,
    },
  ];
}
