import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** Price of an audience report or its update, in credits. */
export const REPORT_CREDITS = 1;

/**
 * Reason for a change of balance. A `reserve` deducts the credit, its `capture` (amount 0) makes
 * that final and its `release` returns it; a `refund` removes purchased credits whose payment was
 * refunded. The balance is the sum of all amounts.
 */
export const CreditKind = z.enum([
  'plan',
  'grant',
  'purchase',
  'adjustment',
  'reserve',
  'capture',
  'release',
  'refund',
]);
export type CreditKind = z.infer<typeof CreditKind>;

/** An entry of a brand's credit ledger. Append-only. */
export const CreditEntry = z.object({
  id: Id,
  kind: CreditKind,
  amount: z.int(),
  balance: z.int(),
  reason: z.string(),
  by: z.string().nullable(),
  created: Instant,
});
export type CreditEntry = z.infer<typeof CreditEntry>;

/** A brand's available credits, and those reserved for pending reports. */
export const CreditBalance = z.object({ balance: z.int(), reserved: z.int() });

/** Input for adjusting a balance manually. */
export const CreditAdjustment = z.object({
  amount: z
    .int()
    .min(-10_000)
    .max(10_000)
    .refine((amount) => amount !== 0, 'Enter a number other than 0'),
  reason: text({ max: 500, required: 'Enter a reason' }),
});
export type CreditAdjustment = z.input<typeof CreditAdjustment>;

/**
 * Returns how many purchased credits a refund removes: proportional to the refunded amount, rounded
 * down. Money in minor units.
 */
export const refundedCredits = ({
  credits,
  total,
  refunded,
}: {
  credits: number;
  total: number;
  refunded: number;
}): number => (total <= 0 ? 0 : Math.floor((credits * Math.min(refunded, total)) / total));
