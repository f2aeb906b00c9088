import {
  and,
  asc,
  eq,
  gt,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lt,
  lte,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { attachmentTable } from './conversation.table.ts';

type StoredAttachment = InferSelectModel<typeof attachmentTable>;

/** Inserts a file. */
export async function insertAttachment(
  db: Database,
  row: InferInsertModel<typeof attachmentTable>,
): Promise<void> {
  await db.insert(attachmentTable).values(row);
}

/** Returns a file by ID; undefined if not found. */
export async function readAttachment(db: Database, id: string): Promise<StoredAttachment | undefined> {
  const [found] = await db.select().from(attachmentTable).where(eq(attachmentTable.id, id));
  return found;
}

/** Saves the result of the virus scan. */
export async function writeScan(db: Database, id: string, scan: StoredAttachment['scan']): Promise<void> {
  await db.update(attachmentTable).set({ scan }).where(eq(attachmentTable.id, id));
}

/** Locks a person's unsent files for the transaction. */
export async function lockUnsent(tx: Database, userId: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attachment:${userId}`}, 0))`);
}

/** Returns the number of a person's unsent files. */
export const countUnsent = (db: Database, userId: string): Promise<number> =>
  db.$count(attachmentTable, and(eq(attachmentTable.userId, userId), isNull(attachmentTable.messageId)));

/** Returns files waiting for a virus scan that were added within a time range, oldest first, at most 200. */
export async function unscannedAttachments(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .select({ id: attachmentTable.id })
    .from(attachmentTable)
    .where(
      and(
        sql`${attachmentTable.scan} = 'waiting'`,
        gt(attachmentTable.createdAt, from.toISOString()),
        lte(attachmentTable.createdAt, until.toISOString()),
      ),
    )
    .orderBy(asc(attachmentTable.createdAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** Deletes unsent files added before `before`; returns their keys. */
export async function removeUnsentAttachments(db: Database, before: Date): Promise<string[]> {
  const removed = await db
    .delete(attachmentTable)
    .where(and(isNull(attachmentTable.messageId), lt(attachmentTable.createdAt, before.toISOString())))
    .returning({ fileKey: attachmentTable.fileKey });
  return removed.map(({ fileKey }) => fileKey);
}
