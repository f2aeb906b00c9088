import { type BillingSubscription, isRunning } from '@troupe/domain/billing/billing-provider';
import type { Offer } from '@troupe/domain/billing/plan';
import { pastDueOf } from '@troupe/domain/billing/subscription';
import type { PaymentChange } from '@troupe/domain/domain-event';
import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import type { readTold } from './billing-state.queries.ts';
import { PLAN_ORDER, planThatCounts, subscriptionTable } from './subscription.table.ts';

/** A plan or add-on of a brand. */
export type StoredSubscription = typeof subscriptionTable.$inferSelect;

const DAY = 86_400_000;

/** Whether a brand holds a plan; without one it is a prospect, which publishes, invites and buys nothing. */
export async function holdsPlan(db: Database, brandId: string): Promise<boolean> {
  return (await readPlan(db, brandId)) !== null;
}

/** The plan that counts: the first active one. Null for a prospect. */
export async function readPlan(db: Database, brandId: string): Promise<StoredSubscription | null> {
  const [plan] = await db
    .select()
    .from(subscriptionTable)
    .where(planThatCounts(brandId))
    .orderBy(...PLAN_ORDER)
    .limit(1);
  return plan ?? null;
}

/** Everything a brand is subscribed to, and was. */
export async function readSubscriptions(db: Database, brandId: string): Promise<StoredSubscription[]> {
  return db
    .select()
    .from(subscriptionTable)
    .where(eq(subscriptionTable.brandId, brandId))
    .orderBy(...PLAN_ORDER);
}

/** One subscription of a brand; null when it has none of this id. */
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

/** Whether members of a brand are blocked until a payment is settled. */
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

/** Whether a brand has had a plan, so that it has paid the setup fee. */
export async function hadPlan(db: Database, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionTable.id })
    .from(subscriptionTable)
    .where(and(eq(subscriptionTable.brandId, brandId), eq(subscriptionTable.kind, 'plan')))
    .limit(1);
  return rows.length > 0;
}

type Told = NonNullable<Awaited<ReturnType<typeof readTold>>>;

/**
 * Writes a subscription's row from what the provider last told of it and its invoices. `offer` is what its price
 * stands for. Answers what became of its payment.
 */
export async function deriveSubscription(
  tx: Database,
  { brandId, subscription, invoices }: Told,
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
        // The provider's start stays when a plan becomes a yearly one: its year begins then.
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

const owedOf = ({ version, dueInvoices, due, dueSince }: BillingSubscription, invoices: Told['invoices']) =>
  pastDueOf({
    subscription: { version, dueInvoices, due, dueSince: dueSince === null ? null : new Date(dueSince) },
    invoices: invoices.map((invoice) => ({
      version: invoice.version,
      unpaid: !invoice.deleted && (invoice.status === 'payment_due' || invoice.status === 'not_paid'),
      due: invoice.due,
      date: new Date(invoice.date),
    })),
  });

/** Active subscriptions that change at the end of their term, into what is not known here. */
export async function readUnknownChanges(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.provider_id as id from subscription s
    join billing_state b on b.kind = 'subscription' and b.id = s.provider_id
    where s.status = 'active' and s.next_item_price_id is null and (b.content->>'hasScheduledChanges')::boolean
    limit 20`);
  return rows.map(({ id }) => id);
}

/** Notes which price takes the place of the present one at the end of the term. */
export async function noteNextPrice(tx: Database, providerId: string, itemPriceId: string): Promise<void> {
  await tx
    .update(subscriptionTable)
    .set({ nextItemPriceId: itemPriceId })
    .where(eq(subscriptionTable.providerId, providerId));
}

/** Blocks the brands whose days of grace are over. Answers which. */
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

/** Active subscriptions that the provider is not known to have, and brands with more than one plan. */
export async function readOddities(db: Database) {
  const unknown = await db
    .select({ id: subscriptionTable.id, brandId: subscriptionTable.brandId })
    .from(subscriptionTable)
    .where(and(sql`${subscriptionTable.providerId} is null`, eq(subscriptionTable.status, 'active')))
    .limit(100);
  const doubled = await db
    .select({ brandId: subscriptionTable.brandId, plans: sql<number>`count(*)::int` })
    .from(subscriptionTable)
    .where(planThatCounts(null))
    .groupBy(subscriptionTable.brandId)
    .having(sql`count(*) > 1`)
    .limit(100);
  return { unknown, doubled };
}

/** Active subscriptions by the provider's ids, for comparing. */
export async function readActiveProviderIds(db: Database): Promise<{ id: string; brandId: string }[]> {
  const rows = await db
    .select({ id: subscriptionTable.providerId, brandId: subscriptionTable.brandId })
    .from(subscriptionTable)
    .where(and(eq(subscriptionTable.status, 'active'), sql`${subscriptionTable.providerId} is not null`));
  return rows.map(({ id, brandId }) => ({ id: id ?? '', brandId }));
}
