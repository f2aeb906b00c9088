import type { MailKind, MailStatus, SuppressionReason } from '@troupe/domain/outreach/mail';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** Purposes with a limit, or that are unsubscribed from on their own. */
export type MailPurpose =
  | 'share'
  | 'team-invite'
  | 'test'
  | 'listening-digest'
  | 'search-alert'
  | 'report'
  | 'follow-up';

/**
 * The outbox: rendered emails, written in the transaction of their cause. `replyToken` is part of the reply address
 * and envelope sender, `unsubscribeToken` of the unsubscribe address.
 */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().primaryKey(),
    /** Null for the product's own emails unrelated to a brand. */
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    /** The purpose, if it has a limit or its own unsubscribing. */
    purpose: text().$type<MailPurpose>(),
    toAddress: text('to_address').notNull(),
    toName: text('to_name').notNull().default(''),
    subject: text().notNull(),
    html: text().notNull(),
    plain: text().notNull(),
    messageId: text('message_id').notNull(),
    inReplyTo: text('in_reply_to'),
    /** Earlier Message-IDs, oldest first, separated by spaces; null without. */
    references: text('message_references'),
    /** The reply address, if replies don't come to us. */
    replyTo: text('reply_to'),
    replyToken: text('reply_token').notNull(),
    unsubscribeToken: text('unsubscribe_token'),
    status: text().$type<MailStatus>().notNull().default('queued'),
    /** The reason for the status, shown to users. */
    statusReason: text('status_reason'),
    attempts: integer().notNull().default(0),
    /** Earliest sending time. */
    dueAt: instant('due_at').notNull().default(sql`now()`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    sendingAt: instant('sending_at'),
    /** The process that is `sending` it: the number of the lock it holds while alive. */
    sender: integer(),
    sentAt: instant('sent_at'),
    bouncedAt: instant('bounced_at'),
    repliedAt: instant('replied_at'),
    unsubscribedAt: instant('unsubscribed_at'),
    /** The mail server's last response. */
    answer: text(),
    /** The mailbox address it was sent from; null for emails sent from the email domain. */
    fromAddress: text('from_address'),
  },
  (table) => [
    check('mail_of_brand', sql`${table.brandId} is not null or ${table.kind} = 'notice'`),
    uniqueIndex('mail_message_id').on(table.messageId),
    uniqueIndex('mail_reply_token').on(table.replyToken),
    uniqueIndex('mail_unsubscribe_token').on(table.unsubscribeToken),
    index('mail_due')
      .on(table.brandId, table.dueAt, table.id)
      .where(sql`${table.status} in ('queued', 'deferred')`),
    index('mail_notice_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.status} in ('queued', 'deferred') and ${table.kind} = 'notice'`),
    index('mail_uncertain').on(table.brandId).where(sql`${table.status} = 'uncertain'`),
    index('mail_sending').on(table.sendingAt).where(sql`${table.status} = 'sending'`),
    index('mail_purpose').on(table.brandId, table.createdAt).where(sql`${table.purpose} is not null`),
    index('mail_sent').on(table.brandId, table.sentAt.desc()),
    index('mail_follow_up_due')
      .on(table.brandId, table.dueAt, table.id)
      .where(sql`${table.status} in ('queued', 'deferred') and ${table.purpose} = 'follow-up'`),
    index('mail_bounced').on(table.brandId, table.bouncedAt).where(sql`${table.bouncedAt} is not null`),
    index('mail_recipient')
      .on(table.brandId, sql`lower(${table.toAddress})`, table.createdAt)
      .where(sql`${table.kind} in ('invite', 'email')`),
  ],
);

/** A brand's sending pace. Locking the row serializes taking its next email. */
export const mailPaceTable = pgTable('mail_pace', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  /** Earliest time of the next email. */
  nextAt: instant('next_at').notNull(),
  /** The day (UTC, `YYYY-MM-DD`) that `sent` counts. */
  day: text().notNull(),
  sent: integer().notNull(),
  /** Whether a follow-up is next if one is due: follow-ups and first invites take turns. */
  followUpNext: boolean('follow_up_next').notNull().default(false),
});

/** Addresses that a brand may not email. */
export const suppressionTable = pgTable(
  'suppression',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    detail: text(),
    mailId: uuid('mail_id').references(() => mailTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('suppression_once').on(table.brandId, sql`lower(${table.address})`)],
);

/** Received emails: the original is stored under `rawKey`; `visible` is the text without quotes. */
export const inboundMailTable = pgTable(
  'inbound_mail',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The email it replies to or is about. */
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mailTable.id, { onDelete: 'cascade' }),
    kind: text().$type<'reply' | 'auto-reply' | 'bounce' | 'complaint'>().notNull(),
    messageId: text('message_id').notNull(),
    fromAddress: text('from_address').notNull(),
    subject: text().notNull(),
    visible: text().notNull(),
    /** The full text with quotes; null where only `visible` was kept. */
    body: text(),
    /** The overall DMARC result: `pass`, `fail` or `none`. */
    trust: text().notNull(),
    rawKey: text('raw_key').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    receivedAt: instant('received_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('inbound_mail_once').on(table.mailId, table.messageId),
    index('inbound_mail_brand').on(table.brandId, table.receivedAt.desc()),
  ],
);
