import { nameOf, planOf } from '@troupe/domain/billing/plan';
import { asc, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { effectivePlan, PLAN_ORDER, subscriptionTable } from '../subscription/subscription.table.ts';
import { grantCredits } from './credit.queries.ts';

/** Reference of a plan's allowance for the calendar month (UTC) of `now`, so it is granted once. */
const referenceOf = (subscriptionId: string, now: Date) =>
  `plan:${subscriptionId}:${now.toISOString().slice(0, 7)}`;

const monthOf = (now: Date) =>
  now.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Returns allowances not yet granted for the month of `now`, of one brand or all. Subscriptions
 * with an unpaid invoice grant nothing until it is settled, even within the grace period. An
 * upgrade within the month grants the difference.
 */
async function readOwed(db: Database, now: Date, brandId: string | null) {
  const month = now.toISOString().slice(0, 7);
  // Spelled out: with a single table, columns would be rendered without its name.
  const granted = sql<number>`coalesce((select sum(entry.amount) from credit_entry entry
    where entry.brand_id = subscription.brand_id and entry.kind = 'plan'
      and entry.reference like ${`plan:%:${month}%`}), 0)::int`;
  const plans = await db
    .selectDistinctOn([subscriptionTable.brandId], {
      id: subscriptionTable.id,
      brandId: subscriptionTable.brandId,
      planId: subscriptionTable.planId,
      unpaid: sql<boolean>`${subscriptionTable.dueSince} is not null or ${subscriptionTable.pastDue}`,
      granted,
    })
    .from(subscriptionTable)
    .where(effectivePlan(brandId))
    .orderBy(asc(subscriptionTable.brandId), ...PLAN_ORDER);
  return plans.flatMap(({ unpaid, ...plan }) => {
    const amount = (planOf(plan.planId)?.credits ?? 0) - plan.granted;
    return unpaid || amount <= 0 ? [] : [{ ...plan, amount }];
  });
}

/**
 * Grants outstanding monthly credits of active plans (`domain/plan`), once per subscription and
 * month across all processes. Returns the number of grants.
 */
export async function grantPlanCredits(
  pool: pg.Pool,
  db: Database,
  now: Date,
  brandId: string | null = null,
): Promise<number> {
  let granted = 0;
  for (const { id, brandId: of, planId, amount, granted: before } of await readOwed(db, now, brandId)) {
    const movement = await withTransaction(pool, (tx) =>
      grantCredits(
        tx,
        {
          brandId: of,
          kind: 'plan',
          amount,
          reason: `${nameOf(planId)} plan, ${monthOf(now)}`,
          // An upgrade within the month has its own reference.
          reference: referenceOf(id, now) + (before === 0 ? '' : `:${planId}`),
          userId: null,
        },
        now,
      ),
    );
    if (!movement.repeated) granted += 1;
  }
  return granted;
}
