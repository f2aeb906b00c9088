import { paymentStatus } from '@troupe/domain/commerce/order-money';
import { toMinor } from '@troupe/domain/money';
import type { Cells, ImportEntry, OrderPiece, Place } from './order-import.entry.ts';
import { parseTime } from './order-import.export.ts';

/** A supported table of orders or order parts, recognized by its columns. */
export interface KnownTable {
  kind: string;
  columns: readonly string[];
  needsCurrency?: boolean;
  read(cells: Cells, place: Place, currency: string): ImportEntry;
}

const ID = /^\d{1,19}$/;
/** Anonymized exports contain a hash instead of personal data. */
const isHash = (text: string) => /^[0-9a-f]{32}$/.test(text);
const plain = (text: string) => (isHash(text) ? '' : text);

function entry(place: Place, name: string, rest: Reading): ImportEntry {
  return { places: [place], name: name.slice(0, 200), ...rest };
}
type Reading = ImportEntry extends infer One
  ? One extends ImportEntry
    ? Omit<One, 'places' | 'name'>
    : never
  : never;

const skip = (kind: string, columns: readonly string[], reason: string): KnownTable => ({
  kind,
  columns,
  read: (cells, place) =>
    entry(place, cells('code') || cells('title') || cells('order_id') || cells('id'), {
      kind: 'skipped',
      reason,
    }),
});

function pieceOf(
  kind: string,
  columns: readonly string[],
  read: (cells: Cells) => OrderPiece | { skipped: string } | { rejected: string },
): KnownTable {
  return {
    kind,
    columns,
    read(cells, place) {
      const orderId = cells('order_id');
      if (!ID.test(orderId)) return entry(place, orderId, { kind: 'rejected', reason: 'Order is missing' });
      const made = read(cells);
      if ('skipped' in made) return entry(place, orderId, { kind: 'skipped', reason: made.skipped });
      if ('rejected' in made) return entry(place, orderId, { kind: 'rejected', reason: made.rejected });
      return entry(place, orderId, { kind: 'piece', orderId, piece: made });
    },
  };
}

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1');

/** Columns of an order table. */
export const ORDER_COLUMNS = [
  'id',
  'currency',
  'total_price',
  'subtotal_price',
  'created_at',
  'financial_status',
];

/** Tables with more distinguishing columns come first. */
export const KNOWN_TABLES: readonly KnownTable[] = [
  {
    kind: 'Conversions by influencer',
    columns: ['tracking_id', 'source', 'transaction_date', 'orders', 'revenue'],
    needsCurrency: true,
    read: conversion,
  },
  skip('Shopify table of draft orders', ['id', 'invoice_sent_at', 'status'], 'A draft order, not a sale'),
  {
    kind: 'Shopify table of orders',
    columns: ORDER_COLUMNS,
    read: order,
  },
  pieceOf(
    'Shopify table of transactions',
    ['order_id', 'id', 'amount', 'kind', 'gateway', 'status'],
    (cells) => {
      if (cells('kind') !== 'refund') return { skipped: `Not a refund: ${cells('kind') || 'payment'}` };
      if (cells('status') !== 'success') return { skipped: 'This refund failed' };
      return {
        kind: 'refund',
        id: cells('refund_id') || cells('id'),
        money: cells('amount'),
        currency: cells('currency'),
        created: parseTime(cells('created_at')),
      };
    },
  ),
  pieceOf('Shopify table of order lines', ['order_id', 'id', 'price', 'quantity', 'title'], (cells) =>
    /^\d{1,9}$/.test(cells('quantity'))
      ? {
          kind: 'line',
          id: cells('id'),
          title: plain(cells('title')).slice(0, 500),
          sku: plain(cells('sku')),
          quantity: Number(cells('quantity')),
          price: cells('price'),
          discount: cells('total_discount'),
        }
      : { rejected: 'Invalid quantity' },
  ),
  pieceOf('Shopify table of discount codes of orders', ['order_id', 'code', 'amount', 'type'], (cells) =>
    cells('code') === ''
      ? { rejected: 'Code is missing' }
      : {
          kind: 'code',
          code: cells('code').slice(0, 200),
          amount: cells('amount'),
          type: cells('type').slice(0, 50),
        },
  ),
  {
    kind: 'Shopify table of refunded lines',
    columns: ['refund_id', 'order_line_id', 'subtotal'],
    read: (cells, place) =>
      entry(place, cells('refund_id'), {
        kind: 'rejected',
        reason: 'Order ID is missing',
      }),
  },
  skip(
    'Shopify table of adjustments',
    ['order_id', 'refund_id', 'amount', 'kind'],
    'Imported with its refund',
  ),
  skip('Shopify table of refunds', ['id', 'order_id', 'restock'], 'This row has no refund amount'),
  pieceOf('Shopify table of cart attributes', ['order_id', 'name', 'value'], (cells) => ({
    kind: 'attribute',
    name: cells('name').slice(0, 200),
    value: unquoted(cells('value')).slice(0, 2000),
  })),
  pieceOf('Shopify table of landing page tags', ['order_id', 'key', 'value'], (cells) => ({
    kind: 'attribute',
    name: cells('key').slice(0, 200),
    value: unquoted(cells('value')).slice(0, 2000),
  })),
  ...[
    ['discount_id', 'discount_type', 'code'],
    ['starts_at', 'status', 'usage_limit'],
    ['order_line_id', 'discount_application_index', 'amount'],
    ['order_id', 'allocation_method', 'target_selection'],
  ].map((columns) => skip('Shopify table of discounts', columns, 'A discount, not an order')),
  skip('Shopify table of tags', ['order_id', 'value', 'index'], "Order tags aren't imported"),
];

function order(read: Cells, place: Place): ImportEntry {
  // GraphQL writes ids as gid://shopify/Order/1 and statuses as PAID.
  const cells: Cells = (column) => {
    const cell = read(column);
    if (column === 'id' || column === 'customer_id')
      return cell.replace(/^gid:\/\/shopify\/(?:Order|Customer)\//, '');
    return /_status$/.test(column) ? cell.toLowerCase() : cell;
  };
  if (/\/DraftOrder\//.test(cells('id')))
    return entry(place, cells('name'), { kind: 'skipped', reason: 'A draft order, not a sale' });
  const number = cells('order_number') ? `#${cells('order_number')}` : cells('id');
  const name = plain(cells('name')) || number;
  const rejected = (reason: string) => entry(place, name, { kind: 'rejected', reason });
  const currency = cells('currency');
  if (!ID.test(cells('id'))) return rejected('Order ID is missing');
  if (!/^[A-Z]{3}$/.test(currency)) return rejected('Currency is missing');
  const placed = parseTime(cells('created_at'));
  if (!placed) return rejected('Invalid date and time in “created_at”');
  const money = (column: string) => toMinor(cells(column) || '0', currency);
  const columns = ['total_price', 'subtotal_price', 'total_tax', 'total_discounts'];
  const amounts = columns.map(money);
  const [total, subtotal, tax, discount] = amounts as [number, number, number, number];
  if (amounts.includes(null)) {
    const bad = columns.find((column) => money(column) === null) ?? '';
    return rejected(`Invalid amount in “${bad}”: ${cells(bad).slice(0, 80)}`);
  }
  const taxesIncluded = /^true$/i.test(cells('taxes_included'));
  return entry(place, name, {
    kind: 'order',
    order: {
      externalId: cells('id'),
      name,
      placed,
      currency,
      total,
      subtotal,
      tax,
      discount,
      taxesIncluded,
      updated: parseTime(cells('updated_at')) ?? placed,
      cancelled: parseTime(cells('cancelled_at')),
      financialStatus: paymentStatus(cells('financial_status'), total, money('total_outstanding')),
      fulfillmentStatus: cells('fulfillment_status') || null,
      test: /^true$/i.test(cells('test')),
      shipping: Math.max(0, total - subtotal - (taxesIncluded ? 0 : tax)),
      presentment: null,
      discounts: [],
      attributes: [],
      lines: null,
      ref: null,
      refunds: [],
      landingSite: plain(cells('landing_site_base_url')) || null,
      referringSite: plain(cells('referring_site')) || null,
      customerId: ID.test(cells('customer_id')) ? cells('customer_id') : null,
      buyerEmail: null,
    },
  });
}

/** Reads a conversion from an affiliate tracking tool as one order. */
function conversion(cells: Cells, place: Place, currency: string): ImportEntry {
  const id = cells('tracking_id');
  const name = `Conversion ${id}`;
  const rejected = (reason: string) => entry(place, name, { kind: 'rejected', reason });
  if (!ID.test(id)) return rejected('Conversion ID is missing');
  const placed = parseTime(cells('transaction_date'));
  if (!placed) return rejected('Invalid date in “transaction_date”');
  const total = toMinor(cells('revenue'), currency);
  if (total === null) return rejected('Invalid amount in “revenue”');
  const quantity = Number(/^\d{1,9}(?:\.0)?$/.test(cells('orders')) ? cells('orders') : 'NaN');
  if (Number.isNaN(quantity)) return rejected('Invalid number in “orders”');
  if (quantity === 0) return entry(place, name, { kind: 'skipped', reason: 'No orders in this row' });
  // Tables with missing values write ids as decimals.
  const ref = cells('influencer_id').replace(/\.0$/, '');
  return entry(place, name, {
    kind: 'order',
    order: {
      externalId: `tracking:${id}`,
      name,
      placed,
      updated: placed,
      currency,
      total,
      subtotal: total,
      cancelled: null,
      financialStatus: null,
      fulfillmentStatus: null,
      test: false,
      discount: 0,
      tax: 0,
      shipping: 0,
      taxesIncluded: false,
      presentment: null,
      discounts: [],
      refunds: [],
      attributes: ['source', 'campaign']
        .filter((column) => cells(column) !== '')
        .map((column) => ({ name: column, value: cells(column).slice(0, 2000) })),
      lines: [
        { id: null, title: cells('product').slice(0, 500), sku: null, quantity, price: null, discount: null },
      ],
      ref: ref.slice(0, 200) || null,
      landingSite: null,
      referringSite: null,
      customerId: cells('user_id').slice(0, 100) || null,
      buyerEmail: null,
    },
  });
}
