import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { subscriptionTable } from './subscription.table.ts';

/** Whether a brand holds a plan; without one it is a prospect, which publishes, invites and buys nothing. */
export async function holdsPlan(db: Database, brandId: string): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptionTable.id })
    .from(subscriptionTable)
    .where(
      and(
        eq(subscriptionTable.brandId, brandId),
        eq(subscriptionTable.kind, 'plan'),
        eq(subscriptionTable.status, 'active'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
