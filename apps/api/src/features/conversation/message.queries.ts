import type { Message, MessageKind, ScanState } from '@troupe/domain/conversation';
import type pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { fileAddress } from '../../platform/file-address.ts';

/** Messages that are read at once. */
export const MESSAGE_PAGE = 50;

/** Who reads: what the creator sees has no notes, and numbers of its own. */
export type Side = 'brand' | 'creator';

interface KeptAttachment {
  id: string;
  name: string;
  type: string;
  bytes: number;
  key: string;
  scan: ScanState;
}

/** A message as it is read. */
export interface MessageRow {
  id: string;
  optInId: string;
  number: number | null;
  creatorNumber: number | null;
  kind: MessageKind;
  text: string;
  userId: string | null;
  authorName: string;
  byEmail: boolean;
  createdAt: string;
  sendAt: string | null;
  readAt: string | null;
  attachments: KeptAttachment[] | null;
}

/** The columns of a message `m`. */
export const MESSAGE_COLUMNS = `
  m.id, m.opt_in_id as "optInId", m.number, m.creator_number as "creatorNumber", m.kind, m.text,
  m.user_id as "userId", m.author_name as "authorName", m.by_email as "byEmail", m.created_at as "createdAt",
  m.send_at as "sendAt", m.read_at as "readAt",
  (select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'bytes', a.bytes, 'key', a.file_key,
    'scan', a.scan)
    order by a.created_at, a.id) from attachment a where a.message_id = m.id) as attachments`;

/** A message as one side sees it; the addresses of its files hold for an hour. */
export function toMessage(row: MessageRow, side: Side, config: Config, now: Date): Message {
  return {
    id: row.id,
    optInId: row.optInId,
    number: (side === 'brand' ? row.number : row.creatorNumber) ?? 0,
    kind: row.kind,
    text: row.text,
    by: { id: row.userId, name: row.authorName },
    attachments: (row.attachments ?? []).map(({ key, ...file }) => ({
      ...file,
      url: mayBeOpened(file.scan) ? fileAddress(config, { key, ...file }, now) : null,
    })),
    byEmail: row.byEmail,
    created: row.createdAt,
    read: row.readAt,
    sendAt: row.number === null ? row.sendAt : null,
  };
}

const mayBeOpened = (scan: ScanState) => scan === 'clean' || scan === 'off';

type Window = 'newest' | 'before' | 'after';

const NUMBER: Record<Side, string> = { brand: 'm.number', creator: 'm.creator_number' };
const WINDOW: Record<Window, (number: string) => string> = {
  newest: (number) => `${number} is not null order by ${number} desc`,
  before: (number) => `${number} < $2 order by ${number} desc`,
  after: (number) => `${number} > $2 order by ${number}`,
};

/** One page of what a side sees, newest first; `after` leads forward from a number, `before` back. */
export async function readMessagePage(
  pool: pg.Pool,
  optInId: string,
  side: Side,
  { before, after }: { before?: number | undefined; after?: number | undefined },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const window: Window = after !== undefined ? 'after' : before !== undefined ? 'before' : 'newest';
  const { rows } = await pool.query<MessageRow>({
    name: `messages-${side}-${window}`,
    text: `select ${MESSAGE_COLUMNS} from message m
      where m.opt_in_id = $1 and ${WINDOW[window](NUMBER[side])} limit ${MESSAGE_PAGE + 1}`,
    values: window === 'newest' ? [optInId] : [optInId, after ?? before],
  });
  const page = rows.slice(0, MESSAGE_PAGE);
  return { rows: window === 'after' ? page.reverse() : page, hasMore: rows.length > MESSAGE_PAGE };
}

/** What a brand will send later, the next first. */
export async function readScheduled(pool: pg.Pool, optInId: string): Promise<MessageRow[]> {
  const { rows } = await pool.query<MessageRow>({
    name: 'messages-scheduled',
    text: `select ${MESSAGE_COLUMNS} from message m
      where m.opt_in_id = $1 and m.number is null order by m.send_at, m.id limit 100`,
    values: [optInId],
  });
  return rows;
}
