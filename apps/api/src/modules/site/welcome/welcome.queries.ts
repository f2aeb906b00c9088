import type { PendingCounts, WelcomeState } from '@troupe/domain/site/welcome';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { effectivePlanSql } from '../../billing/subscription/subscription.table.ts';

type Row = {
  domain: string | null;
  domainAt: string | null;
  plan: string | null;
  planAt: string | null;
  store: string | null;
  stores: number;
  storeAt: string | null;
  list: string | null;
  saved: number;
  savedAt: string | null;
  campaign: string | null;
  published: number;
  publishedAt: string | null;
  invited: number;
  invitedAt: string | null;
  optIns: number;
  previews: number;
  messages: number;
};

/** SQL that formats an instant like the API. */
const at = (expression: string) =>
  sql.raw(`to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Returns a brand's setup progress and pending items. */
export async function readWelcome(
  db: Database,
  brandId: string,
): Promise<{ steps: WelcomeState[]; waiting: PendingCounts }> {
  const { rows } = await db.execute<Row>(sql`
    select
      d.domain, ${at('coalesce(d.verified_at, d.created_at)')} as "domainAt",
      p.plan_id as plan, ${at('p.created_at')} as "planAt",
      s.store, s.stores, ${at('s.connected_at')} as "storeAt",
      l.list, l.saved, ${at('l.saved_at')} as "savedAt",
      c.title as campaign, c.published, ${at('c.published_at')} as "publishedAt",
      i.invited, ${at('i.saved_at')} as "invitedAt",
      (select count(*)::int from opt_in
        where brand_id = ${brandId} and status = 'pending' and removed_at is null
          and not exists (select from campaign c where c.id = opt_in.campaign_id and c.sample)) as "optIns",
      (select count(*)::int from content_preview
        where brand_id = ${brandId} and status = 'preview') as previews,
      (select coalesce(sum(unread), 0)::int from conversation
        where brand_id = ${brandId} and unread > 0) as messages
    from (select ${brandId}::uuid as brand_id) as one
    left join lateral (
      select domain, verified_at, created_at from email_domain where brand_id = ${brandId} and status = 'verified'
    ) d on true
    left join lateral ${sql.raw(effectivePlanSql('plan_id, created_at', 'one.brand_id'))} p on true
    left join lateral (
      select count(*)::int as stores, min(connected_at) as connected_at,
        (array_agg(name order by connected_at, id))[1] as store
      from store where brand_id = ${brandId} and status in ('connected', 'needs_reconnect')
    ) s on true
    left join lateral (
      select count(distinct item.creator_id)::int as saved, min(item.saved_at) as saved_at,
        (array_agg(list.title order by item.saved_at desc, item.id desc))[1] as list
      from creator_list_item item join creator_list list on list.id = item.list_id
        join creator on creator.id = item.creator_id
      where item.brand_id = ${brandId} and item.archived_at is null and list.archived_at is null
        and not list.sample and not creator.sample
    ) l on true
    left join lateral (
      select count(*)::int as published, min(published_at) as published_at,
        (array_agg(title order by published_at, id))[1] as title
      from campaign where brand_id = ${brandId} and published_at is not null and not sample
    ) c on true
    left join lateral (
      select count(*)::int as invited, min(saved_at) as saved_at
      from invite where brand_id = ${brandId} and cancelled_at is null
    ) i on true`);
  const [row] = rows;
  if (!row) throw new Error('the welcome query returned no row');
  const step = (name: WelcomeState['step'], doneAt: string | null, what: string | null, count = 0) => ({
    step: name,
    doneAt,
    name: what,
    count,
  });
  return {
    steps: [
      step('creator', row.savedAt, row.list, row.saved),
      step('email-domain', row.domainAt, row.domain),
      step('plan', row.planAt, row.plan),
      step('campaign', row.publishedAt, row.campaign, row.published),
      step('invite', row.invitedAt, null, row.invited),
      step('store', row.storeAt, row.store, row.stores),
    ],
    waiting: { optIns: row.optIns, previews: row.previews, messages: row.messages },
  };
}
