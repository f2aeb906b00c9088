import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';
import { AttributionRule, Share } from './attribution.ts';

/** How far back rules are rehearsed, in days. */
export const REHEARSED_DAYS = 90;
/** The most orders of a rehearsal, newest first. */
export const MOST_REHEARSED = 100_000;
/** The most moved orders that are listed. */
export const MOST_MOVED = 200;

/** What commissions are and would have been, in minor units of one currency. */
export const RehearsedSum = z.object({ currency: z.string(), before: z.int(), after: z.int() });
export type RehearsedSum = z.infer<typeof RehearsedSum>;

/** An order that would have been decided otherwise. */
export const MovedOrder = z.object({
  orderId: Id,
  name: z.string(),
  placed: Instant,
  currency: z.string(),
  from: z.object({ rule: AttributionRule, shares: z.array(Share) }),
  to: z.object({ rule: AttributionRule, shares: z.array(Share) }),
  before: z.int(),
  after: z.int(),
});
export type MovedOrder = z.infer<typeof MovedOrder>;

/** What other rules would have changed for the orders of the last 90 days. Nothing is saved. */
export const Rehearsal = z.object({
  /** Orders with a sign of a creator that were looked at. */
  orders: z.int(),
  /** There were more; only the newest were looked at. */
  cut: z.boolean(),
  /** Orders that would have had other shares, `uncredited` among them. */
  moved: z.int(),
  /** Those that would have counted for no creator. */
  uncredited: z.int(),
  /** Decided by a person, or without the buyer's data; these stay as they are. */
  kept: z.int(),
  sums: z.array(RehearsedSum),
  creators: z.array(
    z.object({
      affiliateId: Id,
      creator: AffiliateCreator,
      ordersBefore: z.int(),
      ordersAfter: z.int(),
      sums: z.array(RehearsedSum),
    }),
  ),
  /** The newest moved orders, at most 200. */
  movedOrders: z.array(MovedOrder),
});
export type Rehearsal = z.infer<typeof Rehearsal>;
