import { nameOf, planOf } from '@troupe/domain/billing/plan';
import { asc, sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { PLAN_ORDER, planThatCounts, subscriptionTable } from '../subscription/subscription.table.ts';
import { grantCredits } from './credit.queries.ts';

/** The allowance of a plan for the calendar month (UTC) of `now`: one reference, so one grant. */
const referenceOf = (subscriptionId: string, now: Date) =>
  `plan:${subscriptionId}:${now.toISOString().slice(0, 7)}`;

const monthOf = (now: Date) =>
  now.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * What plans still owe for the month of `now`, of one brand or of all. One with an unpaid invoice grants nothing until
 * it is settled, also within the days of grace. Whoever moves to a larger plan within the month is granted the rest.
 */
async function readOwed(db: Database, now: Date, brandId: string | null) {
  const month = now.toISOString().slice(0, 7);
  // In full words: beside a single table, columns are named without it.
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
    .where(planThatCounts(brandId))
    .orderBy(asc(subscriptionTable.brandId), ...PLAN_ORDER);
  return plans.flatMap(({ unpaid, ...plan }) => {
    const amount = (planOf(plan.planId)?.credits ?? 0) - plan.granted;
    return unpaid || amount <= 0 ? [] : [{ ...plan, amount }];
  });
}

/**
 * Grants the credits that active plans give each month (`domain/plan`) where they are still owed for the month of
 * `now`: once a subscription and month, by whichever process comes first. Answers how many grants were made.
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
          // What a larger plan adds within the month goes by its own name.
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
