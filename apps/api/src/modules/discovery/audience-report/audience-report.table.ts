import type { AudienceKind } from '@troupe/domain/discovery/audience/audience-condition';
import type { AudienceReport } from '@troupe/domain/discovery/audience-report';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
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

/** Purchased reports. `report` is in our format, `original` is the provider's raw response. */
export const audienceReportTable = pgTable(
  'audience_report',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    providerReportId: text('provider_report_id').notNull(),
    /** When the provider created it, the start of its age. */
    createdAt: instant('created_at').notNull(),
    purchasedAt: instant('purchased_at').notNull().default(sql`now()`),
    purchasedBy: uuid('purchased_by').references(() => userTable.id, { onDelete: 'set null' }),
    report: jsonb().$type<AudienceReport>().notNull(),
    original: jsonb().notNull(),
  },
  (table) => [
    index('audience_report_creator').on(table.brandId, table.creatorId, table.createdAt.desc()),
    index('audience_report_page').on(table.brandId, table.purchasedAt.desc(), table.id.desc()),
  ],
);

/**
 * Purchases: opened with the reservation of the credit, ended with its capture or release. The
 * unique index `open` allows one per brand and creator, so concurrent buyers pay once.
 */
export const audiencePurchaseTable = pgTable(
  'audience_purchase',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    state: text().$type<'open' | 'captured' | 'released'>().notNull().default('open'),
    /** Problem code if it ended without a report. */
    outcome: text(),
    reportId: uuid('report_id').references(() => audienceReportTable.id),
    idempotencyKey: text('idempotency_key'),
    startedAt: instant('started_at').notNull().default(sql`now()`),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('audience_purchase_open')
      .on(table.brandId, table.creatorId)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex('audience_purchase_key').on(table.brandId, table.idempotencyKey),
  ],
);

/**
 * Creators of whom a brand has a report, with the newest one, whose shares `audience_share` holds. `known`: it covers
 * followers. `version` is that of the reading, so that reports are read again after it changes.
 */
export const creatorAudienceTable = pgTable(
  'creator_audience',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    reportId: uuid('report_id')
      .notNull()
      .references(() => audienceReportTable.id, { onDelete: 'cascade' }),
    /** When the provider created the report. */
    createdAt: instant('created_at').notNull(),
    known: boolean().notNull(),
    version: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.creatorId] }),
    index('creator_audience_report').on(table.reportId),
  ],
);

/** Shares of followers in a brand's newest reports, for its searches. `weight` is a fraction of 1. */
export const audienceShareTable = pgTable(
  'audience_share',
  {
    brandId: uuid('brand_id').notNull(),
    creatorId: uuid('creator_id').notNull(),
    kind: text().$type<AudienceKind>().notNull(),
    code: text().notNull(),
    weight: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.creatorId, table.kind, table.code] }),
    // Ends in the creator, so that searches read nothing else.
    index('audience_share_found').on(table.brandId, table.kind, table.code, table.weight, table.creatorId),
    foreignKey({
      name: 'audience_share_of',
      columns: [table.brandId, table.creatorId],
      foreignColumns: [creatorAudienceTable.brandId, creatorAudienceTable.creatorId],
    }).onDelete('cascade'),
  ],
);
