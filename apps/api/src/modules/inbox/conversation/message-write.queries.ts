import type { MessageKind } from '@troupe/domain/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isoMoment } from '../../../platform/column.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { tell } from '../../../platform/live/live.queries.ts';
import { personNameSql, userTable } from '../../account/user/user.table.ts';
import {
  attachmentTable,
  conversationCampaignTable,
  conversationTable,
  messageTable,
} from './conversation.table.ts';
import { MESSAGE_COLUMNS, type MessageRow, toMessage } from './message.queries.ts';

/** A conversation whose row is held until the transaction ends, with the label that is written under. */
export interface HeldConversation {
  id: string;
  brandId: string;
  creatorId: string;
  lastNumber: number;
  unread: number;
  snoozedUntil: string | null;
  assignedTo: string | null;
  creatorName: string;
  /** The campaign that what is written is about; null for none. */
  campaignId: string | null;
  /** The creator's opt-in to it, with the last of the numbers they see and their account. */
  optInId: string | null;
  lastCreatorNumber: number;
  creatorUserId: string | null;
}

const HELD =
  sql.raw(`v.id, v.brand_id as "brandId", v.creator_id as "creatorId", v.last_number as "lastNumber", v.unread,
  v.snoozed_until as "snoozedUntil", v.assigned_to as "assignedTo",
  coalesce(nullif(c.fullname, ''), c.username) as "creatorName"`);

type Row<T> = T & Record<string, unknown>;

/**
 * Holds the conversation of an opt-in, labeled with its campaign, or a conversation by its own id, without a label.
 * Whoever else writes in it waits, so that numbers have no gaps. Null when there is none.
 */
export async function holdConversation(
  tx: Database,
  id: string,
  brandId?: string,
): Promise<HeldConversation | null> {
  const ofBrand = brandId === undefined ? sql`` : sql`and v.brand_id = ${brandId}`;
  // Both rows are locked: what was counted while this waited has to be seen.
  const ofOptIn = await tx.execute<Row<HeldConversation>>(sql`
    select ${HELD}, l.campaign_id as "campaignId", l.opt_in_id as "optInId",
      l.last_creator_number as "lastCreatorNumber", i.user_id as "creatorUserId"
    from conversation_campaign l join conversation v on v.id = l.conversation_id
      join creator c on c.id = v.creator_id join opt_in i on i.id = l.opt_in_id
    where l.opt_in_id = ${id} ${ofBrand} for update of v, l`);
  if (ofOptIn.rows[0]) return ofOptIn.rows[0];
  const { rows } = await tx.execute<Row<HeldConversation>>(sql`
    select ${HELD}, null as "campaignId", null as "optInId", 0 as "lastCreatorNumber", null as "creatorUserId"
    from conversation v join creator c on c.id = v.creator_id where v.id = ${id} ${ofBrand} for update of v`);
  return rows[0] ?? null;
}

/** Labels what is written next into a conversation that is held; the campaign is one of the brand's. */
export async function labelConversation(
  tx: Database,
  held: HeldConversation,
  campaignId: string | null,
): Promise<HeldConversation> {
  if (campaignId === held.campaignId) return held;
  const bare = { ...held, campaignId: null, optInId: null, lastCreatorNumber: 0, creatorUserId: null };
  if (campaignId === null) return bare;
  await tx.execute(sql`
    insert into conversation_campaign (conversation_id, campaign_id, brand_id)
    select ${held.id}, id, brand_id from campaign where id = ${campaignId} and brand_id = ${held.brandId}
    on conflict do nothing`);
  const { rows } = await tx.execute<
    Row<Pick<HeldConversation, 'campaignId' | 'optInId' | 'lastCreatorNumber' | 'creatorUserId'>>
  >(sql`
    select l.campaign_id as "campaignId", l.opt_in_id as "optInId", l.last_creator_number as "lastCreatorNumber",
      i.user_id as "creatorUserId"
    from conversation_campaign l left join opt_in i on i.id = l.opt_in_id
    where l.conversation_id = ${held.id} and l.campaign_id = ${campaignId}`);
  if (!rows[0]) throw problem('not_found', { message: 'This campaign does not exist. Choose another one.' });
  return { ...bare, ...rows[0] };
}

/** The campaign whose chat a creator is in who was last heard of there; null when they joined none. */
export async function latestJoined(tx: Database, conversationId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ campaignId: string }>(sql`
    select l.campaign_id as "campaignId" from conversation_campaign l join opt_in i on i.id = l.opt_in_id
    where l.conversation_id = ${conversationId}
    order by i.user_id is not null desc, l.last_at desc nulls last, l.campaign_id limit 1`);
  return rows[0]?.campaignId ?? null;
}

/** The id of the conversation of a brand with a creator, made where there is none; null for a creator it cannot see. */
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

/** What is written. */
export interface WrittenMessage {
  kind: MessageKind;
  text: string;
  userId: string | null;
  authorName: string;
  clientId: string;
  attachments?: readonly string[];
  byEmail?: boolean;
  /** The email that carries it to the creator; it counts as read, because nobody knows when it is. */
  mailId?: string;
  /** The email it came in by, and why that may not be the creator's. */
  inboundMailId?: string;
  doubt?: string | null;
  /** Emails of another address than that of the creator's account are not shown there. */
  hiddenFromCreator?: boolean;
  /** Waits until then. */
  sendAt?: string | null;
}

/** Whether a message was written just now, or had been before. */
export interface Written {
  message: MessageRow;
  anew: boolean;
}

/**
 * Writes into a conversation that is held; the same `clientId` of the same person is the same message.
 * @throws conflict when the `clientId` is somebody else's, invalid when a file is not there to be sent
 */
export async function writeMessage(
  tx: Database,
  config: Config,
  held: HeldConversation,
  written: WrittenMessage,
  now: Date,
): Promise<Written> {
  const before = await readMessage(tx, held.id, 'client_id', written.clientId);
  if (before) {
    const same = before.userId === written.userId && before.kind === written.kind;
    if (!same) throw problem('conflict', { message: 'This message was sent by someone else.' });
    return { message: before, anew: false };
  }
  const id = newId();
  const { attachments = [], sendAt = null, byEmail = false, hiddenFromCreator = false, ...columns } = written;
  const { campaignId, optInId } = held;
  const readAt = written.mailId === undefined ? null : now.toISOString();
  await tx.insert(messageTable).values({
    id,
    conversationId: held.id,
    campaignId,
    optInId,
    ...columns,
    byEmail,
    sendAt,
    readAt,
    createdAt: now.toISOString(),
  });
  await attach(tx, held.id, id, attachments, written.userId);
  if (sendAt === null) {
    const delivered = await deliver(tx, config, held, id, now, { hiddenFromCreator });
    return { message: delivered, anew: true };
  }
  return { message: await mustRead(tx, held.id, id), anew: true };
}

/** Gives a message its numbers and tells both sides of it. */
export async function deliver(
  tx: Database,
  config: Config,
  held: HeldConversation,
  messageId: string,
  now: Date,
  { hiddenFromCreator = false } = {},
): Promise<MessageRow> {
  const at = now.toISOString();
  const number = held.lastNumber + 1;
  const shown = held.optInId !== null && !hiddenFromCreator;
  const creatorNumber = shown
    ? sql`case when ${messageTable.kind} = 'note' then null else ${held.lastCreatorNumber + 1}::int end`
    : null;
  const [sent] = await tx
    .update(messageTable)
    .set({ number, creatorNumber, createdAt: at })
    .where(and(eq(messageTable.id, messageId), isNull(messageTable.number)))
    .returning({ kind: messageTable.kind, creatorNumber: messageTable.creatorNumber });
  if (!sent) throw new Error(`message ${messageId} has a number already`);
  const fromCreator = sent.kind === 'creator';
  held.lastNumber = number;
  held.lastCreatorNumber = sent.creatorNumber ?? held.lastCreatorNumber;
  held.unread += fromCreator ? 1 : 0;
  await tx
    .update(conversationTable)
    .set({
      lastNumber: number,
      unread: held.unread,
      lastAt: at,
      // An answer ends the snoozing.
      ...(fromCreator ? { snoozedUntil: null } : {}),
    })
    .where(eq(conversationTable.id, held.id));
  if (held.campaignId !== null)
    await tx
      .update(conversationCampaignTable)
      .set({
        lastNumber: number,
        lastCreatorNumber: held.lastCreatorNumber,
        lastAt: at,
        ...(fromCreator ? { unread: sql`${conversationCampaignTable.unread} + 1` } : {}),
      })
      .where(
        and(
          eq(conversationCampaignTable.conversationId, held.id),
          eq(conversationCampaignTable.campaignId, held.campaignId),
        ),
      );
  const row = await mustRead(tx, held.id, messageId);
  const { id: conversationId, campaignId, optInId } = held;
  if (fromCreator)
    await publish(
      tx,
      [
        {
          brandId: held.brandId,
          type: 'message.received',
          data: { conversationId, optInId, campaignId, messageId },
        },
      ],
      now,
    );
  const news = { type: 'message' as const, campaignId, optInId };
  await tell(tx, {
    ...news,
    audience: `brand:${held.brandId}`,
    data: { conversationId, message: toMessage(row, 'brand', config, now) },
  });
  if (held.creatorUserId && sent.creatorNumber !== null)
    await tell(tx, {
      ...news,
      audience: `user:${held.creatorUserId}`,
      data: { message: toMessage(row, 'creator', config, now) },
    });
  return row;
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
    throw problem('invalid', { fields: { attachments: 'One of the files is gone. Add it again.' } });
}

/** A message by its own id, or by the one its sender gave it. */
export async function readMessage(
  db: Database,
  conversationId: string,
  by: 'id' | 'client_id',
  id: string,
): Promise<MessageRow | null> {
  const { rows } = await db.execute<MessageRow & Record<string, unknown>>(
    sql`select ${sql.raw(MESSAGE_COLUMNS)} from message m
      where m.conversation_id = ${conversationId} and m.${sql.raw(by)} = ${id}`,
  );
  const [row] = rows;
  // Drizzle leaves moments as PostgreSQL writes them.
  return row
    ? {
        ...row,
        createdAt: isoMoment(row.createdAt),
        sendAt: row.sendAt && isoMoment(row.sendAt),
        readAt: row.readAt && isoMoment(row.readAt),
      }
    : null;
}

async function mustRead(db: Database, conversationId: string, id: string): Promise<MessageRow> {
  const row = await readMessage(db, conversationId, 'id', id);
  if (!row) throw new Error(`message ${id} is gone`);
  return row;
}

/** What a person is called in a conversation. */
export async function nameOf(db: Database, userId: string): Promise<string> {
  const [row] = await db
    .select({
      name: sql<string>`coalesce(${sql.raw(personNameSql())}, split_part(${userTable.email}, '@', 1))`,
    })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return row?.name ?? '';
}

/** Removes a scheduled message. Its files stay with whoever canceled it, as if they had just added them. */
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
