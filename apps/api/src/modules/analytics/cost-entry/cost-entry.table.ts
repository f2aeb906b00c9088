import type { CostKind } from '@troupe/domain/analytics/cost-entry';
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';

/**
 * Costs that people enter or import, and those of gifts, in minor units. Payments to creators and commissions are read from their own books.
 * `version` increments with each change.
 */
export const costEntryTable = pgTable(
  'cost_entry',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
    creatorId: uuid('creator_id').references(() => creatorTable.id, { onDelete: 'set null' }),
    /** In the brand's time zone. */
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<CostKind>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    source: text().$type<'hand' | 'import' | 'gift'>().notNull(),
    note: text().notNull().default(''),
    reference: text(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('cost_entry_page').on(table.brandId, table.day.desc(), table.id.desc()),
    index('cost_entry_campaign').on(table.campaignId).where(sql`${table.campaignId} is not null`),
    index('cost_entry_creator').on(table.creatorId).where(sql`${table.creatorId} is not null`),
    uniqueIndex('cost_entry_reference')
      .on(table.brandId, table.reference)
      .where(sql`${table.reference} is not null`),
  ],
);
