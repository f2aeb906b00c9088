import type { OrderStatus } from './order.ts';

/** The amounts of one order, in whole minor units of one currency. */
export interface OrderAmounts {
  /** What the goods cost after discounts. */
  subtotal: number;
  /** What was paid altogether: goods, shipping, taxes, tips. */
  total: number;
  tax: number;
  /** Prices hold the tax already, so that the subtotal does too. */
  taxesIncluded: boolean;
  test: boolean;
  cancelled: boolean;
  refunds: readonly RefundAmounts[];
}

/** What went back at one time. */
export interface RefundAmounts {
  /** Money that went back, whatever for. */
  money: number;
  /** How much of it was for goods, without tax; null where the store only told the money. */
  goods: number | null;
}

/**
 * Returns the payment status of an order: `paid` with all of the total outstanding is `pending`. Amounts in minor units
 * of one currency; null for what is not told.
 */
export const paymentStatus = (
  told: string | null,
  total: number,
  outstanding: number | null,
): string | null =>
  told === 'paid' && total > 0 && outstanding !== null && outstanding >= total ? 'pending' : told || null;

/**
 * A refund in the currency of the order's books. Money that went back in the buyer's currency counts at the rate of the
 * order: `money × total ÷ total the buyer saw`. Goods are without tax: where prices hold it, theirs is taken off.
 */
export function refundInBooks(
  order: {
    currency: string;
    total: number;
    taxesIncluded: boolean;
    presentmentCurrency: string | null;
    presentmentTotal: number | null;
  },
  refund: { money: number; currency: string; goods: number | null; goodsTax: number },
): RefundAmounts {
  const foreign = refund.currency !== order.currency && refund.currency === order.presentmentCurrency;
  return {
    money: foreign ? shareOf(refund.money, order.total, order.presentmentTotal ?? 0) : refund.money,
    goods:
      refund.goods === null ? null : Math.max(0, refund.goods - (order.taxesIncluded ? refund.goodsTax : 0)),
  };
}

/** What the goods of an order were sold for, without tax. */
function goodsOf({ subtotal, tax, taxesIncluded }: OrderAmounts): number {
  return Math.max(0, subtotal - (taxesIncluded ? tax : 0));
}

/**
 * What the goods of an order brought in the end, which is what a share of the sale is counted from:
 *
 * `net = goods − goods given back`, never below 0, and 0 for what does not count (test orders and cancelled ones), where
 * - `goods = subtotal after discounts`, less the tax where prices include it; shipping, tips and tax are nobody's sale
 * - `goods given back = Σ refunds`: the value of the returned lines where the store says it; of money that went back
 *   without saying what for, the part that goods have in the total: `money × goods ÷ total`, rounded to whole units
 */
export function netAmount(order: OrderAmounts): number {
  if (!isCounted(order)) return 0;
  const goods = goodsOf(order);
  let back = 0;
  for (const { money, goods: told } of order.refunds)
    back += told ?? shareOf(money, Math.min(goods, order.total), order.total);
  return Math.min(goods, Math.max(0, goods - back));
}

/** `money × part ÷ whole`, rounded to whole units; products of large amounts stay exact. */
function shareOf(money: number, part: number, whole: number): number {
  if (whole <= 0) return money;
  const twice = (2n * BigInt(money) * BigInt(part)) / BigInt(whole);
  return Number((twice + 1n) / 2n);
}

/** Money that went back altogether. */
export const refundedAmount = ({ refunds }: Pick<OrderAmounts, 'refunds'>): number =>
  refunds.reduce((sum, { money }) => sum + money, 0);

/**
 * Whether an order counts in figures. One whose payment is pending does, as in the sales reports of its store: a sale
 * is made when the order is placed.
 */
export const isCounted = ({ test, cancelled }: Pick<OrderAmounts, 'test' | 'cancelled'>): boolean =>
  !test && !cancelled;

/** How an order stands by what is known of it. */
export function orderStatus(order: OrderAmounts): OrderStatus {
  if (order.test) return 'test';
  if (order.cancelled) return 'cancelled';
  const refunded = refundedAmount(order);
  if (refunded <= 0) return 'open';
  return refunded >= order.total ? 'refunded' : 'partly_refunded';
}
