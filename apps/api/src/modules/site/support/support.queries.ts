import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Returns a person's details for the support widget; null if not found. */
export async function readPerson(
  db: Database,
  userId: string,
): Promise<{ email: string; name: string; createdAt: string } | null> {
  const [row] = await db
    .select({
      email: userTable.email,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      createdAt: userTable.createdAt,
    })
    .from(userTable)
    .where(eq(userTable.id, userId));
  if (!row) return null;
  return { email: row.email, name: `${row.firstName} ${row.lastName}`.trim(), createdAt: row.createdAt };
}
