import { sql } from 'drizzle-orm';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { type NewLiveEvent, publishLiveEvents } from '../../../platform/live/live.queries.ts';
import { messageTable } from './conversation.table.ts';
import { type MessageRow, toMessage } from './message.queries.ts';

/** An event shown as one line of a conversation on both sides. */
export interface ConversationLine {
  optInId: string;
  text: string;
}

/**
 * Adds event lines to conversations, in the given order per conversation. They don't move a conversation up in the
 * inbox.
 */
export async function writeEvents(
  tx: Database,
  config: Config,
  lines: readonly ConversationLine[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return;
  const optInIds = [...new Set(lines.map(({ optInId }) => optInId))];
  // Lock whole conversations first, in order: two opt-ins of a creator share one.
  await tx.execute(sql`
    select id from conversation where id in (
      select conversation_id from conversation_campaign where opt_in_id = any(${sql.param(optInIds)}::uuid[]))
    order by id for update`);
  const { rows: held } = await tx.execute<{
    optInId: string;
    conversationId: string;
    brandId: string;
    campaignId: string;
    lastNumber: number;
    lastCreatorNumber: number;
    creatorUserId: string | null;
  }>(sql`
    select l.opt_in_id as "optInId", l.conversation_id as "conversationId", l.brand_id as "brandId",
      l.campaign_id as "campaignId", v.last_number as "lastNumber", l.last_creator_number as "lastCreatorNumber",
      i.user_id as "creatorUserId"
    from conversation_campaign l join conversation v on v.id = l.conversation_id join opt_in i on i.id = l.opt_in_id
    where l.opt_in_id = any(${sql.param(optInIds)}::uuid[])`);
  const lastNumbers = new Map(held.map((one) => [one.conversationId, one.lastNumber]));
  const byId = new Map(held.map((one) => [one.optInId, one]));
  const at = now.toISOString();
  const rows: MessageRow[] = [];
  const events: NewLiveEvent[] = [];
  for (const { optInId, text } of lines) {
    const of = byId.get(optInId);
    if (!of) continue;
    const { conversationId, campaignId } = of;
    of.lastNumber = (lastNumbers.get(conversationId) ?? 0) + 1;
    lastNumbers.set(conversationId, of.lastNumber);
    of.lastCreatorNumber += 1;
    const row: MessageRow = {
      id: newId(),
      conversationId,
      campaignId,
      optInId,
      number: of.lastNumber,
      creatorNumber: of.lastCreatorNumber,
      kind: 'event',
      text,
      userId: null,
      authorName: '',
      byEmail: false,
      mailId: null,
      inboundMailId: null,
      mailboxEmailId: null,
      doubt: null,
      email: null,
      createdAt: at,
      sendAt: null,
      readAt: null,
      attachments: null,
    };
    rows.push(row);
    const eventFor = (audience: string, side: 'brand' | 'creator'): NewLiveEvent => ({
      audience,
      type: 'message',
      campaignId,
      optInId,
      data: {
        ...(side === 'brand' ? { conversationId } : {}),
        message: toMessage(row, side, config, now),
      },
    });
    events.push(eventFor(`brand:${of.brandId}`, 'brand'));
    if (of.creatorUserId) events.push(eventFor(`user:${of.creatorUserId}`, 'creator'));
  }
  if (rows.length === 0) return;
  await tx
    .insert(messageTable)
    .values(rows.map(({ attachments: _, email: __, ...columns }) => ({ ...columns, clientId: newId() })));
  const numbers = held.map(({ optInId, lastNumber, lastCreatorNumber }) => ({
    id: optInId,
    number: lastNumber,
    creator_number: lastCreatorNumber,
  }));
  await tx.execute(sql`
    update conversation_campaign set last_number = n.number, last_creator_number = n.creator_number
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(id uuid, number int, creator_number int)
    where opt_in_id = n.id`);
  const totals = [...lastNumbers].map(([id, number]) => ({ id, number }));
  await tx.execute(sql`
    update conversation v set last_number = n.number
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as n(id uuid, number int) where v.id = n.id`);
  await publishLiveEvents(tx, events);
}

/** Publishes that both sides should reload a conversation, such as when a file has been scanned. */
export async function publishReload(tx: Database, conversationId: string): Promise<void> {
  const { rows } = await tx.execute<{
    brandId: string;
    campaignId: string | null;
    optInId: string | null;
    userId: string | null;
  }>(sql`
    select v.brand_id as "brandId", l.campaign_id as "campaignId", l.opt_in_id as "optInId", i.user_id as "userId"
    from conversation v left join conversation_campaign l on l.conversation_id = v.id and l.opt_in_id is not null
      left join opt_in i on i.id = l.opt_in_id
    where v.id = ${conversationId}`);
  const [first] = rows;
  if (!first) return;
  const type = 'message' as const;
  await publishLiveEvents(tx, [
    { audience: `brand:${first.brandId}`, type, data: { conversationId } },
    ...rows.flatMap(({ campaignId, optInId, userId }) =>
      userId ? [{ audience: `user:${userId}`, type, campaignId, optInId, data: { optInId } }] : [],
    ),
  ]);
}
