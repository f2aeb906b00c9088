import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { AddOnId, CreditPackId } from './plan.ts';

/** Shown whenever a payment fails. */
export const PAYMENT_FAILED = 'An error occurred while processing your payment. Please try again.';

/** A checkout page at the billing provider. Expires after three hours. */
export const HostedPage = z.object({
  id: z.string(),
  url: z.string(),
  type: z.string(),
  state: z.enum(['created', 'requested', 'succeeded', 'acknowledged', 'cancelled']),
  expiresAt: Instant.nullable(),
});
export type HostedPage = z.infer<typeof HostedPage>;

/** Id passed back by the checkout page and posted to complete a purchase. */
export const HostedPageId = z
  .string(PAYMENT_FAILED)
  .trim()
  .regex(/^[\w.-]{1,100}$/, PAYMENT_FAILED);

/** A product other than a plan: an add-on or a credit pack. */
export const AddOnChoice = z.enum([...AddOnId.options, ...CreditPackId.options]);
export type AddOnChoice = z.infer<typeof AddOnChoice>;

/**
 * - `open`: page created, no payment known
 * - `completed`: paid, acknowledged and recorded
 * - `refunded`: paid, but the brand already had its plan, so the money was returned
 * - `ended`: cancelled, or expired without payment
 */
export const CheckoutState = z.enum(['open', 'completed', 'refunded', 'ended']);
export type CheckoutState = z.infer<typeof CheckoutState>;

/** A completed purchase. Money in cents. */
export const CompletedCheckout = z.object({
  checkoutId: Id,
  /**
   * True only for the first request that completes a page, so that analytics count a purchase once.
   */
  first: z.boolean(),
  /** Data for the analytics `purchase` event. */
  purchase: z.object({
    transactionId: z.string(),
    currency: z.string(),
    value: z.int(),
    items: z.array(z.object({ id: z.string(), name: z.string(), price: z.int(), quantity: z.int() })),
  }),
});
export type CompletedCheckout = z.infer<typeof CompletedCheckout>;
