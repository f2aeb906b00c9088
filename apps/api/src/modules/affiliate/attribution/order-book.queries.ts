import type {
  AffiliateHistory,
  AffiliateVersion,
  BookOrder,
  BookTouch,
  ProgramVersion,
} from '@troupe/domain/affiliate/order-books';
import { amountsOf, countedRefunds } from '@troupe/domain/commerce/order-money';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { orderDisputeTable, orderRefundTable, orderTable } from '../../commerce/order/order.table.ts';
import { affiliateChangeTable, affiliateTable } from '../affiliate/affiliate.table.ts';
import { affiliateProgramChangeTable } from '../affiliate-program/affiliate-program.table.ts';
import { attributionTable } from './attribution.table.ts';

export type OrderRow = typeof orderTable.$inferSelect;
export type AttributionRow = typeof attributionTable.$inferSelect;

/** Returns all versions of a brand's program, oldest first; none if it never had one. */
export async function readProgramVersions(db: Database, brandId: string): Promise<ProgramVersion[]> {
  const rows = await db
    .select()
    .from(affiliateProgramChangeTable)
    .where(eq(affiliateProgramChangeTable.brandId, brandId))
    .orderBy(asc(affiliateProgramChangeTable.effectiveAt), asc(affiliateProgramChangeTable.version));
  return rows.map(({ version, state, rules, effectiveAt }) => ({
    version,
    state,
    rules,
    at: Date.parse(effectiveAt),
  }));
}

/** Returns affiliates of a brand with their past. */
export async function readAffiliateHistories(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, AffiliateHistory>> {
  if (ids.length === 0) return new Map();
  const [affiliates, changes] = [
    await db
      .select({
        id: affiliateTable.id,
        ownBuyerKeys: affiliateTable.ownBuyerKeys,
        campaignId: affiliateTable.campaignId,
      })
      .from(affiliateTable)
      .where(and(eq(affiliateTable.brandId, brandId), inArray(affiliateTable.id, [...ids]))),
    await db
      .select()
      .from(affiliateChangeTable)
      .where(
        and(eq(affiliateChangeTable.brandId, brandId), inArray(affiliateChangeTable.affiliateId, [...ids])),
      )
      .orderBy(asc(affiliateChangeTable.version)),
  ];
  const versions = new Map<string, AffiliateVersion[]>();
  for (const { affiliateId, state, terms, ownRate, at } of changes) {
    const own = versions.get(affiliateId) ?? [];
    own.push({ state, terms, hasOwnRate: ownRate !== null, at: Date.parse(at) });
    versions.set(affiliateId, own);
  }
  return new Map(
    affiliates.map(({ id, ownBuyerKeys, campaignId }) => [
      id,
      { versions: versions.get(id) ?? [], ownBuyerKeys, campaignId },
    ]),
  );
}

/** An order with its data for the books. */
export interface StoredBookOrder extends BookOrder {
  row: OrderRow;
  /** The latest decision about it. */
  attribution: AttributionRow | null;
}

/** Returns orders of a brand by id with refunds, touches and their latest attribution. `returning` is as decided last. */
export async function readBookOrders(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<StoredBookOrder[]> {
  if (orderIds.length === 0) return [];
  const ids = sql.param([...orderIds]);
  const rows = await db
    .select()
    .from(orderTable)
    .where(and(eq(orderTable.brandId, brandId), sql`${orderTable.id} = any(${ids}::uuid[])`));
  const refunds = await readRefunds(db, brandId, rows);
  const touches = await readBookTouches(db, brandId, orderIds);
  const disputed = await readDisputed(db, brandId, rows);
  const latest = await db
    .selectDistinctOn([attributionTable.orderId])
    .from(attributionTable)
    .where(and(eq(attributionTable.brandId, brandId), sql`${attributionTable.orderId} = any(${ids}::uuid[])`))
    .orderBy(attributionTable.orderId, sql`${attributionTable.revision} desc`);
  const attributions = new Map(latest.map((row) => [row.orderId, row]));
  return rows.map((row) => {
    const attribution = attributions.get(row.id) ?? null;
    const own = refunds.get(`${row.storeId} ${row.externalId}`) ?? [];
    return {
      ...toBookOrder(row, own, touches.get(row.id) ?? [], attribution?.returning ?? null),
      disputed: disputed.has(`${row.storeId} ${row.externalId}`),
      attribution,
    };
  });
}

type RefundRow = typeof orderRefundTable.$inferSelect;

async function readRefunds(
  db: Database,
  brandId: string,
  orders: readonly OrderRow[],
): Promise<Map<string, RefundRow[]>> {
  const ids = sql.param(orders.map(({ externalId }) => externalId));
  const rows = await db
    .select()
    .from(orderRefundTable)
    .where(
      and(
        eq(orderRefundTable.brandId, brandId),
        sql`${orderRefundTable.orderExternalId} = any(${ids}::text[])`,
      ),
    );
  const byOrder = new Map<string, RefundRow[]>();
  for (const row of rows) {
    const key = `${row.storeId} ${row.orderExternalId}`;
    byOrder.set(key, [...(byOrder.get(key) ?? []), row]);
  }
  return byOrder;
}

/** Returns the orders with a dispute that is open or lost. */
async function readDisputed(
  db: Database,
  brandId: string,
  orders: readonly OrderRow[],
): Promise<ReadonlySet<string>> {
  const ids = sql.param(orders.map(({ externalId }) => externalId));
  const rows = await db
    .select({ storeId: orderDisputeTable.storeId, orderExternalId: orderDisputeTable.orderExternalId })
    .from(orderDisputeTable)
    .where(
      and(
        eq(orderDisputeTable.brandId, brandId),
        ne(orderDisputeTable.state, 'won'),
        sql`${orderDisputeTable.orderExternalId} = any(${ids}::text[])`,
      ),
    );
  return new Set(rows.map(({ storeId, orderExternalId }) => `${storeId} ${orderExternalId}`));
}

async function readBookTouches(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<Map<string, BookTouch[]>> {
  const { rows } = await db.execute<{
    order_id: string;
    id: string;
    kind: BookTouch['kind'];
    affiliate_id: string | null;
    campaign_id: string | null;
    position: number;
    discount: number;
    paid_search: boolean;
    at: string;
    unowned: boolean;
  }>(sql`
    select t.order_id, t.id, t.kind, t.affiliate_id, coalesce(l.campaign_id, c.campaign_id) as campaign_id, t.position,
      t.discount, t.paid_search, t.at, t.affiliate_id is null and t.code_id is not null as unowned
    from touch t
    left join affiliate_link l on l.id = t.link_id and l.brand_id = t.brand_id
    left join affiliate_code c on c.id = t.code_id and c.brand_id = t.brand_id
    where t.brand_id = ${brandId}::uuid and t.order_id = any(${sql.param([...orderIds])}::uuid[])
    order by t.id`);
  const byOrder = new Map<string, BookTouch[]>();
  for (const row of rows) {
    const own = byOrder.get(row.order_id) ?? [];
    own.push({
      id: row.id,
      kind: row.kind,
      affiliateId: row.affiliate_id,
      campaignId: row.campaign_id,
      at: Date.parse(row.at),
      position: row.position,
      discount: row.discount,
      paidSearch: row.paid_search,
      unowned: row.unowned,
    });
    byOrder.set(row.order_id, own);
  }
  return byOrder;
}

/** Payment states of orders whose money arrived; files may not tell it. */
const PAID = new Set<string | null>([null, 'paid', 'partially_refunded', 'refunded']);

function toBookOrder(
  row: OrderRow,
  refunds: readonly RefundRow[],
  touches: readonly BookTouch[],
  returning: boolean | null,
): Omit<StoredBookOrder, 'attribution' | 'disputed'> {
  const returned = new Map<string, number>();
  for (const { lines } of countedRefunds(refunds))
    for (const { lineId, goods, tax } of lines ?? []) {
      const value = goods - (row.taxesIncluded ? tax : 0);
      returned.set(lineId, (returned.get(lineId) ?? 0) + value);
    }
  return {
    id: row.id,
    row,
    placedAt: Date.parse(row.placedAt),
    customerKey: row.customerKey,
    buyerEmailKey: row.buyerEmailKey,
    amounts: amountsOf(row, refunds),
    currency: row.currency,
    shipping: row.shipping,
    lines: row.lines.map((line) => ({
      id: line.id,
      title: line.title,
      sku: line.sku,
      productId: line.productId ?? null,
      quantity: line.quantity,
      price: line.price ?? 0,
      discount: line.discount ?? 0,
      giftCard: line.giftCard ?? false,
      returned: (line.id !== null && returned.get(line.id)) || 0,
    })),
    paid: PAID.has(row.financialStatus),
    fulfilled: row.fulfillmentStatus === 'fulfilled',
    returning: returning ?? false,
    touches,
  };
}

/**
 * Returns, for the buyers of these orders, which of their orders came after another one that counts. Orders without a
 * known buyer are left out.
 */
export async function readReturning(
  db: Database,
  brandId: string,
  orderIds: readonly string[],
): Promise<Map<string, boolean>> {
  const { rows } = await db.execute<{ id: string; returning: boolean }>(sql`
    with buyer as (
      select distinct store_id, customer_key from store_order
      where brand_id = ${brandId}::uuid and customer_key is not null
        and id = any(${sql.param([...orderIds])}::uuid[])
    ), purchase as (
      select o.id, o.store_id, o.customer_key, o.placed_at, o.counted
      from buyer join store_order o on o.store_id = buyer.store_id and o.customer_key = buyer.customer_key
      union all
      select o.id, o.store_id, o.customer_key, o.placed_at, o.counted
      from buyer join store_order o on o.customer_key = buyer.customer_key
      where buyer.store_id is null and o.store_id is null and o.brand_id = ${brandId}::uuid
    )
    select id, coalesce(bool_or(counted) over (
      partition by store_id, customer_key order by placed_at, id
      rows between unbounded preceding and 1 preceding), false) as "returning"
    from purchase`);
  return new Map(rows.map(({ id, returning }) => [id, returning]));
}

/** Returns those orders whose latest attribution says otherwise about whether the buyer bought before. */
export async function findStaleReturning(
  db: Database,
  brandId: string,
  returning: ReadonlyMap<string, boolean>,
): Promise<string[]> {
  if (returning.size === 0) return [];
  const { rows } = await db.execute<{ order_id: string; returning: boolean | null }>(sql`
    select distinct on (order_id) order_id, "returning" from attribution
    where brand_id = ${brandId}::uuid and order_id = any(${sql.param([...returning.keys()])}::uuid[])
    order by order_id, revision desc`);
  return rows.filter((row) => row.returning !== returning.get(row.order_id)).map((row) => row.order_id);
}

/** An affiliate whose orders near a time are asked for. */
export interface MonthFilter {
  affiliateId: string;
  currency: string;
  placedAt: number;
}

const MONTH_MS = 32 * 86_400_000;

/** Returns orders credited to an affiliate within a month of a time, both ways. */
export async function findOrdersOfMonth(
  db: Database,
  brandId: string,
  { affiliateId, currency, placedAt }: MonthFilter,
): Promise<string[]> {
  const [from, until] = [placedAt - MONTH_MS, placedAt + MONTH_MS].map((at) => new Date(at).toISOString());
  const share = JSON.stringify([{ affiliateId }]);
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from store_order o
    join lateral (
      select shares from attribution a where a.order_id = o.id order by revision desc limit 1
    ) latest on latest.shares @> ${share}::jsonb
    where o.brand_id = ${brandId}::uuid and o.currency = ${currency}
      and o.placed_at > ${from}::timestamptz and o.placed_at < ${until}::timestamptz`);
  return rows.map(({ id }) => id);
}
