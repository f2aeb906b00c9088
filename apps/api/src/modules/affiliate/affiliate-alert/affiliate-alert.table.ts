import type { AlertKind, AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** What a brand should look at, with the figures that say why; one for each subject and day. */
export const affiliateAlertTable = pgTable(
  'affiliate_alert',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<AlertKind>().notNull(),
    /** What it is about: the id of a code, link, order or affiliate. */
    subject: text().notNull(),
    affiliateId: uuid('affiliate_id'),
    /** `YYYY-MM-DD` in UTC. */
    day: text().notNull(),
    figures: jsonb().$type<Record<string, string | number>>().notNull(),
    state: text().$type<AlertState>().notNull().default('open'),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    reason: text(),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('affiliate_alert_once').on(table.brandId, table.kind, table.subject, table.day),
    index('affiliate_alert_page').on(table.brandId, table.createdAt.desc(), table.id.desc()),
  ],
);
