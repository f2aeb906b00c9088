import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Email templates; `body` is sanitized HTML. Archived ones stay, so that they can be restored. */
export const emailTemplateTable = pgTable(
  'email_template',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The campaigns that use it by default. */
    campaignIds: uuid('campaign_ids').array().notNull().default(sql`'{}'`),
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
    index('email_template_brand').on(table.brandId, table.updatedAt.desc()),
    uniqueIndex('email_template_request').on(table.brandId, table.requestKey),
  ],
);
