import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import type { OwnCopy } from './own-copy.queries.ts';

/**
 * Leads a brand's conversation with a shared profile to its copy. If it has one with each, they become one: the one with
 * opt-ins stays, its messages are numbered by time again, and those that creators see keep their own numbers.
 */
export async function moveConversation(db: Database, { brandId, sharedId, copyId }: OwnCopy): Promise<void> {
  const { rows } = await db.execute<{ id: string; creatorId: string }>(sql`
    select v.id, v.creator_id as "creatorId" from conversation v
    where v.brand_id = ${brandId} and v.creator_id in (${sharedId}, ${copyId})
    order by exists (select from conversation_campaign l where l.conversation_id = v.id and l.opt_in_id is not null) desc,
      v.creator_id = ${copyId} desc
    for update of v`);
  const [kept, extra] = rows;
  if (!kept || (!extra && kept.creatorId === copyId)) return;
  if (extra) {
    await mergeConversations(db, kept.id, extra.id);
    await db.execute(sql`
      update notification set href = ${hrefOf(kept.id)} where href = ${hrefOf(extra.id)}
        and user_id in (select user_id from brand_member where brand_id = ${brandId})`);
  }
  await db.execute(sql`update conversation set creator_id = ${copyId} where id = ${kept.id}`);
}

/** Where notifications about a conversation without an opt-in lead. */
const hrefOf = (conversationId: string) => `/inbox/conversations/${conversationId}`;

async function mergeConversations(db: Database, kept: string, extra: string): Promise<void> {
  await moveMessages(db, kept, extra);
  await mergeLabels(db, kept, extra);
  await db.execute(sql`
    update conversation v set last_at = greatest(v.last_at, x.last_at), starred = v.starred or x.starred,
      assigned_to = coalesce(v.assigned_to, x.assigned_to),
      snoozed_until = case when v.snoozed_until is not null then least(v.snoozed_until, x.snoozed_until) end,
      last_number = coalesce((select max(number) from message where conversation_id = v.id), 0),
      unread = (select count(*) from message where conversation_id = v.id and kind = 'creator' and number is not null
        and read_at is null)
    from conversation x where v.id = ${kept} and x.id = ${extra}`);
  await db.execute(sql`delete from conversation where id = ${extra}`);
}

async function moveMessages(db: Database, kept: string, extra: string): Promise<void> {
  // An email that was read from a mailbox into both.
  await db.execute(sql`
    delete from message s using mailbox_email x, mailbox_email k where s.conversation_id = ${extra}
      and x.id = s.mailbox_email_id and k.conversation_id = ${kept} and k.message_id = x.message_id`);
  // Negative first: a number is unique at any time.
  await db.execute(sql`
    update message s set conversation_id = ${kept}, number = -n.number from (
      select id, row_number() over (order by created_at, number) as number from message
      where conversation_id in (${kept}, ${extra}) and number is not null) n
    where s.id = n.id`);
  await db.execute(sql`update message set number = -number where conversation_id = ${kept} and number < 0`);
  for (const table of ['message', 'attachment', 'conversation_mail'])
    await db.execute(
      sql`update ${sql.identifier(table)} set conversation_id = ${kept} where conversation_id = ${extra}`,
    );
  await db.execute(sql`
    update mailbox_email x set conversation_id = ${kept} where x.conversation_id = ${extra} and not exists (
      select from mailbox_email k where k.conversation_id = ${kept} and k.message_id = x.message_id)`);
}

async function mergeLabels(db: Database, kept: string, extra: string): Promise<void> {
  // An opt-in has one label at any time.
  const { rows } = await db.execute<{ label: string }>(sql`
    delete from conversation_campaign x using conversation_campaign k where x.conversation_id = ${extra}
      and k.conversation_id = ${kept} and k.campaign_id = x.campaign_id returning to_json(x)::text as label`);
  for (const { label } of rows)
    await db.execute(sql`
      update conversation_campaign k set opt_in_id = coalesce(k.opt_in_id, x.opt_in_id), last_at = greatest(k.last_at, x.last_at),
        last_creator_number = greatest(k.last_creator_number, x.last_creator_number),
        creator_read = greatest(k.creator_read, x.creator_read), creator_mailed = greatest(k.creator_mailed, x.creator_mailed)
      from json_populate_record(null::conversation_campaign, ${label}::json) x
      where k.conversation_id = ${kept} and k.campaign_id = x.campaign_id`);
  await db.execute(
    sql`update conversation_campaign set conversation_id = ${kept} where conversation_id = ${extra}`,
  );
  await db.execute(sql`
    update conversation_campaign l set
      last_number = coalesce((select max(number) from message where conversation_id = l.conversation_id
        and campaign_id = l.campaign_id), 0),
      unread = (select count(*) from message where conversation_id = l.conversation_id and campaign_id = l.campaign_id
        and kind = 'creator' and number is not null and read_at is null)
    where l.conversation_id = ${kept}`);
}
