import type { CohortGroup } from '@troupe/domain/analytics/cohort';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Which buyers: of the brand's orders before `until`, with amounts of one currency. */
export interface CohortFilter {
  brandId: string;
  zone: string;
  currency: string | null;
  until: Date;
  groupBy: CohortGroup;
  /** The first month of cohorts, `YYYY-MM`. */
  since: string;
}

const valuesOf = ({ brandId, zone, currency, until, since }: CohortFilter) => [
  brandId,
  zone,
  currency,
  until,
  `${since}-01`,
];

/** Buyers are known by the keyed hash of their id at the store, or of their email address where there is no id. */
const BUYER = `coalesce(o.store_id::text || ':' || o.customer_key, o.buyer_email_key)`;

/** Each buyer's first order, and the creator with the largest share of it if cohorts are grouped by creator. */
const cohortsSql = (groupBy: CohortGroup) => `
  with placed as materialized (
    select ${BUYER} as buyer, o.id, o.placed_at, date_trunc('month', o.placed_at at time zone $2) as month,
      case when o.currency = $3 then o.net else 0 end as net
    from store_order o where o.brand_id = $1 and o.counted and o.placed_at < $4
  ), first_order as (
    select distinct on (buyer) buyer, id, month, placed_at from placed where buyer is not null
    order by buyer, placed_at, id
  ), member as materialized (
    select f.buyer, f.month, f.placed_at, ${
      groupBy === 'month'
        ? `to_char(f.month, 'YYYY-MM')`
        : `coalesce((select a.creator_id::text from attribution l
            join lateral (select (share->>'affiliateId')::uuid as id from jsonb_array_elements(l.shares) share
              order by (share->>'bp')::int desc, share->>'affiliateId' limit 1) won on true
            join affiliate a on a.id = won.id and a.brand_id = $1
            where l.order_id = f.id
              and l.revision = (select max(revision) from attribution x where x.order_id = f.id)), '')`
    } as cohort
    from first_order f where f.month >= $5::date
  )`;

/** Buyers of a cohort by the month of their first order. */
export interface CohortSize {
  cohort: string;
  month: string;
  buyers: number;
}

/** What buyers of a cohort did some months after the month of their first order. */
export interface CohortMonth {
  cohort: string;
  after: number;
  active: number;
  orders: number;
  net: number;
}

/** Orders with and without a buyer. */
export interface CohortTotals {
  buyers: number;
  orders: number;
  ordersWithoutBuyer: number;
}

/** Returns cohorts with what they did by month. A cohort is a month, or a creator's id; empty without a creator. */
export async function readCohorts(
  pool: Connection,
  filter: CohortFilter,
): Promise<{ sizes: CohortSize[]; months: CohortMonth[]; totals: CohortTotals }> {
  const { rows } = await pool.query<{
    sizes: CohortSize[] | null;
    months: CohortMonth[] | null;
    totals: CohortTotals;
  }>(
    `${cohortsSql(filter.groupBy)}, size as (
        select cohort, to_char(month, 'YYYY-MM') as month, count(*)::int as buyers from member group by 1, 2
      ), done as (
        select m.cohort, ((extract(year from p.month) - extract(year from m.month)) * 12
            + extract(month from p.month) - extract(month from m.month))::int as after,
          count(distinct m.buyer)::int as active, count(*)::int as orders, sum(p.net)::float8 as net
        from member m join placed p on p.buyer = m.buyer group by 1, 2
      )
      select (select json_agg(size) from size) as sizes, (select json_agg(done) from done) as months,
        json_build_object('buyers', (select count(*) from member), 'orders', (select count(*) from placed),
          'ordersWithoutBuyer', (select count(*) from placed where buyer is null)) as totals`,
    valuesOf(filter),
  );
  const [row] = rows;
  return {
    sizes: row?.sizes ?? [],
    months: row?.months ?? [],
    totals: row?.totals ?? { buyers: 0, orders: 0, ordersWithoutBuyer: 0 },
  };
}

/** A buyer as the purchase model sees them. Times in weeks; days with orders count once. */
export interface ModelBuyer {
  cohort: string;
  frequency: number;
  recency: number;
  age: number;
  /** Net revenue of the orders after the first day, in minor units. */
  repeatNet: number;
}

/** Returns at most `most` buyers, an arbitrary but constant choice. */
export async function readModelBuyers(
  pool: Connection,
  filter: CohortFilter,
  most: number,
): Promise<ModelBuyer[]> {
  const { rows } = await pool.query<ModelBuyer>(
    `${cohortsSql(filter.groupBy)}
      select m.cohort, (count(distinct date_trunc('day', p.placed_at at time zone $2)) - 1)::int as frequency,
        round(extract(epoch from max(p.placed_at) - m.placed_at) / 86400 / 7.0, 1)::float8 as recency,
        round(extract(epoch from $4::timestamptz - m.placed_at) / 86400 / 7.0, 1)::float8 as age,
        coalesce(sum(p.net) filter (where date_trunc('day', p.placed_at at time zone $2)
          > date_trunc('day', m.placed_at at time zone $2)), 0)::float8 as "repeatNet"
      from member m join placed p on p.buyer = m.buyer
      group by m.buyer, m.cohort, m.placed_at order by md5(m.buyer) limit $6`,
    [...valuesOf(filter), most],
  );
  return rows;
}

/** Returns the names of creators. */
export async function readCohortCreators(
  pool: Connection,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select c.id, coalesce(nullif(c.fullname, ''), c.username, '') as name from creator c
      where c.id = any($2) and (c.brand_id is null or c.brand_id = $1)`,
    [brandId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
