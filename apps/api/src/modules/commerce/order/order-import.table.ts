import type { OrderImportState, OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { storeTable } from '../store/store.table.ts';
import { orderTable } from './order.table.ts';

/**
 * Order files. `position` is the last imported row; it is saved in the same transaction as the
 * rows, so nothing is imported twice.
 */
export const orderImportTable = pgTable(
  'order_import',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id').references(() => storeTable.id, { onDelete: 'set null' }),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    kind: text().notNull(),
    /** Currency of amounts in files that name none. */
    currency: text(),
    state: text().$type<OrderImportState>().notNull(),
    rows: integer().notNull(),
    position: integer().notNull().default(0),
    imported: integer().notNull().default(0),
    merged: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    error: text(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('order_import_brand').on(table.brandId, table.createdAt.desc(), table.id.desc())],
);

/** Rows of order files with their outcomes. */
export const orderImportRowTable = pgTable(
  'order_import_row',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => orderImportTable.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    line: integer(),
    outcome: text().$type<OrderRowOutcome>().notNull(),
    name: text().notNull(),
    reason: text(),
    orderId: uuid('order_id').references(() => orderTable.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    index('order_import_row_outcome').on(table.importId, table.outcome, table.row),
    index('order_import_row_order').on(table.orderId),
  ],
);
