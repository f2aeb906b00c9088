import type { StoryRisk } from '@troupe/domain/campaigns/story-preflight';
import type { Platform } from '@troupe/domain/discovery/platform';
import type pg from 'pg';

/** A creator who is asked for stories, or may be, with their consent. */
export interface StoryCreator {
  creatorId: string;
  optInId: string | null;
  userId: string | null;
  source: StoryRisk['source'];
  username: string;
  fullname: string;
  profilePicUrl: string | null;
  platform: Platform;
  due: string | null;
  brandId: string;
  brandName: string;
  campaignTitle: string;
  connection: { until: string; scopes: string[] | null } | null;
}

/** Creators that are looked at; a list can have thousands. */
const MOST = 2000;

const ASKS_FOR_STORIES = (deliverables: string) => `${deliverables} @> '[{"kind": "story"}]'`;

const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// Terms count once they are agreed; until then the campaign's do. Nothing to ask once all stories are posted.
const OPT_INS = `
  select i.creator_id, i.id as opt_in_id, i.user_id, 'opt-in' as source, i.campaign_id,
    coalesce((i.agreement->>'liveDue')::timestamptz, (k.brief->>'liveDue')::timestamptz) as due
  from opt_in i join campaign k on k.id = i.campaign_id
  where i.status in ('pending', 'approved') and i.removed_at is null
    and ${ASKS_FOR_STORIES(`case when i.agreed_number is null then k.brief->'deliverables' else i.agreement->'deliverables' end`)}
    and (select count(*) from live_post p where p.opt_in_id = i.id and p.kind = 'story')
      < (select coalesce(sum((d->>'count')::int), 1) from jsonb_array_elements(
          case when i.agreed_number is null then k.brief->'deliverables' else i.agreement->'deliverables' end) d
        where d->>'kind' = 'story')`;

const INVITES = `
  select n.creator_id, null::uuid, null::uuid, 'invite', n.campaign_id, (k.brief->>'liveDue')::timestamptz
  from invite n join campaign k on k.id = n.campaign_id
  where n.cancelled_at is null and ${ASKS_FOR_STORIES(`k.brief->'deliverables'`)}
    and not exists (select from opt_in i where i.campaign_id = n.campaign_id and i.creator_id = n.creator_id)`;

// Who may be invited once a draft is published.
const LISTED = `
  select distinct item.creator_id, null::uuid, null::uuid, 'list', k.id, (k.brief->>'liveDue')::timestamptz
  from campaign k join creator_list list on list.brand_id = k.brand_id and list.archived_at is null
  join creator_list_item item on item.list_id = list.id and item.archived_at is null
  join creator listed on listed.id = item.creator_id and listed.platform = 'instagram'
  where k.status = 'draft' and 'instagram' = any(k.social_channels) and ${ASKS_FOR_STORIES(`k.brief->'deliverables'`)}`;

/** Finishes a statement about `wanted` creators: their names, and the consent of the account's own or shared profile. */
const named = (wanted: string, order: string) => `
  with wanted as materialized (${wanted})
  select w.creator_id as "creatorId", w.opt_in_id as "optInId", w.user_id as "userId", w.source,
    c.username, c.fullname, c.profile_pic_url as "profilePicUrl", c.platform, ${iso('w.due')} as due,
    k.brand_id as "brandId", b.name as "brandName", k.title as "campaignTitle",
    case when held.creator_id is not null then
      json_build_object('until', ${iso('held.refresh_expires_at')}, 'scopes', held.scopes) end as connection
  from wanted w join creator c on c.id = w.creator_id
  join campaign k on k.id = w.campaign_id join brand b on b.id = k.brand_id
  left join lateral (
    select o.creator_id, o.refresh_expires_at, o.scopes from creator_connection o
    where o.withdrawn_at is null and (o.creator_id = c.id or o.creator_id = (
      select other.id from creator other where other.brand_id is null and other.platform = c.platform
        and lower(other.username) = lower(c.username)))
    order by (o.creator_id = c.id) desc limit 1) held on true
  order by ${order}`;

/** Returns the creators whose stories a campaign of the brand asks for, or may; those who joined come first. */
export async function readStoryCreators(
  pool: pg.Pool,
  brandId: string,
  campaignId: string,
): Promise<StoryCreator[]> {
  const of = (part: string) => `(${part} and k.id = $2 and k.brand_id = $1)`;
  const { rows } = await pool.query<StoryCreator>({
    name: 'story-creators',
    text: named(
      `select * from (${of(OPT_INS)} union all ${of(INVITES)} union all ${of(LISTED)}) found limit ${MOST}`,
      `case w.source when 'opt-in' then 0 when 'invite' then 1 else 2 end, c.username, w.creator_id`,
    ),
    values: [brandId, campaignId],
  });
  return rows;
}

/** Returns approved creators of running campaigns who owe stories until a time, with an account to ask. */
export async function readDueStoryCreators(
  pool: pg.Pool,
  { from, until }: { from: Date; until: Date },
): Promise<StoryCreator[]> {
  const { rows } = await pool.query<StoryCreator>({
    name: 'story-creators-due',
    text: named(
      `select * from (${OPT_INS} and i.status = 'approved' and i.user_id is not null
        and k.status in ('publish', 'paused') and not k.sample) found where due > $1 and due <= $2`,
      'w.opt_in_id',
    ),
    values: [from.toISOString(), until.toISOString()],
  });
  return rows;
}
