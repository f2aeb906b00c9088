import type { FigureChange, SafetyCategory, SafetyFlagState } from '@troupe/domain/discovery/safety-flag';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';

const ofCreator = {
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  creatorId: uuid('creator_id')
    .notNull()
    .references(() => creatorTable.id, { onDelete: 'cascade' }),
};

/** Flags on creators, one per brand, creator and category; they stay when their evidence gets older. */
export const safetyFlagTable = pgTable(
  'safety_flag',
  {
    id: uuid().primaryKey(),
    ...ofCreator,
    category: text().$type<SafetyCategory>().notNull(),
    state: text().$type<SafetyFlagState>().notNull().default('open'),
    version: integer().notNull().default(1),
    /** The version of the rule that raised it last; 0 is the default rule. */
    ruleVersion: integer('rule_version').notNull(),
    raisedAt: instant('raised_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    decidedBy: uuid('decided_by').references(() => userTable.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    reason: text().notNull().default(''),
  },
  (table) => [
    unique('safety_flag_once').on(table.brandId, table.creatorId, table.category),
    index('safety_flag_recent').on(table.brandId, table.changedAt.desc(), table.id.desc()),
    index('safety_flag_open').on(table.creatorId, table.brandId).where(sql`state = 'open'`),
  ],
);

/** What raised a flag. An edited text is new evidence; the same text never counts twice. */
export const safetyEvidenceTable = pgTable(
  'safety_evidence',
  {
    id: uuid().primaryKey(),
    flagId: uuid('flag_id')
      .notNull()
      .references(() => safetyFlagTable.id, { onDelete: 'cascade' }),
    kind: text().$type<'bio' | 'post' | 'figures'>().notNull(),
    itemKey: text('item_key').notNull(),
    textHash: text('text_hash').notNull(),
    url: text(),
    publishedAt: instant('published_at'),
    foundAt: instant('found_at').notNull(),
    ruleVersion: integer('rule_version').notNull(),
    /** The quote, divided at the marked words; empty once it was erased. */
    parts: jsonb().$type<{ text: string; match: boolean }[]>().notNull(),
    figures: jsonb().$type<FigureChange>(),
  },
  (table) => [unique('safety_evidence_once').on(table.flagId, table.itemKey, table.textHash)],
);

/** The last check of a creator for a brand. */
export const safetyCheckTable = pgTable(
  'safety_check',
  {
    ...ofCreator,
    checkedAt: instant('checked_at').notNull(),
    /** Hashes of the checked texts and of the rules; if both are the same, nothing is matched again. */
    contentHash: text('content_hash').notNull(),
    rulesHash: text('rules_hash').notNull(),
    posts: integer().notNull(),
    withoutText: integer('without_text').notNull(),
    hasBio: boolean('has_bio').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.creatorId] }),
    index('safety_check_creator').on(table.creatorId),
  ],
);

/** A creator's figures by day: their growth, and the basis for noticing sudden changes. */
export const creatorFigureDayTable = pgTable(
  'creator_figure_day',
  {
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** Figures of different sources aren't compared. */
    source: text().notNull(),
    followers: bigint({ mode: 'number' }),
    engagement: doublePrecision(),
    avgViews: bigint('avg_views', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day] })],
);

/** How followers grew up to the newest reading, in percent: what searches filter by. Null without a reading from then. */
export const creatorGrowthTable = pgTable(
  'creator_growth',
  {
    creatorId: uuid('creator_id')
      .primaryKey()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    days30: doublePrecision(),
    days90: doublePrecision(),
  },
  (table) => [
    index('creator_growth_30').on(table.days30).where(sql`${table.days30} is not null`),
    index('creator_growth_90').on(table.days90).where(sql`${table.days90} is not null`),
  ],
);
