import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/** What a deep-insights report costs, and so does its update. */
export const REPORT_CREDITS = 1;

/**
 * Why a balance moved. A `reserve` takes the credit at once, its `capture` (amount 0) makes that final and its
 * `release` gives the credit back; a `refund` takes bought ones back, whose money went back. The balance is the sum of
 * all amounts.
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

/** One line of a brand's credit ledger. Never changed, never removed. */
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

/** A brand's credits: what can be spent, and what is held for reports on their way. */
export const CreditBalance = z.object({ balance: z.int(), reserved: z.int() });

/** What an administrator fills in to move a balance by hand. */
export const CreditAdjustment = z.object({
  amount: z
    .int()
    .min(-10_000)
    .max(10_000)
    .refine((amount) => amount !== 0, 'Enter a number other than 0'),
  reason: text({ max: 500, required: 'Please enter a reason' }),
});
export type CreditAdjustment = z.input<typeof CreditAdjustment>;

/**
 * How many credits of a purchase go back with its money: all with all of it, and of a part the same part, rounded down.
 * Money in minor units.
 */
export const creditsOfRefund = ({
  credits,
  total,
  refunded,
}: {
  credits: number;
  total: number;
  refunded: number;
}): number => (total <= 0 ? 0 : Math.floor((credits * Math.min(refunded, total)) / total));
