import type { Agreement } from '@troupe/domain/campaigns/agreement';
import type { AgreementLanguage } from '@troupe/domain/campaigns/agreement/agreement-text';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';

/** The clauses with which a brand's new agreements start; brands without a row use the default ones. */
export const agreementTemplateTable = pgTable('agreement_template', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  clauses: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant('updated_at').notNull().default(sql`now()`),
});

/**
 * Versions of the written agreement of an opt-in. The brand accepts first, then the creator. A trigger makes a version
 * that both accepted immutable, except for erasing the creator's name.
 */
export const agreementTable = pgTable(
  'agreement',
  {
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The accepted offer that has the terms. */
    offerNumber: integer('offer_number').notNull(),
    terms: jsonb().$type<Agreement>().notNull(),
    /** As edited, with placeholders. */
    clauses: text().notNull(),
    /** What both sides accept, and its SHA-256 in hex. */
    text: text().notNull(),
    hash: text().notNull(),
    /** The language of the text's headings. */
    language: text().$type<AgreementLanguage>().notNull().default('en'),
    brandSigner: text('brand_signer'),
    brandUserId: uuid('brand_user_id').references(() => userTable.id, { onDelete: 'set null' }),
    brandAcceptedAt: instant('brand_accepted_at'),
    creatorSigner: text('creator_signer'),
    creatorUserId: uuid('creator_user_id').references(() => userTable.id, { onDelete: 'set null' }),
    creatorAcceptedAt: instant('creator_accepted_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.optInId, table.number] }),
    index('agreement_brand').on(table.brandId, table.optInId),
  ],
);
