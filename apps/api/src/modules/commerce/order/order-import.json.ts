import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import type { ImportEntry } from './order-import.entry.ts';
import { parseTime } from './order-import.export.ts';

/** Parses store objects; throws if the format is wrong. */
export interface StoreReader {
  readOrder(body: unknown): PlatformOrder;
  readRefund(body: unknown, books: string | null): { orderId: string; refund: PlatformRefund };
}

type Fields = Record<string, unknown>;

/** Reasons for skipping other objects of Shopify's API. */
const DRAFT = 'A draft order, not a sale';
const OTHERS: Record<string, string> = {
  draft_order: DRAFT,
  draft_orders: DRAFT,
  draftOrder: DRAFT,
  draftOrders: DRAFT,
  discount_code: 'A discount code, not an order',
  discount_codes: 'A discount code, not an order',
  price_rule: 'A discount rule, not an order',
  price_rules: 'A discount rule, not an order',
  webhook: 'A webhook subscription, not an order',
  webhooks: 'A webhook subscription, not an order',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a document, each with the name of its list. */
export function objectsIn(document: unknown): { what: string; value: unknown }[] {
  if (Array.isArray(document)) return document.map((value) => ({ what: '', value }));
  if (!isFields(document)) return [{ what: '', value: document }];
  const [only, ...more] = Object.entries(document);
  if (
    only &&
    more.length === 0 &&
    typeof only[1] === 'object' &&
    only[1] !== null &&
    only[0] !== 'properties'
  ) {
    const [what, value] = only;
    return Array.isArray(value) ? value.map((one) => ({ what, value: one })) : [{ what, value }];
  }
  return [{ what: '', value: document }];
}

/**
 * Reads an object. @param row one-based position @param currency of amounts that name none; may be
 * empty
 */
export function readObject(
  reader: StoreReader,
  { what, value }: { what: string; value: unknown },
  row: number,
  currency: string,
): ImportEntry {
  const fields: Fields = isFields(value) ? value : {};
  const name = nameOf(fields);
  const base = { places: [{ row, line: null }], name };
  const reason = OTHERS[what] ?? (isDraft(fields) ? DRAFT : undefined);
  if (reason) return { ...base, kind: 'skipped', reason };
  if (what === 'transactions' || what === 'transaction') return readTransaction(base, fields);
  if ('order_id' in fields && ('refund_line_items' in fields || 'transactions' in fields))
    return attempt(base, "Couldn't read this refund", () => ({
      kind: 'refund',
      ...reader.readRefund(fields, currency || null),
    }));
  if (!('id' in fields) || !('total_price' in fields))
    return { ...base, kind: 'rejected', reason: 'Not an order: no ID or total' };
  return attempt(base, "Couldn't read this order", () => ({
    kind: 'order',
    order: reader.readOrder(fields),
  }));
}

/** Drafts in webhooks don't name their type. */
const isDraft = (fields: Fields) =>
  String(fields.admin_graphql_api_id ?? '').includes('/DraftOrder/') ||
  String(fields.id ?? '').includes('/DraftOrder/') ||
  'invoice_sent_at' in fields;

type Base = Pick<ImportEntry, 'places' | 'name'>;
type Rest = ImportEntry extends infer One
  ? One extends ImportEntry
    ? Omit<One, 'places' | 'name'>
    : never
  : never;

function attempt(base: Base, reason: string, read: () => Rest): ImportEntry {
  try {
    return { ...base, ...read() };
  } catch (error) {
    const [issue] = (error as { issues?: { path: PropertyKey[] }[] }).issues ?? [];
    const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : '';
    return { ...base, kind: 'rejected', reason: reason + where };
  }
}

function readTransaction(base: Base, fields: Fields): ImportEntry {
  const text = (name: string) =>
    ['string', 'number'].includes(typeof fields[name]) ? String(fields[name]) : '';
  if (text('kind') !== 'refund')
    return { ...base, kind: 'skipped', reason: `Not a refund: ${text('kind') || 'payment'}` };
  if (text('status') !== 'success') return { ...base, kind: 'skipped', reason: 'This refund failed' };
  const orderId = text('order_id');
  if (!/^\d{1,19}$/.test(orderId)) return { ...base, kind: 'rejected', reason: 'Order is missing' };
  const piece = {
    kind: 'refund' as const,
    id: text('id'),
    money: text('amount'),
    currency: text('currency'),
    created: parseTime(text('created_at')),
  };
  return { ...base, kind: 'piece', orderId, piece };
}

function nameOf(fields: Fields): string {
  const found = [fields.name, fields.order_id, fields.code, fields.title, fields.topic, fields.id].find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return String(found ?? '')
    .replaceAll('\u0000', '')
    .toWellFormed()
    .slice(0, 200);
}
