import type { MessageKind, ScanState } from '@troupe/domain/conversation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';
import { brandTable } from '../brand/brand.table.ts';
import { mailTable } from '../mail/mail.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { userTable } from '../user/user.table.ts';

/**
 * A conversation between a brand and a creator who opted in: what its list shows. The database makes one with each
 * opt-in (migration 0015).
 */
export const conversationTable = pgTable(
  'conversation',
  {
    optInId: uuid('opt_in_id')
      .primaryKey()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').notNull(),
    /** The number of its last message and up to which each side has read, each side in its own numbers. */
    lastNumber: integer('last_number').notNull().default(0),
    lastCreatorNumber: integer('last_creator_number').notNull().default(0),
    brandRead: integer('brand_read').notNull().default(0),
    creatorRead: integer('creator_read').notNull().default(0),
    /** Up to which number the creator was told by mail. */
    creatorMailed: integer('creator_mailed').notNull().default(0),
    /** Messages of the creator the brand has not read. */
    unread: integer().notNull().default(0),
    lastAt: instant('last_at').notNull().default(sql`now()`),
    starred: boolean().notNull().default(false),
    assignedTo: uuid('assigned_to').references(() => userTable.id, { onDelete: 'set null' }),
    snoozedUntil: instant('snoozed_until'),
  },
  (table) => [
    index('conversation_page').on(table.brandId, table.lastAt.desc(), table.optInId.desc()),
    index('conversation_unread').on(table.brandId, table.campaignId).where(sql`${table.unread} > 0`),
    index('conversation_campaign').on(table.campaignId, table.lastAt.desc()),
  ],
);

/**
 * Messages; `number` counts from 1 within a conversation. `creatorNumber` counts what the creator sees, so that no
 * gap tells of the notes between.
 */
export const messageTable = pgTable(
  'message',
  {
    id: uuid().primaryKey(),
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    /** Null until a message that is to be sent later is sent. */
    number: integer(),
    creatorNumber: integer('creator_number'),
    clientId: uuid('client_id').notNull(),
    kind: text().$type<MessageKind>().notNull(),
    text: text().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    byEmail: boolean('by_email').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    sendAt: instant('send_at'),
    /** When the other side read it. */
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('message_number').on(table.optInId, table.number),
    uniqueIndex('message_creator_number').on(table.optInId, table.creatorNumber),
    index('message_unread').on(table.optInId, table.number).where(sql`${table.readAt} is null`),
    uniqueIndex('message_client').on(table.optInId, table.clientId),
    index('message_unmailed')
      .on(table.createdAt)
      .where(sql`${table.readAt} is null and ${table.kind} = 'brand'`),
    index('message_due').on(table.sendAt).where(sql`${table.number} is null`),
  ],
);

/** Files sent along with messages; `messageId` is null until the message is sent. */
export const attachmentTable = pgTable(
  'attachment',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id').references(() => messageTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    fileKey: text('file_key').notNull(),
    name: text().notNull(),
    type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    scan: text().$type<ScanState>().notNull().default('off'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('attachment_message').on(table.messageId),
    index('attachment_opt_in').on(table.optInId),
    index('attachment_user').on(table.userId),
    index('attachment_loose').on(table.createdAt).where(sql`${table.messageId} is null`),
    index('attachment_waiting').on(table.createdAt).where(sql`${table.scan} = 'waiting'`),
  ],
);

/** Mails that told a creator of new messages: an answer to one lands in its conversation. */
export const conversationMailTable = pgTable(
  'conversation_mail',
  {
    mailId: uuid('mail_id')
      .primaryKey()
      .references(() => mailTable.id, { onDelete: 'cascade' }),
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
  },
  (table) => [index('conversation_mail_of').on(table.optInId)],
);

/** Answers a team keeps. */
export const savedReplyTable = pgTable(
  'saved_reply',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    text: text().notNull(),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('saved_reply_label').on(table.brandId, sql`lower(${table.label})`)],
);

/**
 * What is told to connected people, in order: the database numbers events as they commit, one after the other
 * (migration 0015), so that a greater number is never seen before a smaller one. Kept for a day, so that a connection that was lost goes on where it
 * stopped. `audience` is `brand:<id>` or `user:<id>`.
 */
export const liveEventTable = pgTable(
  'live_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    audience: text().notNull(),
    type: text().notNull(),
    campaignId: uuid('campaign_id'),
    optInId: uuid('opt_in_id'),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    index('live_event_audience').on(table.audience, table.id),
    index('live_event_created').on(table.createdAt),
  ],
);
