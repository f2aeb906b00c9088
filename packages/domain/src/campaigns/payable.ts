import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant, text, Version } from '../shape.ts';
import { PAYABLE_STATES } from './payable-state.ts';
import { PayoutAccountStatus, PayoutFailureCode, PayoutMethod, PayoutState } from './payout.ts';

/** Processing fee for each side, in percent of the agreed fee. */
export const PROCESSING_FEE_PERCENT = 5;

/** Breakdown of a payment for both sides, in minor units of one currency. */
export interface PaymentParts {
  /** Agreed fee. */
  fee: number;
  /** Added for the brand, deducted for the creator. */
  processingFee: number;
  /** Amount the brand pays. */
  brandPays: number;
  /** Amount the creator receives. */
  creatorGets: number;
}

/**
 * Returns the breakdown of a fee: the brand pays 5% more, the creator receives 5% less. The 5% is
 * rounded half up to minor units once and is the same for both sides, so the sums always match.
 * @param fee in minor units, a non-negative integer
 */
export function paymentParts(fee: number): PaymentParts {
  if (!Number.isSafeInteger(fee) || fee < 0)
    throw new RangeError('The fee must be a whole number of minor units');
  // Calculate with remainders to stay within exact integers.
  const processingFee =
    Math.floor(fee / 100) * PROCESSING_FEE_PERCENT +
    Math.floor(((fee % 100) * PROCESSING_FEE_PERCENT + 50) / 100);
  return { fee, processingFee, brandPays: fee + processingFee, creatorGets: fee - processingFee };
}

/** State of a payment to a creator. */
export const PayableState = z.enum(PAYABLE_STATES);
export type PayableState = z.infer<typeof PayableState>;

export const PAYABLE_STATE_NAMES: Record<PayableState, string> = {
  due: 'Due',
  approved: 'Approved',
  paid: 'Paid',
  failed: 'Failed',
};

/**
 * A bank may return a payment, an approval may be revoked, and a failed payment is approved again.
 */
const STEPS: Record<PayableState, readonly PayableState[]> = {
  due: ['approved'],
  approved: ['paid', 'failed', 'due'],
  paid: ['failed'],
  failed: ['approved'],
};

/** Returns whether a payment can change from one state to another. */
export const mayMovePayable = (from: PayableState, to: PayableState): boolean => STEPS[from].includes(to);

/** Returns why a payment can't change from one state to another; null if it can. */
function payableMoveRefusal(from: PayableState, to: PayableState): string | null {
  const name = (of: PayableState) => PAYABLE_STATE_NAMES[of].toLowerCase();
  if (from === to) return `This payment is already ${name(to)}.`;
  return mayMovePayable(from, to) ? null : `A payment can't change from ${name(from)} to ${name(to)}.`;
}

/** What the brand can do with a payment: change its state (`due` revokes an approval), or pay it through the provider. */
const PayableAbilities = z.object({
  due: Ability,
  approved: Ability,
  paid: Ability,
  failed: Ability,
  pay: Ability,
});
export type PayableAbilities = z.infer<typeof PayableAbilities>;

/** What decides how a payment can be made. */
export interface PayableContext {
  state: PayableState;
  /** On its way through the provider. */
  sending: boolean;
  /** The latest attempt to pay it through the provider. */
  payoutState: PayoutState | null;
  method: PayoutMethod;
  payee: PayoutAccountStatus;
}

/** Returns why a payment can't be changed by hand; null if it can. */
export function payableChangeRefusal(
  { state, sending, payoutState }: Pick<PayableContext, 'state' | 'sending' | 'payoutState'>,
  to: PayableState,
): string | null {
  if (sending) return 'This payment is being sent.';
  // Paying it again would pay twice: the provider reports when money comes back.
  if (state === 'paid' && payoutState === 'sent')
    return 'This payment was sent through Stripe. Reverse it there.';
  return payableMoveRefusal(state, to);
}

const PAYEE_REFUSALS: Record<Exclude<PayoutAccountStatus, 'ready'>, string> = {
  none: "The creator hasn't set up payouts yet.",
  incomplete: "The creator hasn't finished setting up payouts.",
  review: "Stripe is still reviewing the creator's details.",
  restricted: 'Stripe needs more details from the creator before they can be paid.',
  rejected: "Stripe has closed the creator's payout account.",
};

/** Returns why a payment can't be made through the provider; null if it can. */
export function payableSendRefusal({ state, sending, method, payee }: PayableContext): string | null {
  if (method === 'manual') return 'This brand pays creators manually, not through Stripe.';
  if (sending) return 'This payment is being sent.';
  if (state === 'paid') return 'This payment is already paid.';
  if (state === 'due') return 'Approve this payment first.';
  return payee === 'ready' ? null : PAYEE_REFUSALS[payee];
}

/** Returns what the brand can do with a payment, with a reason for everything else. */
export function payableAbilities(context: PayableContext): PayableAbilities {
  const to = (next: PayableState) => abilityUnless(payableChangeRefusal(context, next));
  return {
    due: to('due'),
    approved: to('approved'),
    paid: to('paid'),
    failed: to('failed'),
    pay: abilityUnless(payableSendRefusal(context)),
  };
}

const parts = {
  /** Minor units of `currency`, like all amounts here. */
  fee: z.int().min(0),
  processingFee: z.int().min(0),
  currency: z.string(),
  state: PayableState,
  /** Why it failed; shown to both sides. */
  reason: z.string().nullable(),
  /** Why the provider couldn't pay it, for a text in the reader's language; null if a person entered the reason. */
  failure: PayoutFailureCode.nullable(),
  /** On its way through the provider. */
  sending: z.boolean(),
  /** The latest attempt to pay it through the provider. */
  payoutState: PayoutState.nullable(),
  /** When it should be paid. */
  payBy: Instant,
  /** Bank reference. */
  reference: z.string().nullable(),
  created: Instant,
  updated: Instant,
  paid: Instant.nullable(),
};

/**
 * A payment to a creator, as shown to the brand. Due once the collaboration is completed, or the statement of commissions
 * is approved.
 */
export const Payable = z.object({
  id: Id,
  /** Null for a statement of affiliate commissions, as are the campaign's id and the opt-in of the creator's view. */
  optInId: Id.nullable(),
  campaignId: Id.nullable(),
  /** What it is paid for: the campaign's title, or the statement's month. */
  campaignTitle: z.string(),
  /** The statement that it pays; null for an opt-in. */
  statementId: Id.nullable(),
  username: z.string(),
  fullname: z.string(),
  platform: Platform,
  profilePicUrl: z.string().nullable(),
  ...parts,
  /** Amount the brand pays. */
  brandPays: z.int().min(0),
  /** How the brand pays creators. */
  method: PayoutMethod,
  /** Whether the creator can be paid through the provider. */
  payee: PayoutAccountStatus,
  version: Version,
  abilities: PayableAbilities,
});
export type Payable = z.infer<typeof Payable>;

/** A payment as shown to its creator. */
export const OwnPayable = z.object({
  id: Id,
  optInId: Id.nullable(),
  statementId: Id.nullable(),
  campaignTitle: z.string(),
  brandName: z.string(),
  ...parts,
  /** Amount the creator receives. */
  creatorGets: z.int().min(0),
});
export type OwnPayable = z.infer<typeof OwnPayable>;

/** An entry in a payment's history. */
export const PayableEvent = z.object({
  id: Id,
  text: z.string(),
  by: z.string().nullable(),
  created: Instant,
});
export type PayableEvent = z.infer<typeof PayableEvent>;

/** A payment and the version the caller has seen. */
export const PayableSeen = z.object({ id: Id, version: Version });

/** A state change of payments: `failed` requires a reason; `reference` is the bank reference. */
export const PayableMove = z
  .object({
    payables: z.array(PayableSeen).min(1).max(200),
    state: PayableState,
    reason: text({ max: 500 }).default(''),
    reference: text({ max: 140 }).default(''),
  })
  .refine(({ state, reason }) => state !== 'failed' || reason.trim() !== '', {
    path: ['reason'],
    message: 'Enter a reason',
  });

/** Total of payments in one currency and state. */
export const PayableSum = z.object({
  state: PayableState,
  currency: z.string(),
  count: z.int(),
  brandPays: z.int(),
});
export type PayableSum = z.infer<typeof PayableSum>;
