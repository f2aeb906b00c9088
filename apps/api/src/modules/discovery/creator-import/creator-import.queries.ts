import type {
  CreatorImport,
  ImportOutcome,
  ImportPictures,
  ImportRow,
  ImportState,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { importNeeds } from '@troupe/domain/discovery/creator-import/creator-import';
import { PAGE_SIZE } from '@troupe/domain/shape';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  type InferInsertModel,
  type InferSelectModel,
  inArray,
  isNotNull,
  lt,
  ne,
  sql,
} from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { creatorListTable } from '../creator-list/creator-list.table.ts';
import { creatorImportRowTable as rowTable, creatorImportTable as table } from './creator-import.table.ts';
import { readPictures } from './creator-import-picture.queries.ts';

/** A stored import. */
export type StoredImport = InferSelectModel<typeof table>;

/** States with background work in progress. */
const BUSY: readonly ImportState[] = ['waiting', 'running', 'cancelling', 'undoing'];

/** Storage key of an import's table. */
export const tableKey = (importId: string): string => `imports/${importId}.rows`;

const selectImports = (db: Database) =>
  db
    .select({ ...getTableColumns(table), listTitle: creatorListTable.title })
    .from(table)
    .leftJoin(creatorListTable, eq(creatorListTable.id, table.listId));

/** Converts a stored import to its API form. */
export function toImport(
  stored: StoredImport & { listTitle: string | null; pictures: ImportPictures },
): CreatorImport {
  const { id, fileName, state, facts, headerRow, platform, platformPerRow, platformReason, columns, asOf } =
    stored;
  const { rows, done, added, linked, already, repeated, rejected } = stored;
  return {
    id,
    fileName,
    state,
    facts,
    headerRow,
    platform,
    platformPerRow,
    platformReason,
    columns,
    asOf,
    forEveryone: stored.forEveryone,
    list: stored.listId && stored.listTitle !== null ? { id: stored.listId, title: stored.listTitle } : null,
    needs: importNeeds({ platform, platformPerRow, columns, hasList: stored.listId !== null }),
    counts: { rows, done, added, linked, already, repeated, rejected },
    pictures: stored.pictures,
    error: stored.error,
    undo: stored.undo,
    created: stored.createdAt,
    started: stored.startedAt,
    finished: stored.finishedAt,
  };
}

export async function insertImport(db: Database, values: InferInsertModel<typeof table>): Promise<void> {
  await db.insert(table).values(values);
}

/** Counts the unstarted imports of a brand, and of one of its members. */
export async function countDrafts(
  db: Database,
  brandId: string,
  userId: string,
): Promise<{ person: number; brand: number }> {
  const [counts] = await db
    .select({
      brand: count(),
      person: sql<number>`count(*) filter (where ${table.createdBy} = ${userId})`.mapWith(Number),
    })
    .from(table)
    .where(and(eq(table.brandId, brandId), eq(table.state, 'draft')));
  return counts ?? { person: 0, brand: 0 };
}

/** Serializes uploads of a brand until the transaction ends, to enforce the limit. */
export async function lockDrafts(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import-drafts ${brandId}`}, 0))`);
}

/** Returns an import of a brand, or null. */
export async function readImport(db: Database, brandId: string, id: string) {
  const [found] = await selectImports(db).where(and(eq(table.id, id), eq(table.brandId, brandId)));
  if (!found) return null;
  const pictures = await readPictures(db, [found.id]);
  return { ...found, pictures: pictures(found.id) };
}

/** Returns a page of a brand's imports, newest first. */
export async function readImportPage(db: Database, brandId: string, page: number) {
  const where = eq(table.brandId, brandId);
  const [found, total] = await Promise.all([
    selectImports(db)
      .where(where)
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.$count(table, where),
  ]);
  const pictures = await readPictures(
    db,
    found.map(({ id }) => id),
  );
  return { imports: found.map((one) => toImport({ ...one, pictures: pictures(one.id) })), total };
}

/** Locks an import until the transaction ends; null if it doesn't exist. */
export async function lockImport(db: Database, id: string, brandId?: string): Promise<StoredImport | null> {
  const [found] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), brandId ? eq(table.brandId, brandId) : undefined))
    .for('update');
  return found ?? null;
}

export async function changeImport(
  db: Database,
  id: string,
  values: Partial<InferInsertModel<typeof table>>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.update(table).set(values).where(eq(table.id, id));
}

export async function deleteStoredImport(db: Database, id: string): Promise<void> {
  await db.delete(table).where(eq(table.id, id));
}

/** Returns imports with unfinished background work. */
export async function readBusyImports(db: Database): Promise<{ id: string; state: ImportState }[]> {
  return db
    .select({ id: table.id, state: table.state })
    .from(table)
    .where(inArray(table.state, [...BUSY]));
}

/** Returns whether another import is queued. */
export async function hasQueuedImports(db: Database, id: string): Promise<boolean> {
  const [other] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.state, [...BUSY]), ne(table.id, id)))
    .limit(1);
  return other !== undefined;
}

/** Returns the state of an import, or null. */
export async function readState(db: Database, id: string): Promise<ImportState | null> {
  const [found] = await db.select({ state: table.state }).from(table).where(eq(table.id, id));
  return found?.state ?? null;
}

/** Deletes unstarted uploads from before a time; returns their ids. */
export async function deleteOldDrafts(db: Database, before: string): Promise<string[]> {
  const gone = await db
    .delete(table)
    .where(and(eq(table.state, 'draft'), lt(table.createdAt, before)))
    .returning({ id: table.id });
  return gone.map(({ id }) => id);
}

const rowColumns = {
  row: rowTable.row,
  line: rowTable.line,
  outcome: rowTable.outcome,
  name: rowTable.name,
  platform: rowTable.platform,
  username: rowTable.username,
  creatorId: rowTable.creatorId,
  reason: rowTable.reason,
  field: rowTable.field,
  suggestion: rowTable.suggestion,
  dismissed: rowTable.dismissed,
};

/** Returns a page of an import's rows in file order. */
export async function readRowPage(
  db: Database,
  importId: string,
  {
    outcome,
    remarked = false,
    page,
  }: { outcome?: ImportOutcome | undefined; remarked?: boolean | undefined; page: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const where = and(
    eq(rowTable.importId, importId),
    outcome ? eq(rowTable.outcome, outcome) : undefined,
    // Repeated rows also have a remark: the row they repeat.
    remarked
      ? and(inArray(rowTable.outcome, ['added', 'linked', 'already']), isNotNull(rowTable.reason))
      : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select(rowColumns)
      .from(rowTable)
      .where(where)
      .orderBy(asc(rowTable.row))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.$count(rowTable, where),
  ]);
  return { rows, total };
}

/** Returns a row of an import with its cells, or null. */
export async function readRow(db: Database, importId: string, row: number) {
  const [found] = await db
    .select({ ...rowColumns, cells: rowTable.cells })
    .from(rowTable)
    .where(and(eq(rowTable.importId, importId), eq(rowTable.row, row)));
  return found ?? null;
}

export async function setRowDismissed(
  db: Database,
  importId: string,
  row: number,
  dismissed: boolean,
): Promise<void> {
  await db
    .update(rowTable)
    .set({ dismissed })
    .where(and(eq(rowTable.importId, importId), eq(rowTable.row, row)));
}

export async function deleteRow(db: Database, importId: string, row: number): Promise<void> {
  await db.delete(rowTable).where(and(eq(rowTable.importId, importId), eq(rowTable.row, row)));
}

/** Returns rejected rows after row `after` in file order, for the download. */
export async function readRejected(db: Database, importId: string, after: number, limit: number) {
  return db
    .select({ row: rowTable.row, line: rowTable.line, reason: rowTable.reason, cells: rowTable.cells })
    .from(rowTable)
    .where(and(eq(rowTable.importId, importId), eq(rowTable.outcome, 'rejected'), gt(rowTable.row, after)))
    .orderBy(asc(rowTable.row))
    .limit(limit);
}

/**
 * Commits without waiting for the disk: a power failure may lose the transaction, but never part of
 * it.
 */
export async function commitLazily(connection: pg.ClientBase): Promise<void> {
  await connection.query('set local synchronous_commit = off');
}

/** Updates statistics for a brand's first rows. Without them, a thousand rows took 7 s. */
export async function analyzeNewRows(pool: pg.Pool): Promise<void> {
  await pool.query('analyze (skip_locked) creator (brand_id, platform, username), creator_import_row');
}

/** Number of rows from which imports and undos also refresh the statistics of creators. */
const MANY_ROWS = 1000;

/**
 * Updates statistics before an import or undo is reported as done. Estimated search totals depend
 * on them (37,204 were shown for 40,002), and undoing 12,000 rows took 50 s instead of 3 without
 * them.
 */
export async function refreshStatistics(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(rows >= MANY_ROWS ? 'analyze creator, creator_import_row' : 'analyze creator_import_row');
}
