import type { CodeKind, CodeState } from '@troupe/domain/affiliate/affiliate-code';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { storeTable } from '../../commerce/store/store.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';

/**
 * Discount codes of creators. A code of a store belongs to one creator at a time: the exclusion constraint
 * `affiliate_code_owner` over store, folded code and time of ownership sees to it.
 */
export const affiliateCodeTable = pgTable(
  'affiliate_code',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    storeId: uuid('store_id')
      .notNull()
      .references(() => storeTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
    /** As it is shown and typed. */
    code: text().notNull(),
    /** As it is compared (`foldCode`). */
    folded: text().notNull(),
    /** The discount's id at the store; null until it was created there. */
    externalId: text('external_id'),
    /** It was made at the store before; ending it here leaves it there. */
    adopted: boolean().notNull().default(false),
    kind: text().$type<CodeKind>().notNull(),
    /** Basis points for `percent`; otherwise null. */
    valueBp: integer('value_bp'),
    /** Minor units of `currency` for `amount`; otherwise null. */
    valueMinor: bigint('value_minor', { mode: 'number' }),
    currency: text(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    usageLimit: integer('usage_limit'),
    oncePerBuyer: boolean('once_per_buyer').notNull().default(false),
    state: text().$type<CodeState>().notNull(),
    /** Why the store refused it, as people read it. */
    error: text(),
    /** From when until when orders with it belong to the creator; open at the end while it is null. */
    ownedFrom: instant('owned_from').notNull(),
    ownedUntil: instant('owned_until'),
    /** The code that it replaced. */
    replacesId: uuid('replaces_id'),
    checkedAt: instant('checked_at'),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('affiliate_code_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('affiliate_code_of').on(table.affiliateId),
    index('affiliate_code_folded').on(table.storeId, table.folded),
    index('affiliate_code_campaign').on(table.campaignId),
  ],
);
