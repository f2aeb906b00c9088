import type { MessageKind, ScanState } from '@troupe/domain/inbox/conversation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
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
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { inboundMailTable, mailTable } from '../../outreach/mail/mail.table.ts';
import { mailboxTable } from '../../outreach/mailbox/mailbox.table.ts';

/**
 * Conversations between a brand and a creator: invites, email both ways and the chats of all campaigns. Created by a
 * database trigger with each opt-in and by the API with each invite.
 */
export const conversationTable = pgTable(
  'conversation',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    /** The number of its last message. */
    lastNumber: integer('last_number').notNull().default(0),
    /** The number of unread messages from the creator. */
    unread: integer().notNull().default(0),
    /** The time of the last message; null while there are only invites. */
    lastAt: instant('last_at'),
    starred: boolean().notNull().default(false),
    assignedTo: uuid('assigned_to').references(() => userTable.id, { onDelete: 'set null' }),
    snoozedUntil: instant('snoozed_until'),
  },
  (table) => [
    uniqueIndex('conversation_once').on(table.brandId, table.creatorId),
    index('conversation_creator').on(table.creatorId),
    index('conversation_page').on(table.brandId, table.lastAt.desc(), table.id.desc()),
    index('conversation_with_unread').on(table.brandId).where(sql`${table.unread} > 0`),
    index('conversation_snoozed').on(table.snoozedUntil).where(sql`${table.snoozedUntil} is not null`),
  ],
);

/** The campaign labels of a conversation, each with its share of the counts. */
export const conversationCampaignTable = pgTable(
  'conversation_campaign',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversationTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** The creator's opt-in; null before they opt in. */
    optInId: uuid('opt_in_id').references(() => optInTable.id, { onDelete: 'set null' }),
    /** The number of the last message about this campaign. */
    lastNumber: integer('last_number').notNull().default(0),
    /** The last of the creator's own message numbers, and up to which they have read and were emailed. */
    lastCreatorNumber: integer('last_creator_number').notNull().default(0),
    creatorRead: integer('creator_read').notNull().default(0),
    creatorMailed: integer('creator_mailed').notNull().default(0),
    unread: integer().notNull().default(0),
    /** Same as on the conversation, for this campaign. */
    lastAt: instant('last_at'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.campaignId] }),
    uniqueIndex('conversation_campaign_opt_in').on(table.optInId),
    index('conversation_campaign_page').on(
      table.campaignId,
      table.lastAt.desc(),
      table.conversationId.desc(),
    ),
    index('conversation_campaign_unread').on(table.brandId, table.campaignId).where(sql`${table.unread} > 0`),
  ],
);

/**
 * Emails between a brand and a creator that were read from a connected mailbox, in either direction, without those that
 * Troupe sent and replies to them. `messageId` is unique in a conversation, so that none is added twice.
 */
export const mailboxEmailTable = pgTable(
  'mailbox_email',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversationTable.id, { onDelete: 'cascade' }),
    mailboxId: uuid('mailbox_id').references(() => mailboxTable.id, { onDelete: 'set null' }),
    direction: text().$type<'in' | 'out'>().notNull(),
    messageId: text('message_id').notNull(),
    /** Earlier Message-IDs, oldest first, separated by spaces; null without. */
    references: text('message_references'),
    /** The addresses of the creator and of the brand. */
    creatorAddress: text('creator_address').notNull(),
    ownAddress: text('own_address').notNull(),
    subject: text().notNull(),
    visible: text().notNull(),
    /** The full text with quotes; null where only `visible` was kept. */
    body: text(),
    sentAt: instant('sent_at').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('mailbox_email_once').on(table.conversationId, table.messageId),
    index('mailbox_email_brand').on(table.brandId, table.messageId),
    index('mailbox_email_mailbox').on(table.mailboxId),
  ],
);

/**
 * Messages. `number` counts from 1 within a conversation; `creatorNumber` counts only what the creator sees, so that
 * gaps don't reveal notes. Emails reference the outbox or the received email.
 */
export const messageTable = pgTable(
  'message',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversationTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
    optInId: uuid('opt_in_id').references(() => optInTable.id, { onDelete: 'set null' }),
    /** Null until a scheduled message is sent. */
    number: integer(),
    creatorNumber: integer('creator_number'),
    clientId: uuid('client_id').notNull(),
    kind: text().$type<MessageKind>().notNull(),
    text: text().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    byEmail: boolean('by_email').notNull().default(false),
    mailId: uuid('mail_id').references(() => mailTable.id, { onDelete: 'set null' }),
    inboundMailId: uuid('inbound_mail_id').references(() => inboundMailTable.id, { onDelete: 'set null' }),
    /** The email that was read from a mailbox. */
    mailboxEmailId: uuid('mailbox_email_id').references(() => mailboxEmailTable.id, { onDelete: 'set null' }),
    /** Why a received email may not be from the creator, shown to the team. */
    doubt: text(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    sendAt: instant('send_at'),
    /** When the other side read it; outgoing emails count as read when written, because opens aren't tracked. */
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('message_number').on(table.conversationId, table.number),
    index('message_campaign').on(table.conversationId, table.campaignId, table.number),
    uniqueIndex('message_creator_number').on(table.optInId, table.creatorNumber),
    index('message_unread').on(table.conversationId, table.number).where(sql`${table.readAt} is null`),
    uniqueIndex('message_client').on(table.conversationId, table.clientId),
    index('message_unmailed')
      .on(table.createdAt)
      .where(sql`${table.readAt} is null and ${table.kind} = 'brand'`),
    index('message_due').on(table.sendAt).where(sql`${table.number} is null`),
    index('message_mail').on(table.mailId),
    index('message_inbound_mail').on(table.inboundMailId),
    index('message_mailbox_email').on(table.mailboxEmailId).where(sql`${table.mailboxEmailId} is not null`),
    index('message_email')
      .on(table.conversationId, table.number.desc())
      .where(sql`${table.mailId} is not null or ${table.inboundMailId} is not null`),
  ],
);

/** Message attachments; `messageId` is null until the message is sent. */
export const attachmentTable = pgTable(
  'attachment',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversationTable.id, { onDelete: 'cascade' }),
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
    index('attachment_conversation').on(table.conversationId),
    index('attachment_user').on(table.userId),
    index('attachment_loose').on(table.createdAt).where(sql`${table.messageId} is null`),
    index('attachment_waiting').on(table.createdAt).where(sql`${table.scan} = 'waiting'`),
  ],
);

/** Emails to creators: replies land in the conversation under the same campaign label. */
export const conversationMailTable = pgTable(
  'conversation_mail',
  {
    mailId: uuid('mail_id')
      .primaryKey()
      .references(() => mailTable.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversationTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id').references(() => campaignTable.id, { onDelete: 'set null' }),
  },
  (table) => [index('conversation_mail_of').on(table.conversationId)],
);

/** Saved replies of a team. */
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
 * Live events in order. Negative IDs are waiting for their number: the database numbers committed events in sequence
 * (`number_live_events`), so that readers never see a higher number before a lower one. Kept for a day, so that
 * clients can resume after a lost connection. `audience` is `brand:<id>` or `user:<id>`.
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
