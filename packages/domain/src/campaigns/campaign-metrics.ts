import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant } from '../shape.ts';

/** A metric with the posts it was summed over; null if no post has it. */
export const Measured = z.object({
  value: z.number().nullable(),
  /** Ids of posts with a value, and the number of posts without one. */
  items: z.array(Id),
  unknown: z.int(),
});
export type Measured = z.infer<typeof Measured>;

const totals = {
  reach: Measured,
  views: Measured,
  likes: Measured,
  comments: Measured,
  saves: Measured,
  shares: Measured,
  engagements: Measured,
};

/** A live post in the breakdown of a metric. */
export const MetricItem = z.object({
  id: Id,
  kind: z.enum(['shoutout', 'story']),
  platform: Platform,
  username: z.string(),
  url: z.string(),
  published: Instant.nullable(),
  views: z.int().nullable(),
  reach: z.int().nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  saves: z.int().nullable(),
  shares: z.int().nullable(),
  asOf: Instant.nullable(),
});
export type MetricItem = z.infer<typeof MetricItem>;

/**
 * A campaign's metrics. Money in minor units of `currency`. Engagement rate = engagements / reach x
 * 100 where reach is known, else / views; `engagementRateOf` names the base. Cost per engagement =
 * fees of approved and completed opt-ins / engagements. Earned media value = sum of count x rate.
 */
export const CampaignMetrics = z.object({
  ...totals,
  contentCount: z.int(),
  engagementRate: z.number().nullable(),
  engagementRateOf: z.enum(['reach', 'views']).nullable(),
  currency: z.string(),
  spent: z.int(),
  agreed: z.int(),
  costPerEngagement: z.number().nullable(),
  earnedMediaValue: z.number().nullable(),
  earnedMediaRates: z.record(z.string(), z.number()),
  items: z.array(MetricItem),
  byCreator: z.array(
    z.object({
      username: z.string(),
      platform: Platform,
      items: z.array(Id),
      engagements: z.number().nullable(),
      views: z.number().nullable(),
      fee: z.int().nullable(),
    }),
  ),
  byPlatform: z.array(
    z.object({
      platform: Platform,
      items: z.array(Id),
      engagements: z.number().nullable(),
      views: z.number().nullable(),
    }),
  ),
  byDay: z.array(
    z.object({
      day: z.string(),
      items: z.array(Id),
      engagements: z.number().nullable(),
      views: z.number().nullable(),
    }),
  ),
  /** Posts that don't count even though they might be expected to, with the reason. */
  missing: z.array(
    z.object({
      url: z.string(),
      username: z.string(),
      reason: z.enum(['window', 'tag', 'handle', 'permission']),
      text: z.string(),
    }),
  ),
  asOf: Instant.nullable(),
});
export type CampaignMetrics = z.infer<typeof CampaignMetrics>;
