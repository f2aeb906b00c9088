import type { NotificationChoices, NotificationKind } from '@troupe/domain/inbox/notification';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Notifications. `reference` makes notifying idempotent. */
export const notificationTable = pgTable(
  'notification',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    href: text().notNull(),
    reference: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    readAt: instant('read_at'),
    mailedAt: instant('mailed_at'),
  },
  (table) => [
    uniqueIndex('notification_once').on(table.userId, table.reference),
    index('notification_reference').on(table.reference.op('text_pattern_ops')),
    index('notification_unmailed')
      .on(table.createdAt)
      .where(sql`${table.mailedAt} is null and ${table.readAt} is null`),
    index('notification_unread').on(table.userId).where(sql`${table.readAt} is null`),
    index('notification_read').on(table.readAt).where(sql`${table.readAt} is not null`),
    index('notification_page').on(table.userId, table.createdAt.desc(), table.id.desc()),
  ],
);

/** Notification preferences. */
export const notificationPreferenceTable = pgTable('notification_preference', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userTable.id, { onDelete: 'cascade' }),
  preferences: jsonb().$type<NotificationChoices>().notNull(),
});
