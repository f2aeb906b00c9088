import type { AudienceReport } from '@troupe/domain/discovery/audience-report';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../creator/creator.table.ts';

/** Reports a brand holds. `report` is ours, `original` the provider's answer as it came. */
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
    /** When the provider made it: its age counts from here. */
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
 * A purchase on its way: made with the reservation of its credit, ended with capture or release. `open` holds one
 * a brand and creator, so that two people buying at once pay once.
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
    /** The code of what ended it without a report. */
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
