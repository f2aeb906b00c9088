import type { Platform } from '@troupe/domain/discovery/creator';
import type {
  ImportFileFacts,
  ImportOutcome,
  ImportState,
  ImportUndo,
} from '@troupe/domain/discovery/creator-import/creator-import';
import type { ImportColumn, ImportField } from '@troupe/domain/discovery/creator-import/field';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';
import { creatorListTable } from '../creator-list/creator-list.table.ts';

/**
 * Creator imports. `position` is the byte offset of the stored table up to which rows were
 * imported; it is saved in the same transaction as the rows, so nothing is done twice.
 */
export const creatorImportTable = pgTable(
  'creator_import',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    fileName: text('file_name').notNull(),
    state: text().$type<ImportState>().notNull().default('draft'),
    facts: jsonb().$type<ImportFileFacts>().notNull(),
    headerRow: integer('header_row').notNull(),
    /** All rows of the file, including headers. */
    records: integer().notNull(),
    rows: integer().notNull(),
    platform: text().$type<Platform>(),
    platformPerRow: boolean('platform_per_row').notNull(),
    platformReason: text('platform_reason').notNull(),
    columns: jsonb().$type<ImportColumn[]>().notNull(),
    asOf: instant('as_of').notNull(),
    forEveryone: boolean('for_everyone').notNull().default(false),
    listId: uuid('list_id').references(() => creatorListTable.id, { onDelete: 'set null' }),
    position: bigint({ mode: 'number' }).notNull().default(0),
    done: integer().notNull().default(0),
    added: integer().notNull().default(0),
    linked: integer().notNull().default(0),
    already: integer().notNull().default(0),
    repeated: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    error: text(),
    undo: jsonb().$type<ImportUndo>(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('creator_import_brand').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('creator_import_busy')
      .on(table.state)
      .where(sql`${table.state} in ('waiting', 'running', 'cancelling', 'undoing')`),
  ],
);

/**
 * What an import changed in an existing profile: the previous columns, and the figures it wrote.
 */
export interface ProfileBefore {
  columns: Record<string, unknown>;
  wrote: unknown;
}

/**
 * Import rows with their outcomes. `key` identifies the creator a row added; empty for other rows
 * and after an undo. `cells` are stored only for rejected rows.
 */
export const creatorImportRowTable = pgTable(
  'creator_import_row',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => creatorImportTable.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    line: integer(),
    outcome: text().$type<ImportOutcome>().notNull(),
    key: text(),
    creatorId: uuid('creator_id').references(() => creatorTable.id, { onDelete: 'set null' }),
    name: text().notNull(),
    platform: text().$type<Platform>(),
    username: text(),
    reason: text(),
    field: text().$type<ImportField>(),
    suggestion: text(),
    cells: jsonb().$type<string[]>(),
    dismissed: boolean().notNull().default(false),
    /** Whether the row added the creator to the list. */
    listed: boolean().notNull().default(false),
    /** Whether the row added contact details. */
    contact: boolean().notNull().default(false),
    before: jsonb().$type<ProfileBefore>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    uniqueIndex('creator_import_row_key').on(table.importId, table.key).where(sql`${table.key} is not null`),
    index('creator_import_row_outcome').on(table.importId, table.outcome, table.row),
    index('creator_import_row_creator').on(table.creatorId),
  ],
);
