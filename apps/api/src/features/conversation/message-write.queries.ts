import type { MessageKind } from '@troupe/domain/conversation';
import { problem } from '@troupe/domain/problem';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { emit } from '../../platform/emit.ts';
import { newId } from '../../platform/id.ts';
import { tell } from '../../platform/live.ts';
import { isoMoment } from '../../platform/moment.ts';
import { creatorTable } from '../creator/creator.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { personNameSql, userTable } from '../user/user.table.ts';
import { attachmentTable, conversationTable, messageTable } from './conversation.table.ts';
import { MESSAGE_COLUMNS, type MessageRow, toMessage } from './message.queries.ts';

/** A conversation whose row is held until the transaction ends, with the creator's side of it. */
export interface HeldConversation {
  optInId: string;
  brandId: string;
  campaignId: string;
  lastNumber: number;
  lastCreatorNumber: number;
  unread: number;
  snoozedUntil: string | null;
  assignedTo: string | null;
  creatorUserId: string | null;
  creatorName: string;
}

/** Holds a conversation: whoever else writes in it waits, so that numbers have no gaps. Null when there is none. */
export async function holdConversation(
  tx: Database,
  optInId: string,
  brandId?: string,
): Promise<HeldConversation | null> {
  const [row] = await tx
    .select({
      optInId: conversationTable.optInId,
      brandId: conversationTable.brandId,
      campaignId: conversationTable.campaignId,
      lastNumber: conversationTable.lastNumber,
      lastCreatorNumber: conversationTable.lastCreatorNumber,
      unread: conversationTable.unread,
      snoozedUntil: conversationTable.snoozedUntil,
      assignedTo: conversationTable.assignedTo,
      creatorUserId: optInTable.userId,
      creatorName: sql<string>`coalesce(nullif(${creatorTable.fullname}, ''), ${creatorTable.username})`,
    })
    .from(conversationTable)
    .innerJoin(optInTable, eq(optInTable.id, conversationTable.optInId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .where(
      and(
        eq(conversationTable.optInId, optInId),
        brandId === undefined ? undefined : eq(conversationTable.brandId, brandId),
      ),
    )
    .for('update', { of: conversationTable });
  return row ?? null;
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
  const before = await readMessage(tx, held.optInId, 'client_id', written.clientId);
  if (before) {
    const same = before.userId === written.userId && before.kind === written.kind;
    if (!same) throw problem('conflict', { message: 'This message was sent by somebody else.' });
    return { message: before, anew: false };
  }
  const id = newId();
  const { attachments = [], sendAt = null, byEmail = false, ...columns } = written;
  await tx
    .insert(messageTable)
    .values({ id, optInId: held.optInId, ...columns, byEmail, sendAt, createdAt: now.toISOString() });
  await attach(tx, held.optInId, id, attachments, written.userId);
  if (sendAt === null) return { message: await deliver(tx, config, held, id, now), anew: true };
  return { message: await mustRead(tx, held.optInId, id), anew: true };
}

/** Gives a message its numbers and tells both sides of it. */
export async function deliver(
  tx: Database,
  config: Config,
  held: HeldConversation,
  messageId: string,
  now: Date,
): Promise<MessageRow> {
  const at = now.toISOString();
  const number = held.lastNumber + 1;
  const [sent] = await tx
    .update(messageTable)
    .set({
      number,
      creatorNumber: sql`case when ${messageTable.kind} = 'note' then null else ${held.lastCreatorNumber + 1}::int end`,
      createdAt: at,
    })
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
      lastCreatorNumber: held.lastCreatorNumber,
      unread: held.unread,
      lastAt: at,
      // An answer wakes a conversation that was put aside.
      ...(fromCreator ? { snoozedUntil: null } : {}),
    })
    .where(eq(conversationTable.optInId, held.optInId));
  const row = await mustRead(tx, held.optInId, messageId);
  if (fromCreator)
    await emit(
      tx,
      [
        {
          brandId: held.brandId,
          type: 'message.received',
          data: { optInId: held.optInId, campaignId: held.campaignId, messageId },
        },
      ],
      now,
    );
  const news = { type: 'message' as const, campaignId: held.campaignId, optInId: held.optInId };
  await tell(tx, {
    ...news,
    audience: `brand:${held.brandId}`,
    data: { message: toMessage(row, 'brand', config, now) },
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
  optInId: string,
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
        eq(attachmentTable.optInId, optInId),
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
  optInId: string,
  by: 'id' | 'client_id',
  id: string,
): Promise<MessageRow | null> {
  const { rows } = await db.execute<MessageRow & Record<string, unknown>>(
    sql`select ${sql.raw(MESSAGE_COLUMNS)} from message m
      where m.opt_in_id = ${optInId} and m.${sql.raw(by)} = ${id}`,
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

async function mustRead(db: Database, optInId: string, id: string): Promise<MessageRow> {
  const row = await readMessage(db, optInId, 'id', id);
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
