import type { OrderCandidate } from '@troupe/domain/affiliate/double-commission';
import { EXTERNAL_TOLERANCE_MS } from '@troupe/domain/affiliate/double-commission';
import type pg from 'pg';

/** An order of a brand with what its creators earn. */
export interface PaidOrder extends OrderCandidate {
  name: string;
  /** What the ledger holds, in minor units. */
  commission: number;
  /** The creator who earns the most; null for an order that earns nothing. */
  affiliateId: string | null;
  username: string | null;
}

const COLUMNS = `o.id, o.name, extract(epoch from o.placed_at) * 1000 as "placedAt", o.currency, o.total, o.subtotal,
  o.net, coalesce(paid.amount, 0)::bigint as commission, paid.affiliate_id as "affiliateId", paid.username`;
const PAID = `left join lateral (
    select sum(m.sum) as amount, (array_agg(m.affiliate_id order by m.sum desc, m.affiliate_id))[1] as affiliate_id,
      (array_agg(s.username order by m.sum desc, m.affiliate_id))[1] as username
    from (select affiliate_id, sum(amount) as sum from commission where order_id = o.id group by affiliate_id) m
    join affiliate a on a.id = m.affiliate_id join creator s on s.id = a.creator_id) paid on true`;

const AT_ONCE = 5000;

/** Returns the orders of a brand by number: their name without `#`, or their id at the store. */
export async function findPaidOrders(
  pool: pg.Pool,
  brandId: string,
  numbers: readonly string[],
): Promise<Map<string, PaidOrder[]>> {
  const found = new Map<string, PaidOrder[]>();
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const { rows } = await pool.query<PaidOrder & { number: string }>(
      `with wanted as (select distinct unnest($2::text[]) as number), known as (
          select a.number, o.id from wanted a
          join store_order o on o.brand_id = $1 and lower(ltrim(o.name, '#')) = a.number
          union select a.number, o.id from wanted a join store_order o on o.brand_id = $1 and o.external_id = a.number
        )
        select k.number, ${COLUMNS} from known k join store_order o on o.id = k.id ${PAID} where not o.test`,
      [brandId, numbers.slice(from, from + AT_ONCE)],
    );
    for (const { number, ...order } of rows) found.set(number, [...(found.get(number) ?? []), order]);
  }
  return found;
}

/** When an order was placed, and its amount in minor units. */
export interface PlacedAmount {
  row: number;
  at: string;
  amount: number;
  currency: string;
}

/** Returns the orders of a brand that were placed around a time for an amount, by row. */
export async function findOrdersPlaced(
  pool: pg.Pool,
  brandId: string,
  amounts: readonly PlacedAmount[],
): Promise<Map<number, PaidOrder[]>> {
  const found = new Map<number, PaidOrder[]>();
  for (let from = 0; from < amounts.length; from += AT_ONCE) {
    const { rows } = await pool.query<PaidOrder & { row: number }>(
      `select a.row, ${COLUMNS}
        from jsonb_to_recordset($2::jsonb) as a(row int, at timestamptz, amount bigint, currency text)
        join lateral (
          select * from store_order s where s.brand_id = $1 and s.placed_at between a.at - $3::interval
            and a.at + $3::interval and s.currency = a.currency and a.amount in (s.total, s.subtotal, s.net)
            and not s.test
          order by s.placed_at, s.id limit 3) o on true ${PAID}`,
      [
        brandId,
        JSON.stringify(amounts.slice(from, from + AT_ONCE)),
        `${EXTERNAL_TOLERANCE_MS / 1000} seconds`,
      ],
    );
    for (const { row, ...order } of rows) found.set(row, [...(found.get(row) ?? []), order]);
  }
  return found;
}
