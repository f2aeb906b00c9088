import { z } from 'zod';
import { Instant } from './shape.ts';

const DAY = 86_400_000;

/** The reactions one content item got. A count the platform does not give is null. */
export const ContentEngagement = z.object({
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

/** The engagement rate with everything it was computed from. Rates in percent, `fromDate`..`toDate` the window. */
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
  contentCount: z.int(),
  tooRecentCount: z.int(),
  content: z.array(ContentItem),
});
export type EngagementBreakdown = z.infer<typeof EngagementBreakdown>;

/**
 * The window whose content counts: it ends 30 days before `now`, and starts one year before `now`, or 90
 * days before the profile was connected where that is later (specification, section 9).
 */
export function engagementWindow(now: Date, connectedAt: Date | null): { from: Date; to: Date } {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  const beforeConnecting = connectedAt ? connectedAt.getTime() - 90 * DAY : Number.NEGATIVE_INFINITY;
  return {
    from: new Date(Math.max(yearAgo.getTime(), beforeConnecting)),
    to: new Date(now.getTime() - 30 * DAY),
  };
}

/**
 * Rounds a rate in percent to the 3 decimals it is shown with, halves away from zero. The decimal value counts: what
 * binary fractions leave just below a half (203 / 1600 x 100 = 12.687499999999998) is that half.
 */
export function roundRate(rate: number): number {
  const thousandths = Math.round(Number((Math.abs(rate) * 1000).toPrecision(14)));
  return (Math.sign(rate) * thousandths) / 1000;
}

const COUNTS = ['like_count', 'dislike_count', 'comment_count', 'save_count', 'share_count'] as const;

/**
 * The engagement rate: (avgLikes + avgComments + avgSaves + avgShares) / followers x 100 over the content
 * inside the window, both ends included; dislikes are listed, never added (specification, section 9).
 * Null when there is no content in the window or nobody follows.
 */
export function engagementBreakdown(input: {
  followerCount: number | null;
  content: readonly ContentItem[];
  now: Date;
  connectedAt: Date | null;
}): EngagementBreakdown | null {
  const { followerCount, content, now, connectedAt } = input;
  if (!followerCount || followerCount <= 0) return null;
  const { from, to } = engagementWindow(now, connectedAt);
  const published = (item: ContentItem) => Date.parse(item.published_at);
  const counted = content.filter(
    (item) => published(item) >= from.getTime() && published(item) <= to.getTime(),
  );
  if (counted.length === 0) return null;
  const totals = { like_count: 0, dislike_count: 0, comment_count: 0, save_count: 0, share_count: 0 };
  for (const item of counted) for (const name of COUNTS) totals[name] += item.engagement[name] ?? 0;
  const average = (name: (typeof COUNTS)[number]) => totals[name] / counted.length;
  const interactions =
    average('like_count') + average('comment_count') + average('save_count') + average('share_count');
  return {
    followerCount,
    engagement: roundRate((interactions / followerCount) * 100),
    totalLikes: totals.like_count,
    totalDislikes: totals.dislike_count,
    totalComments: totals.comment_count,
    totalSaves: totals.save_count,
    totalShares: totals.share_count,
    avgLikes: average('like_count'),
    avgDislikes: average('dislike_count'),
    avgComments: average('comment_count'),
    avgSaves: average('save_count'),
    avgShares: average('share_count'),
    fromDate: from.toISOString(),
    toDate: to.toISOString(),
    contentCount: counted.length,
    tooRecentCount: content.filter((item) => published(item) > to.getTime()).length,
    content: counted,
  };
}
