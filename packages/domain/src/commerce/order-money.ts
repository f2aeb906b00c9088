import type { OrderAttribute, OrderStatus } from './order.ts';

/** Cart attribute of the store's orders that names their gift. */
export const GIFT_ATTRIBUTE = 'troupe_gift';

/** Amounts of an order in minor units of one currency. */
export interface OrderAmounts {
  /** Price of goods after discounts. */
  subtotal: number;
  /** Total paid: goods, shipping, taxes and tips. */
  total: number;
  tax: number;
  /** Whether prices, and so the subtotal, include tax. */
  taxesIncluded: boolean;
  test: boolean;
  cancelled: boolean;
  /** Products sent to a creator for free. */
  gift?: boolean;
  refunds: readonly RefundAmounts[];
}

/** A refund. */
export interface RefundAmounts {
  /** Amount refunded, for any reason. */
  money: number;
  /** Part refunded for goods, without tax; null if the store reported only the total. */
  goods: number | null;
}

/**
 * Returns the payment status of an order: `paid` with the full total outstanding is `pending`.
 * Amounts in minor units of one currency; null if unknown.
 */
export const paymentStatus = (
  told: string | null,
  total: number,
  outstanding: number | null,
): string | null =>
  told === 'paid' && total > 0 && outstanding !== null && outstanding >= total ? 'pending' : told || null;

/**
 * Converts a refund to the store currency. Amounts in the buyer's currency use the order's rate:
 * `money × total ÷ total in the buyer's currency`. Goods exclude tax: if prices include it, it is
 * subtracted.
 */
export function toStoreCurrency(
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

/** Price of an order's goods without tax. */
function goodsOf({ subtotal, tax, taxesIncluded }: OrderAmounts): number {
  return Math.max(0, subtotal - (taxesIncluded ? tax : 0));
}

/**
 * Returns the net amount of an order's goods, the base for shares of sales:
 *
 * `net = goods − refunded goods`, at least 0, and 0 for orders that don't count (test and
 * cancelled), where
 * - `goods = subtotal after discounts`, minus tax if prices include it; shipping, tips and tax are
 * excluded
 * - `refunded goods = Σ refunds`: the value of returned lines if the store reports it; otherwise
 * the goods' share of the refund: `money × goods ÷ total`, rounded to minor units
 */
export function netAmount(order: OrderAmounts): number {
  if (!isCounted(order)) return 0;
  const { goods, returned } = goodsAfterReturns(order);
  return goods - returned;
}

/** Returns what the goods of an order were sold for, without tax, and how much of that was given back. */
export function goodsAfterReturns(order: OrderAmounts): { goods: number; returned: number } {
  const goods = goodsOf(order);
  let back = 0;
  for (const { money, goods: told } of order.refunds)
    back += told ?? shareOf(money, Math.min(goods, order.total), order.total);
  return { goods, returned: Math.max(0, Math.min(goods, back)) };
}

/** Returns `money × part ÷ whole` rounded to integers, exact for large amounts. */
function shareOf(money: number, part: number, whole: number): number {
  if (whole <= 0) return money;
  const twice = (2n * BigInt(money) * BigInt(part)) / BigInt(whole);
  return Number((twice + 1n) / 2n);
}

/** Returns the total refunded. */
export const refundedAmount = ({ refunds }: Pick<OrderAmounts, 'refunds'>): number =>
  refunds.reduce((sum, { money }) => sum + money, 0);

/**
 * Returns whether an order counts in metrics. Orders with pending payment do, as in the store's own
 * sales reports.
 */
export const isCounted = ({
  test,
  cancelled,
  gift,
}: Pick<OrderAmounts, 'test' | 'cancelled' | 'gift'>): boolean => !test && !cancelled && !gift;

/** Derives the status of an order. */
export function orderStatus(order: OrderAmounts): OrderStatus {
  if (order.test) return 'test';
  if (order.cancelled) return 'cancelled';
  if (order.gift) return 'gift';
  const refunded = refundedAmount(order);
  if (refunded <= 0) return 'open';
  return refunded >= order.total ? 'refunded' : 'partly_refunded';
}

/** Prefix of refund ids derived from an export, which has only the total of all refunds. */
export const EXPORTED = 'export:';

/** Returns the refunds that count: one from an export counts only while the order has no other. */
export function countedRefunds<T extends { externalId: string }>(refunds: readonly T[]): readonly T[] {
  const exact = refunds.filter(({ externalId }) => !externalId.startsWith(EXPORTED));
  return exact.length > 0 ? exact : refunds;
}

/** An order as it is stored. */
export interface StoredAmounts extends Omit<OrderAmounts, 'refunds' | 'cancelled' | 'gift'> {
  currency: string;
  presentmentCurrency: string | null;
  presentmentTotal: number | null;
  cancelledAt: string | null;
  financialStatus: string | null;
  status: OrderStatus;
  attributes: readonly OrderAttribute[];
}

/**
 * Returns whether an order is a gift: it carries the attribute of a gift and costs nothing. Buyers can write cart
 * attributes too, so one that was paid for always counts. Attributes may have been erased since, so a gift stays one.
 */
const isGiftOrder = ({ total, status, attributes }: StoredAmounts): boolean =>
  total === 0 && (status === 'gift' || attributes.some(({ name }) => name === GIFT_ATTRIBUTE));

/** Returns a stored order's amounts in its currency. @param refunds all of the order */
export const amountsOf = (
  order: StoredAmounts,
  refunds: readonly (Parameters<typeof toStoreCurrency>[1] & { externalId: string })[],
): OrderAmounts => ({
  subtotal: order.subtotal,
  total: order.total,
  tax: order.tax,
  taxesIncluded: order.taxesIncluded,
  test: order.test,
  cancelled: order.cancelledAt !== null || order.financialStatus === 'voided',
  gift: isGiftOrder(order),
  refunds: countedRefunds(refunds).map((refund) => toStoreCurrency(order, refund)),
});
