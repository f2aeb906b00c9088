import type { OrderImport, OrderImportRow, OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, asc, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { storeTable } from '../store/store.table.ts';
import type { RowResult } from './order-import.apply.queries.ts';
import { orderImportTable as importTable, orderImportRowTable as rowTable } from './order-import.table.ts';

/** A stored import. */
export type StoredOrderImport = typeof importTable.$inferSelect;

/** @param storeName name of the import's store */
export function toOrderImport(
  {
    position: _,
    brandId: __,
    createdBy: ___,
    currency: ____,
    createdAt,
    finishedAt,
    ...rest
  }: StoredOrderImport,
  storeName: string | null,
): OrderImport {
  return { ...rest, storeName, created: createdAt, finished: finishedAt };
}

/** Storage key of an import's file until the import is done. */
export const orderFileKey = (id: string): string => `order-import/${id}`;

export async function insertOrderImport(
  db: Database,
  row: typeof importTable.$inferInsert,
): Promise<StoredOrderImport> {
  const [stored] = await db.insert(importTable).values(row).returning();
  if (!stored) throw new Error('Insert returned no row.');
  return stored;
}

/** Selects imports with store names. */
const named = (db: Database) =>
  db
    .select({ ...getTableColumns(importTable), storeName: storeTable.name })
    .from(importTable)
    .leftJoin(storeTable, eq(storeTable.id, importTable.storeId));

const readable = ({ storeName, ...stored }: StoredOrderImport & { storeName: string | null }): OrderImport =>
  toOrderImport(stored, storeName);

export async function readOrderImport(
  db: Database,
  brandId: string,
  id: string,
): Promise<OrderImport | null> {
  const [row] = await named(db).where(and(eq(importTable.id, id), eq(importTable.brandId, brandId)));
  return row ? readable(row) : null;
}

/** Locks an import until the transaction ends. */
export async function lockOrderImport(tx: Database, id: string): Promise<StoredOrderImport | null> {
  const [row] = await tx.select().from(importTable).where(eq(importTable.id, id)).for('update');
  return row ?? null;
}

export async function changeOrderImport(
  db: Database,
  id: string,
  change: Partial<typeof importTable.$inferInsert>,
): Promise<void> {
  await db.update(importTable).set(change).where(eq(importTable.id, id));
}

const busy = inArray(importTable.state, ['waiting', 'running']);

/** Updates an unfinished import; false if it has finished, as when its job runs again. */
export async function changeBusyOrderImport(
  db: Database,
  id: string,
  change: Partial<typeof importTable.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(importTable)
    .set(change)
    .where(and(eq(importTable.id, id), busy));
  return rowCount === 1;
}

/** Returns imports that were started and haven't finished. */
export async function readBusyOrderImports(db: Database): Promise<string[]> {
  const rows = await db.select({ id: importTable.id }).from(importTable).where(busy);
  return rows.map(({ id }) => id);
}

/** Returns a page of a brand's imports, newest first. */
export async function readOrderImportPage(
  db: Database,
  brandId: string,
  page: number,
): Promise<{ orderImports: OrderImport[]; total: number }> {
  const own = eq(importTable.brandId, brandId);
  const [rows, [counted]] = await Promise.all([
    named(db)
      .where(own)
      .orderBy(desc(importTable.createdAt), desc(importTable.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(importTable).where(own),
  ]);
  return { orderImports: rows.map(readable), total: counted?.total ?? 0 };
}

export async function insertRowResults(
  tx: Database,
  importId: string,
  ends: readonly RowResult[],
): Promise<void> {
  if (ends.length > 0) await tx.insert(rowTable).values(ends.map((end) => ({ importId, ...end })));
}

/** Returns a page of an import's rows in file order. */
export async function readRowResults(
  db: Database,
  importId: string,
  page: number,
  outcome?: OrderRowOutcome,
): Promise<{ rows: OrderImportRow[]; total: number }> {
  const wanted = and(eq(rowTable.importId, importId), outcome ? eq(rowTable.outcome, outcome) : undefined);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(rowTable)
      .where(wanted)
      .orderBy(asc(rowTable.row))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db.select({ total: count() }).from(rowTable).where(wanted),
  ]);
  return { rows: rows.map(({ importId: _, ...row }) => row), total: counted?.total ?? 0 };
}
