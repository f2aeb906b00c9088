import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

/** Building: being filled beside the one that serves. Serving: the alias points to it. */
export type SearchIndexState = 'building' | 'serving';

/**
 * The indexes of the search engine that changes of creators are sent to. Empty without a search engine: the triggers that
 * write `search_change` are then disabled.
 */
export const searchIndexTable = pgTable('search_index', {
  name: text().primaryKey(),
  /** The version of the mapping it was created with. */
  mapping: integer().notNull(),
  state: text().$type<SearchIndexState>().notNull(),
  /** Filled up to this creator, so that a killed process resumes; null before the first one. */
  position: uuid(),
  /** Creators it was filled with. */
  creators: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull(),
  servingAt: instant('serving_at'),
  /** The last comparison with the database, and the creators that differed in it. */
  reconciledAt: instant('reconciled_at'),
  differences: integer().notNull().default(0),
  /** Creators that the engine refused for good. */
  rejected: integer().notNull().default(0),
});

/**
 * Creators whose documents in the search engine are outdated, written by triggers in the transaction of the change. Only
 * IDs: the document is read when it is sent, so several changes of a creator are sent as one. Not a foreign key, because
 * deleted creators are removed from the engine too.
 */
export const searchChangeTable = pgTable(
  'search_change',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    creatorId: uuid('creator_id').notNull(),
    changedAt: instant('changed_at').notNull().default(sql`now()`),
  },
  (table) => [index('search_change_creator').on(table.creatorId)],
);
