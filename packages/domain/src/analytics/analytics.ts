import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { Figure, FigureUnit, FormulaId } from '../figure.ts';
import { Day, Id, Instant } from '../shape.ts';

/** What rows of analytics are about. */
export const AnalyticsRowKind = z.enum(['campaign', 'creator', 'platform', 'content']);
export type AnalyticsRowKind = z.infer<typeof AnalyticsRowKind>;

/** The length of a point of a chart. Weeks begin on Monday. */
export const AnalyticsStep = z.enum(['day', 'week', 'month']);
export type AnalyticsStep = z.infer<typeof AnalyticsStep>;

/** What a period is compared with: the one before, the same days a year earlier, nothing, or chosen days. */
export const AnalyticsCompare = z.enum(['previous', 'year', 'none', 'custom']);
export type AnalyticsCompare = z.infer<typeof AnalyticsCompare>;

/** What rows are sorted by, highest first. `conversion` and `engagement` use the lower end of the interval. */
export const AnalyticsSort = z.enum([
  'net-revenue',
  'orders',
  'spend',
  'roas',
  'clicks',
  'conversion',
  'views',
  'engagements',
  'engagement',
]);
export type AnalyticsSort = z.infer<typeof AnalyticsSort>;

/** The longest period, in days. */
export const MOST_DAYS = 1100;
/** The period if none is given, in days. */
export const USUAL_DAYS = 90;
/** The most points of a chart. */
export const MOST_POINTS = 400;
/** Rows of a page. */
export const ROWS_PER_PAGE = 50;

/** A period in the brand's time zone. */
export const AnalyticsPeriod = z.object({
  /** First and last day. */
  from: Day,
  to: Day,
  /** The moments at which it begins and ends. */
  start: Instant,
  end: Instant,
  days: z.int(),
  /** Days on which clocks change, which have 23 or 25 hours. */
  clockChanges: z.array(z.object({ day: Day, hours: z.number() })),
});
export type AnalyticsPeriod = z.infer<typeof AnalyticsPeriod>;

/** Amounts of a point of a chart, in minor units of one currency. */
const PointAmount = z.object({
  currency: z.string(),
  net: z.int(),
  spend: z.int(),
  /** Parts of spend. */
  commission: z.int(),
  fees: z.int(),
  costs: z.int(),
});
export type PointAmount = z.infer<typeof PointAmount>;

/** A point of a chart. */
export const AnalyticsPoint = z.object({
  /** Its first day. Weeks and months may begin before the period; only days of the period count. */
  start: Day,
  /** Hours that lie in the period: 24 a day, 23 or 25 where clocks change. */
  hours: z.number(),
  orders: z.int(),
  clicks: z.int(),
  /** Posts that went live, with the latest known figures of these posts; null if no post has the figure. */
  posts: z.int(),
  views: z.int().nullable(),
  engagements: z.int().nullable(),
  amounts: z.array(PointAmount),
});
export type AnalyticsPoint = z.infer<typeof AnalyticsPoint>;

/** A rate of a row that can be ranked fairly: `shrunk` is drawn toward the brand's usual rate, `low` is Wilson's lower bound. */
export const RankedRate = z.object({
  rate: z.number(),
  low: z.number(),
  high: z.number(),
  shrunk: z.number(),
  /** Cases and what they are among, such as orders and visitors. */
  k: z.int(),
  n: z.int(),
});
export type RankedRate = z.infer<typeof RankedRate>;

/** One campaign, creator, platform or post. */
export const AnalyticsRow = z.object({
  kind: AnalyticsRowKind,
  /** The id of the campaign, creator or post, or the platform; null for what belongs to none. */
  id: z.string().nullable(),
  /** The campaign's title, creator's name, platform, or the post's title; empty for none. */
  name: z.string(),
  platform: Platform.nullable(),
  /** The creator's or the post's creator's username. */
  username: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  /** The post or the profile. */
  url: z.string().nullable(),
  campaignId: Id.nullable(),
  creatorId: Id.nullable(),
  published: Instant.nullable(),
  figures: z.array(Figure),
  /** Orders through links by visitor, as a share from 0 to 1; null without visitors. */
  conversion: RankedRate.nullable(),
  /** Engagements by view, as a share from 0 to 1; null without known views. */
  engagement: RankedRate.nullable(),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;

/** What creator marketing brought in a period. */
export const Analytics = z.object({
  zone: z.string(),
  asOf: Instant,
  /** The currency everything was converted to; null shows each currency alone. */
  currency: z.string().nullable(),
  /** Currencies with amounts in the period, the largest first; without any, the one that zeros are in. */
  currencies: z.array(z.string()),
  /** The day of the exchange rates of the latest items, and whether days without a rate took an earlier one. */
  rates: z.object({ latest: Day, carried: z.boolean() }).nullable(),
  current: AnalyticsPeriod,
  previous: AnalyticsPeriod.nullable(),
  every: AnalyticsStep,
  figures: z.array(Figure),
  series: z.array(AnalyticsPoint),
  previousSeries: z.array(AnalyticsPoint),
  groupBy: AnalyticsRowKind.nullable(),
  rows: z.array(AnalyticsRow),
  rowsTotal: z.int(),
  page: z.int(),
  pages: z.int(),
  sort: AnalyticsSort,
});
export type Analytics = z.infer<typeof Analytics>;

/** A formula as the API describes it. */
export const FormulaDescription = z.object({
  id: FormulaId,
  version: z.int(),
  unit: FigureUnit,
  /** Its name and how it is calculated, in English. */
  name: z.string(),
  text: z.string(),
  /** What happens to items whose value is unknown. */
  unknown: z.string(),
  /** The figures and items that it is calculated from. */
  inputs: z.array(z.string()),
});
export type FormulaDescription = z.infer<typeof FormulaDescription>;

/** A rule of attribution of the band, and the return on ad spend under it. */
export const SensitivityRule = z.object({
  rule: z.enum(['current', 'last-30', 'last-7', 'first-30', 'code-only', 'link-only']),
  figures: z.array(Figure),
  orders: z.int(),
});
export type SensitivityRule = z.infer<typeof SensitivityRule>;

/** The return on ad spend under other rules of attribution. */
export const Sensitivity = z.object({
  zone: z.string(),
  current: AnalyticsPeriod,
  rules: z.array(SensitivityRule),
  /** The lowest and highest return of all rules, per currency. */
  bands: z.array(Figure),
  /** There were more orders than are calculated; only the newest were. */
  cut: z.boolean(),
  asOf: Instant,
});
export type Sensitivity = z.infer<typeof Sensitivity>;

/** How a brand's analytics are calculated. */
export const AnalyticsSetting = z.object({
  /** Gross margin in percent, for the return on investment; null while it isn't set. */
  margin: z.number().min(0).max(100).nullable(),
  /** Shows earned media value as a range over published recipes. */
  emv: z.boolean(),
  /** Counts a post that names k tracked brands 1/k times. */
  emvShared: z.boolean(),
  /** The currency everything is converted to by default; null shows each currency alone. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' })
    .nullable(),
});
export type AnalyticsSetting = z.infer<typeof AnalyticsSetting>;
