import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';

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
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
    removedAt: instant('removed_at'),
  },
  (table) => [index('email_template_brand').on(table.brandId, table.updatedAt.desc())],
);
