import type { AffiliateCreator } from '@troupe/domain/affiliate/affiliate';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';

/** Returns orders with a sign of a creator that were placed since a time, newest first. */
export async function findTouchedOrders(
  db: Database,
  brandId: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from store_order o
    where o.brand_id = ${brandId}::uuid and o.placed_at >= ${since.toISOString()}::timestamptz
      and exists (select from touch t where t.order_id = o.id)
    order by o.placed_at desc nulls last, o.id desc nulls last limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns creators of a brand's program by affiliate. */
export async function readCreatorsOf(
  db: Database,
  brandId: string,
  affiliateIds: readonly string[],
): Promise<Map<string, AffiliateCreator>> {
  if (affiliateIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; creator: AffiliateCreator }>(sql`
    select a.id, ${sql.raw(AFFILIATE_CREATOR)} as creator from affiliate a ${sql.raw(JOIN_CREATOR)}
    where a.brand_id = ${brandId}::uuid and a.id = any(${sql.param([...affiliateIds])}::uuid[])`);
  return new Map(rows.map(({ id, creator }) => [id, creator]));
}
