import type { MailKind, MailStatus, SuppressionReason } from '@troupe/domain/outreach/mail';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';

/** What mails are counted for. */
export type MailPurpose = 'share' | 'team-invite';

/**
 * The outbox: mails as they leave, written in the transaction of what causes them. `replyToken` stands in the
 * reply address and the envelope sender, `unsubscribeToken` in the unsubscribe address.
 */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid().primaryKey(),
    /** Null for mails of the product itself that are about no brand. */
    brandId: uuid('brand_id').references(() => brandTable.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    /** What of its kind it is for, where that is counted. */
    purpose: text().$type<MailPurpose>(),
    toAddress: text('to_address').notNull(),
    toName: text('to_name').notNull().default(''),
    subject: text().notNull(),
    html: text().notNull(),
    plain: text().notNull(),
    messageId: text('message_id').notNull(),
    inReplyTo: text('in_reply_to'),
    /** Message-IDs of the emails before it, oldest first, with spaces between; null without. */
    references: text('message_references'),
    /** Where answers go, where it is not to us. */
    replyTo: text('reply_to'),
    replyToken: text('reply_token').notNull(),
    unsubscribeToken: text('unsubscribe_token'),
    status: text().$type<MailStatus>().notNull().default('queued'),
    /** Why it stands there, in words for people. */
    statusReason: text('status_reason'),
    attempts: integer().notNull().default(0),
    /** Not before this moment. */
    dueAt: instant('due_at').notNull().default(sql`now()`),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    sendingAt: instant('sending_at'),
    /** The process that has it while it is `sending`: the number of the lock that process holds while it lives. */
    sender: integer(),
    sentAt: instant('sent_at'),
    bouncedAt: instant('bounced_at'),
    repliedAt: instant('replied_at'),
    unsubscribedAt: instant('unsubscribed_at'),
    /** What the mail server answered last. */
    answer: text(),
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
  ],
);

/** How far a brand's sending is. Whoever holds the row takes the brand's next mail. */
export const mailPaceTable = pgTable('mail_pace', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  /** The next mail leaves not before this moment. */
  nextAt: instant('next_at').notNull(),
  /** The day (UTC, `YYYY-MM-DD`) that `sent` counts. */
  day: text().notNull(),
  sent: integer().notNull(),
});

/** Addresses that a brand writes to no more. */
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

/** Mail that came in, as it came: `raw` lies in the files under `rawKey`; `visible` is what the person wrote. */
export const inboundMailTable = pgTable(
  'inbound_mail',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The mail it answers or is about. */
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mailTable.id, { onDelete: 'cascade' }),
    kind: text().$type<'reply' | 'auto-reply' | 'bounce' | 'complaint'>().notNull(),
    messageId: text('message_id').notNull(),
    fromAddress: text('from_address').notNull(),
    subject: text().notNull(),
    visible: text().notNull(),
    /** Its whole text, quotes included; null where nothing but `visible` was kept. */
    body: text(),
    /** SPF, DKIM and DMARC as found: `pass`, `fail` or `none` of DMARC. */
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
