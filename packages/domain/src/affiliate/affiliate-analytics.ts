import { z } from 'zod';
import { Day, Id } from '../shape.ts';
import { Share95 } from '../share-interval.ts';
import { AffiliateCreator } from './affiliate.ts';
import { ClickVerdict } from './affiliate-click.ts';

/** The length of a bar in charts. Weeks begin on Monday. */
export const AnalyticsGroup = z.enum(['day', 'week', 'month']);
export type AnalyticsGroup = z.infer<typeof AnalyticsGroup>;

/** The longest period, in days. */
export const MOST_ANALYTICS_DAYS = 800;
/** The period if none is given, in days. */
export const USUAL_ANALYTICS_DAYS = 30;

/** Amounts in minor units of one currency; currencies are never added up. */
export const SalesAmount = z.object({
  currency: z.string(),
  /** Net amount of the goods of credited orders, refunds taken off. */
  net: z.int(),
  /** Refunds of these orders, for any reason. */
  refunded: z.int(),
  /** What the ledger holds for these orders. */
  commission: z.int(),
});
export type SalesAmount = z.infer<typeof SalesAmount>;

/** What happened in a period. */
export const SalesTotals = z.object({
  /** First and last day, in the program's zone. */
  from: Day,
  to: Day,
  /** Clicks of people. */
  clicks: z.int(),
  /** People, each counted once a day. */
  visitors: z.int(),
  /** Credited orders that were placed in the period. */
  orders: z.int(),
  /** Of these, orders of buyers who bought before. */
  returning: z.int(),
  /** Orders with a sign of a creator that no creator is credited for, and those that wait for a decision. */
  uncredited: z.int(),
  held: z.int(),
  /** Orders through links by visitors; null without visitors. */
  conversion: Share95.nullable(),
  amounts: z.array(SalesAmount),
});
export type SalesTotals = z.infer<typeof SalesTotals>;

/** One bar of a chart. */
export const SalesPoint = z.object({
  /** The first day of the bar. */
  start: Day,
  clicks: z.int(),
  orders: z.int(),
  amounts: z.array(SalesAmount),
});
export type SalesPoint = z.infer<typeof SalesPoint>;

/** Clicks by what they were: people, bots, previews and the like. */
const ClickCount = z.object({ verdict: ClickVerdict, n: z.int() });

/** How many orders each kind of evidence saw. */
const WitnessCoverage = z.object({
  code: z.int(),
  link: z.int(),
  both: z.int(),
  /** Estimated minimum of other orders through creators, by Chapman; null where too few have both. */
  missed: z.int().nullable(),
});
export type WitnessCoverage = z.infer<typeof WitnessCoverage>;

/** Amounts due in one currency, in minor units. */
export const CommissionDue = z.object({
  currency: z.string(),
  /** Within the hold. */
  held: z.int(),
  /** Payable with the next statement. */
  next: z.int(),
  /** On statements that wait for approval. */
  open: z.int(),
});
export type CommissionDue = z.infer<typeof CommissionDue>;

/** A creator's part of a period. */
export const CreatorSales = z.object({
  affiliateId: Id,
  creator: AffiliateCreator,
  clicks: z.int(),
  orders: z.int(),
  amounts: z.array(SalesAmount),
});
export type CreatorSales = z.infer<typeof CreatorSales>;

const analytics = {
  zone: z.string(),
  groupBy: AnalyticsGroup,
  current: SalesTotals,
  /** The period of the same length before. */
  previous: SalesTotals,
  series: z.array(SalesPoint),
  clicks: z.array(ClickCount),
  coverage: WitnessCoverage,
  due: z.array(CommissionDue),
};

/** The figures of a program. */
export const AffiliateAnalytics = z.object({ ...analytics, creators: z.array(CreatorSales) });
export type AffiliateAnalytics = z.infer<typeof AffiliateAnalytics>;

/** The figures of one creator in a program. */
export const CreatorAnalytics = z.object({ ...analytics, affiliateId: Id, creator: AffiliateCreator });
export type CreatorAnalytics = z.infer<typeof CreatorAnalytics>;

/** The fewest orders with both kinds of evidence that an estimate is made from. */
const FEWEST_BOTH = 7;

/**
 * Returns how many orders neither witness saw (Chapman 1951): `(a+1)(b+1)/(ab+1) − 1` less those that were seen. At least
 * so many: witnesses of the same visit aren't independent. Null below 7 orders with both.
 */
export function missedOrders(code: number, link: number, both: number): number | null {
  if (both < FEWEST_BOTH) return null;
  const all = ((code + 1) * (link + 1)) / (both + 1) - 1;
  return Math.max(0, Math.floor(all) - (code + link - both));
}
