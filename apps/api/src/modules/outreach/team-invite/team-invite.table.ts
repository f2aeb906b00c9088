import type { BrandRole } from '@troupe/domain/account/user';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { mailTable } from '../mail/mail.table.ts';

/** Team invitations. `token` is the personal link; `email` is in lower case. */
export const teamInviteTable = pgTable(
  'team_invite',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: text().$type<BrandRole>().notNull(),
    token: text().notNull(),
    invitedBy: uuid('invited_by').references(() => userTable.id, { onDelete: 'set null' }),
    /** The email that last carried it. */
    mailId: uuid('mail_id').references(() => mailTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => userTable.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('team_invite_token').on(table.token),
    uniqueIndex('team_invite_once')
      .on(table.brandId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.withdrawnAt} is null`),
    index('team_invite_brand').on(table.brandId, table.createdAt.desc()),
    index('team_invite_email')
      .on(table.email)
      .where(sql`${table.acceptedAt} is null and ${table.withdrawnAt} is null`),
  ],
);
