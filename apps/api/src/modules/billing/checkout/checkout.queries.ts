import type { CheckoutState } from '@troupe/domain/billing/checkout';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { checkoutTable as checkout } from './checkout.table.ts';

/** A purchase on its way, or ended. */
export type Checkout = typeof checkout.$inferSelect;
type NewCheckout = typeof checkout.$inferInsert;

/** One shopper at a time begins a purchase for a brand, until the transaction of `tx` ends. */
export async function lockCheckouts(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${brandId}`}, 0))`);
}

/** The purchase of the same thing that is still open; null when there is none. */
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

/** Notes the page that the provider made. */
export async function notePage(
  db: Database,
  id: string,
  page: { hostedPageId: string; url: string; expiresAt: string | null },
): Promise<void> {
  await db.update(checkout).set(page).where(eq(checkout.id, id));
}

/** The purchase behind a page of a brand; null when the brand has none of this id. */
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

/** A purchase, held until the transaction ends. */
export async function holdCheckout(tx: Database, id: string): Promise<Checkout | null> {
  const [row] = await tx.select().from(checkout).where(eq(checkout.id, id)).for('update');
  return row ?? null;
}

export async function readCheckout(db: Database, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkout).where(eq(checkout.id, id));
  return row ?? null;
}

/** The purchases of a brand that are open or completed. */
export async function readPurchases(db: Database, brandId: string): Promise<Checkout[]> {
  return db
    .select()
    .from(checkout)
    .where(and(eq(checkout.brandId, brandId), inArray(checkout.state, ['open', 'completed'])));
}

/** Ends a purchase that is open; false when it had ended before. */
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

/** Notes that the shopper came back; true the first time. */
export async function noteReturn(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(checkout)
    .set({ returnedAt: now.toISOString() })
    .where(and(eq(checkout.id, id), isNull(checkout.returnedAt)))
    .returning({ id: checkout.id });
  return rows.length > 0;
}

/** Open purchases whose page is to be looked at now; of one brand, whenever they are due. */
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

/** Purchases that are open although their page ended before `before`. */
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

/** Puts off the next look. */
export async function putOff(db: Database, { id, looks }: Checkout, until: Date): Promise<void> {
  await db
    .update(checkout)
    .set({ lookAt: until.toISOString(), looks: looks + 1 })
    .where(eq(checkout.id, id));
}

/** Who pays: the brand, and the person who began. */
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
  if (!row) throw new Error('A brand or person is gone.');
  return row;
}
