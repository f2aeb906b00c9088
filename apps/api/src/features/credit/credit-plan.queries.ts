import { nameOf, PLANS, planOf } from '@troupe/domain/plan';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import { withTransaction } from '../../platform/transaction.ts';
import { subscriptionTable } from '../subscription/subscription.table.ts';
import { grantCredits } from './credit.queries.ts';
import { creditEntryTable } from './credit.table.ts';

/** The allowance of a subscription for the calendar month (UTC) of `now`: one reference, so one grant. */
const referenceOf = (subscriptionId: string, now: Date) =>
  `plan:${subscriptionId}:${now.toISOString().slice(0, 7)}`;

const monthOf = (now: Date) =>
  now.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Active plans that have not granted the credits of this month; of one brand, or of all. */
async function readOwed(db: Database, now: Date, brandId: string | null) {
  const month = now.toISOString().slice(0, 7);
  return db
    .select({
      id: subscriptionTable.id,
      brandId: subscriptionTable.brandId,
      planId: subscriptionTable.planId,
    })
    .from(subscriptionTable)
    .where(
      and(
        brandId === null ? undefined : eq(subscriptionTable.brandId, brandId),
        eq(subscriptionTable.kind, 'plan'),
        eq(subscriptionTable.status, 'active'),
        inArray(
          subscriptionTable.planId,
          PLANS.map(({ id }) => id),
        ),
        sql`not exists (select from ${creditEntryTable} where ${creditEntryTable.brandId} = ${subscriptionTable.brandId}
          and ${creditEntryTable.kind} = 'plan'
          and ${creditEntryTable.reference} = 'plan:' || ${subscriptionTable.id} || ${`:${month}`})`,
      ),
    )
    .orderBy(asc(subscriptionTable.id));
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
  for (const { id, brandId: of, planId } of await readOwed(db, now, brandId)) {
    const movement = await withTransaction(pool, (tx) =>
      grantCredits(
        tx,
        {
          brandId: of,
          kind: 'plan',
          amount: planOf(planId)?.credits ?? 0,
          reason: `${nameOf(planId)} plan, ${monthOf(now)}`,
          reference: referenceOf(id, now),
          userId: null,
        },
        now,
      ),
    );
    if (!movement.repeated) granted += 1;
  }
  return granted;
}
