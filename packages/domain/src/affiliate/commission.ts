import { z } from 'zod';
import { goodsAfterReturns, type OrderAmounts } from '../commerce/order-money.ts';
import { Id, Instant, text } from '../shape.ts';
import { AffiliateCreator } from './affiliate.ts';
import { type CommissionTerms, WHOLE_BP } from './affiliate-program.ts';

/** Where a rate comes from, strongest first. */
const RateSource = z.enum(['product', 'affiliate', 'campaign', 'program']);
export type RateSource = z.infer<typeof RateSource>;

/**
 * What made an entry of the ledger.
 * - `earn`: the first commission of an order; `change`: the order was edited, paid or fulfilled later
 * - `refund`, `cancel`: the order was returned, in part or whole, or cancelled
 * - `dispute`: the buyer disputes the payment, or the shop won the dispute
 * - `redecide`: the order was attributed to another creator
 * - `bonus`, `fix`, `write-off`: written by a person
 */
export const CommissionKind = z.enum([
  ...['earn', 'change', 'refund', 'cancel', 'dispute', 'redecide', 'bonus', 'fix', 'write-off'],
] as const);
export type CommissionKind = z.infer<typeof CommissionKind>;

/** A line of an order as commissions see it. Amounts in minor units of the order's currency. */
export interface CommissionLine {
  /** The line's id at the store; null for lines without one. */
  id: string | null;
  title: string;
  sku: string | null;
  productId: string | null;
  quantity: number;
  /** Of one piece, before discounts. */
  price: number;
  /** On all pieces together. */
  discount: number;
  giftCard: boolean;
  /** What was given back for this line. */
  returned: number;
}

/** An order as commissions see it. */
export interface CommissionOrder {
  amounts: OrderAmounts;
  currency: string;
  shipping: number;
  lines: readonly CommissionLine[];
  paid: boolean;
  fulfilled: boolean;
  /** The buyer bought before. */
  returning: boolean;
  /** The buyer disputes the payment, or won the dispute. */
  disputed: boolean;
}

/** The rate that applies where no product has its own. */
export interface BaseRate {
  bp: number;
  from: Exclude<RateSource, 'product'>;
}

/** What one line earns. */
export const LineCommission = z.object({
  /** The line's id at the store; null for an order whose lines are not known. */
  lineId: z.string().nullable(),
  title: z.string(),
  /** What the rate is applied to, in minor units. */
  basis: z.int(),
  rateBp: z.int(),
  rateFrom: RateSource,
  amount: z.int(),
});
export type LineCommission = z.infer<typeof LineCommission>;

/** What an order earns altogether, with its lines, which add up to it. */
export interface CommissionTarget {
  basis: number;
  amount: number;
  lines: LineCommission[];
}

const NOTHING: CommissionTarget = { basis: 0, amount: 0, lines: [] };

/** Divides, halves away from 0. @param divisor above 0 */
function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const twice = 2n * (value < 0n ? -value : value);
  const rounded = (twice + divisor) / (2n * divisor);
  return value < 0n ? -rounded : rounded;
}

/**
 * Splits a whole amount by weights so that the parts add up to it: each gets its share rounded down, and what remains
 * goes to the largest remainders, earlier parts first (Hamilton's method).
 * @param amount whole, not below 0
 * @param weights not below 0; if all are 0 the first part gets everything
 */
export function apportion(amount: number, weights: readonly (number | bigint)[]): number[] {
  if (weights.length === 0) return [];
  const exact = weights.map(BigInt);
  const sum = exact.reduce((all, one) => all + one, 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const whole = BigInt(amount);
  const parts = exact.map((weight, index) => ({
    index,
    part: (whole * weight) / sum,
    rest: (whole * weight) % sum,
  }));
  const missing = Number(whole - parts.reduce((all, { part }) => all + part, 0n));
  const luckiest = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  );
  const more = new Set(luckiest.slice(0, missing).map(({ index }) => index));
  return parts.map(({ part, index }) => Number(part) + (more.has(index) ? 1 : 0));
}

/**
 * Returns what each line of an order brought: `b = price × quantity − discount − returned`, scaled so that the lines add
 * up to what the goods of the order brought (see `netAmount`), which knows taxes and refunds without lines. An order
 * without known lines has one.
 * @param beforeDiscounts leaves discounts in
 */
export function lineBases(
  { amounts, lines }: Pick<CommissionOrder, 'amounts' | 'lines'>,
  beforeDiscounts = false,
): number[] {
  const { goods, returned } = goodsAfterReturns(amounts);
  if (lines.length === 0) return [Math.max(0, goods - returned)];
  const worth = lines.map((line) => Math.max(0, line.price * line.quantity - line.discount));
  const full = lines.map((line) => Math.max(0, line.price * line.quantity));
  const sold = apportion(goods, worth);
  const known = lines.map((line, index) => Math.min(sold[index] ?? 0, Math.max(0, line.returned)));
  const knownSum = known.reduce((all, one) => all + one, 0);
  const excess = Math.max(0, knownSum - returned);
  // Refunds of single lines first; what is left of the refund is spread over what the lines still hold.
  const less = excess > 0 ? apportion(Math.min(returned, knownSum), known) : known;
  const kept = sold.map((one, index) => one - (less[index] ?? 0));
  const spread = apportion(
    Math.min(
      Math.max(0, returned - knownSum),
      kept.reduce((all, one) => all + one, 0),
    ),
    kept,
  );
  const bases = kept.map((one, index) => Math.max(0, one - (spread[index] ?? 0)));
  if (!beforeDiscounts) return bases;
  // Discounts back on top, by the share of the line that is still sold.
  return bases.map((base, index) => {
    const [of, all] = [sold[index] ?? 0, full[index] ?? 0];
    const after = worth[index] ?? 0;
    if (of === 0) return after === 0 && returned === 0 ? all : 0;
    return Number(divideHalfUp(BigInt(base) * BigInt(all), BigInt(Math.max(1, after))));
  });
}

/** Whether an order earns now: it counts, and is paid or shipped as the terms ask. */
function isEarned(order: CommissionOrder, terms: CommissionTerms): boolean {
  if (order.amounts.test || order.amounts.cancelled || order.disputed) return false;
  if (order.returning && terms.newBuyersOnly) return false;
  return terms.earnWhen === 'fulfilled' ? order.fulfilled : order.paid;
}

/**
 * Returns what an order earns by these terms as it is now:
 *
 * `C = round(Σ b · r ÷ 10,000)`, halves away from 0, at most the cap per order; split over the lines by largest
 * remainder, so that they add up. Gift cards and excluded products have the basis 0.
 */
export function commissionTarget(
  order: CommissionOrder,
  terms: CommissionTerms,
  base: BaseRate,
): CommissionTarget {
  if (!isEarned(order, terms)) return NOTHING;
  const parts = partsOf(order, terms, base);
  const exact = parts.map(({ basis, rateBp }) => BigInt(basis) * BigInt(rateBp));
  const sum = exact.reduce((all, one) => all + one, 0n);
  const whole = Number(divideHalfUp(sum, BigInt(WHOLE_BP)));
  const cap = terms.capPerOrder[order.currency];
  const amount = cap === undefined ? whole : Math.min(whole, cap);
  const amounts = apportion(amount, exact);
  return {
    basis: parts.reduce((all, { basis }) => all + basis, 0),
    amount,
    lines: parts.map((part, index) => ({
      lineId: part.lineId,
      title: part.title,
      basis: part.basis,
      rateBp: part.rateBp,
      rateFrom: part.rateFrom,
      amount: amounts[index] ?? 0,
    })),
  };
}

type Part = Omit<LineCommission, 'amount'>;

function partsOf(order: CommissionOrder, terms: CommissionTerms, base: BaseRate): Part[] {
  const bases = lineBases(order, !terms.basis.afterDiscount);
  const excluded = new Set(terms.excludedProducts);
  const rates = new Map(terms.productRates.map(({ product, rateBp }) => [product, rateBp]));
  const parts: Part[] = (order.lines.length > 0 ? order.lines : [null]).map((line, index) => {
    const names = [line?.productId, line?.sku].filter((name): name is string => Boolean(name));
    const out =
      line !== null &&
      ((line.giftCard && !terms.basis.giftCards) || names.some((name) => excluded.has(name)));
    const own = names.map((name) => rates.get(name)).find((rate) => rate !== undefined);
    return {
      lineId: line?.id ?? null,
      title: line?.title ?? 'Whole order',
      basis: out ? 0 : (bases[index] ?? 0),
      rateBp: own ?? base.bp,
      rateFrom: own === undefined ? base.from : 'product',
    };
  });
  const extra = (title: string, basis: number) =>
    parts.push({ lineId: null, title, basis, rateBp: base.bp, rateFrom: base.from });
  const sold = parts.some(({ basis }) => basis > 0);
  if (terms.basis.shipping && sold) extra('Shipping', order.shipping);
  if (terms.basis.tax && sold) extra('Tax', taxKept(order));
  return parts;
}

/** The tax on what was kept: by the share of the goods that was not returned. */
function taxKept({ amounts }: CommissionOrder): number {
  const { goods, returned } = goodsAfterReturns(amounts);
  if (goods <= 0) return 0;
  return Number(divideHalfUp(BigInt(Math.max(0, amounts.tax)) * BigInt(goods - returned), BigInt(goods)));
}

/** Cuts a target to an amount; its lines still add up. */
export function cutTarget(target: CommissionTarget, amount: number): CommissionTarget {
  if (amount === target.amount) return target;
  const amounts = apportion(
    amount,
    target.lines.map((line) => line.amount),
  );
  return {
    basis: target.basis,
    amount,
    lines: target.lines.map((line, index) => ({
      lineId: line.lineId,
      title: line.title,
      basis: line.basis,
      rateBp: line.rateBp,
      rateFrom: line.rateFrom,
      amount: amounts[index] ?? 0,
    })),
  };
}

/**
 * Returns what of a target is one creator's.
 * @param shares of all creators of the order, in basis points, in a fixed order
 */
export function shareOfTarget(
  target: CommissionTarget,
  shares: readonly number[],
  at: number,
): CommissionTarget {
  const amount = apportion(target.amount, shares)[at] ?? 0;
  const basis = apportion(target.basis, shares)[at] ?? 0;
  const cut = cutTarget(target, amount);
  return { basis, amount, lines: cut.lines };
}

const DAY_MS = 86_400_000;

/**
 * Returns from when an entry counts. The first commission of an order is held from when it was placed or, if it earns once
 * it ships, from the change that brought it; a later one from its change. A deduction counts when all that it can take
 * back does, so that creators don't owe what they haven't got; after that, at once.
 * @param earned when the last commission of the order counts for the creator; null without one
 */
export function maturityOf(
  delta: number,
  { placedAt, changedAt, earned }: { placedAt: Date; changedAt: Date; earned: Date | null },
  { holdDays, earnWhen }: Pick<CommissionTerms, 'holdDays' | 'earnWhen'>,
  now: Date,
): Date {
  if (delta < 0) return earned && earned > now ? earned : now;
  const from = earned === null && earnWhen === 'paid' ? placedAt : changedAt;
  return new Date(from.getTime() + holdDays * DAY_MS);
}

/** A commission ledger entry; never changed. The sum of all entries is the amount owed. */
export const Commission = z.object({
  id: Id,
  /** Counts up without gaps within a brand. */
  number: z.int().min(1),
  affiliateId: Id,
  creator: AffiliateCreator,
  /** Null for entries that are about no order. */
  orderId: Id.nullable(),
  orderName: z.string().nullable(),
  kind: CommissionKind,
  /** Minor units of `currency`; negative for reversals. */
  amount: z.int(),
  currency: z.string(),
  /** What the rates are applied to as the order is now, in minor units. */
  basis: z.int(),
  /** What each line earns as the order is now. */
  lines: z.array(LineCommission),
  /** From when it can be paid out. */
  matures: Instant,
  /** The statement that it is on; null while it is on none. */
  statementId: Id.nullable(),
  reason: z.string().nullable(),
  created: Instant,
});
export type Commission = z.infer<typeof Commission>;

/** What entries add up to in one currency, in minor units. */
export const CommissionSum = z.object({
  currency: z.string(),
  /** All entries. */
  total: z.int(),
  /** Not payable yet: within the hold. */
  held: z.int(),
  /** Payable with the next statement. */
  next: z.int(),
  /** On statements. */
  stated: z.int(),
});
export type CommissionSum = z.infer<typeof CommissionSum>;

/** An entry written by a person: a bonus, a correction, or a debt that is written off. */
export const CommissionByHand = z
  .object({
    affiliateId: Id,
    kind: z.enum(['bonus', 'fix', 'write-off']),
    /** Minor units; not 0. A bonus and a write-off are above 0. */
    amount: z.int().min(-1_000_000_000).max(1_000_000_000),
    currency: z.string().regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' }),
    reason: text({ min: 1, max: 500, required: 'Enter a reason' }),
  })
  .refine(({ kind, amount }) => (kind === 'fix' ? amount !== 0 : amount > 0), {
    path: ['amount'],
    message: 'Enter an amount above 0',
  });
