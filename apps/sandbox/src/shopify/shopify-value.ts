import type { Minor, OrderDiscount, OrderLine, ShopOrder } from './shopify-entity.ts';

const digits = new Map<string, number>();

/** Digits after the point: 2 for USD, 0 for JPY. */
export function digitsOf(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    known = format.resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}

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

/** Whole seconds, as GraphQL tells them: `2026-05-01T14:00:00Z`. */
export const secondOf = (iso: string): string => `${iso.slice(0, 19)}Z`;

const offsets = new Map<string, string>();

/** Whole seconds in the store's own time, as webhooks tell them: `2026-05-01T10:00:00-04:00`. */
export function localTime(iso: string, timezone: string): string {
  const at = new Date(iso);
  const key = `${timezone} ${Math.floor(at.getTime() / 3_600_000)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    offset = /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
    if (offsets.size > 10_000) offsets.clear();
    offsets.set(key, offset);
  }
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const moved = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  return `${new Date(at.getTime() + moved).toISOString().slice(0, 19)}${offset}`;
}

const SUPPORTED_VERSIONS = 4;

/** The API version of a quarter, some quarters from now: `2026-10`. */
export function versionOf(away = 0): string {
  const now = new Date();
  const quarters = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3) + away;
  return `${Math.floor(quarters / 4)}-${String((quarters % 4) * 3 + 1).padStart(2, '0')}`;
}

/** The version that answers: the one asked for, the oldest supported one where it has expired, null for no version. */
export function answeringVersion(asked: string): string | null {
  if (!/^20\d\d-(01|04|07|10)$/.test(asked) || asked > versionOf(1)) return null;
  const oldest = versionOf(1 - SUPPORTED_VERSIONS);
  return asked < oldest ? oldest : asked;
}
