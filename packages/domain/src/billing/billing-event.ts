import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { BILLING_EVENT_STATES } from './billing-event-state.ts';

/**
 * - `received`: stored, and soon worked through
 * - `processed`: in the books
 * - `ignored`: about nothing of ours, with the reason
 * - `failed`: could not be worked through, and is tried again
 */
export const BillingEventState = z.enum(BILLING_EVENT_STATES);
export type BillingEventState = z.infer<typeof BillingEventState>;

/** Something the billing provider told us, as administrators see it. */
export const BillingEvent = z.object({
  id: z.string(),
  type: z.string(),
  state: BillingEventState,
  /** Why it was ignored, or what went wrong. */
  note: z.string().nullable(),
  occurred: Instant,
  received: Instant,
  processed: Instant.nullable(),
  attempts: z.int(),
  brand: z.object({ id: Id, name: z.string() }).nullable(),
});
export type BillingEvent = z.infer<typeof BillingEvent>;

/**
 * What our books and the provider's do not agree on.
 * - `missed`: the provider has something newer than we do
 * - `not_at_provider`: we have a subscription that the provider does not know
 * - `unknown_customer`: money of a customer who is no brand of ours
 * - `unknown_price`: a subscription to something we do not sell
 * - `two_plans`: a brand that pays for more than one plan
 * - `credits_missing`: a paid pack whose credits were not granted
 * - `unreadable`: something that the provider told in a shape we do not know
 * - `checkout_stuck`: a purchase whose page ended, and that could neither be completed nor given back
 */
export const DifferenceKind = z.enum([
  'missed',
  'not_at_provider',
  'unknown_customer',
  'unknown_price',
  'two_plans',
  'credits_missing',
  'unreadable',
  'checkout_stuck',
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const Difference = z.object({
  kind: DifferenceKind,
  /** Such as `subscription` or `invoice`, and its id at the provider. */
  what: z.string(),
  id: z.string(),
  brandId: Id.nullable(),
  text: z.string(),
  /** Set right by itself; the others need a person. */
  repaired: z.boolean(),
});
export type Difference = z.infer<typeof Difference>;

/** One comparison of our books with the provider's. */
export const Reconciliation = z.object({
  id: Id,
  started: Instant,
  ended: Instant.nullable(),
  /** How many subscriptions and invoices were compared. */
  compared: z.int(),
  differences: z.array(Difference),
  /** Why it did not come to its end. */
  failure: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;
