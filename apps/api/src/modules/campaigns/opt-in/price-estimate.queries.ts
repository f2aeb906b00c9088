import type { AcceptedOffer } from '@troupe/domain/campaigns/price-estimate';
import type pg from 'pg';
import { CREATOR_USERNAME } from './opt-in.table.ts';

/** Newest offers that are used; older prices say little. */
const MOST_OFFERS = 500;

/** Returns a creator's platform and size if the brand can see them; null otherwise. */
export async function readPricedCreator(
  pool: pg.Pool,
  brandId: string,
  creatorId: string,
): Promise<{ platform: string; followers: number | null; views: number | null } | null> {
  const { rows } = await pool.query<{ platform: string; followers: number | null; views: number | null }>(
    `select platform, follower_count::float8 as followers, avg_views::float8 as views from creator
      where id = $2 and (brand_id is null or brand_id = $1)`,
    [brandId, creatorId],
  );
  return rows[0] ?? null;
}

/**
 * Returns a brand's agreements with a fee on a platform, newest first, with each creator's size at the time: of the last
 * reading in the 30 days before, else of today. Approvals that can still be undone don't count.
 */
export async function readAcceptedOffers(
  pool: pg.Pool,
  brandId: string,
  platform: string,
): Promise<AcceptedOffer[]> {
  const { rows } = await pool.query<AcceptedOffer>({
    name: 'accepted-offers',
    text: `select i.id as "optInId", k.id as "campaignId", k.title as campaign, ${CREATOR_USERNAME} as username,
        to_char(coalesce(i.approved_at, i.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as agreed,
        i.agreement as terms,
        coalesce(f.followers, c.follower_count)::float8 as followers,
        coalesce(f.avg_views, c.avg_views)::float8 as views, f.creator_id is not null as dated
      from opt_in i join campaign k on k.id = i.campaign_id join creator c on c.id = i.creator_id
      left join lateral (
        select f.creator_id, f.followers, f.avg_views from creator_figure_day f
        where f.creator_id = c.id and f.followers is not null
          and f.day between coalesce(i.approved_at, i.created_at)::date - 30 and coalesce(i.approved_at, i.created_at)::date
        order by f.day desc limit 1) f on true
      where i.brand_id = $1 and i.agreed_number is not null and i.undo is null and not k.sample and c.platform = $2
        and (i.agreement->>'fee')::bigint > 0
      order by coalesce(i.approved_at, i.created_at) desc, i.id limit ${MOST_OFFERS}`,
    values: [brandId, platform],
  });
  return rows;
}
