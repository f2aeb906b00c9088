import type { AffiliateState } from '@troupe/domain/affiliate/affiliate';
import type { CommissionTerms } from '@troupe/domain/affiliate/affiliate-program';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';

/** Creators in a brand's program. `version` grows with each change. */
export const affiliateTable = pgTable(
  'affiliate',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    /** The creator's account; null until they accept, and once it was removed. */
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    optInId: uuid('opt_in_id').references(() => optInTable.id, { onDelete: 'set null' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
    state: text().$type<AffiliateState>().notNull(),
    /** A rate for this creator alone, in basis points; null for the program's. */
    rateBp: integer('rate_bp'),
    repeatRateBp: integer('repeat_rate_bp'),
    /** The terms that bind; null until the creator accepts. */
    terms: jsonb().$type<CommissionTerms>(),
    termsVersion: integer('terms_version'),
    termsAcceptedAt: instant('terms_accepted_at'),
    /** Terms that wait for the creator to accept them; null while there are none. */
    offered: jsonb().$type<CommissionTerms>(),
    since: instant(),
    until: instant(),
    /** Keyed hashes of the creator's own buyer ids, for self-purchases. */
    ownBuyerKeys: text('own_buyer_keys').array().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
    invitedBy: uuid('invited_by').references(() => userTable.id, { onDelete: 'set null' }),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    unique('affiliate_once').on(table.brandId, table.creatorId),
    index('affiliate_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
    index('affiliate_user').on(table.userId),
    index('affiliate_creator').on(table.creatorId),
    index('affiliate_opt_in').on(table.optInId),
    index('affiliate_campaign').on(table.campaignId),
  ],
);

/** What an affiliate's state, rates and terms became, and when; added, never changed. Orders look up the past here. */
export const affiliateChangeTable = pgTable(
  'affiliate_change',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    state: text().$type<AffiliateState>().notNull(),
    terms: jsonb().$type<CommissionTerms>(),
    termsVersion: integer('terms_version'),
    /** The creator's own rate was used for `terms`. */
    ownRate: integer('own_rate_bp'),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    reason: text(),
    at: instant().notNull(),
  },
  (table) => [unique('affiliate_change_once').on(table.affiliateId, table.version)],
);
