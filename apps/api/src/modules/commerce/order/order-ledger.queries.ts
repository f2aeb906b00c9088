import { type OrderSource, referenceOf } from '@troupe/domain/commerce/order';
import {
  isCounted,
  netAmount,
  type OrderAmounts,
  orderStatus,
  refundedAmount,
  toStoreCurrency,
} from '@troupe/domain/commerce/order-money';
import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { orderTable, orderRefundTable as refundTable } from './order.table.ts';
import { customerKeyOf } from './order-customer.ts';
import { EXPORTED } from './order-import.export.ts';

/** Whose ledger something goes into. `storeId` is null for files that name no store. */
export interface Ledger {
  brandId: string;
  storeId: string | null;
  source: OrderSource;
  /** Makes buyers recognisable without saying who they are. */
  secretKey: string;
}

/** What is to be written down: orders with the moment in which they were as told, and refunds by themselves. */
export interface LedgerEntries {
  orders: readonly { told: PlatformOrder; toldAt: string }[];
  refunds: readonly { orderId: string; refund: PlatformRefund }[];
}

/** What came of it, as ids of the ledger. */
export interface LedgerOutcome {
  placed: string[];
  changed: string[];
  /** Ids at the store of orders of which something newer was known. */
  known: Set<string>;
  /** Ids at the store -> ids of the ledger, for every order that was touched. */
  idOf: Map<string, string>;
}

/**
 * Holds a brand's ledger until the transaction ends: a refund and its new order in two transactions at once would not
 * see each other, and the order would stand as if nothing went back. By brand, because an order of a file may become a
 * store's. Whoever writes for several brands takes them in the order of their ids.
 */
export async function holdLedger(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${brandId}`}, 0))`);
}

/**
 * Writes orders and refunds into the ledger. Repeating it changes nothing; in whatever order words come, the latest
 * one stands. Amounts are reckoned anew for every order that something came in for.
 */
export async function takeIntoLedger(
  tx: Database,
  ledger: Ledger,
  entries: LedgerEntries,
  now: Date,
): Promise<LedgerOutcome> {
  await holdLedger(tx, ledger.brandId);
  const orders = newestOf(entries.orders);
  const ids = orders.map(({ told }) => told.externalId);
  if (ledger.storeId) await adopt(tx, ledger.brandId, ledger.storeId, ids);
  const written = await upsert(tx, ledger, orders, now);
  const refunds = [
    ...entries.refunds,
    ...orders.flatMap(({ told }) => told.refunds.map((refund) => ({ orderId: told.externalId, refund }))),
  ];
  const refunded = await insertRefunds(tx, ledger, refunds, now);
  const touched = [...new Set([...written.map(({ externalId }) => externalId), ...refunded])];
  const reckoned = await reckon(tx, ledger, touched);
  const placed = written.filter(({ added }) => added).map(({ id }) => id);
  const added = new Set(placed);
  const changed = new Set(written.map(({ externalId }) => externalId));
  return {
    placed,
    changed: reckoned.filter(({ id }) => !added.has(id)).map(({ id }) => id),
    known: new Set(ids.filter((id) => !changed.has(id))),
    idOf: new Map(reckoned.map(({ id, externalId }) => [externalId, id])),
  };
}

/** Of several words about one order the latest. */
function newestOf(orders: LedgerEntries['orders']) {
  const newest = new Map<string, (typeof orders)[number]>();
  const isLater = (a: (typeof orders)[number], b: (typeof orders)[number]) =>
    a.told.updated === b.told.updated ? a.toldAt >= b.toldAt : a.told.updated > b.told.updated;
  for (const entry of orders) {
    const before = newest.get(entry.told.externalId);
    if (!before || isLater(entry, before)) newest.set(entry.told.externalId, entry);
  }
  // Always in the same order, so that two that write the same orders do not wait for each other.
  return [...newest.values()].sort((a, b) => (a.told.externalId < b.told.externalId ? -1 : 1));
}

/** Orders that a file brought without naming their store become the store's. */
async function adopt(tx: Database, brandId: string, storeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql.param([...ids]);
  const rows = await tx
    .update(orderTable)
    .set({ storeId })
    .where(
      and(
        eq(orderTable.brandId, brandId),
        isNull(orderTable.storeId),
        sql`${orderTable.externalId} = any(${list}::text[])`,
        sql`not exists (select from store_order own where own.brand_id = ${brandId}::uuid
          and own.store_id = ${storeId}::uuid and own.external_id = ${orderTable.externalId})`,
      ),
    )
    .returning({ id: orderTable.externalId });
  if (rows.length > 0)
    await tx
      .update(refundTable)
      .set({ storeId })
      .where(
        and(
          eq(refundTable.brandId, brandId),
          isNull(refundTable.storeId),
          inArray(
            refundTable.orderExternalId,
            rows.map(({ id }) => id),
          ),
        ),
      );
}

interface Written {
  id: string;
  externalId: string;
  added: boolean;
}

async function upsert(
  tx: Database,
  ledger: Ledger,
  orders: readonly { told: PlatformOrder; toldAt: string }[],
  now: Date,
): Promise<Written[]> {
  if (orders.length === 0) return [];
  const rows = orders.map(({ told, toldAt }) => ({
    id: newId(),
    external_id: told.externalId,
    name: told.name.slice(0, 200),
    placed_at: told.placed,
    changed_at: told.updated,
    told_at: toldAt,
    cancelled_at: told.cancelled,
    financial_status: told.financialStatus,
    fulfillment_status: told.fulfillmentStatus,
    test: told.test,
    currency: told.currency,
    total: told.total,
    subtotal: told.subtotal,
    discount: told.discount,
    tax: told.tax,
    shipping: told.shipping,
    taxes_included: told.taxesIncluded,
    presentment_currency: told.presentment?.currency ?? null,
    presentment_total: told.presentment?.total ?? null,
    discounts: told.discounts,
    discount_codes: told.discounts.map(({ code }) => code.trim().toLowerCase()),
    attributes: told.attributes,
    lines: told.lines,
    ref: referenceOf(told.attributes, told.landingSite, told.ref),
    landing_site: told.landingSite,
    referring_site: told.referringSite,
    customer_key: told.customerId ? customerKeyOf(ledger.secretKey, ledger.brandId, told.customerId) : null,
  }));
  // What a shorter word leaves out is kept; what was removed on request stays removed.
  const { rows: written } = await tx.execute<{ id: string; external_id: string; added: boolean }>(sql`
    insert into store_order as kept (id, brand_id, store_id, source, external_id, name, placed_at, changed_at, told_at,
      cancelled_at, financial_status, fulfillment_status, test, currency, total, subtotal, discount, tax, shipping,
      taxes_included, presentment_currency, presentment_total, status, counted, discounts, discount_codes, attributes,
      lines, ref, landing_site, referring_site, customer_key, created_at)
    select id, ${ledger.brandId}::uuid, ${ledger.storeId}::uuid, ${ledger.source}, external_id, name, placed_at,
      changed_at, told_at, cancelled_at, financial_status, fulfillment_status, test, currency, total, subtotal,
      discount, tax, shipping, taxes_included, presentment_currency, presentment_total, 'open', false, discounts,
      array(select jsonb_array_elements_text(discount_codes)), attributes, coalesce(lines, '[]'::jsonb), ref,
      landing_site, referring_site, customer_key, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${toldJson(rows)}) as told(id uuid, external_id text, name text,
      placed_at timestamptz, changed_at timestamptz, told_at timestamptz, cancelled_at timestamptz,
      financial_status text, fulfillment_status text, test boolean, currency text, total bigint, subtotal bigint,
      discount bigint, tax bigint, shipping bigint, taxes_included boolean, presentment_currency text,
      presentment_total bigint, discounts jsonb, discount_codes jsonb, attributes jsonb, lines jsonb, ref text,
      landing_site text, referring_site text, customer_key text)
    on conflict (brand_id, store_id, external_id) do update set
      source = case when kept.source = 'store' then 'store' else excluded.source end,
      name = excluded.name, placed_at = excluded.placed_at, changed_at = excluded.changed_at,
      told_at = excluded.told_at, cancelled_at = excluded.cancelled_at,
      financial_status = excluded.financial_status, fulfillment_status = excluded.fulfillment_status,
      test = excluded.test, currency = excluded.currency, total = excluded.total, subtotal = excluded.subtotal,
      discount = excluded.discount, tax = excluded.tax, shipping = excluded.shipping,
      taxes_included = excluded.taxes_included,
      presentment_currency = coalesce(excluded.presentment_currency, kept.presentment_currency),
      presentment_total = coalesce(excluded.presentment_total, kept.presentment_total),
      discounts = case when kept.discount_codes = excluded.discount_codes
        and excluded.discounts @> '[{"amount": null}]' then kept.discounts else excluded.discounts end,
      discount_codes = excluded.discount_codes,
      lines = case when excluded.lines = '[]'::jsonb then kept.lines else excluded.lines end,
      ref = coalesce(excluded.ref, kept.ref),
      attributes = case when kept.redacted_at is null then excluded.attributes else kept.attributes end,
      landing_site = case when kept.redacted_at is null
        then coalesce(excluded.landing_site, kept.landing_site) end,
      referring_site = case when kept.redacted_at is null
        then coalesce(excluded.referring_site, kept.referring_site) end,
      customer_key = case when kept.redacted_at is null
        then coalesce(excluded.customer_key, kept.customer_key) end
    where (excluded.changed_at, excluded.told_at) > (kept.changed_at, kept.told_at)
    returning id, external_id, (xmax = 0) as added`);
  return written.map(({ id, external_id, added }) => ({ id, externalId: external_id, added }));
}

/**
 * Refunds never change, but for the one sum of an export, which grows, for money that went back later than it was
 * promised, and for what goods they were for, where only the money was known. Answers the orders of those that are news.
 */
async function insertRefunds(
  tx: Database,
  { brandId, storeId }: Ledger,
  refunds: readonly { orderId: string; refund: PlatformRefund }[],
  now: Date,
): Promise<string[]> {
  const values = [...new Map(refunds.map((entry) => [entry.refund.id, entry])).values()]
    .sort((a, b) => (a.refund.id < b.refund.id ? -1 : 1))
    .map(({ orderId, refund }) => ({
      id: newId(),
      brandId,
      storeId,
      orderExternalId: orderId,
      externalId: refund.id,
      money: refund.money,
      currency: refund.currency,
      goods: refund.goods,
      goodsTax: refund.goodsTax,
      lines: refund.lines,
      refundedAt: refund.created,
      createdAt: now.toISOString(),
    }));
  if (values.length === 0) return [];
  const grows = sql`(excluded.money > ${refundTable.money}
    and (${refundTable.money} = 0 or starts_with(excluded.external_id, ${EXPORTED})))`;
  const rows = await tx
    .insert(refundTable)
    .values(values)
    .onConflictDoUpdate({
      target: [refundTable.brandId, refundTable.storeId, refundTable.externalId],
      set: {
        money: sql`case when ${grows} then excluded.money else ${refundTable.money} end`,
        currency: sql`case when ${grows} then excluded.currency else ${refundTable.currency} end`,
        goods: sql`coalesce(${refundTable.goods}, excluded.goods)`,
        goodsTax: sql`case when ${refundTable.goods} is null then excluded.goods_tax else ${refundTable.goodsTax} end`,
        lines: sql`coalesce(${refundTable.lines}, excluded.lines)`,
      },
      setWhere: sql`${grows} or (${refundTable.goods} is null and excluded.goods is not null)
        or (${refundTable.lines} is null and excluded.lines is not null)`,
    })
    .returning({ order: refundTable.orderExternalId });
  return rows.map(({ order }) => order);
}

/** Reckons what orders brought, from what is known of them and of their refunds now. */
export async function reckon(
  tx: Database,
  { brandId, storeId }: Pick<Ledger, 'brandId' | 'storeId'>,
  externalIds: readonly string[],
): Promise<{ id: string; externalId: string }[]> {
  if (externalIds.length === 0) return [];
  const list = sql.param([...externalIds]);
  // Held, so that of two refunds that come in at once neither is forgotten.
  const orders = await tx
    .select()
    .from(orderTable)
    .where(
      and(
        eq(orderTable.brandId, brandId),
        storeId ? eq(orderTable.storeId, storeId) : isNull(orderTable.storeId),
        sql`${orderTable.externalId} = any(${list}::text[])`,
      ),
    )
    .orderBy(orderTable.externalId)
    .for('update');
  const refunds = await tx
    .select()
    .from(refundTable)
    .where(
      and(
        eq(refundTable.brandId, brandId),
        storeId ? eq(refundTable.storeId, storeId) : isNull(refundTable.storeId),
        sql`${refundTable.orderExternalId} = any(${list}::text[])`,
      ),
    );
  const rows = orders.map((order) => {
    const own = refunds.filter(({ orderExternalId }) => orderExternalId === order.externalId);
    const exact = own.filter(({ externalId }) => !externalId.startsWith(EXPORTED));
    const amounts: OrderAmounts = {
      ...order,
      cancelled: order.cancelledAt !== null || order.financialStatus === 'voided',
      refunds: (exact.length > 0 ? exact : own).map((refund) => toStoreCurrency(order, refund)),
    };
    return {
      id: order.id,
      refunded: refundedAmount(amounts),
      net: netAmount(amounts),
      status: orderStatus(amounts),
      counted: isCounted(amounts),
    };
  });
  await tx.execute(sql`
    update store_order set refunded = told.refunded, net = told.net, status = told.status, counted = told.counted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told(id uuid, refunded bigint, net bigint, status text, counted boolean)
    where store_order.id = told.id`);
  return orders.map(({ id, externalId }) => ({ id, externalId }));
}

/**
 * What others told, as a `jsonb` parameter. What was cut to a length may end in half a character, which PostgreSQL
 * refuses in JSON, with everything beside it.
 */
export const toldJson = (value: unknown): SQL =>
  sql`${JSON.stringify(value, (_key, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner))}::jsonb`;
