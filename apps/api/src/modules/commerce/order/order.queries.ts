import type { Order, OrderStatus } from '@troupe/domain/commerce/order';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, count, desc, eq, getTableColumns, ilike, inArray, or, sql } from 'drizzle-orm';
import { containing, type Database } from '../../../platform/database.ts';
import { storeTable } from '../store/store.table.ts';
import { orderTable as order } from './order.table.ts';

/** Filters for a brand's orders. */
export interface OrderFilter {
  page: number;
  storeId?: string | undefined;
  search: string;
  status?: OrderStatus | undefined;
}

/** Returns a page of a brand's orders, newest first. */
export async function readOrderPage(
  db: Database,
  brandId: string,
  { page, storeId, search, status }: OrderFilter,
): Promise<{ orders: Order[]; total: number }> {
  const words = search.trim();
  const wanted = and(
    eq(order.brandId, brandId),
    storeId ? eq(order.storeId, storeId) : undefined,
    status ? eq(order.status, status) : undefined,
    words === ''
      ? undefined
      : or(
          ilike(order.name, containing(words)),
          eq(order.externalId, words),
          sql`${order.discountCodes} @> array[${words.toLowerCase()}]`,
          ilike(order.ref, containing(words)),
        ),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...getTableColumns(order), shop: storeTable.shop })
      .from(order)
      .leftJoin(storeTable, eq(storeTable.id, order.storeId))
      .where(wanted)
      .orderBy(desc(order.placedAt), desc(order.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(order).where(wanted),
  ]);
  return { orders: rows.map(toOrder), total: counted?.total ?? 0 };
}

/** Returns order currencies by `store id, space, id at the store`. */
export async function readOrderCurrencies(
  db: Database,
  storeIds: readonly string[],
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (storeIds.length === 0 || externalIds.length === 0) return new Map();
  const rows = await db
    .select({ storeId: order.storeId, externalId: order.externalId, currency: order.currency })
    .from(order)
    .where(and(inArray(order.storeId, [...storeIds]), inArray(order.externalId, [...externalIds])));
  return new Map(rows.map(({ storeId, externalId, currency }) => [`${storeId} ${externalId}`, currency]));
}

function toOrder(row: typeof order.$inferSelect & { shop: string | null }): Order {
  const {
    placedAt,
    changedAt,
    cancelledAt,
    presentmentCurrency,
    presentmentTotal,
    customerKey,
    buyerEmailKey,
    ...rest
  } = row;
  return {
    ...rest,
    placed: placedAt,
    updated: changedAt,
    cancelled: cancelledAt,
    presentment:
      presentmentCurrency && presentmentTotal !== null
        ? { currency: presentmentCurrency, total: presentmentTotal }
        : null,
    hasCustomer: customerKey !== null,
  };
}
