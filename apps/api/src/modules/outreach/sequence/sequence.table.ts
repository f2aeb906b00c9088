import type { SequenceStep } from '@troupe/domain/outreach/sequence';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Follow-up sequences; bodies of steps are sanitized HTML. Archived ones stay, so that they can be restored. */
export const sequenceTable = pgTable(
  'sequence',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    steps: jsonb().$type<SequenceStep[]>().notNull(),
    weekdaysOnly: boolean('weekdays_only').notNull().default(true),
    /** Increments with each change, to detect edit conflicts. */
    version: integer().notNull().default(1),
    updatedBy: uuid('updated_by').references(() => userTable.id, { onDelete: 'set null' }),
    /** The `Idempotency-Key` of the creating request. */
    requestKey: text('request_key'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('sequence_brand').on(table.brandId, table.updatedAt.desc()),
    uniqueIndex('sequence_request').on(table.brandId, table.requestKey),
  ],
);
