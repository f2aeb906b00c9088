import type { ChangeReason } from '@troupe/domain/analytics/report';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** What happened to an order since a moment. */
export interface OrderStory {
  id: string;
  name: string;
  reason: Extract<
    ChangeReason,
    'refund' | 'late-order' | 'late-journey' | 'decided-again' | 'edited-order' | 'other'
  >;
}

/**
 * Returns why orders count differently than at a moment: they came later, were refunded, got a sign of a creator later,
 * were credited differently, or were edited in the store. The first that is true is the reason.
 */
export async function readOrderStories(
  pool: Connection,
  brandId: string,
  ids: readonly string[],
  since: string,
): Promise<OrderStory[]> {
  const { rows } = await pool.query<OrderStory>(
    `select o.id, o.name, case
        when o.created_at > $3 then 'late-order'
        when o.cancelled_at > $3 or exists (select from store_refund r where r.brand_id = o.brand_id
          and r.store_id is not distinct from o.store_id and r.order_external_id = o.external_id and r.created_at > $3)
          then 'refund'
        when exists (select from touch t where t.order_id = o.id and t.created_at > $3) then 'late-journey'
        when exists (select from attribution a where a.order_id = o.id and a.at > $3) then 'decided-again'
        when o.told_at > $3 or o.changed_at > $3 then 'edited-order'
        else 'other' end as reason
      from store_order o where o.brand_id = $1 and o.id = any($2::uuid[])`,
    [brandId, ids, since],
  );
  return rows;
}

/** Returns the names of items other than orders: posts, costs, and the orders of commissions. */
export async function readItemNames(
  pool: Connection,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select p.id::text as id, coalesce(nullif(p.title, ''), p.url) as name
        from live_post p join opt_in o on o.id = p.opt_in_id where o.brand_id = $1 and p.id::text = any($2)
      union all select c.id::text, coalesce(nullif(c.note, ''), c.kind) from cost_entry c
        where c.brand_id = $1 and c.id::text = any($2)
      union all select m.id::text, o.name from commission m join store_order o on o.id = m.order_id
        where m.brand_id = $1 and m.id::text = any($2)
      union all select y.id::text, y.title from payable y where y.brand_id = $1 and y.id::text = any($2)`,
    [brandId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name.slice(0, 200)]));
}
