import type { Minor, OrderDiscount, OrderLine, ShopOrder } from './shopify-entity.ts';

const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);

/** What the goods cost before anything is taken off. */
export const goodsOf = (order: ShopOrder): Minor =>
  sum(order.lines.map(({ price, quantity }) => price * quantity));

export const discountOf = (order: ShopOrder): Minor => sum(order.lines.map(({ discount }) => discount));

export const subtotalOf = (order: ShopOrder): Minor => goodsOf(order) - discountOf(order);

export const totalOf = (order: ShopOrder): Minor => subtotalOf(order) + order.shipping + order.tax;

export const refundedOf = (order: ShopOrder): Minor => sum(order.refunds.map(({ amount }) => amount));

/** What one piece of a line came to after the discount. */
export const pieceOf = ({ price, quantity, discount }: OrderLine): Minor =>
  Math.round(price - discount / quantity);

/** Pieces of a line that were not given back yet. */
export const leftOf = (order: ShopOrder, line: OrderLine): number =>
  line.quantity -
  sum(
    order.refunds.flatMap(({ lines }) =>
      lines.filter((one) => one.lineId === line.id).map((one) => one.quantity),
    ),
  );

export type FinancialStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided';

export function financialStatusOf(order: ShopOrder): FinancialStatus {
  if (!order.paid) return order.cancelledAt ? 'voided' : 'pending';
  const refunded = refundedOf(order);
  if (refunded === 0) return 'paid';
  return refunded >= totalOf(order) ? 'refunded' : 'partially_refunded';
}

/** Spreads a discount over the lines; the last one takes what rounding leaves. */
export function discountLines(lines: OrderLine[], { kind, value }: OrderDiscount): void {
  const goods = sum(lines.map(({ price, quantity }) => price * quantity));
  const whole = kind === 'percentage' ? Math.round((goods * value) / 100) : Math.min(value, goods);
  let left = whole;
  for (const [at, line] of lines.entries()) {
    const share = goods === 0 ? 0 : Math.round((whole * line.price * line.quantity) / goods);
    line.discount = at === lines.length - 1 ? left : Math.min(share, left);
    left -= line.discount;
  }
}
