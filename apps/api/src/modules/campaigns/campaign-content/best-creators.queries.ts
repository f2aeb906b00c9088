import type pg from 'pg';

const BEST = 10;

/**
 * Returns the creators of a campaign whose live posts have the most likes, comments, saves and shares, best first; null
 * if the brand has no such campaign.
 */
export async function readBestCreators(
  pool: pg.Pool,
  brandId: string,
  campaignId: string,
): Promise<string[] | null> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select array(
        select opt_in.creator_id from live_post post join opt_in on opt_in.id = post.opt_in_id
        where post.campaign_id = campaign.id and opt_in.removed_at is null
        group by opt_in.creator_id
        having sum(${ENGAGEMENTS}) > 0
        order by sum(${ENGAGEMENTS}) desc, opt_in.creator_id limit ${BEST}) as ids
      from campaign where id = $2 and brand_id = $1`,
    [brandId, campaignId],
  );
  return rows[0]?.ids ?? null;
}

const ENGAGEMENTS = ['likes', 'comments', 'saves', 'shares']
  .map((figure) => `coalesce((post.figures->>'${figure}')::bigint, 0)`)
  .join(' + ');
