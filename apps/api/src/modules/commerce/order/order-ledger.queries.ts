import { type OrderSource, referenceOf } from '@troupe/domain/commerce/order';
import {
  amountsOf,
  EXPORTED,
  isCounted,
  netAmount,
  orderStatus,
  refundedAmount,
} from '@troupe/domain/commerce/order-money';
import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { orderTable, orderRefundTable as refundTable } from './order.table.ts';
import { buyerEmailKeyOf, customerKeyOf } from './order-customer.ts';

/** The brand and store to write orders for. `storeId` is null for files without a store. */
export interface OrderTarget {
  brandId: string;
  storeId: string | null;
  source: OrderSource;
  /** Key for pseudonymizing buyers. */
  secretKey: string;
}

/** Orders with the time of their data, and separate refunds. */
export interface OrderUpdates {
  orders: readonly { told: PlatformOrder; toldAt: string }[];
  refunds: readonly { orderId: string; refund: PlatformRefund }[];
}

/** Result of a write, with stored order ids. */
export interface UpsertResult {
  placed: string[];
  changed: string[];
  /** Ids at the store of orders that already had newer data. */
  known: Set<string>;
  /** Ids at the store -> stored ids of all affected orders. */
  idOf: Map<string, string>;
}

/**
 * Serializes writes to a brand's orders until the transaction ends: concurrent transactions with an
 * order and its refund wouldn't see each other, and the refund would be lost. Per brand, because an
 * order from a file may later belong to a store. Writers for several brands must lock them in order
 * of id.
 */
export async function lockOrders(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${brandId}`}, 0))`);
}

/**
 * Upserts orders and refunds, and recalculates affected orders. Idempotent; the latest data wins in
 * any order of arrival.
 */
export async function upsertOrders(
  tx: Database,
  ledger: OrderTarget,
  entries: OrderUpdates,
  now: Date,
): Promise<UpsertResult> {
  await lockOrders(tx, ledger.brandId);
  const orders = latestVersions(entries.orders);
  const ids = orders.map(({ told }) => told.externalId);
  if (ledger.storeId) await assignToStore(tx, ledger.brandId, ledger.storeId, ids);
  const written = await upsert(tx, ledger, orders, now);
  const refunds = [
    ...entries.refunds,
    ...orders.flatMap(({ told }) => told.refunds.map((refund) => ({ orderId: told.externalId, refund }))),
  ];
  const refunded = await insertRefunds(tx, ledger, refunds, now);
  const touched = [...new Set([...written.map(({ externalId }) => externalId), ...refunded])];
  const recalculated = await recalculateOrders(tx, ledger, touched);
  const placed = written.filter(({ added }) => added).map(({ id }) => id);
  const added = new Set(placed);
  const changed = new Set(written.map(({ externalId }) => externalId));
  return {
    placed,
    changed: recalculated.filter(({ id }) => !added.has(id)).map(({ id }) => id),
    known: new Set(ids.filter((id) => !changed.has(id))),
    idOf: new Map(recalculated.map(({ id, externalId }) => [externalId, id])),
  };
}

/** Returns the latest version of each order. */
function latestVersions(orders: OrderUpdates['orders']) {
  const newest = new Map<string, (typeof orders)[number]>();
  const isLater = (a: (typeof orders)[number], b: (typeof orders)[number]) =>
    a.told.updated === b.told.updated ? a.toldAt >= b.toldAt : a.told.updated > b.told.updated;
  for (const entry of orders) {
    const before = newest.get(entry.told.externalId);
    if (!before || isLater(entry, before)) newest.set(entry.told.externalId, entry);
  }
  // Fixed order to avoid deadlocks between concurrent writes.
  return [...newest.values()].sort((a, b) => (a.told.externalId < b.told.externalId ? -1 : 1));
}

/** Assigns orders from files without a store to the store. */
async function assignToStore(
  tx: Database,
  brandId: string,
  storeId: string,
  ids: readonly string[],
): Promise<void> {
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
  ledger: OrderTarget,
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
    buyer_email_key: told.buyerEmail
      ? buyerEmailKeyOf(ledger.secretKey, ledger.brandId, told.buyerEmail)
      : null,
  }));
  // Fields missing from partial data are kept, such as the products of lines, which syncs leave out;
  // erased data stays erased.
  const { rows: written } = await tx.execute<{ id: string; external_id: string; added: boolean }>(sql`
    insert into store_order as kept (id, brand_id, store_id, source, external_id, name, placed_at, changed_at, told_at,
      cancelled_at, financial_status, fulfillment_status, test, currency, total, subtotal, discount, tax, shipping,
      taxes_included, presentment_currency, presentment_total, status, counted, discounts, discount_codes, attributes,
      lines, ref, landing_site, referring_site, customer_key, buyer_email_key, created_at)
    select id, ${ledger.brandId}::uuid, ${ledger.storeId}::uuid, ${ledger.source}, external_id, name, placed_at,
      changed_at, told_at, cancelled_at, financial_status, fulfillment_status, test, currency, total, subtotal,
      discount, tax, shipping, taxes_included, presentment_currency, presentment_total, 'open', false, discounts,
      array(select jsonb_array_elements_text(discount_codes)), attributes, coalesce(lines, '[]'::jsonb), ref,
      landing_site, referring_site, customer_key, buyer_email_key, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${jsonParameter(rows)}) as told(id uuid, external_id text, name text,
      placed_at timestamptz, changed_at timestamptz, told_at timestamptz, cancelled_at timestamptz,
      financial_status text, fulfillment_status text, test boolean, currency text, total bigint, subtotal bigint,
      discount bigint, tax bigint, shipping bigint, taxes_included boolean, presentment_currency text,
      presentment_total bigint, discounts jsonb, discount_codes jsonb, attributes jsonb, lines jsonb, ref text,
      landing_site text, referring_site text, customer_key text,
      buyer_email_key text)
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
      lines = case when excluded.lines = '[]'::jsonb then kept.lines else (
        select jsonb_agg(case when line ->> 'productId' is null and product.id is not null
          then line || jsonb_build_object('productId', product.id) else line end order by place)
        from jsonb_array_elements(excluded.lines) with ordinality as new_line(line, place)
        left join lateral (
          select old_line ->> 'productId' as id from jsonb_array_elements(kept.lines) old_line
          where old_line ->> 'id' = line ->> 'id' limit 1
        ) product on true) end,
      ref = coalesce(excluded.ref, kept.ref),
      attributes = case when kept.redacted_at is null then excluded.attributes else kept.attributes end,
      landing_site = case when kept.redacted_at is null
        then coalesce(excluded.landing_site, kept.landing_site) end,
      referring_site = case when kept.redacted_at is null
        then coalesce(excluded.referring_site, kept.referring_site) end,
      customer_key = case when kept.redacted_at is null
        then coalesce(excluded.customer_key, kept.customer_key) end,
      buyer_email_key = case when kept.redacted_at is null
        then coalesce(excluded.buyer_email_key, kept.buyer_email_key) end
    where (excluded.changed_at, excluded.told_at) > (kept.changed_at, kept.told_at)
    returning id, external_id, (xmax = 0) as added`);
  return written.map(({ id, external_id, added }) => ({ id, externalId: external_id, added }));
}

/**
 * Inserts refunds. Refunds don't change, except the total of an export, which can grow; money
 * refunded later than promised; and the goods of a refund of which only the amount was known.
 * Returns the orders with new data.
 */
async function insertRefunds(
  tx: Database,
  { brandId, storeId }: OrderTarget,
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

/** Recalculates orders from their current data and refunds. */
async function recalculateOrders(
  tx: Database,
  { brandId, storeId }: Pick<OrderTarget, 'brandId' | 'storeId'>,
  externalIds: readonly string[],
): Promise<{ id: string; externalId: string }[]> {
  if (externalIds.length === 0) return [];
  const list = sql.param([...externalIds]);
  // Lock rows: concurrent refunds must both apply.
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
    const amounts = amountsOf(order, own);
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
 * External data as a `jsonb` parameter. Truncated strings may end in half a surrogate pair, which
 * PostgreSQL rejects.
 */
export const jsonParameter = (value: unknown): SQL =>
  sql`${JSON.stringify(value, (_key, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner))}::jsonb`;
