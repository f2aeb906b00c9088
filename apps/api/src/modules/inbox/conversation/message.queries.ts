import type { Message, MessageEmail, MessageKind, ScanState } from '@troupe/domain/inbox/conversation';
import type { MailStatus } from '@troupe/domain/outreach/mail';
import type pg from 'pg';
import type { Config } from '../../../platform/config.ts';
import { fileUrl } from '../../../platform/files/file-url.ts';

/** Messages per page. */
const MESSAGE_PAGE = 50;

/** The reader's side: creators see no notes and have their own message numbers. */
export type Side = 'brand' | 'creator';

interface StoredAttachment {
  id: string;
  name: string;
  type: string;
  bytes: number;
  key: string;
  scan: ScanState;
}

/** The email of a message; timestamps are formatted by PostgreSQL's JSON functions. */
interface MessageEmailRow {
  direction: 'in' | 'out';
  subject: string;
  otherAddress: string;
  otherName: string;
  ownAddress: string | null;
  ownName: string | null;
  status: MailStatus | null;
  statusReason: string | null;
  at: string | null;
  inviteId: string | null;
  /** Read from a connected mailbox. */
  fromMailbox: boolean;
  hasMore: boolean;
}

/** A message row. */
export interface MessageRow {
  id: string;
  conversationId: string;
  campaignId: string | null;
  optInId: string | null;
  number: number | null;
  creatorNumber: number | null;
  kind: MessageKind;
  text: string;
  userId: string | null;
  authorName: string;
  byEmail: boolean;
  mailId: string | null;
  inboundMailId: string | null;
  mailboxEmailId: string | null;
  doubt: string | null;
  createdAt: string;
  sendAt: string | null;
  readAt: string | null;
  attachments: StoredAttachment[] | null;
  email: MessageEmailRow | null;
}

/**
 * Columns of a message `m`. When a creator replies to a chat notification by email, their account address stays
 * hidden: brands only see addresses they wrote to.
 */
export const MESSAGE_COLUMNS = `
  m.id, m.conversation_id as "conversationId", m.campaign_id as "campaignId", m.opt_in_id as "optInId", m.number, m.creator_number as "creatorNumber", m.kind, m.text,
  m.user_id as "userId", m.author_name as "authorName", m.by_email as "byEmail", m.created_at as "createdAt",
  m.send_at as "sendAt", m.read_at as "readAt", m.mail_id as "mailId", m.inbound_mail_id as "inboundMailId",
  m.mailbox_email_id as "mailboxEmailId", m.doubt,
  (select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'bytes', a.bytes, 'key', a.file_key,
    'scan', a.scan)
    order by a.created_at, a.id) from attachment a where a.message_id = m.id) as attachments,
  case
    when m.mail_id is not null then (select json_build_object('direction', 'out', 'subject', e.subject,
      'otherAddress', e.to_address, 'otherName', e.to_name, 'ownAddress', coalesce(e.from_address, d.from_address),
      'ownName', case when e.from_address is null then d.from_name else m.author_name end, 'fromMailbox', false,
      'status', e.status, 'statusReason', e.status_reason, 'at', e.sent_at, 'hasMore', octet_length(e.html) > 0,
      'inviteId', (select n.id from invite n where n.mail_id = e.id))
      from mail e left join email_domain d on d.brand_id = e.brand_id where e.id = m.mail_id)
    when m.inbound_mail_id is not null then (select json_build_object('direction', 'in', 'subject', b.subject,
      'otherAddress', case when answered.kind in ('invite', 'email') then b.from_address else '' end,
      'otherName', m.author_name, 'ownAddress', coalesce(answered.from_address, d.from_address),
      'ownName', case when answered.from_address is null then d.from_name else '' end, 'fromMailbox', false,
      'status', null, 'statusReason', null, 'at', b.received_at, 'hasMore', b.body is not null, 'inviteId', null)
      from inbound_mail b join mail answered on answered.id = b.mail_id
        left join email_domain d on d.brand_id = b.brand_id where b.id = m.inbound_mail_id)
    when m.mailbox_email_id is not null then (select json_build_object('direction', x.direction, 'subject', x.subject,
      'otherAddress', x.creator_address, 'otherName', case when x.direction = 'in' then m.author_name else '' end,
      'ownAddress', x.own_address, 'ownName', case when x.direction = 'out' then m.author_name else '' end,
      'fromMailbox', true, 'status', null, 'statusReason', null, 'at', x.sent_at, 'hasMore', x.body is not null,
      'inviteId', null)
      from mailbox_email x where x.id = m.mailbox_email_id)
  end as email`;

/** Returns a message as one side sees it; file URLs are valid for an hour. */
export function toMessage(row: MessageRow, side: Side, config: Config, now: Date): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    campaignId: row.campaignId,
    optInId: row.optInId,
    number: (side === 'brand' ? row.number : row.creatorNumber) ?? 0,
    kind: row.kind,
    text: row.text,
    by: { id: row.userId, name: row.authorName },
    attachments: (row.attachments ?? []).map(({ key, ...file }) => ({
      ...file,
      url: isDownloadable(file.scan) ? fileUrl(config, { key, ...file }, now) : null,
    })),
    byEmail: row.byEmail,
    email: side === 'brand' ? toEmail(row) : null,
    created: row.createdAt,
    // Email opens aren't tracked: count as read, to prevent reminders.
    read: row.mailId === null && row.mailboxEmailId === null ? row.readAt : null,
    sendAt: row.number === null ? row.sendAt : null,
  };
}

/** Returns the email data of a message as the brand sees it; null if it wasn't an email. */
export function toEmail({ email, doubt }: Pick<MessageRow, 'email' | 'doubt'>): MessageEmail | null {
  if (!email) return null;
  const { direction, subject, status, statusReason, at, inviteId, fromMailbox, hasMore } = email;
  const other = { name: email.otherName, address: email.otherAddress };
  const own = { name: email.ownName ?? '', address: email.ownAddress ?? '' };
  return {
    direction,
    subject,
    status,
    statusReason,
    inviteId,
    fromMailbox,
    hasMore,
    doubt,
    from: direction === 'out' ? own : other,
    to: direction === 'out' ? other : own,
    sent: at && new Date(at).toISOString(),
  };
}

const isDownloadable = (scan: ScanState) => scan === 'clean' || scan === 'off';

/** A whole conversation, or the part labeled with one campaign. */
export interface ConversationView {
  conversationId: string;
  campaignId: string | null;
}

type Window = 'newest' | 'before' | 'after';

const WINDOW: Record<Window, (number: string) => string> = {
  newest: (number) => `${number} is not null and $2::int is null order by ${number} desc`,
  before: (number) => `${number} < $2 order by ${number} desc`,
  after: (number) => `${number} > $2 order by ${number}`,
};

interface PageQuery {
  before?: number | undefined;
  after?: number | undefined;
}

/** Returns one page of messages, newest first; `after` pages forward from a number, `before` back. */
async function readPage(
  pool: pg.Pool,
  name: string,
  number: string,
  where: string,
  values: readonly unknown[],
  { before, after }: PageQuery,
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const window: Window = after !== undefined ? 'after' : before !== undefined ? 'before' : 'newest';
  const { rows } = await pool.query<MessageRow>({
    name: `messages-${name}-${window}`,
    text: `select ${MESSAGE_COLUMNS} from message m
      where ${where} and ${WINDOW[window](number)} limit ${MESSAGE_PAGE + 1}`,
    values: [values[0], after ?? before ?? null, ...values.slice(1)],
  });
  const page = rows.slice(0, MESSAGE_PAGE);
  return { rows: window === 'after' ? page.reverse() : page, hasMore: rows.length > MESSAGE_PAGE };
}

const inView = ({ campaignId }: ConversationView) =>
  campaignId === null
    ? { name: 'conversation', where: 'm.conversation_id = $1', more: [] }
    : { name: 'campaign', where: 'm.conversation_id = $1 and m.campaign_id = $3', more: [campaignId] };

/** Returns one page of what the brand sees. */
export async function readMessagePage(pool: pg.Pool, view: ConversationView, query: PageQuery) {
  const { name, where, more } = inView(view);
  return readPage(pool, name, 'm.number', where, [view.conversationId, ...more], query);
}

/** Returns one page of what the creator sees of an opt-in: its chat without notes. */
export async function readOwnMessagePage(pool: pg.Pool, optInId: string, query: PageQuery) {
  return readPage(pool, 'own', 'm.creator_number', 'm.opt_in_id = $1', [optInId], query);
}

/** Returns a brand's scheduled messages, next first. */
export async function readScheduled(pool: pg.Pool, view: ConversationView): Promise<MessageRow[]> {
  const { rows } = await pool.query<MessageRow>({
    name: 'messages-scheduled',
    text: `select ${MESSAGE_COLUMNS} from message m
      where m.conversation_id = $1 and ($2::uuid is null or m.campaign_id = $2) and m.number is null
      order by m.send_at, m.id limit 100`,
    values: [view.conversationId, view.campaignId],
  });
  return rows;
}

/** Resolves an ID from a URL to an opt-in or conversation; null if the brand has neither. */
export async function readView(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string,
  id: string,
): Promise<(ConversationView & { optInId: string | null; creatorUserId: string | null }) | null> {
  const { rows } = await pool.query({
    name: 'conversation-view',
    text: `select l.conversation_id as "conversationId", l.campaign_id as "campaignId", l.opt_in_id as "optInId",
        i.user_id as "creatorUserId"
      from conversation_campaign l join opt_in i on i.id = l.opt_in_id where l.opt_in_id = $2 and l.brand_id = $1
      union all
      select v.id, null, null, null from conversation v where v.id = $2 and v.brand_id = $1
      limit 1`,
    values: [brandId, id],
  });
  return rows[0] ?? null;
}

/** Returns the conversation of an opt-in and its creator's name; null if not found. */
export async function placeOfOwnOptIn(
  pool: pg.Pool,
  optInId: string,
): Promise<{ brandId: string; campaignId: string; conversationId: string; name: string } | null> {
  const { rows } = await pool.query<{
    brandId: string;
    campaignId: string;
    conversationId: string;
    name: string;
  }>({
    name: 'own-conversation-place',
    text: `select l.brand_id as "brandId", l.campaign_id as "campaignId",
        l.conversation_id as "conversationId", coalesce(nullif(c.fullname, ''), c.username) as name
      from conversation_campaign l join opt_in i on i.id = l.opt_in_id join creator c on c.id = i.creator_id
      where l.opt_in_id = $1`,
    values: [optInId],
  });
  return rows[0] ?? null;
}
