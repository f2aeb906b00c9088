import type {
  GapReason,
  SourceKind,
  SourceQuota,
  SourceState,
} from '@troupe/domain/listening/listening-source';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Where mentions come from. Sources without a brand belong to the installation. */
export const listeningSourceTable = pgTable(
  'listening_source',
  {
    id: uuid().primaryKey(),
    kind: text().$type<SourceKind>().notNull(),
    /** Server, feed address or community; empty where there is only one. */
    host: text().notNull().default(''),
    name: text().notNull().default(''),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    /** Sealed JSON; null without credentials. */
    credentials: text(),
    /** Limits and what an adapter remembers, such as validators of a feed. */
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    state: text().$type<SourceState>().notNull().default('active'),
    lastOkAt: instant('last_ok_at'),
    lastProblem: text('last_problem'),
    lastProblemAt: instant('last_problem_at'),
    /** Problems in a row, for the next attempt. */
    failures: integer().notNull().default(0),
    quota: jsonb().$type<SourceQuota>(),
    /** When it is polled next; null for streams. */
    dueAt: instant('due_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('listening_source_once').on(table.brandId, table.kind, table.host).nullsNotDistinct(),
    index('listening_source_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
);

/** How far a source was read: by host for streams, by search for polled sources. */
export const sourceCursorTable = pgTable(
  'source_cursor',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => listeningSourceTable.id, { onDelete: 'cascade' }),
    host: text().notNull().default(''),
    cursor: text().notNull(),
    /** The time of the last event. */
    eventAt: instant('event_at'),
    savedAt: instant('saved_at').notNull(),
    dueAt: instant('due_at'),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.host] })],
);

/** Times from which posts of a source are missing. */
export const sourceGapTable = pgTable(
  'source_gap',
  {
    id: uuid().primaryKey(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => listeningSourceTable.id, { onDelete: 'cascade' }),
    fromAt: instant('from_at').notNull(),
    /** Null while it lasts. */
    toAt: instant('to_at'),
    reason: text().$type<GapReason>().notNull(),
    filledAt: instant('filled_at'),
  },
  (table) => [index('source_gap_of').on(table.sourceId, table.fromAt)],
);
