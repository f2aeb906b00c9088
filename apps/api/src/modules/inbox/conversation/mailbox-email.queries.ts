import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterCommit, type Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { numberEvents, UNNUMBERED_ID } from '../../../platform/live/live.queries.ts';
import { mailAddressSql } from '../../discovery/creator/creator.table.ts';
import { mailboxEmailTable } from './conversation.table.ts';
import type { LockedConversation } from './message-write.queries.ts';

/** SQL for the creators a brand knows ($1): on its lists, invited, in a conversation, or its own. */
const KNOWN = `
  select creator_id from creator_list_item where brand_id = $1
  union select creator_id from invite where brand_id = $1
  union select creator_id from conversation where brand_id = $1
  union select id from creator where brand_id = $1`;

/** Returns SQL that normalizes a stored email address for comparison; `creator` and `creator_contact` have an index on it. */
const plain = (email: string) => `lower(trim(${email}))`;

/** SQL for the email addresses of `candidates`: a contact's own, checked only here because that is slow. */
const CONTACTS = `
  select c.id as creator_id, lower(${mailAddressSql('$1::uuid', 'c')}) as address
    from candidates join creator c on c.id = candidates.id`;

const isUnsearched = (email: string) =>
  `${plain(email)} not in (select address from mailbox_search where mailbox_id = $2)`;

/** Known creators and their addresses: contacts that weren't searched for, and all that emails were sent to. */
const UNSEARCHED = `
  known as (${KNOWN}), candidates as materialized (
    select c.id from known k join creator c on c.id = k.creator_id and (c.brand_id is null or c.brand_id = $1)
      left join creator_contact own on own.brand_id = $1 and own.creator_id = c.id
      where ${isUnsearched('own.email')} or ${isUnsearched('c.contact_email')}
  ), addresses as (
    ${CONTACTS}
    union
    select v.creator_id, lower(e.to_address) from conversation v
      join conversation_mail l on l.conversation_id = v.id join mail e on e.id = l.mail_id
      where v.brand_id = $1 and e.kind in ('invite', 'email')
  )`;

/** Known creators with the addresses $2, which indexes find among all creators. */
const OF_ADDRESSES = `
  candidates as materialized (
    select c.id from creator c where (c.brand_id is null or c.brand_id = $1)
      and c.id in (
        select id from creator where contact_email is not null and ${plain('contact_email')} = any($2::text[])
        union select creator_id from creator_contact where brand_id = $1 and ${plain('email')} = any($2::text[]))
      and (c.brand_id = $1
        or exists (select from creator_list_item k where k.brand_id = $1 and k.creator_id = c.id)
        or exists (select from invite k where k.brand_id = $1 and k.creator_id = c.id)
        or exists (select from conversation k where k.brand_id = $1 and k.creator_id = c.id))
  ), addresses as (
    ${CONTACTS}
    union
    select v.creator_id, lower(e.to_address) from mail e
      join conversation_mail l on l.mail_id = e.id
      join conversation v on v.id = l.conversation_id and v.brand_id = $1
      where e.brand_id = $1 and lower(e.to_address) = any($2::text[]) and e.kind in ('invite', 'email')
  )`;

/**
 * Returns a text that changes when creators become known to a brand, which takes much less than reading their addresses.
 * It stays the same if only an address changes, or if as many creators are added as removed.
 */
export async function knownCreatorsState(pool: pg.Pool, brandId: string): Promise<string> {
  const { rows } = await pool.query<{ state: string }>({
    name: 'mailbox-known-state',
    text: `select concat_ws(' ',
        (select count(*) from creator_list_item where brand_id = $1),
        (select count(*) from invite where brand_id = $1),
        (select count(*) from conversation where brand_id = $1),
        (select count(*) from creator where brand_id = $1),
        (select count(*) from creator_contact where brand_id = $1)) as state`,
    values: [brandId],
  });
  return rows[0]?.state ?? '';
}

/** Returns addresses of known creators that a mailbox wasn't searched for yet. */
export async function unsearchedAddresses(
  pool: pg.Pool,
  { brandId, mailboxId }: { brandId: string; mailboxId: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>({
    name: 'mailbox-unsearched',
    text: `with ${UNSEARCHED}
      select distinct a.address from addresses a
      where a.address is not null
        and not exists (select from mailbox_search s where s.mailbox_id = $2 and s.address = a.address)
      order by a.address limit $3`,
    values: [brandId, mailboxId, limit],
  });
  return rows.map(({ address }) => address);
}

/** Returns the known creators with these addresses (lower case). Of several, the one with the latest conversation. */
export async function creatorsOfAddresses(
  pool: pg.Pool,
  brandId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await pool.query<{ address: string; creatorId: string }>({
    name: 'mailbox-creators',
    text: `with ${OF_ADDRESSES}
      select distinct on (a.address) a.address, a.creator_id as "creatorId"
      from addresses a left join conversation v on v.brand_id = $1 and v.creator_id = a.creator_id
      where a.address = any($2::text[])
      order by a.address, v.last_at desc nulls last, v.id nulls last, a.creator_id`,
    values: [brandId, [...new Set(addresses)]],
  });
  return new Map(rows.map(({ address, creatorId }) => [address, creatorId]));
}

/** What a brand has of the emails with some Message-IDs. */
export interface KnownEmails {
  /** Message-IDs of emails that Troupe sent. */
  sent: Set<string>;
  /** `MESSAGE-ID CREATOR` of emails that were read before. */
  read: Set<string>;
}

/** Returns which of these Message-IDs belong to emails that Troupe sent, or that were read before. */
export async function readKnownEmails(
  pool: pg.Pool,
  brandId: string,
  messageIds: readonly string[],
): Promise<KnownEmails> {
  if (messageIds.length === 0) return { sent: new Set(), read: new Set() };
  const { rows } = await pool.query<{ id: string; creatorId: string | null }>({
    name: 'mailbox-known-emails',
    text: `select message_id as id, null::uuid as "creatorId" from mail
        where brand_id = $1 and message_id = any($2::text[])
      union all
      select e.message_id, v.creator_id from mailbox_email e join conversation v on v.id = e.conversation_id
        where e.brand_id = $1 and e.message_id = any($2::text[])`,
    values: [brandId, [...new Set(messageIds)]],
  });
  return {
    sent: new Set(rows.filter(({ creatorId }) => creatorId === null).map(({ id }) => id)),
    read: new Set(rows.flatMap(({ id, creatorId }) => (creatorId === null ? [] : [`${id} ${creatorId}`]))),
  };
}

/**
 * Recognizes an email that Troupe sent and whose Message-ID the mail server changed, and stores the new ID, so that
 * replies are recognized. Returns whether it was one.
 */
export async function adoptMessageId(
  pool: pg.Pool,
  brandId: string,
  sent: { from: string; to: readonly string[]; subject: string; date: string; messageId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'mailbox-adopt-id',
    text: `update mail set message_id = $6 where id = (
        select id from mail where brand_id = $1 and lower(to_address) = any($3::text[]) and subject = $4
          and (lower(from_address) = $2 and status = 'sent'
            or coalesce(lower(from_address), $2) = $2 and status in ('sending', 'uncertain')
              and exists (select from mailbox x where x.brand_id = $1 and x.is_sender and lower(x.address) = $2))
          and coalesce(sent_at, sending_at) between $5::timestamptz - interval '2 minutes'
            and $5::timestamptz + interval '2 minutes'
        order by coalesce(sent_at, sending_at) desc limit 1)
      and not exists (select from mail other where other.message_id = $6)`,
    values: [brandId, sent.from, sent.to, sent.subject, sent.date, sent.messageId],
  });
  return (rowCount ?? 0) > 0;
}

/** An email of a mailbox, ready to be stored in a conversation. */
export interface NewMailboxEmail {
  mailboxId: string;
  direction: 'in' | 'out';
  messageId: string;
  references: readonly string[];
  creatorAddress: string;
  ownAddress: string;
  subject: string;
  visible: string;
  whole: string;
  sentAt: string;
}

/** Stores an email in a locked conversation; null if it is there already. */
export async function insertMailboxEmail(
  tx: Database,
  { brandId, id: conversationId }: LockedConversation,
  { references, whole, ...email }: NewMailboxEmail,
  now: Date,
): Promise<string | null> {
  const row = {
    id: newId(),
    brandId,
    conversationId,
    references: references.join(' ') || null,
    body: whole.trim() === email.visible.trim() ? null : whole,
    createdAt: now.toISOString(),
  };
  const [kept] = await tx
    .insert(mailboxEmailTable)
    .values(Object.assign(row, email))
    .onConflictDoNothing()
    .returning({ id: mailboxEmailTable.id });
  return kept?.id ?? null;
}

/** An email from before the mailbox was connected, as a message. */
export interface EarlierMessage {
  kind: 'brand' | 'creator';
  text: string;
  userId: string | null;
  authorName: string;
  mailboxEmailId: string;
  /** A warning shown with it. */
  doubt: string | null;
  at: string;
}

/**
 * Adds an earlier email to a locked conversation where it belongs by time: later messages get the next numbers. It
 * counts as read, sends no notification and stays out of the creator's app.
 */
export async function writeEarlierMessage(
  tx: Database,
  held: LockedConversation,
  { kind, text, userId, authorName, mailboxEmailId, doubt, at }: EarlierMessage,
): Promise<void> {
  const { rows } = await tx.execute<{ place: number }>(sql`
    select coalesce(min(number), ${held.lastNumber + 1}::int) as place from message
    where conversation_id = ${held.id} and number is not null and created_at > ${at}`);
  const place = Number(rows[0]?.place ?? held.lastNumber + 1);
  if (place <= held.lastNumber) {
    // In two steps: numbers are unique in a conversation at any time.
    await tx.execute(sql`
      update message set number = -(number + 1) where conversation_id = ${held.id} and number >= ${place}`);
    await tx.execute(sql`
      update message set number = -number where conversation_id = ${held.id} and number < 0`);
    await tx.execute(sql`
      update conversation_campaign set last_number = last_number + 1
      where conversation_id = ${held.id} and last_number >= ${place}`);
  }
  const id = newId();
  await tx.execute(sql`
    insert into message (id, conversation_id, number, client_id, kind, text, user_id, author_name, by_email,
      mailbox_email_id, doubt, created_at, read_at)
    values (${id}, ${held.id}, ${place}, ${newId()}, ${kind}, ${text}, ${userId}, ${authorName}, true,
      ${mailboxEmailId}, ${doubt}, ${at}, ${at})`);
  await tx.execute(sql`
    update conversation set last_number = last_number + 1, last_at = greatest(last_at, ${at}::timestamptz)
    where id = ${held.id}`);
  held.lastNumber += 1;
  await tx.execute(sql`
    insert into live_event (id, audience, type, data)
    values (${sql.raw(UNNUMBERED_ID)}, ${`brand:${held.brandId}`}, 'message',
      ${JSON.stringify({ conversationId: held.id, optInId: null, messageId: id })}::jsonb)`);
  afterCommit(tx, numberEvents);
}
