import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { optInTable } from './opt-in.table.ts';

/** The account of the creator an opt-in belongs to, or null. */
export async function userOfOptIn(db: Database, optInId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: optInTable.userId })
    .from(optInTable)
    .where(eq(optInTable.id, optInId));
  return row?.userId ?? null;
}
