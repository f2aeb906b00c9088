import { momentIn, wallTimeIn } from '@troupe/i18n/wall-time';
import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { PayableState, paymentParts } from '../campaigns/payable.ts';
import { Id, Instant } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';

/** Where a statement stands: carried over (too small, or a debt), waiting for approval, or approved and due. */
export const StatementState = z.enum(['carried', 'open', 'approved']);
export type StatementState = z.infer<typeof StatementState>;

/** The amounts of a statement, in minor units of one currency. */
export interface StatementAmounts {
  /** From the statement before; below 0 for a debt. */
  carriedIn: number;
  earned: number;
  /** At most 0. */
  takenBack: number;
  /** Bonuses, corrections and write-offs by people. */
  bonus: number;
  /** What is paid out. */
  due: number;
  carriedOut: number;
}

/**
 * Adds up a statement: `carriedIn + earned + takenBack + bonus = due + carriedOut`. What is below the minimum, and any
 * debt, is carried over.
 * @param minimum the least that is paid out; at least 1 counts
 */
export function statementAmounts(
  carriedIn: number,
  entries: readonly { kind: string; amount: number }[],
  minimum: number,
): StatementAmounts {
  let earned = 0;
  let takenBack = 0;
  let bonus = 0;
  for (const { kind, amount } of entries) {
    if (kind === 'bonus' || kind === 'fix' || kind === 'write-off') bonus += amount;
    else if (amount < 0) takenBack += amount;
    else earned += amount;
  }
  const sum = carriedIn + earned + takenBack + bonus;
  const due = payableOf(sum, minimum);
  return { carriedIn, earned, takenBack, bonus, due, carriedOut: sum - due };
}

/** Returns what of a balance is paid out: all of it, or nothing if it is below the minimum. */
const payableOf = (balance: number, minimum: number): number =>
  balance >= Math.max(1, minimum) ? balance : 0;

/** Returns what a creator receives of a balance, after the processing fee; 0 if it is carried over. */
export const receivedOf = (balance: number, minimum: number): number =>
  paymentParts(payableOf(balance, minimum)).creatorGets;

/**
 * Returns the month that ended last in a zone, as moments: `[from, until)`.
 * @param zone IANA name
 */
export function lastMonthIn(zone: string, now: Date): { from: Date; until: Date } {
  const { year, month } = wallTimeIn(zone, now);
  return { from: monthStart(zone, year, month - 1), until: monthStart(zone, year, month) };
}

/** Returns when the month of a moment ends in a zone. @param zone IANA name */
export function nextMonthIn(zone: string, now: Date): Date {
  const { year, month } = wallTimeIn(zone, now);
  return monthStart(zone, year, month + 1);
}

/** Returns the title of the payment for a statement, such as "Commissions, October 2026". */
export function statementPaymentTitle({ zone, from }: { zone: string; from: string }): string {
  const month = new Date(from).toLocaleDateString('en-US', {
    timeZone: zone,
    month: 'long',
    year: 'numeric',
  });
  return `Commissions, ${month}`;
}

/** Returns the month of a moment in a zone, such as `2026-11`. */
export function monthIn(zone: string, at: Date): string {
  const { year, month } = wallTimeIn(zone, at);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The moment at which a month begins in a zone. Months may overflow: 13 is the next January. */
const monthStart = (zone: string, year: number, month: number): Date =>
  momentIn(zone, { year, month, day: 1, hour: 0, minute: 0 });

/** JSON with sorted keys and no blanks, so that the same data is always the same text (RFC 8785 for our values). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(',')}}`;
}

/** A ledger entry on a statement. */
export const StatementLine = z.object({
  number: z.int().min(1),
  order: z.string().nullable(),
  kind: z.string(),
  amount: z.int(),
  at: Instant,
});
export type StatementLine = z.infer<typeof StatementLine>;

/** What a statement's hash and signature cover. */
export const StatementContent = z.object({
  id: Id,
  brand: z.string(),
  creator: z.string(),
  affiliateId: Id,
  /** Counts up without gaps for one creator and currency. */
  number: z.int().min(1),
  currency: z.string(),
  from: Instant,
  until: Instant,
  zone: z.string(),
  carriedIn: z.int(),
  earned: z.int(),
  takenBack: z.int(),
  bonus: z.int(),
  due: z.int(),
  carriedOut: z.int(),
  lines: z.array(StatementLine),
  /** The hash of the statement before; null for the first. */
  previousHash: z.string().nullable(),
});
export type StatementContent = z.infer<typeof StatementContent>;

/** A monthly statement of what a creator earned, in one currency. Amounts in minor units. */
export const CommissionStatement = z.object({
  id: Id,
  affiliateId: Id,
  creator: AffiliateCreator,
  number: z.int().min(1),
  currency: z.string(),
  from: Instant,
  until: Instant,
  zone: z.string(),
  carriedIn: z.int(),
  earned: z.int(),
  takenBack: z.int(),
  bonus: z.int(),
  due: z.int(),
  /** Deducted from `due` for the creator, added to it for the brand. */
  processingFee: z.int(),
  /** Amount the brand pays. */
  brandPays: z.int(),
  /** Amount the creator receives. */
  creatorGets: z.int(),
  carriedOut: z.int(),
  state: StatementState,
  /** The payment that it became; null until it is approved. */
  payableId: Id.nullable(),
  paymentState: PayableState.nullable(),
  /** When it should be paid; null until it is approved. */
  payBy: Instant.nullable(),
  /** Why the payment failed. */
  paymentReason: z.string().nullable(),
  /** Entries on it. */
  entries: z.int(),
  hash: z.string(),
  created: Instant,
  abilities: z.object({ approve: Ability }),
});
export type CommissionStatement = z.infer<typeof CommissionStatement>;

/** A statement with its entries. */
export const StatementDetail = z.object({
  statement: CommissionStatement,
  lines: z.array(StatementLine.extend({ reason: z.string().nullable() })),
});

/** A statement as its creator sees it. */
export const OwnStatement = CommissionStatement.omit({
  creator: true,
  brandPays: true,
  abilities: true,
}).extend({
  brandName: z.string(),
});
export type OwnStatement = z.infer<typeof OwnStatement>;

/** What statements in one state and currency add up to, in minor units. */
export const StatementSum = z.object({
  state: StatementState,
  currency: z.string(),
  count: z.int(),
  due: z.int(),
  carriedOut: z.int(),
});
export type StatementSum = z.infer<typeof StatementSum>;

/** What waits for a creator's next statement of a program, in minor units. */
export const NextStatement = z.object({
  affiliateId: Id,
  brandName: z.string(),
  currency: z.string(),
  /** When it is written. */
  closes: Instant,
  /** The expected amount, including the balance carried over; below `minimum` it is carried over again. */
  next: z.int(),
  /** What the creator receives of it, after the processing fee; 0 if it is carried over. */
  creatorGets: z.int(),
  /** Can be paid out later. */
  held: z.int(),
  carried: z.int(),
  minimum: z.int(),
});
export type NextStatement = z.infer<typeof NextStatement>;

/** A statement with its lines, hash chain and signature, as it can be checked without us. */
export const SignedStatement = z.object({
  content: StatementContent,
  /** SHA-256 of the content's canonical JSON, in hex. */
  hash: z.string(),
  /** Ed25519 over the hash's bytes, in base64. */
  signature: z.string(),
  /** The brand's public key, SPKI in base64. */
  publicKey: z.string(),
});
export type SignedStatement = z.infer<typeof SignedStatement>;
