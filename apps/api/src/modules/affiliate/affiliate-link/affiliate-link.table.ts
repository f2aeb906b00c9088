import type { LinkState } from '@troupe/domain/affiliate/affiliate-link';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { storeTable } from '../../commerce/store/store.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';
import { affiliateCodeTable } from '../affiliate-code/affiliate-code.table.ts';

/**
 * Links of creators: `/r/{slug}` leads to `path` in the store. A slug is in lower case and never used again: rows are
 * not deleted, and the slugs of deleted brands move to `affiliate_retired_slug`.
 */
export const affiliateLinkTable = pgTable(
  'affiliate_link',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
    slug: text().notNull().unique('affiliate_link_slug'),
    /** Null once the store is gone. */
    storeId: uuid('store_id').references(() => storeTable.id, { onDelete: 'set null' }),
    /** Path and query in the store, with its first slash. */
    path: text().notNull(),
    /** A code that the link puts into the cart. */
    codeId: uuid('code_id').references(() => affiliateCodeTable.id, { onDelete: 'set null' }),
    label: text().notNull().default(''),
    state: text().$type<LinkState>().notNull().default('active'),
    endsAt: instant('ends_at'),
    createdBy: uuid('created_by').references(() => userTable.id, { onDelete: 'set null' }),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('affiliate_link_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('affiliate_link_of').on(table.affiliateId, table.createdAt.desc(), table.id.desc()),
    index('affiliate_link_store').on(table.storeId),
    index('affiliate_link_campaign').on(table.campaignId),
    index('affiliate_link_code').on(table.codeId),
    unique('affiliate_link_brand_id').on(table.brandId, table.id),
  ],
);

/** Slugs of deleted brands, so that printed links can't be taken over. */
export const affiliateRetiredSlugTable = pgTable('affiliate_retired_slug', {
  slug: text().primaryKey(),
  retiredAt: instant('retired_at').notNull().default(sql`now()`),
});
