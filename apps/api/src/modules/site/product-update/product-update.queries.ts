import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * Saves the newest product update a user has seen. Older IDs change nothing: a page loaded before a deployment only
 * knows older updates. IDs start with the date.
 * @param newer the updates after it, including those of its date
 * @returns the saved ID
 */
export async function saveReadUpdate(
  db: Database,
  userId: string,
  read: string,
  newer: readonly string[],
): Promise<string | null> {
  const known = sql<string | null>`${userTable.extraData} ->> 'readUpdate'`;
  await db
    .update(userTable)
    .set({ extraData: sql`${userTable.extraData} || ${JSON.stringify({ readUpdate: read })}::jsonb` })
    .where(
      and(
        eq(userTable.id, userId),
        sql`coalesce(left(${known}, 10), '') <= left(${read}::text, 10)`,
        sql`coalesce(${known}, '') <> all(${sql.param([...newer])}::text[])`,
      ),
    );
  const [row] = await db.select({ read: known }).from(userTable).where(eq(userTable.id, userId));
  return row?.read ?? null;
}
