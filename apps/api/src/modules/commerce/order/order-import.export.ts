import { MAX_ORDER_LINES, type OrderAttribute } from '@troupe/domain/commerce/order';
import { EXPORTED, paymentStatus } from '@troupe/domain/commerce/order-money';
import type { PlatformOrder } from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import type { Cells, ImportEntry, Place } from './order-import.entry.ts';

/**
 * Parses Shopify's time formats: `2025-05-11 09:55:16 -0400`, `2020-09-11 19:35:42.000`; null if
 * invalid.
 */
export function parseTime(text: string): string | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!parts) return null;
  const [, day, time = '00:00:00', zone = 'Z'] = parts;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = new Date(`${day}T${time.slice(0, 12)}${offset}`);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : null;
}

/** Whether the first row of an order has a global id; older exports have only names. */
export const hasId = (first: Cells): boolean => /^\d{1,19}$/.test(first('id'));

/**
 * Reads an order from the rows of Shopify's export: the first has the order, each has one line
 * item.
 */
export function readExport(rows: readonly { place: Place; cells: Cells }[]): ImportEntry {
  const places = rows.map(({ place }) => place);
  const first = rows[0]?.cells ?? (() => '');
  const name = first('name').slice(0, 200);
  const rejected = (reason: string): ImportEntry => ({ places, name, kind: 'rejected', reason });
  if (name === '') return rejected('Order name is missing');
  const currency = first('currency');
  if (!/^[A-Z]{3}$/.test(currency)) return rejected('The first row of this order has no currency');
  const placed = parseTime(first('created at'));
  if (!placed) return rejected('Invalid date and time in “Created at”');
  const bad = ['total', 'subtotal', 'shipping', 'taxes', 'discount amount', 'refunded amount'].find(
    (column) => first(column) !== '' && toMinor(first(column), currency) === null,
  );
  if (bad) return rejected(`Invalid amount in “${bad}”: ${first(bad).slice(0, 80)}`);
  return {
    places,
    name,
    kind: 'order',
    order: orderOf(
      rows.map(({ cells }) => cells),
      name,
      currency,
      placed,
    ),
  };
}

function orderOf(rows: readonly Cells[], name: string, currency: string, placed: string): PlatformOrder {
  const first = rows[0] as Cells;
  const money = (cells: Cells, column: string) => toMinor(cells(column) || '0', currency) ?? 0;
  const [total, subtotal, shipping, tax] = ['total', 'subtotal', 'shipping', 'taxes'].map((column) =>
    money(first, column),
  ) as [number, number, number, number];
  const cancelled = parseTime(first('cancelled at'));
  // The export has no modification time, so use the latest known time.
  const updated = [placed, cancelled, parseTime(first('paid at')), parseTime(first('fulfilled at'))]
    .filter((at) => at !== null)
    .sort()
    .at(-1) as string;
  const externalId = hasId(first) ? first('id') : `name:${name}`;
  const refunded = money(first, 'refunded amount');
  const codes = first('discount code')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  return {
    externalId,
    name,
    placed,
    updated,
    cancelled,
    test: false,
    currency,
    total,
    subtotal,
    shipping,
    tax,
    financialStatus: paymentStatus(first('financial status'), total, money(first, 'outstanding balance')),
    fulfillmentStatus: first('fulfillment status').replace('unfulfilled', '') || null,
    discount: money(first, 'discount amount'),
    taxesIncluded: tax > 0 && subtotal + shipping === total,
    presentment: null,
    discounts: codes.map((code) => ({
      code: code.slice(0, 200),
      amount: codes.length === 1 ? money(first, 'discount amount') : null,
      type: null,
    })),
    attributes: attributesOf(first('note attributes')),
    lines: rows.slice(0, MAX_ORDER_LINES).map((cells) => ({
      id: null,
      title: cells('lineitem name').slice(0, 500),
      sku: cells('lineitem sku') || null,
      quantity: /^\d{1,9}$/.test(cells('lineitem quantity')) ? Number(cells('lineitem quantity')) : 0,
      price: toMinor(cells('lineitem price'), currency),
      discount: toMinor(cells('lineitem discount') || '0', currency),
    })),
    ref: null,
    landingSite: null,
    referringSite: null,
    customerId: null,
    buyerEmail: null,
    refunds:
      refunded > 0
        ? [
            {
              id: EXPORTED + externalId,
              money: refunded,
              currency,
              goods: null,
              goodsTax: 0,
              lines: null,
              created: null,
            },
          ]
        : [],
  };
}

/** Parses `name: value` lines. */
const attributesOf = (text: string): OrderAttribute[] =>
  text
    .split('\n')
    .map((line) => /^([^:]{1,200}): ?(.*)$/.exec(line.trim()))
    .filter((parts) => parts !== null)
    .slice(0, 100)
    .map(([, name = '', value = '']) => ({ name: name.trim(), value: value.slice(0, 2000) }));
