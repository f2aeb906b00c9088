import { MAX_MESSAGE } from '@troupe/domain/inbox/conversation-limits';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterCommit, type Database } from '../../../platform/database.ts';
import { redactSecretLinks } from '../../../platform/incoming/mail-receiving.ts';
import { numberEvents, UNNUMBERED_ID } from '../../../platform/live/live.queries.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { inviteTable } from '../../campaigns/invite/invite.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { mailAddressSql } from '../../discovery/creator/creator.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import {
  attachmentTable,
  conversationCampaignTable,
  conversationMailTable,
  messageTable,
} from './conversation.table.ts';
import { ensureConversation } from './message-write.queries.ts';

/** Messages quoted in one email. */
const MAX_PER_EMAIL = 20;

/** The conversation that a reply to an email belongs to. */
export interface ReplyTarget {
  conversationId: string;
  campaignId: string | null;
}

/** Returns the conversation that a reply to an email belongs to; null if the recipient isn't a known creator. */
export async function conversationOfMail(
  tx: Database,
  mail: { id: string; brandId: string },
): Promise<ReplyTarget | null> {
  const [known] = await tx
    .select({
      conversationId: conversationMailTable.conversationId,
      campaignId: conversationMailTable.campaignId,
    })
    .from(conversationMailTable)
    .where(eq(conversationMailTable.mailId, mail.id));
  if (known) return known;
  const [invite] = await tx
    .select({ creatorId: inviteTable.creatorId, campaignId: inviteTable.campaignId })
    .from(inviteTable)
    .where(and(eq(inviteTable.mailId, mail.id), eq(inviteTable.brandId, mail.brandId)));
  const conversationId = invite && (await ensureConversation(tx, mail.brandId, invite.creatorId));
  return conversationId ? { conversationId, campaignId: invite.campaignId } : null;
}

/** Returns conversations with messages that the creator hasn't read in time and wasn't emailed about. */
export async function unnotifiedConversations(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .select({ optInId: optInTable.id })
    .from(messageTable)
    .innerJoin(conversationCampaignTable, eq(conversationCampaignTable.optInId, messageTable.optInId))
    .innerJoin(optInTable, eq(optInTable.id, messageTable.optInId))
    .where(
      and(
        isNotNull(optInTable.userId),
        isNull(messageTable.readAt),
        sql`${messageTable.kind} = 'brand'`,
        gt(messageTable.createdAt, from.toISOString()),
        lte(messageTable.createdAt, until.toISOString()),
        gt(messageTable.creatorNumber, conversationCampaignTable.creatorMailed),
      ),
    )
    .groupBy(optInTable.id)
    .orderBy(min(messageTable.createdAt))
    .limit(500);
  return rows.map(({ optInId }) => optInId);
}

/** Returns the content of an email about a locked conversation: the creator's unread messages, oldest first. */
export async function readUnnotified(db: Database, optInId: string) {
  const [about] = await db
    .select({
      brandName: brandTable.name,
      campaignTitle: campaignTable.title,
      address: userTable.email,
      mailed: conversationCampaignTable.creatorMailed,
      conversationId: conversationCampaignTable.conversationId,
      campaignId: conversationCampaignTable.campaignId,
    })
    .from(conversationCampaignTable)
    .innerJoin(optInTable, eq(optInTable.id, conversationCampaignTable.optInId))
    .innerJoin(brandTable, eq(brandTable.id, conversationCampaignTable.brandId))
    .innerJoin(campaignTable, eq(campaignTable.id, conversationCampaignTable.campaignId))
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .where(eq(conversationCampaignTable.optInId, optInId));
  if (!about) return null;
  const messages = await db
    .select({
      text: messageTable.text,
      authorName: messageTable.authorName,
      creatorNumber: sql<number>`${messageTable.creatorNumber}`.mapWith(Number),
      files: sql<number>`(select count(*) from attachment a where a.message_id = ${messageTable.id})`.mapWith(
        Number,
      ),
    })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.optInId, optInId),
        eq(messageTable.kind, 'brand'),
        isNull(messageTable.readAt),
        gt(messageTable.creatorNumber, about.mailed),
      ),
    )
    .orderBy(asc(messageTable.creatorNumber))
    .limit(MAX_PER_EMAIL);
  const [previous] = await db
    .select({ messageId: mailTable.messageId, references: mailTable.references })
    .from(conversationMailTable)
    .innerJoin(mailTable, eq(mailTable.id, conversationMailTable.mailId))
    .where(
      and(
        eq(conversationMailTable.conversationId, about.conversationId),
        eq(conversationMailTable.campaignId, about.campaignId),
        // Never continue a thread that went to another address.
        sql`lower(${mailTable.toAddress}) = lower(${about.address})`,
        inArray(mailTable.kind, ['message', 'notice']),
      ),
    )
    .orderBy(desc(mailTable.id))
    .limit(1);
  return { ...about, messages, previous: previous ?? null };
}

/** Records up to which message a creator was notified by email, and by which email; null if they opted out. */
export async function markNotified(
  db: Database,
  optInId: string,
  upTo: number,
  mail: ({ id: string } & ReplyTarget) | null,
): Promise<void> {
  await db
    .update(conversationCampaignTable)
    .set({ creatorMailed: upTo })
    .where(eq(conversationCampaignTable.optInId, optInId));
  if (mail) await linkMail(db, mail.id, mail);
}

/** Links an email to a conversation, so that replies to it land there. */
export async function linkMail(
  db: Database,
  mailId: string,
  { conversationId, campaignId }: ReplyTarget,
): Promise<void> {
  await db.insert(conversationMailTable).values({ mailId, conversationId, campaignId }).onConflictDoNothing();
}

/** Returns the conversation of an opt-in; null if not found. */
export async function conversationOfOptIn(db: Database, optInId: string): Promise<ReplyTarget | null> {
  const [row] = await db
    .select({
      conversationId: conversationCampaignTable.conversationId,
      campaignId: conversationCampaignTable.campaignId,
    })
    .from(conversationCampaignTable)
    .where(eq(conversationCampaignTable.optInId, optInId));
  return row ?? null;
}

/** The last email of a thread, in either direction, and the headers a reply needs. */
export interface EmailThread {
  subject: string;
  messageId: string;
  /** Earlier Message-IDs, oldest first. */
  references: string[];
  campaignId: string | null;
  toAddress: string | null;
}

/** Returns the 50 newest emails of a conversation, from which threads are continued. */
export async function readEmailThreads(db: Database, conversationId: string): Promise<EmailThread[]> {
  const { rows } = await db.execute<Omit<EmailThread, 'references'> & { references: string | null }>(sql`
    select coalesce(e.subject, b.subject, x.subject) as subject,
      coalesce(e.message_id, b.message_id, x.message_id) as "messageId",
      case when e.id is not null then e.message_references when x.id is not null then x.message_references
        else concat_ws(' ', answered.message_references, answered.message_id) end as references,
      m.campaign_id as "campaignId", coalesce(e.to_address,
        case when answered.kind in ('invite', 'email') then answered.to_address end,
        case when x.direction = 'out' then x.creator_address end) as "toAddress"
    from message m left join mail e on e.id = m.mail_id left join inbound_mail b on b.id = m.inbound_mail_id
      left join mail answered on answered.id = b.mail_id left join mailbox_email x on x.id = m.mailbox_email_id
    where m.conversation_id = ${conversationId} and m.number is not null
      and (m.mail_id is not null or m.inbound_mail_id is not null or m.mailbox_email_id is not null)
      and (e.id is not null and e.status not in ('cancelled', 'suppressed') or b.id is not null or x.id is not null)
    order by m.number desc nulls last limit 50`);
  return rows.map((row) => ({ ...row, references: row.references?.split(' ').filter(Boolean) ?? [] }));
}

/**
 * Adds invite emails to the conversations with their creators, in the transaction that creates the invites. A
 * conversation with only invites isn't listed until someone replies; others keep their position. The token of the
 * personal link is removed: it is for the creator only.
 */
export async function writeInviteMessages(
  tx: Database,
  brandId: string,
  inviteIds: readonly string[],
): Promise<void> {
  if (inviteIds.length === 0) return;
  const given = sql`select i.* from invite i
    where i.brand_id = ${brandId} and i.id = any(${sql.param([...inviteIds])}::uuid[])`;
  await tx.execute(sql`
    insert into conversation (id, brand_id, creator_id)
    select gen_random_uuid(), i.brand_id, i.creator_id from (${given}) i order by i.creator_id
    on conflict do nothing`);
  // Lock in the same order as everyone else, to prevent deadlocks.
  await tx.execute(sql`
    select v.id from conversation v
    where v.brand_id = ${brandId} and v.creator_id in (select i.creator_id from (${given}) i)
    order by v.id for update`);
  await tx.execute(sql`
    with written as (
      select v.id, i.campaign_id, i.brand_id, i.mail_id, i.token, i.saved_by, i.saved_at, v.last_number + 1 as number
      from (${given}) i join conversation v on v.brand_id = i.brand_id and v.creator_id = i.creator_id
    ), labeled as (
      insert into conversation_campaign as l (conversation_id, campaign_id, brand_id, last_number)
      select id, campaign_id, brand_id, number from written
      on conflict (conversation_id, campaign_id) do update set last_number = excluded.last_number
    ), linked as (
      insert into conversation_mail (mail_id, conversation_id, campaign_id)
      select mail_id, id, campaign_id from written on conflict do nothing
    ), counted as (
      update conversation v set last_number = written.number from written where v.id = written.id
    )
    insert into message (id, conversation_id, campaign_id, number, client_id, kind, text, user_id, author_name,
      by_email, mail_id, created_at, read_at)
    select gen_random_uuid(), w.id, w.campaign_id, w.number, gen_random_uuid(), 'brand',
      left(replace(e.plain, w.token, '...'), ${MAX_MESSAGE}),
      w.saved_by, coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), b.name), true, w.mail_id,
      w.saved_at, w.saved_at
    from written w join mail e on e.id = w.mail_id join brand b on b.id = w.brand_id
      left join person p on p.id = w.saved_by`);
}

/**
 * Adds a follow-up to the conversation with its creator, once. Like an invite, it neither lists nor moves the
 * conversation, and the token of the personal link is removed.
 */
export async function writeFollowUpMessage(tx: Database, brandId: string, mailId: string): Promise<void> {
  await tx.execute(sql`
    select v.id from conversation_mail l join conversation v on v.id = l.conversation_id
    where l.mail_id = ${mailId} and v.brand_id = ${brandId} for update of v`);
  await tx.execute(sql`
    with written as (
      select v.id, l.campaign_id, e.id as mail_id, e.plain, e.sent_at, e.created_at, f.started_by, i.token,
        v.last_number + 1 as number
      from mail e join conversation_mail l on l.mail_id = e.id join conversation v on v.id = l.conversation_id
        join follow_up_step s on s.mail_id = e.id join follow_up f on f.id = s.follow_up_id
        join invite i on i.id = f.invite_id
      where e.id = ${mailId} and e.brand_id = ${brandId}
        and not exists (select from message known where known.mail_id = e.id)
    ), labeled as (
      update conversation_campaign l set last_number = written.number from written
      where l.conversation_id = written.id and l.campaign_id = written.campaign_id
    ), counted as (
      update conversation v set last_number = written.number from written where v.id = written.id
    )
    insert into message (id, conversation_id, campaign_id, number, client_id, kind, text, user_id, author_name,
      by_email, mail_id, created_at, read_at)
    select gen_random_uuid(), w.id, w.campaign_id, w.number, gen_random_uuid(), 'brand',
      left(replace(w.plain, w.token, '...'), ${MAX_MESSAGE}), w.started_by,
      coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), b.name), true, w.mail_id,
      coalesce(w.sent_at, w.created_at), coalesce(w.sent_at, w.created_at)
    from written w join brand b on b.id = ${brandId} left join person p on p.id = w.started_by`);
  await publishEmailChange(tx, mailId);
}

/** An email to a creator that bounced, and the member who wrote it. */
export interface BouncedEmail {
  userId: string;
  creatorId: string;
  username: string;
  address: string;
  /** The conversation that it was written in; null for invites and follow-ups. */
  conversationId: string | null;
  /** Whether the member was notified of a bounced email in the last 24 hours. */
  isKnown: boolean;
}

/** Returns who wrote an email to a creator; null for other emails, and if they are no longer a member. */
export async function readBouncedEmail(
  db: Database,
  brandId: string,
  mailId: string,
  now: Date,
): Promise<BouncedEmail | null> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const { rows } = await db.execute<BouncedEmail & Record<string, unknown>>(sql`
    with about as (
      select i.creator_id, i.saved_by as user_id, null::uuid as conversation_id from invite i
        where i.mail_id = ${mailId}
      union all
      select i.creator_id, i.saved_by, null from follow_up_step s join follow_up f on f.id = s.follow_up_id
        join invite i on i.id = f.invite_id where s.mail_id = ${mailId}
      union all
      select v.creator_id, said.user_id, v.id from message said join conversation v on v.id = said.conversation_id
        join mail e on e.id = said.mail_id and e.kind = 'email' where said.mail_id = ${mailId})
    select a.user_id as "userId", c.id as "creatorId", c.username, e.to_address as address,
      a.conversation_id as "conversationId", exists (
        select from notification told where told.user_id = a.user_id and told.brand_id = ${brandId}
          and told.reference like 'bounced:%' and told.created_at > ${dayAgo}) as "isKnown"
    from about a join creator c on c.id = a.creator_id join mail e on e.id = ${mailId} and e.brand_id = ${brandId}
      join brand_member member on member.brand_id = ${brandId} and member.user_id = a.user_id
    limit 1`);
  return rows[0] ?? null;
}

/** Publishes that an email changed, such as its delivery status. */
export async function publishEmailChange(db: Database, mailId: string): Promise<void> {
  await db.execute(sql`
    insert into live_event (id, audience, type, campaign_id, opt_in_id, data)
    select ${sql.raw(UNNUMBERED_ID)}, 'brand:' || v.brand_id, 'message', m.campaign_id, m.opt_in_id,
      jsonb_build_object('conversationId', v.id, 'optInId', m.opt_in_id, 'messageId', m.id)
    from message m join conversation v on v.id = m.conversation_id where m.mail_id = ${mailId}`);
  afterCommit(db, numberEvents);
}

/** Returns an account's email address in lower case; null if it has none. */
export async function accountAddress(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, userId));
  return row?.email.trim().toLowerCase() || null;
}

/**
 * Returns the recipient for a creator's conversation: the last one used, else the invite address. Never an address
 * that only wrote to us: anyone holding an email can reply to it.
 */
export async function emailAddressOf(
  db: Database,
  { brandId, creatorId, threads }: { brandId: string; creatorId: string; threads: readonly EmailThread[] },
): Promise<string | null> {
  const { rows } = await db.execute<{ email: string | null }>(sql`
    select ${sql.raw(mailAddressSql('v.brand_id', 'c'))} as email from conversation v join creator c on c.id = v.creator_id
    where v.brand_id = ${brandId} and v.creator_id = ${creatorId} and (c.brand_id is null or c.brand_id = v.brand_id)`);
  const written = threads.find(({ toAddress }) => toAddress?.includes('@'))?.toAddress;
  return written ?? rows[0]?.email ?? null;
}

/** Returns the total size of files added to a conversation. */
export async function bytesOfAttachments(
  db: Database,
  conversationId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachmentTable.bytes}), 0)`.mapWith(Number) })
    .from(attachmentTable)
    .where(and(inArray(attachmentTable.id, [...ids]), eq(attachmentTable.conversationId, conversationId)));
  return row?.bytes ?? 0;
}

/**
 * Returns the secrets in links that the brand sent to the creator of an email: invite and unsubscribe tokens. Needed
 * because replies quote earlier emails.
 */
export async function readLinkSecrets(
  db: Database,
  { id, brandId }: { id: string; brandId: string },
): Promise<string[]> {
  const { rows } = await db.execute<{ token: string }>(sql`
    with recipient as (
      select v.creator_id from conversation_mail l join conversation v on v.id = l.conversation_id
      where l.mail_id = ${id} and v.brand_id = ${brandId}
      union select i.creator_id from invite i where i.mail_id = ${id} and i.brand_id = ${brandId}
    )
    select i.token from invite i
    where i.brand_id = ${brandId} and i.creator_id in (select creator_id from recipient)
    union
    select m.unsubscribe_token from mail m
    where m.brand_id = ${brandId} and m.unsubscribe_token is not null and (m.id = ${id} or m.id in (
      select l.mail_id from conversation_mail l join conversation v on v.id = l.conversation_id
      where v.brand_id = ${brandId} and v.creator_id in (select creator_id from recipient)))`);
  return rows.map(({ token }) => token);
}

/** The rows that the text of a message's email is in. */
interface OriginalOf {
  mailId: string | null;
  inboundMailId: string | null;
  mailboxEmailId: string | null;
}

/** Returns the full text of an email with quotes, plus the HTML if the brand sent it. */
export async function readOriginal(
  db: Database,
  brandId: string,
  { mailId, inboundMailId, mailboxEmailId }: OriginalOf,
): Promise<{ whole: string; html: string | null } | null> {
  const { rows } = await db.execute<{ id: string | null; whole: string; html: string | null }>(sql`
    select e.id, e.plain as whole, nullif(e.html, '') as html from mail e
    where e.id = ${mailId} and e.brand_id = ${brandId}
    union all
    select b.mail_id, coalesce(b.body, b.visible), null from inbound_mail b
    where b.id = ${inboundMailId} and b.brand_id = ${brandId}
    union all
    select null, coalesce(x.body, x.visible), null from mailbox_email x
    where x.id = ${mailboxEmailId} and x.brand_id = ${brandId}`);
  const [row] = rows;
  if (!row) return null;
  // Redact link secrets: they are for the creator only.
  const secrets = row.id === null ? [] : await readLinkSecrets(db, { id: row.id, brandId });
  return {
    whole: redactSecretLinks(row.whole, secrets),
    html: row.html && redactSecretLinks(row.html, secrets),
  };
}

/** Returns the attachments of an email in order, with their scan results. */
export async function readFilesOfMail(db: Database, mailId: string) {
  return db
    .select({
      name: attachmentTable.name,
      type: attachmentTable.type,
      fileKey: attachmentTable.fileKey,
      scan: attachmentTable.scan,
    })
    .from(attachmentTable)
    .innerJoin(messageTable, eq(messageTable.id, attachmentTable.messageId))
    .where(eq(messageTable.mailId, mailId))
    .orderBy(asc(attachmentTable.createdAt), asc(attachmentTable.id));
}

/** Returns the creator of a brand's conversation; null if not found. */
export async function creatorOfConversation(
  pool: pg.Pool,
  brandId: string,
  conversationId: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ creatorId: string }>({
    name: 'conversation-creator',
    text: 'select creator_id as "creatorId" from conversation where id = $1 and brand_id = $2',
    values: [conversationId, brandId],
  });
  return rows[0]?.creatorId ?? null;
}
