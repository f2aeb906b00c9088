import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant, text } from '../shape.ts';
import { PAYABLE_STATES } from './payable-state.ts';

/** What the processing of a payment to a creator costs each side, in per cent of the agreed fee. */
export const PROCESSING_FEE_PERCENT = 5;

/** What a payment comes to for both sides, in minor units of one currency. */
export interface PaymentParts {
  /** What was agreed. */
  fee: number;
  /** What each side pays on top of it, or gets less. */
  processingFee: number;
  /** What leaves the brand. */
  brandPays: number;
  /** What reaches the creator. */
  creatorGets: number;
}

/**
 * What an agreed fee comes to: the brand pays 5% more, the creator gets 5% less. The 5% is rounded to whole minor
 * units once, halves up, and is the same for both sides, so that what the brand pays is what the creator gets and two
 * processing fees, to the unit.
 * @param fee in minor units, whole and not below 0
 */
export function paymentParts(fee: number): PaymentParts {
  if (!Number.isSafeInteger(fee) || fee < 0) throw new RangeError('A fee is a whole number of minor units');
  // Remainders first, so that no product leaves the whole numbers that are exact.
  const processingFee =
    Math.floor(fee / 100) * PROCESSING_FEE_PERCENT +
    Math.floor(((fee % 100) * PROCESSING_FEE_PERCENT + 50) / 100);
  return { fee, processingFee, brandPays: fee + processingFee, creatorGets: fee - processingFee };
}

/** Where a payment to a creator stands. */
export const PayableState = z.enum(PAYABLE_STATES);
export type PayableState = z.infer<typeof PayableState>;

/** What people call each. */
export const PAYABLE_STATE_NAMES: Record<PayableState, string> = {
  due: 'Due',
  approved: 'Approved',
  paid: 'Paid',
  failed: 'Failed',
};

/** A bank may return what was paid; an approval may be taken back; what failed is approved again. */
const STEPS: Record<PayableState, readonly PayableState[]> = {
  due: ['approved'],
  approved: ['paid', 'failed', 'due'],
  paid: ['failed'],
  failed: ['approved'],
};

/** Whether a payment may go from one state to another. */
export const mayMovePayable = (from: PayableState, to: PayableState): boolean => STEPS[from].includes(to);

/** Returns why a payment may not go from one state to another; null where it may. */
export function payableMoveRefusal(from: PayableState, to: PayableState): string | null {
  const name = (of: PayableState) => PAYABLE_STATE_NAMES[of].toLowerCase();
  if (from === to) return `This payment is ${name(to)} already.`;
  return mayMovePayable(from, to) ? null : `A payment that is ${name(from)} cannot become ${name(to)}.`;
}

/** Which states the brand can move a payment to; `due` revokes an approval. */
export const PayableAbilities = z.object({
  due: Ability,
  approved: Ability,
  paid: Ability,
  failed: Ability,
});
export type PayableAbilities = z.infer<typeof PayableAbilities>;

/** Returns which states the brand can move a payment to; each refusal has its reason. */
export function payableAbilities(state: PayableState): PayableAbilities {
  const to = (next: PayableState) => abilityUnless(payableMoveRefusal(state, next));
  return { due: to('due'), approved: to('approved'), paid: to('paid'), failed: to('failed') };
}

const parts = {
  /** Minor units of `currency`, as all amounts here. */
  fee: z.int().min(0),
  processingFee: z.int().min(0),
  currency: z.string(),
  state: PayableState,
  /** Why it failed; told to both sides. */
  reason: z.string().nullable(),
  /** What it is called at the bank. */
  reference: z.string().nullable(),
  created: Instant,
  updated: Instant,
  paid: Instant.nullable(),
};

/** A payment to a creator, as the brand sees it. It is due once their collaboration is completed. */
export const Payable = z.object({
  id: Id,
  optInId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  username: z.string(),
  fullname: z.string(),
  platform: Platform,
  profilePicUrl: z.string().nullable(),
  ...parts,
  /** What leaves the brand. */
  brandPays: z.int().min(0),
  version: z.int().min(1),
  abilities: PayableAbilities,
});
export type Payable = z.infer<typeof Payable>;

/** A payment as its creator sees it. */
export const OwnPayable = z.object({
  id: Id,
  optInId: Id,
  campaignTitle: z.string(),
  brandName: z.string(),
  ...parts,
  /** What reaches the creator. */
  creatorGets: z.int().min(0),
});
export type OwnPayable = z.infer<typeof OwnPayable>;

/** A step of a payment's history. */
export const PayableEvent = z.object({
  id: Id,
  text: z.string(),
  by: z.string().nullable(),
  created: Instant,
});
export type PayableEvent = z.infer<typeof PayableEvent>;

/** Which payment is meant, and as it was seen. */
export const PayableSeen = z.object({ id: Id, version: z.int().min(1) });

/** What is done with payments: `failed` needs a reason; `reference` is what it is called at the bank. */
export const PayableMove = z
  .object({
    payables: z.array(PayableSeen).min(1).max(200),
    state: PayableState,
    reason: text({ max: 500 }).default(''),
    reference: text({ max: 140 }).default(''),
  })
  .refine(({ state, reason }) => state !== 'failed' || reason.trim() !== '', {
    path: ['reason'],
    message: 'Enter the reason',
  });

/** Amounts of one currency and state together. */
export const PayableSum = z.object({
  state: PayableState,
  currency: z.string(),
  count: z.int(),
  brandPays: z.int(),
});
export type PayableSum = z.infer<typeof PayableSum>;
