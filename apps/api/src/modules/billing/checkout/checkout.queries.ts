import type { CheckoutState } from '@troupe/domain/billing/checkout';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { checkoutTable as checkout } from './checkout.table.ts';

/** An open or ended purchase. */
export type Checkout = typeof checkout.$inferSelect;
type NewCheckout = typeof checkout.$inferInsert;

/** Serializes starting purchases of a brand until the transaction ends. */
export async function lockCheckouts(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${brandId}`}, 0))`);
}

/** Returns the open purchase of the same product, or null. */
export async function findOpenCheckout(
  db: Database,
  {
    brandId,
    kind,
    offerId,
    period,
    setupFee,
  }: Pick<NewCheckout, 'brandId' | 'kind' | 'offerId'> & {
    period: Checkout['period'];
    setupFee: boolean;
  },
  expiresAfter: Date,
): Promise<Checkout | null> {
  const [found] = await db
    .select()
    .from(checkout)
    .where(
      and(
        eq(checkout.brandId, brandId),
        eq(checkout.kind, kind),
        eq(checkout.offerId, offerId),
        period === null ? isNull(checkout.period) : eq(checkout.period, period),
        eq(checkout.setupFee, setupFee),
        eq(checkout.state, 'open'),
        sql`(${checkout.expiresAt} is null or ${checkout.expiresAt} > ${expiresAfter.toISOString()})`,
      ),
    )
    .orderBy(desc(checkout.createdAt))
    .limit(1);
  return found ?? null;
}

export async function insertCheckout(db: Database, values: NewCheckout): Promise<Checkout> {
  const [row] = await db.insert(checkout).values(values).returning();
  if (!row) throw new Error('A checkout was not written.');
  return row;
}

/** Saves the page created by the provider. */
export async function savePage(
  db: Database,
  id: string,
  page: { hostedPageId: string; url: string; expiresAt: string | null },
): Promise<void> {
  await db.update(checkout).set(page).where(eq(checkout.id, id));
}

/** Returns a brand's purchase by page id, or null. */
export async function readByPage(
  db: Database,
  brandId: string,
  hostedPageId: string,
): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(checkout)
    .where(and(eq(checkout.brandId, brandId), eq(checkout.hostedPageId, hostedPageId)));
  return row ?? null;
}

/** Locks a purchase until the transaction ends. */
export async function lockCheckout(tx: Database, id: string): Promise<Checkout | null> {
  const [row] = await tx.select().from(checkout).where(eq(checkout.id, id)).for('update');
  return row ?? null;
}

export async function readCheckout(db: Database, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkout).where(eq(checkout.id, id));
  return row ?? null;
}

/** Returns a brand's open and completed purchases. */
export async function readPurchases(db: Database, brandId: string): Promise<Checkout[]> {
  return db
    .select()
    .from(checkout)
    .where(and(eq(checkout.brandId, brandId), inArray(checkout.state, ['open', 'completed'])));
}

/** Ends an open purchase; false if it had already ended. */
export async function endCheckout(
  db: Database,
  id: string,
  end: { state: Exclude<CheckoutState, 'open'> } & Partial<
    Pick<Checkout, 'completedAt' | 'invoiceId' | 'subscriptionId' | 'paid'>
  >,
): Promise<boolean> {
  const rows = await db
    .update(checkout)
    .set(end)
    .where(and(eq(checkout.id, id), eq(checkout.state, 'open')))
    .returning({ id: checkout.id });
  return rows.length > 0;
}

/** Records that the shopper returned; true the first time. */
export async function recordReturn(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(checkout)
    .set({ returnedAt: now.toISOString() })
    .where(and(eq(checkout.id, id), isNull(checkout.returnedAt)))
    .returning({ id: checkout.id });
  return rows.length > 0;
}

/** Returns open purchases whose page is due for a check; for one brand, all of them. */
export async function readDueCheckouts(
  db: Database,
  { now, brandId }: { now: Date; brandId?: string | undefined },
): Promise<Checkout[]> {
  return db
    .select()
    .from(checkout)
    .where(
      and(
        eq(checkout.state, 'open'),
        brandId ? eq(checkout.brandId, brandId) : lte(checkout.lookAt, now.toISOString()),
      ),
    )
    .orderBy(asc(checkout.lookAt))
    .limit(50);
}

/** Returns open purchases whose page expired before `before`. */
export async function readStuckCheckouts(db: Database, before: Date): Promise<Checkout[]> {
  return db
    .select()
    .from(checkout)
    .where(
      and(
        eq(checkout.state, 'open'),
        isNotNull(checkout.hostedPageId),
        sql`coalesce(${checkout.expiresAt}, ${checkout.createdAt} + interval '1 hour') <= ${before.toISOString()}`,
      ),
    )
    .orderBy(asc(checkout.createdAt))
    .limit(100);
}

/** Postpones the next check. */
export async function postponeCheck(db: Database, { id, looks }: Checkout, until: Date): Promise<void> {
  await db
    .update(checkout)
    .set({ lookAt: until.toISOString(), looks: looks + 1 })
    .where(eq(checkout.id, id));
}

/** Returns the payer: the brand and the person who started the purchase. */
export async function readPayer(db: Database, brandId: string, userId: string) {
  const [row] = await db
    .select({
      company: brandTable.name,
      email: userTable.email,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
    })
    .from(brandTable)
    .innerJoin(userTable, eq(userTable.id, userId))
    .where(eq(brandTable.id, brandId));
  if (!row) throw new Error('The brand or person no longer exists.');
  return row;
}
