import type { DigestFrequency } from '@troupe/domain/listening/listening-digest';
import { date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';

const ofMember = {
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .notNull()
    .references(() => userTable.id, { onDelete: 'cascade' }),
};

/** The email digests that members of brands chose. Without a row, none. */
export const listeningDigestTable = pgTable(
  'listening_digest',
  {
    ...ofMember,
    frequency: text().$type<DigestFrequency>().notNull(),
    /** The day of a weekly digest: 1 is Monday. */
    weekday: smallint().notNull(),
    /** In the brand's time zone. */
    hour: smallint().notNull(),
    /** Earlier digests aren't sent afterwards. */
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.userId] })],
);

/** Digests that were sent or skipped. The key lets each one be sent once. */
export const listeningDigestSlotTable = pgTable(
  'listening_digest_slot',
  {
    ...ofMember,
    /** The day in the brand's time zone. */
    day: date().notNull(),
    /** Null if there was nothing to say. */
    mailId: uuid('mail_id').references(() => mailTable.id, { onDelete: 'set null' }),
    mentions: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.userId, table.day] }),
    index('listening_digest_slot_mail').on(table.mailId),
  ],
);
