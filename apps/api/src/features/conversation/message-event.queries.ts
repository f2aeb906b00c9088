import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { type News, tellAll } from '../../platform/live.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { conversationTable, messageTable } from './conversation.table.ts';
import { type MessageRow, toMessage } from './message.queries.ts';

/** Something that happened, as one line of a conversation that both sides see. */
export interface ConversationLine {
  optInId: string;
  text: string;
}

/**
 * Says in conversations what happened, many at once; in one conversation in the order given. Nobody wrote: each keeps
 * its place in the inbox.
 */
export async function writeEvents(
  tx: Database,
  config: Config,
  lines: readonly ConversationLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  const held = await tx
    .select({
      optInId: conversationTable.optInId,
      brandId: conversationTable.brandId,
      campaignId: conversationTable.campaignId,
      lastNumber: conversationTable.lastNumber,
      lastCreatorNumber: conversationTable.lastCreatorNumber,
      creatorUserId: optInTable.userId,
    })
    .from(conversationTable)
    .innerJoin(optInTable, eq(optInTable.id, conversationTable.optInId))
    .where(inArray(conversationTable.optInId, [...new Set(lines.map(({ optInId }) => optInId))]))
    .orderBy(asc(conversationTable.optInId))
    .for('update', { of: conversationTable });
  const byId = new Map(held.map((one) => [one.optInId, one]));
  const at = now.toISOString();
  const rows: MessageRow[] = [];
  const news: News[] = [];
  for (const { optInId, text } of lines) {
    const of = byId.get(optInId);
    if (!of) continue;
    of.lastNumber += 1;
    of.lastCreatorNumber += 1;
    const row: MessageRow = {
      ...{ id: newId(), optInId, number: of.lastNumber, creatorNumber: of.lastCreatorNumber },
      ...{ kind: 'event', text, userId: null, authorName: '', byEmail: false },
      ...{ createdAt: at, sendAt: null, readAt: null, attachments: null },
    };
    rows.push(row);
    const told = (audience: string, side: 'brand' | 'creator'): News => ({
      ...{ audience, type: 'message', campaignId: of.campaignId, optInId },
      data: { message: toMessage(row, side, config, now) },
    });
    news.push(told(`brand:${of.brandId}`, 'brand'));
    if (of.creatorUserId) news.push(told(`user:${of.creatorUserId}`, 'creator'));
  }
  if (rows.length === 0) return;
  await tx
    .insert(messageTable)
    .values(rows.map(({ attachments: _, ...columns }) => ({ ...columns, clientId: newId() })));
  const numbers = held.map(({ optInId, lastNumber, lastCreatorNumber }) => ({
    ...{ id: optInId, number: lastNumber, creator_number: lastCreatorNumber },
  }));
  await tx.execute(sql`
    update conversation set last_number = n.number, last_creator_number = n.creator_number
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(id uuid, number int, creator_number int)
    where opt_in_id = n.id`);
  await tellAll(tx, news);
}

/** Tells both sides to read a conversation anew: something of it is not as it was, such as a file that can be opened. */
export async function tellToReadAnew(tx: Database, optInId: string): Promise<void> {
  const [of] = await tx
    .select({
      brandId: conversationTable.brandId,
      campaignId: conversationTable.campaignId,
      userId: optInTable.userId,
    })
    .from(conversationTable)
    .innerJoin(optInTable, eq(optInTable.id, conversationTable.optInId))
    .where(eq(conversationTable.optInId, optInId));
  if (!of) return;
  const audiences = [`brand:${of.brandId}`, ...(of.userId ? [`user:${of.userId}`] : [])];
  await tellAll(
    tx,
    audiences.map((audience) => ({
      ...{ audience, type: 'message' as const, campaignId: of.campaignId, optInId, data: { optInId } },
    })),
  );
}
