import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { userTable } from '../../account/user/user.table.ts';

/**
 * Remembers the newest product update a person saw. What is older changes nothing: a page that was opened before the
 * product was updated knows older news only. Ids begin with their day.
 * @param newer the updates that came after it, on its day too
 * @returns what is remembered now
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
