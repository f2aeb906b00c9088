import { type BillingSubscription, isRunning } from '@troupe/domain/billing/billing-provider';
import type { Offer } from '@troupe/domain/billing/plan';
import { pastDueOf } from '@troupe/domain/billing/subscription';
import type { PaymentChange } from '@troupe/domain/domain-event';
import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import type { readLatestState } from './billing-state.queries.ts';
import { effectivePlan, PLAN_ORDER, subscriptionTable } from './subscription.table.ts';

/** A plan or add-on of a brand. */
export type StoredSubscription = typeof subscriptionTable.$inferSelect;

const DAY = 86_400_000;

/** Returns whether a brand has a plan. Brands without one can't publish, invite or buy reports. */
export async function holdsPlan(db: Database, brandId: string): Promise<boolean> {
  return (await readPlan(db, brandId)) !== null;
}

/** Returns the effective plan, the first active one; null if there is none. */
export async function readPlan(db: Database, brandId: string): Promise<StoredSubscription | null> {
  const [plan] = await db
    .select()
    .from(subscriptionTable)
    .where(effectivePlan(brandId))
    .orderBy(...PLAN_ORDER)
    .limit(1);
  return plan ?? null;
}

/** Returns all current and past subscriptions of a brand. */
export async function readSubscriptions(db: Database, brandId: string): Promise<StoredSubscription[]> {
  return db
    .select()
    .from(subscriptionTable)
    .where(eq(subscriptionTable.brandId, brandId))
    .orderBy(...PLAN_ORDER);
}

/** Returns a subscription of a brand, or null. */
export async function readSubscription(
  db: Database,
  brandId: string,
  id: string,
): Promise<StoredSubscription | null> {
  const [found] = await db
    .select()
    .from(subscriptionTable)
    .where(and(eq(subscriptionTable.brandId, brandId), eq(subscriptionTable.id, id)));
  return found ?? null;
}

/** Returns whether members of a brand are blocked because of a past-due payment. */
export async function isPastDue(db: Database, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionTable.id })
    .from(subscriptionTable)
    .where(
      and(
        eq(subscriptionTable.brandId, brandId),
        eq(subscriptionTable.status, 'active'),
        subscriptionTable.pastDue,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Returns whether a brand has had a plan, so the setup fee is paid. */
export async function hadPlan(db: Database, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionTable.id })
    .from(subscriptionTable)
    .where(and(eq(subscriptionTable.brandId, brandId), eq(subscriptionTable.kind, 'plan')))
    .limit(1);
  return rows.length > 0;
}

type LatestState = NonNullable<Awaited<ReturnType<typeof readLatestState>>>;

/**
 * Updates a subscription's row from the provider's latest state and invoices. `offer` is the
 * product behind its price. Returns the change of its payment state.
 */
export async function deriveSubscription(
  tx: Database,
  { brandId, subscription, invoices }: LatestState,
  offer: Extract<Offer, { kind: 'plan' | 'addon' }>,
  { now, graceDays }: { now: Date; graceDays: number },
): Promise<PaymentChange> {
  const [stood] = await tx
    .select({ dueSince: subscriptionTable.dueSince })
    .from(subscriptionTable)
    .where(eq(subscriptionTable.providerId, subscription.id));
  const running = isRunning(subscription);
  const owed = running ? owedOf(subscription, invoices) : null;
  const values = {
    brandId,
    kind: offer.kind === 'plan' ? offer.kind : offer.id === 'affiliate' ? offer.id : offer.kind,
    planId: offer.id,
    period: offer.kind === 'plan' ? offer.period : 'monthly',
    status: running ? 'active' : 'cancelled',
    pastDue: owed !== null && now.getTime() >= owed.since.getTime() + graceDays * DAY,
    createdAt: subscription.started,
    price: subscription.price,
    currency: subscription.currency,
    termEndsAt: subscription.termEnds,
    endsAt: subscription.ends,
    due: owed?.due ?? 0,
    dueSince: owed?.since.toISOString() ?? null,
  } as const;
  const yearly = values.period === 'yearly';
  const [row] = await tx
    .insert(subscriptionTable)
    .values({
      id: newId(),
      providerId: subscription.id,
      boundSince: yearly ? subscription.started : null,
      ...values,
    })
    .onConflictDoUpdate({
      target: subscriptionTable.providerId,
      set: {
        ...values,
        // The provider keeps the original start when a plan becomes yearly; the commitment starts
        // then.
        boundSince: yearly
          ? sql`case when ${subscriptionTable.period} = 'yearly' then ${subscriptionTable.boundSince}
              else ${now.toISOString()}::timestamptz end`
          : null,
        ...(subscription.hasScheduledChanges ? {} : { nextItemPriceId: null }),
      },
    })
    .returning({ id: subscriptionTable.id });
  const { planId, currency, due, dueSince } = values;
  const before = stood?.dueSince ?? null;
  return {
    subscriptionId: row?.id ?? '',
    planId,
    currency,
    due,
    before,
    since: dueSince,
    ended: !running,
  };
}

const owedOf = (
  { version, dueInvoices, due, dueSince }: BillingSubscription,
  invoices: LatestState['invoices'],
) =>
  pastDueOf({
    subscription: { version, dueInvoices, due, dueSince: dueSince === null ? null : new Date(dueSince) },
    invoices: invoices.map((invoice) => ({
      version: invoice.version,
      unpaid: !invoice.deleted && (invoice.status === 'payment_due' || invoice.status === 'not_paid'),
      due: invoice.due,
      date: new Date(invoice.date),
    })),
  });

/** Returns active subscriptions with a scheduled change whose new price is unknown here, of all brands or one. */
export async function readUnknownChanges(
  db: Database,
  brandId?: string,
): Promise<{ id: string; brandId: string }[]> {
  const { rows } = await db.execute<{ id: string; brandId: string }>(sql`
    select s.provider_id as id, s.brand_id as "brandId" from subscription s
    join billing_state b on b.kind = 'subscription' and b.id = s.provider_id
    where s.status = 'active' and s.next_item_price_id is null and (b.content->>'hasScheduledChanges')::boolean
      and ${brandId ? sql`s.brand_id = ${brandId}` : sql`true`}
    limit 20`);
  return rows;
}

/** Saves the price scheduled for the end of the term; false if it was saved before, or nothing is scheduled any more. */
export async function saveNextPrice(tx: Database, providerId: string, itemPriceId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(subscriptionTable)
    .set({ nextItemPriceId: itemPriceId })
    .where(
      and(
        eq(subscriptionTable.providerId, providerId),
        sql`${subscriptionTable.nextItemPriceId} is distinct from ${itemPriceId}`,
        sql`exists (select from billing_state b where b.kind = 'subscription' and b.id = ${providerId}
          and (b.content->>'hasScheduledChanges')::boolean)`,
      ),
    );
  return (rowCount ?? 0) > 0;
}

/** Blocks brands whose grace period has ended. Returns them. */
export async function endGrace(db: Database, now: Date, graceDays: number): Promise<string[]> {
  const before = new Date(now.getTime() - graceDays * DAY).toISOString();
  const rows = await db
    .update(subscriptionTable)
    .set({ pastDue: true })
    .where(
      and(
        lte(subscriptionTable.dueSince, before),
        eq(subscriptionTable.status, 'active'),
        ne(subscriptionTable.pastDue, true),
      ),
    )
    .returning({ brandId: subscriptionTable.brandId });
  return [...new Set(rows.map(({ brandId }) => brandId))];
}

/** Returns active subscriptions unknown to the provider, and brands with more than one plan. */
export async function readInconsistencies(db: Database) {
  const unknown = await db
    .select({ id: subscriptionTable.id, brandId: subscriptionTable.brandId })
    .from(subscriptionTable)
    .where(and(sql`${subscriptionTable.providerId} is null`, eq(subscriptionTable.status, 'active')))
    .limit(100);
  const doubled = await db
    .select({ brandId: subscriptionTable.brandId, plans: sql<number>`count(*)::int` })
    .from(subscriptionTable)
    .where(effectivePlan(null))
    .groupBy(subscriptionTable.brandId)
    .having(sql`count(*) > 1`)
    .limit(100);
  return { unknown, doubled };
}

/** Returns active subscriptions by provider id, for reconciliation. */
export async function readActiveProviderIds(db: Database): Promise<{ id: string; brandId: string }[]> {
  const rows = await db
    .select({ id: subscriptionTable.providerId, brandId: subscriptionTable.brandId })
    .from(subscriptionTable)
    .where(and(eq(subscriptionTable.status, 'active'), sql`${subscriptionTable.providerId} is not null`));
  return rows.map(({ id, brandId }) => ({ id: id ?? '', brandId }));
}
