import type { DomainStop } from '@troupe/domain/outreach/domain-health';
import type {
  MailboxAccess,
  MailboxProblem,
  MailboxProvider,
  MailboxStatus,
  MailServer,
} from '@troupe/domain/outreach/mailbox';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import type { FolderPosition } from '../../../platform/outgoing/mailbox-session.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** How far each folder was read. */
export type MailboxFolders = Record<string, FolderPosition>;

/**
 * Connected mailboxes of a brand. Password and tokens are stored encrypted and never leave the server. `version` changes
 * with the credentials, so that an outdated process doesn't overwrite newer ones.
 */
export const mailboxTable = pgTable(
  'mailbox',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The member who connected it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    /** Stays connected when that member leaves the team. */
    shared: boolean().notNull().default(false),
    address: text().notNull(),
    name: text().notNull().default(''),
    provider: text().$type<MailboxProvider>().notNull(),
    /** Taken from the vendor's setting when the mailbox was connected. */
    access: text().$type<MailboxAccess>().notNull().default('imap'),
    imap: jsonb().$type<MailServer>().notNull(),
    smtp: jsonb().$type<MailServer>().notNull(),
    username: text().notNull(),
    password: text(),
    accessToken: text('access_token'),
    accessExpiresAt: instant('access_expires_at'),
    refreshToken: text('refresh_token'),
    version: integer().notNull().default(1),
    status: text().$type<MailboxStatus>().notNull().default('connected'),
    problem: text().$type<MailboxProblem>(),
    /** Invites, follow-ups and emails to creators are sent from it. */
    isSender: boolean('is_sender').notNull().default(false),
    dailyCap: integer('daily_cap').notNull(),
    spacingSeconds: doublePrecision('spacing_seconds').notNull(),
    /** Set while invites and follow-ups wait because too many emails bounced or were reported as spam. */
    stopped: jsonb().$type<DomainStop>(),
    resumedAt: instant('resumed_at'),
    resumedBy: uuid('resumed_by').references(() => userTable.id, { onDelete: 'set null' }),
    folders: jsonb().$type<MailboxFolders>().notNull().default({}),
    /** Emails added to conversations. */
    imported: integer().notNull().default(0),
    nextSyncAt: instant('next_sync_at').notNull().default(sql`now()`),
    syncedAt: instant('synced_at'),
    /** The process that is reading it, until its lease ends. */
    leaseHolder: uuid('lease_holder'),
    leaseUntil: instant('lease_until'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('mailbox_address').on(table.brandId, sql`lower(${table.address})`),
    uniqueIndex('mailbox_sender').on(table.brandId).where(sql`${table.isSender}`),
    index('mailbox_user').on(table.userId),
    index('mailbox_due').on(table.nextSyncAt).where(sql`${table.status} = 'connected'`),
  ],
);

/** Creators' addresses whose earlier emails a mailbox was searched for. */
export const mailboxSearchTable = pgTable(
  'mailbox_search',
  {
    mailboxId: uuid('mailbox_id')
      .notNull()
      .references(() => mailboxTable.id, { onDelete: 'cascade' }),
    address: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.address] })],
);
