import type {
  AlertRules,
  MonitorKind,
  MonitorState,
  PauseReason,
  ReplayFigures,
} from '@troupe/domain/listening/monitor';
import { sql } from 'drizzle-orm';
import {
  customType,
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

/** Saved queries that collect mentions. Triggers announce changes on the channel `monitors_changed`. */
export const monitorTable = pgTable(
  'monitor',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text().$type<MonitorKind>().notNull(),
    setName: text('set_name'),
    query: text().notNull(),
    queryVersion: integer('query_version').notNull().default(1),
    languages: text().array().notNull().default(sql`'{}'`),
    sources: text().array().notNull().default(sql`'{}'`),
    alertRules: jsonb('alert_rules').$type<AlertRules>().notNull(),
    state: text().$type<MonitorState>().notNull().default('active'),
    pauseReason: text('pause_reason').$type<PauseReason>(),
    /** The code, link or campaign that it follows. */
    subjectId: uuid('subject_id'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('monitor_brand').on(table.brandId, table.createdAt),
    index('monitor_active').on(table.id).where(sql`state = 'active'`),
    uniqueIndex('monitor_subject').on(table.brandId, table.subjectId).where(sql`subject_id is not null`),
  ],
);

/** Every version of a monitor's query; rows are only added. */
export const monitorQueryTable = pgTable(
  'monitor_query',
  {
    monitorId: uuid('monitor_id')
      .notNull()
      .references(() => monitorTable.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    query: text().notNull(),
    languages: text().array().notNull().default(sql`'{}'`),
    sources: text().array().notNull().default(sql`'{}'`),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    at: instant().notNull(),
    replay: jsonb().$type<ReplayFigures>(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.version] })],
);

/** Queries that are run on posts of the past. Deleted after a day. */
export const monitorReplayTable = pgTable(
  'monitor_replay',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    query: text().notNull(),
    languages: text().array().notNull().default(sql`'{}'`),
    sources: text().array().notNull().default(sql`'{}'`),
    state: text().$type<'queued' | 'running' | 'done' | 'failed' | 'canceled'>().notNull().default('queued'),
    /** Percent of the time span that was read. */
    progress: integer().notNull().default(0),
    figures: jsonb().$type<ReplayFigures>(),
    problem: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('monitor_replay_brand').on(table.brandId, table.createdAt)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What a monitor learned from corrections about which posts are about its subject. */
export const relevanceModelTable = pgTable('relevance_model', {
  monitorId: uuid('monitor_id')
    .primaryKey()
    .references(() => monitorTable.id, { onDelete: 'cascade' }),
  weights: bytes().notNull(),
  /** Corrections that it learned from, and how many of them were irrelevant. */
  n: integer().notNull(),
  irrelevant: integer().notNull(),
  report: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
});
