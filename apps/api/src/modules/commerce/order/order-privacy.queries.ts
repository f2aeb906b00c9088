import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { orderTable as order } from './order.table.ts';

/**
 * The orders of one buyer of a store: those that bear their sign, and those that are named. What files brought without
 * saying of which store it is belongs to them too.
 */
export interface BuyersOrders {
  brandId: string;
  storeId: string;
  customerKey: string | null;
  /** Ids at the store. */
  externalIds: readonly string[];
}

const theirs = ({ brandId, storeId, customerKey, externalIds }: BuyersOrders) =>
  and(
    eq(order.brandId, brandId),
    or(eq(order.storeId, storeId), isNull(order.storeId)),
    or(
      customerKey === null ? undefined : eq(order.customerKey, customerKey),
      sql`${order.externalId} = any(${sql.param([...externalIds])}::text[])`,
    ),
  );

/** What is kept of a buyer, oldest first. */
export async function findOrdersOfCustomer(db: Database, whose: BuyersOrders) {
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

/** Removes what tells of a buyer; what was sold, and by whose code, stays. Answers how many orders that were. */
export const redactOrders = (tx: Database, whose: BuyersOrders, now: Date): Promise<number> =>
  redact(tx, theirs(whose), now);

/** The same of all buyers of a store. */
export const redactStoreOrders = (tx: Database, storeId: string, now: Date): Promise<number> =>
  redact(tx, eq(order.storeId, storeId), now);

async function redact(tx: Database, which: SQL | undefined, now: Date): Promise<number> {
  const rows = await tx
    .update(order)
    .set({
      customerKey: null,
      attributes: [],
      landingSite: null,
      referringSite: null,
      redactedAt: now.toISOString(),
    })
    .where(which)
    .returning({ id: order.id });
  return rows.length;
}
