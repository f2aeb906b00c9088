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

/** Adds a file. */
export async function insertAttachment(
  db: Database,
  row: InferInsertModel<typeof attachmentTable>,
): Promise<void> {
  await db.insert(attachmentTable).values(row);
}

/** Returns a file by its id; undefined when there is none. */
export async function readAttachment(db: Database, id: string): Promise<StoredAttachment | undefined> {
  const [found] = await db.select().from(attachmentTable).where(eq(attachmentTable.id, id));
  return found;
}

/** Writes what the virus scan found. */
export async function writeScan(db: Database, id: string, scan: StoredAttachment['scan']): Promise<void> {
  await db.update(attachmentTable).set({ scan }).where(eq(attachmentTable.id, id));
}

/** Locks the files that a person added and did not send, until the transaction ends. */
export async function lockLoose(tx: Database, userId: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attachment:${userId}`}, 0))`);
}

/** Returns how many files a person added and did not send. */
export const countLoose = (db: Database, userId: string): Promise<number> =>
  db.$count(attachmentTable, and(eq(attachmentTable.userId, userId), isNull(attachmentTable.messageId)));

/** Returns the ids of files that await their scan, of those sent within a span of time; oldest first, at most 200. */
export async function waitingAttachments(
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

/** Removes files that were added before a moment and never sent; returns their keys. */
export async function removeLooseAttachments(db: Database, before: Date): Promise<string[]> {
  const removed = await db
    .delete(attachmentTable)
    .where(and(isNull(attachmentTable.messageId), lt(attachmentTable.createdAt, before.toISOString())))
    .returning({ fileKey: attachmentTable.fileKey });
  return removed.map(({ fileKey }) => fileKey);
}
