import { CLICK_DAYS } from '@troupe/domain/affiliate/affiliate';
import type { ProgramRules, ProgramState } from '@troupe/domain/affiliate/affiliate-program';
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Affiliate programs, one for each brand, as they are now. */
export const affiliateProgramTable = pgTable('affiliate_program', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  state: text().$type<ProgramState>().notNull(),
  version: integer().notNull(),
  rules: jsonb().$type<ProgramRules>().notNull(),
  /** Signs statements (Ed25519): the private key sealed, the public key in `signer`, SPKI in base64. */
  signingSecret: text('signing_secret').notNull(),
  signer: text().notNull(),
  updatedAt: instant('updated_at').notNull(),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});

/** Every version of a program; added, never changed. Orders are decided by the version in effect when they were placed. */
export const affiliateProgramChangeTable = pgTable(
  'affiliate_program_change',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    state: text().$type<ProgramState>().notNull(),
    rules: jsonb().$type<ProgramRules>().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    reason: text(),
    effectiveAt: instant('effective_at').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [unique('affiliate_program_change_once').on(table.brandId, table.version)],
);

/**
 * Returns the moment from which recent clicks count, as SQL: the first of the last {@link CLICK_DAYS} days, today
 * included, in the program's zone. Analytics count days in the same way.
 * @param zone SQL of the zone; null without a program
 */
export const clicksFrom = (zone: string): string =>
  `((date_trunc('day', now() at time zone coalesce(${zone}, 'UTC')) - interval '${CLICK_DAYS - 1} days')
    at time zone coalesce(${zone}, 'UTC'))`;
