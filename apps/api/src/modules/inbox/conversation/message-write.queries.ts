import type { MessageKind } from '@troupe/domain/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Config } from '../../../platform/config.ts';
import {
  compose,
  connectionOf,
  type Database,
  type Part,
  sendWithCommit,
} from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { type NewLiveEvent, publishLiveEvents } from '../../../platform/live/live.queries.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { attachmentTable, messageTable } from './conversation.table.ts';
import { MESSAGE_COLUMNS, type MessageRow, toMessage } from './message.queries.ts';

/** SQL for the display name of a `person` in a conversation. */
export const AUTHOR_NAME = `coalesce(${personNameSql()}, split_part(person.email, '@', 1))`;

/** A locked conversation, with the label for what is written next. */
export interface LockedConversation {
  id: string;
  brandId: string;
  creatorId: string;
  lastNumber: number;
  unread: number;
  snoozedUntil: string | null;
  assignedTo: string | null;
  creatorName: string;
  /** The campaign that new messages are about; null for none. */
  campaignId: string | null;
  /** The creator's opt-in to it, with their last message number and account. */
  optInId: string | null;
  lastCreatorNumber: number;
  creatorUserId: string | null;
}

const HELD = `v.id, v.brand_id as "brandId", v.creator_id as "creatorId", v.last_number as "lastNumber", v.unread,
  v.snoozed_until as "snoozedUntil", v.assigned_to as "assignedTo",
  coalesce(nullif(c.fullname, ''), c.username) as "creatorName"`;

type Row<T> = T & Record<string, unknown>;

/** Locks the conversation of an opt-in; null if not found. */
async function lockOptIn(tx: Database, id: string, brandId?: string): Promise<LockedConversation | null> {
  // Lock both rows, then read: counts may have changed while waiting.
  const { rows } = await connectionOf(tx).query<LockedConversation>({
    name: 'conversation-hold-opt-in',
    text: `
      select ${HELD}, l.campaign_id as "campaignId", l.opt_in_id as "optInId",
        l.last_creator_number as "lastCreatorNumber", i.user_id as "creatorUserId"
      from conversation_campaign l join conversation v on v.id = l.conversation_id
        join creator c on c.id = v.creator_id join opt_in i on i.id = l.opt_in_id
      where l.opt_in_id = $1 and ($2::uuid is null or v.brand_id = $2) for update of v, l`,
    values: [id, brandId ?? null],
  });
  return rows[0] ?? null;
}

async function lockWhole(tx: Database, id: string, brandId?: string): Promise<LockedConversation | null> {
  const { rows } = await connectionOf(tx).query<LockedConversation>({
    name: 'conversation-hold',
    text: `
      select ${HELD}, null as "campaignId", null as "optInId", 0 as "lastCreatorNumber", null as "creatorUserId"
      from conversation v join creator c on c.id = v.creator_id
      where v.id = $1 and ($2::uuid is null or v.brand_id = $2) for update of v`,
    values: [id, brandId ?? null],
  });
  return rows[0] ?? null;
}

/**
 * Locks the conversation of an opt-in, labeled with its campaign, or a conversation by ID, unlabeled. Serializes
 * writers, so that numbers have no gaps. Null if not found.
 */
export const lockConversation = async (
  tx: Database,
  id: string,
  brandId?: string,
): Promise<LockedConversation | null> =>
  (await lockOptIn(tx, id, brandId)) ?? (await lockWhole(tx, id, brandId));

/** A locked conversation for a team message, with the author's name and the message if it was sent before. */
export interface LockedForMessage {
  held: LockedConversation;
  authorName: string;
  before: MessageRow | null;
}

/** Locks a conversation like {@link lockConversation} and reads what writing a message needs. */
export async function lockForMessage(
  tx: Database,
  { id, brandId, userId, clientId }: { id: string; brandId: string; userId: string; clientId: string },
): Promise<LockedForMessage | null> {
  // Pipelined: the second query runs once the first has the lock, and so sees concurrent writes.
  const [ofOptIn, { rows }] = await Promise.all([
    lockOptIn(tx, id, brandId),
    connectionOf(tx).query<{ author: string | null; before: MessageRow['id'] | null } & MessageRow>({
      name: 'message-before',
      text: `
        select ${AUTHOR_NAME} as author, sent.*
        from person left join lateral (
          select m.id as before, ${MESSAGE_COLUMNS} from conversation_campaign l
            join message m on m.conversation_id = l.conversation_id
          where l.opt_in_id = $1 and l.brand_id = $2 and m.client_id = $4
        ) sent on true
        where person.id = $3`,
      values: [id, brandId, userId, clientId],
    }),
  ]);
  const { author = '', before = null, ...row } = rows[0] ?? {};
  const authorName = author ?? '';
  if (ofOptIn) return { held: ofOptIn, authorName, before: before === null ? null : (row as MessageRow) };
  const held = await lockWhole(tx, id, brandId);
  return held && { held, authorName, before: await readMessage(tx, held.id, 'client_id', clientId) };
}

/** Sets the campaign label for what is written next into a locked conversation; the campaign must be the brand's. */
export async function labelConversation(
  tx: Database,
  held: LockedConversation,
  campaignId: string | null,
): Promise<LockedConversation> {
  if (campaignId === held.campaignId) return held;
  const bare = { ...held, campaignId: null, optInId: null, lastCreatorNumber: 0, creatorUserId: null };
  if (campaignId === null) return bare;
  await tx.execute(sql`
    insert into conversation_campaign (conversation_id, campaign_id, brand_id)
    select ${held.id}, id, brand_id from campaign where id = ${campaignId} and brand_id = ${held.brandId}
    on conflict do nothing`);
  const { rows } = await tx.execute<
    Row<Pick<LockedConversation, 'campaignId' | 'optInId' | 'lastCreatorNumber' | 'creatorUserId'>>
  >(sql`
    select l.campaign_id as "campaignId", l.opt_in_id as "optInId", l.last_creator_number as "lastCreatorNumber",
      i.user_id as "creatorUserId"
    from conversation_campaign l left join opt_in i on i.id = l.opt_in_id
    where l.conversation_id = ${held.id} and l.campaign_id = ${campaignId}`);
  if (!rows[0]) throw problem('not_found', { message: "This campaign doesn't exist. Choose another one." });
  return { ...bare, ...rows[0] };
}

/** Returns the campaign in whose chat the creator was last active; null if they joined none. */
export async function latestJoined(tx: Database, conversationId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ campaignId: string }>(sql`
    select l.campaign_id as "campaignId" from conversation_campaign l join opt_in i on i.id = l.opt_in_id
    where l.conversation_id = ${conversationId}
    order by i.user_id is not null desc, l.last_at desc nulls last, l.campaign_id limit 1`);
  return rows[0]?.campaignId ?? null;
}

/**
 * Returns the ID of a brand's conversation with a creator, creating it if needed; null if the brand can't see the
 * creator.
 */
export async function ensureConversation(
  tx: Database,
  brandId: string,
  creatorId: string,
): Promise<string | null> {
  await tx.execute(sql`
    insert into conversation (id, brand_id, creator_id)
    select ${newId()}, ${brandId}, c.id from creator c
    where c.id = ${creatorId} and (c.brand_id is null or c.brand_id = ${brandId}) on conflict do nothing`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from conversation where brand_id = ${brandId} and creator_id = ${creatorId}`);
  return rows[0]?.id ?? null;
}

/** The content of a message. */
export interface WrittenMessage {
  kind: MessageKind;
  text: string;
  userId: string | null;
  authorName: string;
  clientId: string;
  attachments?: readonly string[];
  byEmail?: boolean;
  /** The outgoing email that carries it; counts as read, because opens aren't tracked. */
  mailId?: string;
  /** The incoming email, and why it may not be from the creator. */
  inboundMailId?: string;
  /** The email that was read from a mailbox. */
  mailboxEmailId?: string;
  doubt?: string | null;
  /** True for emails to other addresses than the account's: not shown in the creator app. */
  hiddenFromCreator?: boolean;
  /** When to send it. */
  sendAt?: string | null;
}

/** Whether the message is new or had been written before. */
export interface Written {
  message: MessageRow;
  isNew: boolean;
}

/**
 * Writes a message into a locked conversation; the same `clientId` from the same user is the same message.
 * @param known the message already sent under this `clientId`, or null; undefined if not checked
 * @throws conflict when the `clientId` belongs to someone else, invalid when a file is missing
 */
export async function writeMessage(
  tx: Database,
  config: Config,
  held: LockedConversation,
  written: WrittenMessage,
  now: Date,
  known?: MessageRow | null,
): Promise<Written> {
  const before = known === undefined ? await readMessage(tx, held.id, 'client_id', written.clientId) : known;
  if (before) {
    const same = before.userId === written.userId && before.kind === written.kind;
    if (!same) throw problem('conflict', { message: 'This message was sent by someone else.' });
    return { message: before, isNew: false };
  }
  const { attachments = [], sendAt = null, hiddenFromCreator = false, clientId } = written;
  const at = now.toISOString();
  const row: MessageRow = {
    id: newId(),
    conversationId: held.id,
    campaignId: held.campaignId,
    optInId: held.optInId,
    number: null,
    creatorNumber: null,
    kind: written.kind,
    text: written.text,
    userId: written.userId,
    authorName: written.authorName,
    byEmail: written.byEmail ?? false,
    mailId: written.mailId ?? null,
    inboundMailId: written.inboundMailId ?? null,
    mailboxEmailId: written.mailboxEmailId ?? null,
    doubt: written.doubt ?? null,
    createdAt: at,
    sendAt,
    readAt: written.mailId === undefined && !isSentFromMailbox(written) ? null : at,
    attachments: null,
    email: null,
  };
  const message = sendAt === null ? numbered(held, row, { hiddenFromCreator, at }) : row;
  // Files and emails need another read after inserting.
  const plain =
    attachments.length === 0 &&
    message.mailId === null &&
    message.inboundMailId === null &&
    message.mailboxEmailId === null;
  const insertion = insertMessage(held, message, clientId);
  if (plain) await sendWithCommit(tx, insertion);
  else {
    await connectionOf(tx).query(compose([insertion]));
    await attach(tx, held.id, message.id, attachments, written.userId);
  }
  const whole = plain ? message : await mustRead(tx, held.id, message.id);
  if (sendAt === null) await publishMessage(tx, config, held, whole, now);
  return { message: whole, isNew: true };
}

/** Emails sent from a mailbox don't wait for the creator to read them here. */
const isSentFromMailbox = ({ kind, mailboxEmailId }: WrittenMessage): boolean =>
  kind === 'brand' && mailboxEmailId !== undefined;

/** Numbers a scheduled message and publishes it. */
export async function deliver(
  tx: Database,
  config: Config,
  held: LockedConversation,
  scheduled: MessageRow,
  now: Date,
): Promise<void> {
  if (scheduled.number !== null) throw new Error(`message ${scheduled.id} already has a number`);
  const message = numbered(held, scheduled, { hiddenFromCreator: false, at: now.toISOString() });
  await sendWithCommit(tx, {
    name: 'message-deliver',
    expressions: `sent as (
      update message set number = $3, creator_number = $4, created_at = $5 where id = $6
    ), ${countSql('$7')}`,
    values: [...placeOf(held, message), message.id, unreadOf(message)],
  });
  await publishMessage(tx, config, held, message, now);
}

/** Returns a message with the next numbers of a locked conversation, and increments its counts. */
function numbered(
  held: LockedConversation,
  row: MessageRow,
  { hiddenFromCreator, at }: { hiddenFromCreator: boolean; at: string },
): MessageRow {
  const shown = held.optInId !== null && !hiddenFromCreator && row.kind !== 'note';
  held.lastNumber += 1;
  if (shown) held.lastCreatorNumber += 1;
  if (row.kind === 'creator') held.unread += 1;
  const creatorNumber = shown ? held.lastCreatorNumber : null;
  return { ...row, number: held.lastNumber, creatorNumber, createdAt: at };
}

/**
 * SQL that counts a message in its conversation and label; a creator's message unsnoozes it. The first five values
 * are those of {@link placeOf}.
 * @param unread the parameter with the increase of the unread count
 */
const countSql = (unread: string) => `counted as (
    update conversation set last_number = $3, last_at = $5, unread = unread + ${unread}::int,
      snoozed_until = case when ${unread} > 0 then null else snoozed_until end
    where id = $1
  ), counted_label as (
    update conversation_campaign set last_number = $3, last_creator_number = coalesce($4, last_creator_number), last_at = $5,
      unread = unread + ${unread}::int
    where conversation_id = $1 and campaign_id = $2
  )`;

const placeOf = ({ id, campaignId }: LockedConversation, message: MessageRow): unknown[] => [
  ...[id, campaignId, message.number, message.creatorNumber, message.createdAt],
];

const unreadOf = ({ kind }: MessageRow): number => (kind === 'creator' ? 1 : 0);

const INSERT = `insert into message (conversation_id, campaign_id, number, creator_number, created_at, id, opt_in_id,
    client_id, kind, text, user_id, author_name, by_email, mail_id, inbound_mail_id, mailbox_email_id, doubt, send_at,
    read_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

const WRITE = `sent as (${INSERT}), ${countSql('$20')}`;

/** Returns the SQL part that inserts a message and, if it has a number, counts it. */
function insertMessage(held: LockedConversation, message: MessageRow, clientId: string): Part {
  const values = [
    ...placeOf(held, message),
    ...[
      message.id,
      message.optInId,
      clientId,
      message.kind,
      message.text,
      message.userId,
      message.authorName,
    ],
    ...[
      message.byEmail,
      message.mailId,
      message.inboundMailId,
      message.mailboxEmailId,
      message.doubt,
      message.sendAt,
      message.readAt,
    ],
  ];
  return message.number === null
    ? { name: 'message-schedule', expressions: `sent as (${INSERT})`, values }
    : { name: 'message-write', expressions: WRITE, values: [...values, unreadOf(message)] };
}

/** Publishes a numbered message to both sides. */
async function publishMessage(
  tx: Database,
  config: Config,
  held: LockedConversation,
  message: MessageRow,
  now: Date,
): Promise<void> {
  const { id: conversationId, campaignId, optInId, brandId, creatorUserId } = held;
  if (message.kind === 'creator') {
    const data = { conversationId, optInId, campaignId, messageId: message.id };
    await publish(tx, [{ brandId, type: 'message.received', data }], now);
  }
  const eventFor = (audience: string, data: Record<string, unknown>): NewLiveEvent => ({
    audience,
    type: 'message',
    campaignId,
    optInId,
    data,
  });
  const toTeam = { conversationId, message: toMessage(message, 'brand', config, now) };
  const events = [eventFor(`brand:${brandId}`, toTeam)];
  if (creatorUserId && message.creatorNumber !== null)
    events.push(eventFor(`user:${creatorUserId}`, { message: toMessage(message, 'creator', config, now) }));
  await publishLiveEvents(tx, events);
}

async function attach(
  tx: Database,
  conversationId: string,
  messageId: string,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const attached = await tx
    .update(attachmentTable)
    .set({ messageId })
    .where(
      and(
        inArray(attachmentTable.id, [...ids]),
        eq(attachmentTable.conversationId, conversationId),
        isNull(attachmentTable.messageId),
        userId === null ? undefined : eq(attachmentTable.userId, userId),
      ),
    )
    .returning({ id: attachmentTable.id });
  if (attached.length !== new Set(ids).size)
    throw problem('invalid', {
      fields: { attachments: 'One of these files no longer exists. Upload it again.' },
    });
}

/** Returns a message by its ID or its client ID. */
export async function readMessage(
  db: Database,
  conversationId: string,
  by: 'id' | 'client_id',
  id: string,
): Promise<MessageRow | null> {
  const { rows } = await connectionOf(db).query<MessageRow>({
    name: `message-by-${by}`,
    text: `select ${MESSAGE_COLUMNS} from message m where m.conversation_id = $1 and m.${by} = $2`,
    values: [conversationId, id],
  });
  return rows[0] ?? null;
}

async function mustRead(db: Database, conversationId: string, id: string): Promise<MessageRow> {
  const row = await readMessage(db, conversationId, 'id', id);
  if (!row) throw new Error(`message ${id} no longer exists`);
  return row;
}

/** Returns a user's display name in conversations. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const { rows } = await connectionOf(db).query<{ name: string }>({
    name: 'author-name',
    text: `select ${AUTHOR_NAME} as name from person where id = $1`,
    values: [userId],
  });
  return rows[0]?.name ?? '';
}

/** Deletes a scheduled message. Its files become unsent files of the user who canceled it. */
export async function removeScheduled(
  tx: Database,
  messageId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(attachmentTable)
    .set({ messageId: null, userId, createdAt: now.toISOString() })
    .where(eq(attachmentTable.messageId, messageId));
  await tx.delete(messageTable).where(and(eq(messageTable.id, messageId), isNull(messageTable.number)));
}
