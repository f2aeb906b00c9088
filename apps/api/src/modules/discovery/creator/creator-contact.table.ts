import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { creatorTable } from './creator.table.ts';

/** Look-ups of contact details on their way: one a creator, so that two people asking at once pay once. */
export const creatorContactFetchTable = pgTable('creator_contact_fetch', {
  creatorId: uuid('creator_id')
    .primaryKey()
    .references(() => creatorTable.id, { onDelete: 'cascade' }),
  /** Names this look-up, also in the credit ledger. */
  id: uuid().notNull(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  /** Credits held for it in the ledger. */
  credits: integer().notNull(),
  startedAt: instant('started_at').notNull(),
});
