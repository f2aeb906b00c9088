import { z } from 'zod';
import { Day, Id, Instant, text } from '../shape.ts';
import { Share95 } from '../share-interval.ts';

/** The shortest and longest window after a post that is compared, in hours. */
export const LIFT_WINDOW_HOURS = { min: 6, usual: 48, max: 168 } as const;
/** How many weeks before a post its window is compared with. */
export const LIFT_BASELINE_WEEKS = { min: 5, usual: 8, max: 26 } as const;
/** Fewest weeks of the baseline that must remain once disturbed ones are left out. */
export const FEWEST_BASELINE_WEEKS = 5;
/** A store needs orders from this many weeks before a post; with less, a study can't tell. */
export const FEWEST_LIFT_WEEKS = 9;
/** Most posts of a study. */
export const MOST_LIFT_POSTS = 200;
/** Most periods that a brand can leave out of a study. */
export const MOST_LIFT_EXCLUSIONS = 50;
/** Most studies that a brand keeps. */
export const MOST_LIFT_STUDIES = 200;

/** Why a window isn't compared, or not used to compare with. */
export const WindowLeftOut = z.enum([
  /** Another post went live within it. */
  'other-post',
  /** More than 30% of a day's orders used a general discount code. */
  'promotion',
  /** The store connection was down. */
  'outage',
  /** A day that usually has orders had next to none: a holiday, or the store was closed. */
  'closed',
  /** The brand named it. */
  'excluded',
  /** It isn't over yet, or lies before the first order. */
  'no-data',
  /** Fewer than 5 comparable weeks are left. */
  'too-few-weeks',
]);
export type WindowLeftOut = z.infer<typeof WindowLeftOut>;

/** Why a study can't tell. */
export const LiftUnknown = z.enum([
  /** No posts with a known time of publication. */
  'no-posts',
  'no-orders',
  /** Fewer than 9 weeks of orders. */
  'too-little-history',
  /** Every window was left out. */
  'no-windows',
  /** The interval includes no effect. */
  'interval',
  /** The interval excludes 0, but the window isn't unusual for this store's past. */
  'rank',
]);
export type LiftUnknown = z.infer<typeof LiftUnknown>;

/** A change as a share with its 95% interval: 0.2 is +20%. */
export const LiftEffect = z.object({ rate: z.number(), low: z.number(), high: z.number() });
export type LiftEffect = z.infer<typeof LiftEffect>;

/** A period that a study ignores. */
export const LiftExclusion = z
  .object({ from: Day, to: Day, reason: text({ min: 1, max: 120, required: 'Enter a reason' }) })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'Choose an end date on or after the start date',
  });
export type LiftExclusion = z.infer<typeof LiftExclusion>;

/** What a study examines: all posts of a campaign, or the listed posts. */
export const LiftRequest = z
  .object({
    name: text({ max: 120 }).default(''),
    campaignId: Id.nullable().default(null),
    postIds: z.array(Id).max(MOST_LIFT_POSTS, `Choose up to ${MOST_LIFT_POSTS} posts`).default([]),
    windowHours: z
      .int()
      .min(LIFT_WINDOW_HOURS.min)
      .max(LIFT_WINDOW_HOURS.max)
      .default(LIFT_WINDOW_HOURS.usual),
    baselineWeeks: z
      .int()
      .min(LIFT_BASELINE_WEEKS.min)
      .max(LIFT_BASELINE_WEEKS.max)
      .default(LIFT_BASELINE_WEEKS.usual),
    /** Days, in the brand's time zone, that are neither examined nor compared with, such as holidays. */
    excluded: z.array(LiftExclusion).max(MOST_LIFT_EXCLUSIONS).default([]),
  })
  .refine(({ campaignId, postIds }) => (campaignId === null) !== (postIds.length === 0), {
    path: ['campaignId'],
    message: 'Choose a campaign or posts',
  });
export type LiftRequest = z.infer<typeof LiftRequest>;

/** A post of a study. */
export const LiftPost = z.object({
  postId: Id,
  campaignId: Id,
  title: z.string(),
  url: z.string(),
  creatorName: z.string(),
  publishedAt: Instant.nullable(),
});
export type LiftPost = z.infer<typeof LiftPost>;

/** A window after one post, or after several whose windows overlap. */
const LiftWindow = z.object({
  postIds: z.array(Id),
  from: Instant,
  to: Instant,
  orders: z.int(),
  /** Orders that the weeks before suggest; null if left out. */
  expected: z.number().nullable(),
  effect: LiftEffect.nullable(),
  /** Weeks that it was compared with. */
  weeks: z.int(),
  /** Weeks that it wasn't compared with, and why. */
  skippedWeeks: z.array(z.object({ weeksBack: z.int(), reason: WindowLeftOut })),
  /** Why the window itself is left out; null if it counts. */
  leftOut: WindowLeftOut.nullable(),
});
export type LiftWindow = z.infer<typeof LiftWindow>;

/** The days of the posts against a model of the days before: a second look at the same question. */
export const PeriodEffect = z.object({
  from: Day,
  to: Day,
  actual: z.int(),
  expected: z.number(),
  effect: LiftEffect,
  /** Bounds hold for 95% of single days. */
  days: z.array(
    z.object({ day: Day, actual: z.int(), expected: z.number(), low: z.number(), high: z.number() }),
  ),
});
export type PeriodEffect = z.infer<typeof PeriodEffect>;

/** What a study found. */
export const LiftResult = z.object({
  verdict: z.enum(['lift', 'drop', 'cannot-tell']),
  /** Why it can't tell; null for the other verdicts. */
  why: LiftUnknown.nullable(),
  /** Windows that count. */
  used: z.int(),
  /** Weeks of orders before the first post. */
  historyWeeks: z.int(),
  /** The pooled effect; null without windows. */
  effect: LiftEffect.nullable(),
  /** Orders that the posts added, with interval. */
  incremental: z.object({ orders: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Net revenue that they added, at the value of the orders within the windows; minor units. */
  incrementalNet: z.array(
    z.object({ currency: z.string(), amount: z.number(), low: z.number(), high: z.number() }),
  ),
  /** Windows with which +20% would show; null if unknown. */
  neededPosts: z.int().nullable(),
  /** How unusual the effect is among windows of this store without posts. */
  rank: z.object({ p: z.number(), of: z.int(), agrees: z.boolean() }).nullable(),
  /** How often this method finds an effect in this store's own past without posts; the lower, the better. */
  placebo: z.object({ studies: z.int(), called: z.int(), share: Share95 }).nullable(),
  windows: z.array(LiftWindow),
  period: PeriodEffect.nullable(),
});
export type LiftResult = z.infer<typeof LiftResult>;

/** A question whether posts lifted sales, kept with its answer. */
export const LiftStudy = z.object({
  id: Id,
  name: z.string(),
  campaignId: Id.nullable(),
  campaignName: z.string().nullable(),
  posts: z.array(LiftPost),
  windowHours: z.int(),
  baselineWeeks: z.int(),
  excluded: z.array(LiftExclusion),
  zone: z.string(),
  formula: z.literal('lift'),
  version: z.int(),
  result: LiftResult,
  asOf: Instant,
  createdBy: z.string().nullable(),
});
export type LiftStudy = z.infer<typeof LiftStudy>;
