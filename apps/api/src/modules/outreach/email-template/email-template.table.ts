import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** A brand's email templates; `body` is sanitised HTML. Removed ones stay, so that removing can be undone. */
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
    /** The campaigns it is the standard of. */
    campaignIds: uuid('campaign_ids').array().notNull().default(sql`'{}'`),
    /** Grows with each change, so that of two people who change it at once the second is told. */
    version: integer().notNull().default(1),
    updatedBy: uuid('updated_by').references(() => userTable.id, { onDelete: 'set null' }),
    /** What the request that made it was called (`Idempotency-Key`): the same again makes no second one. */
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
