import { CLOCK_TOLERANCE_MS } from '@troupe/domain/affiliate/attribution';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';

/** An order whose journey may still be stored. */
export interface JourneyOrder {
  id: string;
  externalId: string;
  placedAt: string;
}

const OLDEST = '32 days';

/** Returns those orders of a store that aren't older than a month, and of which no commission can be paid out yet. */
export async function readJourneyOrders(
  db: Database,
  brandId: string,
  { storeId, orderIds, now }: { storeId: string; orderIds: readonly string[]; now: Date },
): Promise<JourneyOrder[]> {
  const at = now.toISOString();
  const { rows } = await db.execute(sql`
    select o.id, o.external_id as "externalId", o.placed_at as "placedAt" from store_order o
    where o.brand_id = ${brandId}::uuid and o.store_id = ${storeId}::uuid
      and o.id = any(${sql.param([...orderIds])}::uuid[]) and o.redacted_at is null and not o.test
      and o.placed_at > ${at}::timestamptz - ${OLDEST}::interval
      and not exists (select from commission m where m.order_id = o.id and m.amount > 0
        and m.matures_at <= ${at}::timestamptz)
    order by o.id`);
  return rows as unknown as JourneyOrder[];
}

/** A visit of a buyer through a reference, which may be a link's slug. */
export interface NewVisit {
  orderId: string;
  placedAt: string;
  kind: 'journey-first' | 'journey-last';
  slug: string;
  paidSearch: boolean;
  at: string;
}

/**
 * Stores visits through links of creators as touches, once each; other references aren't evidence.
 * @returns the orders with new touches
 */
export async function writeVisits(
  tx: Database,
  brandId: string,
  visits: readonly NewVisit[],
  now: Date,
): Promise<string[]> {
  if (visits.length === 0) return [];
  const rows = visits.map((visit) => ({
    id: newId(),
    order_id: visit.orderId,
    placed_at: visit.placedAt,
    kind: visit.kind,
    slug: visit.slug,
    paid_search: visit.paidSearch,
    at: visit.at,
  }));
  const { rows: added } = await tx.execute<{ order_id: string }>(sql`
    insert into touch (id, brand_id, order_id, kind, value, position, discount, affiliate_id, link_id, paid_search, at,
      source, created_at)
    select reported.id, ${brandId}::uuid, reported.order_id, reported.kind, reported.slug, 0, 0, l.affiliate_id, l.id,
      reported.paid_search, reported.at, 'store', ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported(id uuid, order_id uuid, placed_at timestamptz,
      kind text, slug text, paid_search boolean, at timestamptz)
    join affiliate_link l on l.brand_id = ${brandId}::uuid and l.slug = reported.slug
      and l.created_at <= reported.placed_at + ${`${CLOCK_TOLERANCE_MS} milliseconds`}::interval
    on conflict (order_id, kind, value) do nothing returning order_id`);
  return [...new Set(added.map(({ order_id }) => order_id))];
}
