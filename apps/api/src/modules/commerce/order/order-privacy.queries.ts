import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { orderTable as order } from './order.table.ts';

/**
 * Orders of one buyer of a store: by buyer key and by id. Includes orders from files without a
 * store.
 */
export interface BuyerFilter {
  brandId: string;
  storeId: string;
  customerKey: string | null;
  /** Ids at the store. */
  externalIds: readonly string[];
}

const theirs = ({ brandId, storeId, customerKey, externalIds }: BuyerFilter) =>
  and(
    eq(order.brandId, brandId),
    or(eq(order.storeId, storeId), isNull(order.storeId)),
    or(
      customerKey === null ? undefined : eq(order.customerKey, customerKey),
      sql`${order.externalId} = any(${sql.param([...externalIds])}::text[])`,
    ),
  );

/** Returns the stored data of a buyer, oldest first. */
export async function findOrdersOfCustomer(db: Database, whose: BuyerFilter) {
  return db
    .select({
      name: order.name,
      placedAt: order.placedAt,
      total: order.total,
      currency: order.currency,
      discountCodes: order.discountCodes,
      attributes: order.attributes,
      ref: order.ref,
      landingSite: order.landingSite,
    })
    .from(order)
    .where(theirs(whose))
    .orderBy(asc(order.placedAt), asc(order.id));
}

/** Erases a buyer's personal data but keeps sales and codes. Returns the orders. */
export const redactOrders = (tx: Database, whose: BuyerFilter, now: Date): Promise<string[]> =>
  redact(tx, theirs(whose), now);

/** Does the same for all buyers of a store. */
export const redactStoreOrders = (tx: Database, storeId: string, now: Date): Promise<string[]> =>
  redact(tx, eq(order.storeId, storeId), now);

async function redact(tx: Database, which: SQL | undefined, now: Date): Promise<string[]> {
  const rows = await tx
    .update(order)
    .set({
      customerKey: null,
      buyerEmailKey: null,
      attributes: [],
      landingSite: null,
      referringSite: null,
      redactedAt: now.toISOString(),
    })
    .where(which)
    .returning({ id: order.id });
  return rows.map(({ id }) => id);
}
