import { z } from 'zod';
import { Instant, VersionOrZero } from '../shape.ts';
import { t } from './messages/messages.gen.ts';

/** How a brand pays creators: `manual` records payments that people make elsewhere. */
export const PayoutMethod = z.enum(['manual', 'stripe']);
export type PayoutMethod = z.infer<typeof PayoutMethod>;

/** Days from when a payment becomes due until it should be made, unless the brand changes them. */
export const PAYMENT_DAYS = 30;

/**
 * Why a payout failed. `balance`: too little money in the payout balance. `account`: the creator's account can't
 * receive it. `currency`, `amount`: can't be paid. `returned`: the money came back. `setup`: this installation's access
 * was refused. `earlier`: an earlier transfer of another amount hasn't come back. `declined`: any other refusal.
 */
export const PayoutFailureCode = z.enum([
  'balance',
  'account',
  'currency',
  'amount',
  'returned',
  'setup',
  'earlier',
  'declined',
]);
export type PayoutFailureCode = z.infer<typeof PayoutFailureCode>;

/** Returns the reason in the current language, worded for both sides. */
export const payoutFailureText = (code: PayoutFailureCode): string => t(`payoutFailure.${code}`);

/** State of an attempt to pay: `sending` until the provider's answer is known. */
export const PayoutState = z.enum(['sending', 'sent', 'failed', 'returned']);
export type PayoutState = z.infer<typeof PayoutState>;

/** What a payout account still needs, grouped for people. */
export const PayoutRequirement = z.enum(['identity', 'document', 'bank', 'profile', 'terms', 'other']);
export type PayoutRequirement = z.infer<typeof PayoutRequirement>;

/** A creator's account as the provider reports it. */
export interface PayoutAccountState {
  accountId: string;
  /** ISO 3166 code; can't change once the creator has submitted their details. */
  country: string;
  /** Whether the creator has completed the provider's form. */
  submitted: boolean;
  /** Whether it can receive payments. */
  receives: boolean;
  /** Whether the provider pays it out to the bank. */
  paysOut: boolean;
  missing: PayoutRequirement[];
  /** Whether the provider is checking the submitted details. */
  inReview: boolean;
  /** Whether the provider closed it for good. */
  rejected: boolean;
}

/** Whether a creator can be paid. */
export const PayoutAccountStatus = z.enum([
  'none',
  'incomplete',
  'review',
  'ready',
  'restricted',
  'rejected',
]);
export type PayoutAccountStatus = z.infer<typeof PayoutAccountStatus>;

/** Returns whether a creator can be paid, and if not, who has to act. */
export function payoutAccountStatus(
  account: Omit<PayoutAccountState, 'accountId' | 'country'> | null,
): PayoutAccountStatus {
  if (!account) return 'none';
  if (account.rejected) return 'rejected';
  if (account.receives && account.paysOut) return 'ready';
  if (!account.submitted) return 'incomplete';
  if (account.missing.length > 0) return 'restricted';
  return account.inReview ? 'review' : 'restricted';
}

/** A creator's payout account, as shown to them. */
export const OwnPayoutAccount = z.object({
  status: PayoutAccountStatus,
  country: z.string(),
  missing: z.array(PayoutRequirement),
  /** Why their bank refused the last payout; null if it didn't. */
  bankFailure: z.string().nullable(),
  checked: Instant,
});
export type OwnPayoutAccount = z.infer<typeof OwnPayoutAccount>;

/** How a brand pays creators. */
export const PayoutSettings = z.object({
  method: PayoutMethod,
  paymentDays: z.int().min(0).max(120),
  /** 0 until they are first saved. */
  version: VersionOrZero,
});
export type PayoutSettings = z.infer<typeof PayoutSettings>;
