import { type Invite, type InviteStatus, inviteReason } from '@troupe/domain/campaigns/invite';
import { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { inviteStatusSql, STOP_SQL } from './invite.table.ts';

// Named statements are planned once per connection: this page is read constantly.

/** Aliases: `i` invite, `m` its email, `c` creator, `g` campaign, `u` inviting user. */
const JOINS = `
  join mail m on m.id = i.mail_id
  join creator c on c.id = i.creator_id
  join campaign g on g.id = i.campaign_id`;

/** `now` is the placeholder for the current time. */
const columns = (now: string) => `
  i.id, ${inviteStatusSql(now)} as status, m.status_reason as "statusReason", i.saved_at as "savedDate",
  i.scheduled_for as "scheduledFor", m.sent_at as "sentDate", m.replied_at as "repliedDate",
  i.visited_at as "visitedDate", i.campaign_id as "campaignId", i.creator_id as "socialProfileId",
  i.list_id as "creatorListId", i.template_id as "templateId", m.subject,
  (select v.id from conversation v where v.brand_id = i.brand_id and v.creator_id = i.creator_id) as "conversationId",
  (select o.id from opt_in o where o.campaign_id = i.campaign_id and o.creator_id = i.creator_id) as "optInId",
  ${personLabelSql('u')} as "savedBy",
  case when m.replied_at is not null then (select b.visible from inbound_mail b
    where b.kind = 'reply' and (b.mail_id = m.id or b.mail_id in (select s.mail_id from follow_up_step s
      join follow_up f on f.id = s.follow_up_id where f.invite_id = i.id))
    order by b.received_at desc limit 1) end as reply,
  (select json_build_object(
      'state', case when f.state in ('running', 'paused') and known.stop is not null then 'stopped' else f.state end,
      'stop', coalesce(known.stop, f.stop),
      'sent', (select count(*) from follow_up_step s join mail e on e.id = s.mail_id
        where s.follow_up_id = f.id and e.status in ('sent', 'uncertain', 'bounced')),
      'next', case when f.state = 'running' and known.stop is null
        then to_char(f.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
    from follow_up f cross join lateral (
      select case when f.state in ('running', 'paused') then ${STOP_SQL} end as stop offset 0) known
    where f.invite_id = i.id) as "followUp",
  c.username, c.fullname, c.platform, c.profile_pic_url as "profilePicUrl", g.title as "campaignTitle"`;

type InviteRow = Omit<Invite, 'metaData'> & Invite['metaData']['profile'] & { campaignTitle: string };

// List every field: rest spread costs more than the rest of the page.
const toInvite = (row: InviteRow): Invite => ({
  id: row.id,
  status: row.status,
  statusReason: inviteReason(row.status, row.statusReason),
  savedDate: row.savedDate,
  scheduledFor: row.scheduledFor,
  sentDate: row.sentDate,
  repliedDate: row.repliedDate,
  visitedDate: row.visitedDate,
  savedBy: row.savedBy,
  campaignId: row.campaignId,
  socialProfileId: row.socialProfileId,
  creatorListId: row.creatorListId,
  templateId: row.templateId,
  subject: row.subject,
  conversationId: row.conversationId,
  optInId: row.optInId,
  reply: row.reply,
  followUp: row.followUp,
  metaData: {
    profile: {
      username: row.username,
      fullname: row.fullname,
      platform: row.platform,
      profilePicUrl: row.profilePicUrl,
    },
    campaignTitle: row.campaignTitle,
  },
});

/** Filters of an invite list; `page` starts at 1, empty text or arrays don't filter. */
export interface InvitePageQuery {
  page: number;
  search: string;
  status: InviteStatus[];
  campaignId: string | null;
}

const FILTER = `
  and ($4::text is null or c.username ilike $4 or c.fullname ilike $4 or g.title ilike $4)
  and (cardinality($5::text[]) = 0 or ${inviteStatusSql('$3::timestamptz')} = any($5))
  and ($6::uuid is null or i.campaign_id = $6)`;

// Must match the index order. The page size is inlined: with a parameter, the planner never settles on a generic
// plan, and planning takes longer than reading.
const NEWEST_FIRST = `i.saved_at desc nulls last, i.id desc nulls last limit ${PAGE_SIZE} offset $2`;

/** `chosen` selects the invites of the page. The total is in every row, or alone in one row beyond the last page. */
const pageOf = (total: string, chosen: string) => `
  select counted.total, page.* from (${total}) counted
  left join (
    select ${columns('$3::timestamptz')}
    from (${chosen}) i ${JOINS}
    left join person u on u.id = i.saved_by
  ) page on true
  order by page."savedDate" desc, page.id desc`;

const PAGE = {
  name: 'invite-page',
  text: pageOf(
    'select count(*) as total from invite i where i.brand_id = $1',
    `select i.* from invite i where i.brand_id = $1 order by ${NEWEST_FIRST}`,
  ),
};

// Finds matches once, counts them and returns one page.
const FILTERED_PAGE = {
  name: 'invite-page-filtered',
  text: `with matching as (select i.* from invite i ${JOINS} where i.brand_id = $1 ${FILTER})
    ${pageOf('select count(*) as total from matching', `select i.* from matching i order by ${NEWEST_FIRST}`)}`,
};

/** Returns one page of a brand's invites, newest first, with the total. */
export async function readInvitePage(
  pool: pg.Pool,
  brandId: string,
  { page, search, status, campaignId }: InvitePageQuery,
  now: string,
): Promise<{ invites: Invite[]; total: number }> {
  const filtered = search.trim() !== '' || status.length > 0 || campaignId !== null;
  const values = [brandId, (page - 1) * PAGE_SIZE, now];
  const { rows } = await pool.query<InviteRow & { total: number }>(
    filtered
      ? {
          ...FILTERED_PAGE,
          values: [...values, search.trim() ? containing(search) : null, status, campaignId],
        }
      : { ...PAGE, values },
  );
  return {
    total: rows[0]?.total ?? 0,
    // Beyond the last page there is only the total.
    invites: rows.filter(({ id }) => id !== null).map(toInvite),
  };
}

// Name all platforms: the username indexes start with the platform.
const OF_USERNAME = {
  name: 'invite-of-username',
  text: `select ${columns('$4::timestamptz')}
    from (select * from creator where platform = any($3::text[]) and lower(username) = lower($2)
      and (brand_id is null or brand_id = $1)) c
    join invite i on i.brand_id = $1 and i.creator_id = c.id and i.cancelled_at is null
    join mail m on m.id = i.mail_id
    join campaign g on g.id = i.campaign_id
    left join person u on u.id = i.saved_by
    order by i.saved_at desc, i.id desc limit 200`,
};

/** Returns invites of creators with exactly this username, case-insensitive, newest first, without canceled ones. */
export async function findInvites(
  pool: pg.Pool,
  brandId: string,
  username: string,
  now: string,
): Promise<Invite[]> {
  const { rows } = await pool.query<InviteRow>({
    ...OF_USERNAME,
    values: [brandId, username.trim(), Platform.options, now],
  });
  return rows.map(toInvite);
}

const ONE = {
  name: 'invite-one',
  text: `select ${columns('$3::timestamptz')} from invite i ${JOINS}
    left join person u on u.id = i.saved_by where i.brand_id = $1 and i.id = $2`,
};

/** Returns one invite; null if not found. */
export async function readInvite(
  connection: Pick<pg.ClientBase, 'query'>,
  brandId: string,
  id: string,
  now: string,
): Promise<Invite | null> {
  const { rows } = await connection.query<InviteRow>({ ...ONE, values: [brandId, id, now] });
  return rows[0] ? toInvite(rows[0]) : null;
}
