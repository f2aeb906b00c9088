import { and, eq, inArray, like, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { liveEventTable } from '../../inbox/conversation/conversation.table.ts';
import { notificationTable } from '../../inbox/notification/notification.table.ts';
import { affiliateTable } from './affiliate.table.ts';
import { addAffiliateChange } from './affiliate-change.queries.ts';

/**
 * Ends the programs of a creator who deletes their account. Books and history stay without their name; notifications
 * that name them and the hashes of their purchases go. Call it before the account is deleted.
 */
export async function eraseAffiliates(tx: Database, userId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const own = eq(affiliateTable.userId, userId);
  const ended = await tx
    .update(affiliateTable)
    .set({ state: 'ended', offered: null, until: at, version: sql`version + 1`, updatedAt: at })
    .where(and(own, ne(affiliateTable.state, 'ended')))
    .returning();
  for (const row of ended) await addAffiliateChange(tx, row, { userId: null, now });
  const rows = await tx
    .update(affiliateTable)
    .set({ ownBuyerKeys: [] })
    .where(own)
    .returning({ id: affiliateTable.id });
  if (rows.length === 0) return;
  const erased = await tx
    .delete(notificationTable)
    .where(or(...rows.map(({ id }) => like(notificationTable.reference, `affiliate/${id}/%`))))
    .returning({ id: notificationTable.id });
  if (erased.length > 0)
    await tx.delete(liveEventTable).where(
      inArray(
        sql`${liveEventTable.data}->'notification'->>'id'`,
        erased.map(({ id }) => id),
      ),
    );
}
