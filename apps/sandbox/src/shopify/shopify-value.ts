import type { Minor, OrderDiscount, OrderLine, ShopOrder } from './shopify-entity.ts';

/** Digits after the point: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2);

/** As webhooks write it: `85.00`, `1500` for yen. */
export const plainAmount = (amount: Minor, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** As GraphQL writes it, without needless zeros but with one digit after the point: `85.0`, `85.25`. */
export function decimalAmount(amount: Minor, currency: string): string {
  const text = String(Number(plainAmount(amount, currency)));
  return text.includes('.') ? text : `${text}.0`;
}

/** Minor units of one currency in those of another. */
export const convert = (amount: Minor, from: string, to: string, rate: number): Minor =>
  from === to ? amount : Math.round((amount / 10 ** digitsOf(from)) * rate * 10 ** digitsOf(to));

const DOLLARS: Record<string, number> = { USD: 1, EUR: 1.09, GBP: 1.27, JPY: 0.0066, CAD: 0.73 };

/** The rate between two currencies; 1 for those the sandbox has no rate of. */
export const rateOf = (from: string, to: string): number =>
  from === to ? 1 : (DOLLARS[from] ?? 1) / (DOLLARS[to] ?? DOLLARS[from] ?? 1);

const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);

/** What the goods cost before anything is taken off. */
export const goodsOf = ({ lines }: ShopOrder): Minor =>
  sum(lines.map(({ price, quantity }) => price * quantity));
export const discountOf = ({ lines }: ShopOrder): Minor => sum(lines.map(({ discount }) => discount));
export const subtotalOf = (order: ShopOrder): Minor => goodsOf(order) - discountOf(order);
export const totalOf = (order: ShopOrder): Minor => subtotalOf(order) + order.shipping + order.tax;
export const refundedOf = ({ refunds }: ShopOrder): Minor => sum(refunds.map(({ amount }) => amount));

/** What one piece of a line came to after the discount. */
export const pieceOf = ({ price, quantity, discount }: OrderLine): Minor =>
  Math.round(price - discount / quantity);

/** Pieces of a line that were not refunded yet. */
export const leftOf = ({ refunds }: ShopOrder, { id, quantity }: OrderLine): number =>
  quantity -
  sum(refunds.flatMap(({ lines }) => lines.filter((one) => one.lineId === id).map((one) => one.quantity)));

export function financialStatusOf(
  order: ShopOrder,
): 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' {
  if (!order.paid) return order.cancelledAt ? 'voided' : 'pending';
  const refunded = refundedOf(order);
  if (refunded === 0) return 'paid';
  return refunded >= totalOf(order) ? 'refunded' : 'partially_refunded';
}

/** Takes a discount off the one line of an order. */
export function discountLines([line]: OrderLine[], { kind, value }: OrderDiscount): void {
  if (!line) return;
  const goods = line.price * line.quantity;
  line.discount = kind === 'percentage' ? Math.round((goods * value) / 100) : Math.min(value, goods);
}

/** Whole seconds, as GraphQL tells them: `2026-05-01T14:00:00Z`. */
export const secondOf = (iso: string): string => `${iso.slice(0, 19)}Z`;

/** Whole seconds in the store's own time, as webhooks tell them: `2026-05-01T10:00:00-04:00`. */
export function localTime(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [offset = '+00:00', sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const moved = Number(`${sign ?? '+'}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return `${new Date(Date.parse(iso) + moved).toISOString().slice(0, 19)}${offset}`;
}
