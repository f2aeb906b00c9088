import type { StatementState } from '@troupe/domain/affiliate/commission-statement';
import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { affiliateTable } from '../affiliate/affiliate.table.ts';
import { commissionTable } from '../commission/commission.table.ts';

const money = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Monthly statements of commissions, one for each creator and currency; each holds the hash of the one before. */
export const commissionStatementTable = pgTable(
  'commission_statement',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliateTable.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    currency: text().notNull(),
    from: instant('from_at').notNull(),
    until: instant('until_at').notNull(),
    zone: text().notNull(),
    carriedIn: money('carried_in'),
    earned: money('earned'),
    takenBack: money('taken_back'),
    bonus: money('bonus'),
    due: money('due'),
    carriedOut: money('carried_out'),
    state: text().$type<StatementState>().notNull(),
    /** Signed names, as they were. */
    brandName: text('brand_name').notNull(),
    creatorName: text('creator_name').notNull(),
    previousSha256: text('previous_sha256'),
    sha256: text('sha256').notNull(),
    signature: text().notNull(),
    signer: text().notNull(),
    approvedBy: uuid('approved_by').references(() => userTable.id, { onDelete: 'set null' }),
    approvedAt: instant('approved_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('commission_statement_once').on(table.affiliateId, table.currency, table.number),
    unique('commission_statement_month').on(table.affiliateId, table.currency, table.until),
    index('commission_statement_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
  ],
);

/** Which entries are on which statement: each on one. */
export const statementLineTable = pgTable(
  'commission_statement_line',
  {
    commissionId: uuid('commission_id')
      .primaryKey()
      .references(() => commissionTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => commissionStatementTable.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('commission_statement_line_of').on(table.statementId),
    index('commission_statement_line_brand').on(table.brandId),
  ],
);
