import type { Conversation } from '@troupe/domain/conversation';
import type { Platform } from '@troupe/domain/creator';
import type { OptInStatus } from '@troupe/domain/opt-in';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { containing } from '../../platform/like.ts';
import { CREATOR_NAMES } from '../opt-in/opt-in.table.ts';
import { personNameSql } from '../user/user.table.ts';
import { MESSAGE_COLUMNS, type MessageRow, toMessage } from './message.queries.ts';

/** Characters of the last message in the list. */
const EXCERPT = 300;

interface ConversationRow {
  optInId: string;
  campaignId: string;
  campaignTitle: string;
  status: OptInStatus;
  creatorId: string;
  username: string;
  fullname: string;
  platform: Platform;
  profilePicUrl: string | null;
  verified: boolean;
  unread: number;
  starred: boolean;
  assignedTo: string | null;
  assignedName: string | null;
  snoozedUntil: string | null;
  last: MessageRow | null;
}

const TABLES = `conversation v
  join opt_in i on i.id = v.opt_in_id
  join campaign k on k.id = v.campaign_id
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = v.brand_id)`;
const COLUMNS = `v.opt_in_id as "optInId", v.campaign_id as "campaignId", k.title as "campaignTitle", i.status,
  c.id as "creatorId", ${CREATOR_NAMES}, c.platform, c.verified,
  v.unread, v.starred, v.assigned_to as "assignedTo", v.last_number as "lastNumber", v.last_at as "lastAt",
  case when v.snoozed_until > $2 then v.snoozed_until end as "snoozedUntil"`;
/** A page `f` of conversations with what is shown of the people and of one message. */
const shown = (message: string) => `f.*, ${personNameSql('p')} as "assignedName",
  (select to_jsonb(l) from (select ${MESSAGE_COLUMNS} from message m
    where m.opt_in_id = f."optInId" and ${message}) l) as last`;
const SHOWN = shown('m.number = f."lastNumber"');
/** The newest message with the words that are searched for, so that one sees why it was found; else the last one. */
const FOUND = shown('m.number is not null order by m.text ilike $5 desc, m.number desc limit 1');

export type ConversationFilter = 'all' | 'unread' | 'mine' | 'starred' | 'snoozed';

const AWAKE = '(v.snoozed_until is null or v.snoozed_until <= $2)';
/** `$1` brand, `$2` now, `$3` who asks, `$4` campaign, `$5` pattern. */
const FILTER: Record<ConversationFilter, string> = {
  all: `($5::text is not null or ${AWAKE})`,
  unread: `v.unread > 0 and ${AWAKE}`,
  mine: `v.assigned_to = $3 and ${AWAKE}`,
  starred: 'v.starred',
  snoozed: 'v.snoozed_until > $2',
};

/** Only a search looks beyond the conversations themselves. */
const SEARCH = `and (i.removed_at is null and (c.fullname ilike $5 or c.username ilike $5) or k.title ilike $5
  or exists (select from message m where m.opt_in_id = v.opt_in_id and m.text ilike $5))`;

/** Pages are ordered as their index is, "nulls last" included: otherwise they would be sorted anew. */
const pageOf = (filter: ConversationFilter, searching: boolean) => {
  const found = `from ${searching ? TABLES : 'conversation v'}
    where v.brand_id = $1 and ($4::uuid is null or v.campaign_id = $4) and $3::uuid is not null
      and $2::timestamptz is not null and ${FILTER[filter]} ${searching ? SEARCH : 'and $5::text is null'}`;
  return `
  select n.*, f.* from (
    select (select count(*) ${found}) as total,
      (select coalesce(sum(v.unread), 0) from conversation v
        where v.brand_id = $1 and ($4::uuid is null or v.campaign_id = $4) and v.unread > 0) as "allUnread"
  ) n
  left join (
    select ${searching ? FOUND : SHOWN} from (
      select ${COLUMNS} from (
        select v.* ${found}
        order by v.last_at desc nulls last, v.opt_in_id desc nulls last limit $6 offset $7
      ) v join ${TABLES.slice(TABLES.indexOf('opt_in i'))}
    ) f left join person p on p.id = f."assignedTo"
  ) f on true
  order by f."lastAt" desc, f."optInId" desc`;
};

export interface ConversationQuery {
  campaignId?: string | undefined;
  search?: string | undefined;
  filter: ConversationFilter;
  page: number;
}

/** One page of a brand's conversations, last written first; `unread` counts messages, whatever is asked for. */
export async function readConversationPage(
  { pool, config }: { pool: pg.Pool; config: Config },
  brandId: string,
  userId: string,
  { campaignId, search, filter, page }: ConversationQuery,
  now: Date,
): Promise<{ conversations: Conversation[]; total: number; unread: number }> {
  const searching = Boolean(search?.trim());
  const { rows } = await pool.query<{ total: number; allUnread: number } & ConversationRow>({
    name: `conversations-${filter}${searching ? '-search' : ''}`,
    text: pageOf(filter, searching),
    values: [
      brandId,
      now.toISOString(),
      userId,
      campaignId ?? null,
      searching ? containing(search ?? '') : null,
      PAGE_SIZE,
      (page - 1) * PAGE_SIZE,
    ],
  });
  return {
    conversations: rows
      .filter(({ optInId }) => optInId !== null)
      .map((row) => toConversation(row, config, now)),
    total: Number(rows[0]?.total ?? 0),
    unread: Number(rows[0]?.allUnread ?? 0),
  };
}

/** One conversation of a brand; null when it has none of this id. */
export async function readConversation(
  { pool, config }: { pool: pg.Pool; config: Config },
  brandId: string,
  optInId: string,
  now: Date,
): Promise<Conversation | null> {
  const { rows } = await pool.query<ConversationRow>({
    name: 'conversation',
    text: `select ${SHOWN} from (select ${COLUMNS} from ${TABLES} where v.opt_in_id = $3 and v.brand_id = $1) f
      left join person p on p.id = f."assignedTo"`,
    values: [brandId, now.toISOString(), optInId],
  });
  return rows[0] ? toConversation(rows[0], config, now) : null;
}

function toConversation(row: ConversationRow, config: Config, now: Date): Conversation {
  const { last } = row;
  return {
    optInId: row.optInId,
    campaignId: row.campaignId,
    campaignTitle: row.campaignTitle,
    status: row.status,
    creator: {
      id: row.creatorId,
      username: row.username,
      fullname: row.fullname,
      platform: row.platform,
      profilePicUrl: row.profilePicUrl,
      verified: row.verified,
    },
    last: last && toMessage(ofJson(last), 'brand', config, now),
    unread: row.unread,
    starred: row.starred,
    assignedTo: row.assignedTo ? { id: row.assignedTo, name: row.assignedName ?? 'A teammate' } : null,
    snoozedUntil: row.snoozedUntil,
  };
}

/** Moments inside JSON are not those of the driver; long texts are cut. */
const ofJson = (row: MessageRow): MessageRow => ({
  ...row,
  text: row.text.length > EXCERPT ? `${row.text.slice(0, EXCERPT).toWellFormed()}…` : row.text,
  createdAt: new Date(row.createdAt).toISOString(),
  readAt: row.readAt && new Date(row.readAt).toISOString(),
  sendAt: null,
});
