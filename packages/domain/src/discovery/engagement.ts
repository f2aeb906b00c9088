import { z } from 'zod';
import { calculate, roundTo } from '../figure-formula.ts';
import { Instant } from '../shape.ts';

const DAY = 86_400_000;

/** Reactions to a content item. Counts the platform doesn't provide are null. */
const ContentEngagement = z.object({
  like_count: z.int().nullable(),
  dislike_count: z.int().nullable(),
  comment_count: z.int().nullable(),
  save_count: z.int().nullable(),
  share_count: z.int().nullable(),
});
export type ContentEngagement = z.infer<typeof ContentEngagement>;

/** A post, video or reel of a creator. */
export const ContentItem = z.object({
  url: z.string(),
  published_at: Instant,
  title: z.string(),
  type: z.string(),
  format: z.string(),
  persistent_thumbnail_url: z.string().nullable(),
  engagement: ContentEngagement,
});
export type ContentItem = z.infer<typeof ContentItem>;

/**
 * The engagement rate in percent with everything it was calculated from. `fromDate` to `toDate` is
 * the window. `contentFromDate` is where the content that was read starts: `fromDate`, or later if
 * the reading ended early. In that case `complete` is false and the rate is based on the newest
 * `contentCount + tooRecentCount` posts.
 */
export const EngagementBreakdown = z.object({
  followerCount: z.number(),
  engagement: z.number(),
  totalLikes: z.number(),
  totalDislikes: z.number(),
  totalComments: z.number(),
  totalSaves: z.number(),
  totalShares: z.number(),
  avgLikes: z.number(),
  avgDislikes: z.number(),
  avgComments: z.number(),
  avgSaves: z.number(),
  avgShares: z.number(),
  fromDate: Instant,
  toDate: Instant,
  contentFromDate: Instant,
  complete: z.boolean(),
  contentCount: z.int(),
  tooRecentCount: z.int(),
  content: z.array(ContentItem),
});
export type EngagementBreakdown = z.infer<typeof EngagementBreakdown>;

/** An inclusive time span. */
export interface Window {
  from: Date;
  to: Date;
}

/**
 * Returns the window for content that counts: it ends 30 days before `now` and starts one year
 * before `now`, or 90 days before the profile was connected if that is later (specification,
 * section 9).
 */
export function engagementWindow(now: Date, connectedAt: Date | null): Window {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  const beforeConnecting = connectedAt ? connectedAt.getTime() - 90 * DAY : Number.NEGATIVE_INFINITY;
  return {
    from: new Date(Math.max(yearAgo.getTime(), beforeConnecting)),
    to: new Date(now.getTime() - 30 * DAY),
  };
}

/**
 * Returns the part of a window with complete content: since `contentFrom` if content wasn't read
 * back to the start of the window. Older stored posts don't count because their neighbors are
 * missing.
 */
export function knownWindow(window: Window, contentFrom: Date | null): Window {
  return contentFrom && contentFrom > window.from ? { from: contentFrom, to: window.to } : window;
}

/**
 * Rounds a rate in percent to the 3 decimals shown, half away from zero. Uses the decimal value, so
 * binary fractions just below a half (203 / 1600 x 100 = 12.687499999999998) round up.
 */
export const roundRate = (rate: number): number => roundTo(rate, 3);

/** A profile with a rate breakdown. */
export interface MeasuredProfile {
  id: string;
  followerCount: number | null;
  connectedAt: string | null;
  /** Since when its content is complete; null if all listed content was read. */
  contentFrom: string | null;
}

/** Totals of the content inside a window; counts the platform doesn't provide add nothing. */
export interface ContentTotals {
  totalLikes: number;
  totalDislikes: number;
  totalComments: number;
  totalSaves: number;
  totalShares: number;
  /** Number of items inside the window. */
  contentCount: number;
  /** Number of items too recent for the window. */
  tooRecentCount: number;
}

/**
 * Returns the engagement rate: (avgLikes + avgComments + avgSaves + avgShares) / followers x 100
 * over the content inside the inclusive window; dislikes are listed but not added (specification,
 * section 9). `known` is the part of the window that `totals` cover ({@link knownWindow}),
 * `content` the items to show. Null without followers or content in the window.
 */
export function breakdownOf(input: {
  followerCount: number | null;
  totals: ContentTotals;
  window: Window;
  known: Window;
  content: readonly ContentItem[];
}): EngagementBreakdown | null {
  const { followerCount, totals, window, known, content } = input;
  const { contentCount } = totals;
  if (!followerCount || followerCount <= 0 || contentCount === 0) return null;
  const averages = {
    avgLikes: totals.totalLikes / contentCount,
    avgDislikes: totals.totalDislikes / contentCount,
    avgComments: totals.totalComments / contentCount,
    avgSaves: totals.totalSaves / contentCount,
    avgShares: totals.totalShares / contentCount,
  };
  const interactions = averages.avgLikes + averages.avgComments + averages.avgSaves + averages.avgShares;
  return {
    followerCount,
    engagement:
      calculate(
        'follower-engagement',
        { value: interactions, known: contentCount, unknown: 0 },
        { value: followerCount, known: 1, unknown: 0 },
      ).value ?? 0,
    ...totals,
    ...averages,
    fromDate: window.from.toISOString(),
    toDate: window.to.toISOString(),
    contentFromDate: known.from.toISOString(),
    complete: known.from <= window.from,
    content: [...content],
  };
}

/**
 * Returns the engagement rate of a creator from all stored content, complete since `contentFrom`
 * (null: all); see {@link breakdownOf}.
 */
export function engagementBreakdown(input: {
  followerCount: number | null;
  content: readonly ContentItem[];
  now: Date;
  connectedAt: Date | null;
  contentFrom: Date | null;
}): EngagementBreakdown | null {
  const { followerCount, content, now, connectedAt, contentFrom } = input;
  const window = engagementWindow(now, connectedAt);
  const known = knownWindow(window, contentFrom);
  const published = (item: ContentItem) => Date.parse(item.published_at);
  const counted = content.filter(
    (item) => published(item) >= known.from.getTime() && published(item) <= known.to.getTime(),
  );
  const total = (name: keyof ContentEngagement) =>
    counted.reduce((sum, { engagement }) => sum + (engagement[name] ?? 0), 0);
  return breakdownOf({
    followerCount,
    totals: {
      totalLikes: total('like_count'),
      totalDislikes: total('dislike_count'),
      totalComments: total('comment_count'),
      totalSaves: total('save_count'),
      totalShares: total('share_count'),
      contentCount: counted.length,
      tooRecentCount: content.filter(
        (item) => published(item) > Math.max(known.from.getTime(), known.to.getTime()),
      ).length,
    },
    window,
    known,
    content: counted,
  });
}
