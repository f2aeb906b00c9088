import { MAX_ORDER_LINES, type OrderLine, referenceOf } from '@troupe/domain/commerce/order';
import type { OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import type { PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { orderTable } from './order.table.ts';
import type { ImportEntry, OrderPiece } from './order-import.entry.ts';
import { jsonParameter, lockOrders, upsertOrders } from './order-ledger.queries.ts';

/** Outcome of a row. */
export interface RowResult {
  row: number;
  line: number | null;
  outcome: OrderRowOutcome;
  name: string;
  reason: string | null;
  orderId: string | null;
}

/** Where a file's orders are imported to. */
export interface ImportTarget {
  brandId: string;
  /** The chosen store, if any. */
  storeId: string | null;
  secretKey: string;
}

type Of<Kind extends ImportEntry['kind']> = Extract<ImportEntry, { kind: Kind }>;

const NOT_KNOWN = 'Order not found. Import the orders first.';
const NOTHING_NEW = 'Already imported, nothing newer';

/** Outcomes of a batch so far. */
class Outcome {
  readonly ends: RowResult[] = [];
  readonly placed: string[] = [];
  readonly changed: string[] = [];

  /** Sets the outcome of an entry's first row to `outcome` and of its other rows to `rest`. */
  end(
    { places, name }: ImportEntry,
    outcome: OrderRowOutcome,
    { rest = outcome, reason = null, orderId = null }: Partial<EntryEnd> = {},
  ): void {
    for (const [at, place] of places.entries())
      this.ends.push({ ...place, outcome: at === 0 ? outcome : rest, name, reason, orderId });
  }
}

interface EntryEnd {
  rest: OrderRowOutcome;
  reason: string | null;
  orderId: string | null;
}

/** Imports a batch. Returns the outcome of every row, and which orders are new or changed. */
export async function applyEntries(
  tx: Database,
  target: ImportTarget,
  entries: readonly ImportEntry[],
  now: Date,
): Promise<{ ends: RowResult[]; placed: string[]; changed: string[] }> {
  const outcome = new Outcome();
  for (const entry of entries)
    if (entry.kind === 'skipped' || entry.kind === 'rejected')
      outcome.end(entry, entry.kind, { reason: entry.reason });
  const orders = entries.filter((entry): entry is Of<'order'> => entry.kind === 'order');
  const refunds = entries.filter((entry): entry is Of<'refund'> => entry.kind === 'refund');
  const pieces = entries.filter((entry): entry is Of<'piece'> => entry.kind === 'piece');
  const parts = [...refunds, ...pieces].map(({ orderId }) => orderId);
  // Taken before locking any order, to avoid deadlocks.
  await lockOrders(tx, target.brandId);
  const whose = await storesOf(tx, target, [...orders.map(({ order }) => order.externalId), ...parts]);
  const storeOf = (externalId: string) => target.storeId ?? whose.get(externalId) ?? null;
  await applyOrders(tx, target, { orders, storeOf, now }, outcome);
  const known = await holdOrders(tx, target.brandId, parts);
  const added = applyPieces(known, pieces, outcome);
  await writePieces(
    tx,
    [...known.values()].filter(({ touched }) => touched),
  );
  await applyRefunds(tx, target, { refunds: [...refunds.map(toApplied), ...added], known, now }, outcome);
  const { ends, placed, changed } = outcome;
  return { ends: ends.sort((a, b) => a.row - b.row), placed, changed: [...new Set(changed)] };
}

async function applyOrders(
  tx: Database,
  target: ImportTarget,
  { orders, storeOf, now }: { orders: Of<'order'>[]; storeOf: (id: string) => string | null; now: Date },
  outcome: Outcome,
): Promise<void> {
  // If a file contains an order twice, the first one counts.
  const once = new Map<string, Of<'order'>>();
  for (const entry of orders)
    if (once.has(entry.order.externalId))
      outcome.end(entry, 'skipped', { reason: 'Duplicate order in this file' });
    else once.set(entry.order.externalId, entry);
  for (const [storeId, own] of groupBy([...once.values()], ({ order }) => storeOf(order.externalId))) {
    const taken = await upsertOrders(
      tx,
      { ...target, storeId, source: 'import' },
      { orders: own.map(({ order }) => ({ told: order, toldAt: order.updated })), refunds: [] },
      now,
    );
    outcome.placed.push(...taken.placed);
    outcome.changed.push(...taken.changed);
    const isNew = new Set(taken.placed);
    for (const entry of own) {
      const { externalId } = entry.order;
      const orderId = taken.idOf.get(externalId) ?? null;
      // A known order without changes can still have a new refund.
      if (taken.known.has(externalId) && !orderId) outcome.end(entry, 'skipped', { reason: NOTHING_NEW });
      else
        outcome.end(entry, orderId && isNew.has(orderId) ? 'imported' : 'merged', {
          rest: 'merged',
          orderId,
        });
    }
  }
}

/** A refund in a file with its entry. */
interface AppliedRefund {
  orderId: string;
  refund: PlatformRefund;
  entry: Of<'refund'> | Of<'piece'>;
}

const toApplied = (entry: Of<'refund'>): AppliedRefund => ({
  orderId: entry.orderId,
  refund: entry.refund,
  entry,
});

/** Adds parts to their locked orders; returns the refunds. */
function applyPieces(
  known: Map<string, Held>,
  pieces: readonly Of<'piece'>[],
  outcome: Outcome,
): AppliedRefund[] {
  const refunds: AppliedRefund[] = [];
  for (const entry of pieces) {
    const order = known.get(entry.orderId);
    if (!order) outcome.end(entry, 'rejected', { reason: NOT_KNOWN });
    else if (entry.piece.kind === 'refund') {
      const currency = /^[A-Z]{3}$/.test(entry.piece.currency) ? entry.piece.currency : order.currency;
      const money = toMinor(entry.piece.money, currency);
      const { id, created } = entry.piece;
      if (money === null || id === '') outcome.end(entry, 'rejected', { reason: 'Unreadable refund amount' });
      else {
        const refund = { id, money, currency, goods: null, goodsTax: 0, lines: null, created };
        refunds.push({ orderId: entry.orderId, refund, entry });
      }
    } else {
      const isMore = addPiece(order, entry.piece);
      if (isMore) {
        order.touched = true;
        outcome.changed.push(order.id);
      }
      endAsChange(outcome, entry, order, isMore);
    }
  }
  return refunds;
}

async function applyRefunds(
  tx: Database,
  target: ImportTarget,
  { refunds, known, now }: { refunds: readonly AppliedRefund[]; known: Map<string, Held>; now: Date },
  outcome: Outcome,
): Promise<void> {
  for (const one of refunds) {
    const order = known.get(one.orderId);
    if (!order) {
      outcome.end(one.entry, 'rejected', { reason: NOT_KNOWN });
      continue;
    }
    const taken = await upsertOrders(
      tx,
      { ...target, storeId: order.storeId, source: 'import' },
      { orders: [], refunds: [one] },
      now,
    );
    outcome.changed.push(...taken.changed);
    endAsChange(outcome, one.entry, order, taken.changed.length > 0);
  }
}

const endAsChange = (outcome: Outcome, entry: ImportEntry, { id }: Held, isMore: boolean) =>
  outcome.end(entry, isMore ? 'merged' : 'skipped', { reason: isMore ? null : NOTHING_NEW, orderId: id });

function groupBy<T, K>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    groups.set(key, [...(groups.get(key) ?? []), thing]);
  }
  return groups;
}

/** Returns the stores of orders with these ids. */
async function storesOf(
  tx: Database,
  { brandId, storeId }: ImportTarget,
  externalIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (storeId || externalIds.length === 0) return new Map();
  const rows = await tx
    .select({ externalId: orderTable.externalId, storeId: orderTable.storeId })
    .from(orderTable)
    .where(
      and(
        eq(orderTable.brandId, brandId),
        sql`${orderTable.externalId} = any(${sql.param([...externalIds])}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [row.externalId, row.storeId]));
}

type Held = typeof orderTable.$inferSelect & { touched: boolean };

async function holdOrders(
  tx: Database,
  brandId: string,
  externalIds: readonly string[],
): Promise<Map<string, Held>> {
  if (externalIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(orderTable)
    .where(
      and(
        eq(orderTable.brandId, brandId),
        sql`${orderTable.externalId} = any(${sql.param([...new Set(externalIds)])}::text[])`,
      ),
    )
    .orderBy(orderTable.externalId)
    .for('update');
  return new Map(rows.map((row) => [row.externalId, { ...row, touched: false }]));
}

/** Adds a part to an order; false if it already has it. */
function addPiece(order: Held, piece: Exclude<OrderPiece, { kind: 'refund' }>): boolean {
  const money = (amount: string) => (amount === '' ? null : toMinor(amount, order.currency));
  if (piece.kind === 'code') {
    const code = piece.code.trim().toLowerCase();
    if (order.discountCodes.includes(code)) return false;
    order.discounts.push({ code: piece.code, amount: money(piece.amount), type: piece.type.trim() || null });
    order.discountCodes.push(code);
    return true;
  }
  if (piece.kind === 'attribute') {
    const { name, value } = piece;
    if (order.redactedAt || order.attributes.some((one) => one.name === name && one.value === value))
      return false;
    order.attributes.push({ name, value });
    order.ref ??= referenceOf(order.attributes, null);
    return true;
  }
  if (order.lines.length >= MAX_ORDER_LINES || order.lines.some(({ id }) => id === piece.id)) return false;
  const line: OrderLine = {
    id: piece.id || null,
    title: piece.title,
    sku: piece.sku || null,
    quantity: piece.quantity,
    price: money(piece.price),
    discount: money(piece.discount),
  };
  order.lines.push(line);
  return true;
}

async function writePieces(tx: Database, orders: readonly Held[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ id, discounts, discountCodes, attributes, lines, ref }) => ({
    id,
    discounts,
    discount_codes: discountCodes,
    attributes,
    lines,
    ref,
  }));
  await tx.execute(sql`
    update store_order set discounts = told.discounts,
      discount_codes = array(select jsonb_array_elements_text(told.discount_codes)), attributes = told.attributes,
      lines = told.lines, ref = told.ref
    from jsonb_to_recordset(${jsonParameter(rows)})
      as told(id uuid, discounts jsonb, discount_codes jsonb, attributes jsonb, lines jsonb, ref text)
    where store_order.id = told.id`);
}
