import type { InviteStatus } from '@troupe/domain/campaigns/invite';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { Conversation } from '@troupe/domain/inbox/conversation';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import type { Config } from '../../../platform/config.ts';
import { containing } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { inviteStatusSql } from '../../campaigns/invite/invite.table.ts';
import { type ConversationView, MESSAGE_COLUMNS, type MessageRow, toMessage } from './message.queries.ts';

/** Characters of the last message shown in the list. */
const EXCERPT = 300;

interface LabelRow {
  campaignId: string;
  title: string;
  optInId: string | null;
  status: OptInStatus | null;
  inviteStatus: InviteStatus | null;
  unread: number;
}

interface ConversationRow {
  id: string;
  viewCampaignId: string | null;
  campaigns: LabelRow[] | null;
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

type Scope = 'brand' | 'campaign';

/** The scope of the list: whole conversations, or their parts about one campaign (`$4`). */
const VIEW: Record<
  Scope,
  { from: string; where: string; last: string; unread: string; at: string; tie: string }
> = {
  brand: {
    from: 'conversation v',
    where: 'v.brand_id = $1 and $4::uuid is null',
    last: 'v.last_number',
    unread: 'v.unread',
    at: 'v.last_at',
    tie: 'v.id',
  },
  campaign: {
    from: 'conversation_campaign l join conversation v on v.id = l.conversation_id',
    where: 'l.campaign_id = $4 and l.brand_id = $1',
    last: 'l.last_number',
    unread: 'l.unread',
    at: 'l.last_at',
    tie: 'l.conversation_id',
  },
};

/** True if all opt-ins of conversation `v` belong to deleted accounts: the name is hidden. */
const REMOVED = `exists (select from conversation_campaign x join opt_in i on i.id = x.opt_in_id
    where x.conversation_id = v.id and i.removed_at is not null)
  and not exists (select from conversation_campaign x join opt_in i on i.id = x.opt_in_id
    where x.conversation_id = v.id and i.removed_at is null)`;

/** The campaign labels of conversation `f`, newest first. */
const LABELS = `(select json_agg(json_build_object('campaignId', x.campaign_id, 'title', k.title,
    'optInId', x.opt_in_id, 'status', o.status, 'unread', x.unread,
    'inviteStatus', (select ${inviteStatusSql('$2::timestamptz')} from invite i join mail m on m.id = i.mail_id
      where i.campaign_id = x.campaign_id and i.creator_id = f."creatorId"
      order by i.cancelled_at is null desc, i.saved_at desc limit 1))
    order by x.last_at desc nulls last, x.last_number desc, x.campaign_id)
  from conversation_campaign x join campaign k on k.id = x.campaign_id left join opt_in o on o.id = x.opt_in_id
  where x.conversation_id = f.id) as campaigns`;

const COLUMNS = `v.id, v.creator_id as "creatorId", v."viewNumber", v."viewAt", v."viewUnread" as unread,
  v."viewCampaignId", v.starred, v.assigned_to as "assignedTo",
  case when removed.is then 'removed' else c.username end as username,
  case when removed.is then 'Removed creator' else c.fullname end as fullname,
  case when not removed.is then c.profile_pic_url end as "profilePicUrl", c.platform, c.verified,
  case when v.snoozed_until > $2 then v.snoozed_until end as "snoozedUntil"`;
const WITH_CREATOR = `join creator c on c.id = v.creator_id and (c.brand_id is null or c.brand_id = v.brand_id)
  cross join lateral (select ${REMOVED} as is) removed`;

/** Adds people and one message to a page `f` of conversations. */
const shown = (message: string) => `f.*, ${personNameSql('p')} as "assignedName", ${LABELS},
  (select to_jsonb(l) from (select ${MESSAGE_COLUMNS} from message m
    where m.conversation_id = f.id and ${message}) l) as last`;
/** An unread conversation shows its last message: an event after it would hide what the creator asks. */
const SHOWN = shown(`m.number = coalesce((select n.number from message n
    where f.unread > 0 and n.conversation_id = f.id and n.number is not null and n.kind <> 'event'
      and ($4::uuid is null or n.campaign_id = $4) order by n.number desc limit 1), f."viewNumber")`);
/** In a search, shows the newest matching message, else the last one. */
const FOUND = shown(`m.number is not null and ($4::uuid is null or m.campaign_id = $4)
  order by m.text ilike $5 desc, m.number desc limit 1`);

export type ConversationFilter = 'all' | 'unread' | 'mine' | 'starred' | 'snoozed' | 'invited';

const NOT_SNOOZED = '(v.snoozed_until is null or v.snoozed_until <= $2)';
/** `$1` brand, `$2` now, `$3` user, `$4` campaign, `$5` pattern. */
const FILTER: Record<ConversationFilter, (view: (typeof VIEW)[Scope]) => string> = {
  all: ({ at }) => `($5::text is not null or ${NOT_SNOOZED} and ${at} is not null)`,
  unread: ({ unread }) => `${unread} > 0 and ${NOT_SNOOZED}`,
  mine: () => `v.assigned_to = $3 and ${NOT_SNOOZED}`,
  starred: () => 'v.starred',
  snoozed: () => 'v.snoozed_until > $2',
  invited: ({ at }) => `${at} is null and v.last_number > 0`,
};

/** Only searches read beyond the conversation rows. */
const SEARCH = `and (
  exists (select from creator c where c.id = v.creator_id and (c.fullname ilike $5 or c.username ilike $5)
    and not (${REMOVED}))
  or exists (select from conversation_campaign x join campaign k on k.id = x.campaign_id
    where x.conversation_id = v.id and ($4::uuid is null or x.campaign_id = $4) and k.title ilike $5)
  or exists (select from message m where m.conversation_id = v.id and ($4::uuid is null or m.campaign_id = $4)
    and m.text ilike $5)
  or exists (select from message m left join mail e on e.id = m.mail_id
      left join inbound_mail b on b.id = m.inbound_mail_id
    where m.conversation_id = v.id and ($4::uuid is null or m.campaign_id = $4) and m.by_email
      and (e.subject ilike $5 or b.subject ilike $5)))`;

/** Must match the index order, including "nulls last"; otherwise rows are sorted again. */
const pageOf = (filter: ConversationFilter, scope: Scope, searching: boolean) => {
  const view = VIEW[scope];
  const { at, last, unread, tie } = view;
  const found = `from ${view.from}
    where ${view.where} and $3::uuid is not null
      and $2::timestamptz is not null and ${FILTER[filter](view)} ${searching ? SEARCH : 'and $5::text is null'}`;
  const invited = `(select max(i.saved_at) from invite i
    where i.brand_id = v.brand_id and i.creator_id = v.creator_id)`;
  const order = filter === 'invited' ? invited : at;
  return `
  select n.*, f.* from (
    select (select count(*) ${found}) as total,
      (select coalesce(sum(${unread}), 0) from ${view.from} where ${view.where} and ${unread} > 0) as "allUnread"
  ) n
  left join (
    select ${searching ? FOUND : SHOWN} from (
      select ${COLUMNS} from (
        select v.*, ${last} as "viewNumber", ${unread} as "viewUnread", ${order} as "viewAt",
          $4::uuid as "viewCampaignId" ${found}
        order by ${order} desc nulls last, ${tie} desc nulls last limit $6 offset $7
      ) v ${WITH_CREATOR}
    ) f left join person p on p.id = f."assignedTo"
  ) f on true
  order by f."viewAt" desc nulls last, f.id desc nulls last`;
};

export interface ConversationQuery {
  campaignId?: string | undefined;
  search?: string | undefined;
  filter: ConversationFilter;
  page: number;
}

/** Returns one page of a brand's conversations, last written first; `unread` counts messages regardless of filters. */
export async function readConversationPage(
  { pool, config }: { pool: pg.Pool; config: Config },
  brandId: string,
  userId: string,
  { campaignId, search, filter, page }: ConversationQuery,
  now: Date,
): Promise<{ conversations: Conversation[]; total: number; unread: number }> {
  const searching = Boolean(search?.trim());
  const scope = campaignId === undefined ? 'brand' : 'campaign';
  const { rows } = await pool.query<{ total: number; allUnread: number } & ConversationRow>({
    name: `conversations-${scope}-${filter}${searching ? '-search' : ''}`,
    text: pageOf(filter, scope, searching),
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
    conversations: rows.filter(({ id }) => id !== null).map((row) => toConversation(row, config, now)),
    total: Number(rows[0]?.total ?? 0),
    unread: Number(rows[0]?.allUnread ?? 0),
  };
}

/** Returns one conversation, or its part about one campaign; null if not found. */
export async function readConversation(
  { pool, config }: { pool: pg.Pool; config: Config },
  brandId: string,
  { conversationId, campaignId }: ConversationView,
  now: Date,
): Promise<Conversation | null> {
  const { rows } = await pool.query<ConversationRow>({
    name: 'conversation',
    text: `select ${SHOWN} from (select ${COLUMNS} from (
        select v.*, coalesce(l.last_number, v.last_number) as "viewNumber", coalesce(l.unread, v.unread) as "viewUnread",
          v.last_at as "viewAt", $4::uuid as "viewCampaignId"
        from conversation v
        left join conversation_campaign l on l.conversation_id = v.id and l.campaign_id = $4
        where v.id = $3 and v.brand_id = $1
      ) v ${WITH_CREATOR}) f
      left join person p on p.id = f."assignedTo"`,
    values: [brandId, now.toISOString(), conversationId, campaignId],
  });
  return rows[0] ? toConversation(rows[0], config, now) : null;
}

function toConversation(row: ConversationRow, config: Config, now: Date): Conversation {
  const { last } = row;
  const campaigns = row.campaigns ?? [];
  const shownCampaign = row.viewCampaignId
    ? campaigns.find(({ campaignId }) => campaignId === row.viewCampaignId)
    : (campaigns.find(({ optInId }) => optInId !== null) ?? campaigns[0]);
  return {
    id: row.id,
    optInId: shownCampaign?.optInId ?? null,
    campaignId: shownCampaign?.campaignId ?? null,
    campaignTitle: shownCampaign?.title ?? '',
    status: shownCampaign?.status ?? null,
    campaigns,
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

/** Converts timestamps inside JSON and truncates long text. */
const ofJson = (row: MessageRow): MessageRow => ({
  ...row,
  text: row.text.length > EXCERPT ? `${row.text.slice(0, EXCERPT).toWellFormed()}…` : row.text,
  createdAt: new Date(row.createdAt).toISOString(),
  readAt: row.readAt && new Date(row.readAt).toISOString(),
  sendAt: null,
});
