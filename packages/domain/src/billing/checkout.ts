import { z } from 'zod';
import { Id, Instant } from '../shape.ts';
import { AddOnId, CreditPackId } from './plan.ts';

/** What a shopper reads whenever a payment did not come about. */
export const PAYMENT_FAILED = 'An error occurred while processing your payment. Please try again.';

/** A page of the billing provider on which a person pays. It expires after three hours. */
export const HostedPage = z.object({
  id: z.string(),
  url: z.string(),
  type: z.string(),
  state: z.enum(['created', 'requested', 'succeeded', 'acknowledged', 'cancelled']),
  expiresAt: Instant.nullable(),
});
export type HostedPage = z.infer<typeof HostedPage>;

/** What the payment page hands back, and is posted to complete a purchase. */
export const HostedPageId = z
  .string(PAYMENT_FAILED)
  .trim()
  .regex(/^[\w.-]{1,100}$/, PAYMENT_FAILED);

/** What is sold without being a plan: an add-on or a pack of credits. */
export const AddOnChoice = z.enum([...AddOnId.options, ...CreditPackId.options]);
export type AddOnChoice = z.infer<typeof AddOnChoice>;

/**
 * - `open`: the page was made; nobody has paid, as far as we know
 * - `completed`: paid, acknowledged and in the books
 * - `refunded`: paid although the brand had its plan by then; the money went back
 * - `ended`: cancelled, or expired without a payment
 */
export const CheckoutState = z.enum(['open', 'completed', 'refunded', 'ended']);
export type CheckoutState = z.infer<typeof CheckoutState>;

/** A purchase that is complete. Money in cents. */
export const CompletedCheckout = z.object({
  checkoutId: Id,
  /** True for the first post of a page alone, so that a purchase is counted once however often it is posted. */
  first: z.boolean(),
  /** For the `purchase` event: the invoice, what was paid, and for what. */
  purchase: z.object({
    transactionId: z.string(),
    currency: z.string(),
    value: z.int(),
    items: z.array(z.object({ id: z.string(), name: z.string(), price: z.int(), quantity: z.int() })),
  }),
});
export type CompletedCheckout = z.infer<typeof CompletedCheckout>;
