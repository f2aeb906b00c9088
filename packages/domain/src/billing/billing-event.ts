import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { BILLING_EVENT_STATES } from './billing-event-state.ts';

/**
 * - `received`: stored, not processed yet
 * - `processed`: applied
 * - `ignored`: not related to us, with the reason
 * - `failed`: couldn't be processed, will be retried
 */
export const BillingEventState = z.enum(BILLING_EVENT_STATES);
export type BillingEventState = z.infer<typeof BillingEventState>;

/** An event from the billing provider, as shown to administrators. */
export const BillingEvent = z.object({
  id: z.string(),
  type: z.string(),
  state: BillingEventState,
  /** Why it was ignored or failed. */
  note: z.string().nullable(),
  occurred: Instant,
  received: Instant,
  processed: Instant.nullable(),
  attempts: z.int(),
  brand: z.object({ id: Id, name: z.string() }).nullable(),
});
export type BillingEvent = z.infer<typeof BillingEvent>;

/**
 * A difference between our records and the provider's.
 * - `missed`: the provider has newer data
 * - `not_at_provider`: our subscription doesn't exist at the provider
 * - `unknown_customer`: a payment by a customer who isn't one of our brands
 * - `unknown_price`: a subscription to something we don't sell
 * - `two_plans`: a brand that pays for more than one plan
 * - `credits_missing`: a paid credit pack whose credits weren't granted
 * - `unreadable`: provider data in an unknown format
 * - `checkout_stuck`: a purchase whose page has closed and that could neither be completed nor
 * refunded
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
  /** Type such as `subscription` or `invoice`, followed by its id at the provider. */
  what: z.string(),
  id: z.string(),
  brandId: Id.nullable(),
  text: z.string(),
  /** Fixed automatically; other differences need a person. */
  repaired: z.boolean(),
});
export type Difference = z.infer<typeof Difference>;

/** A reconciliation run. */
export const Reconciliation = z.object({
  id: Id,
  started: Instant,
  ended: Instant.nullable(),
  /** Number of subscriptions and invoices compared. */
  compared: z.int(),
  differences: z.array(Difference),
  /** Why the run didn't finish. */
  failure: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;
