import type { AffiliateCreator } from '@troupe/domain/affiliate/affiliate';
import type { AnalyticsGroup } from '@troupe/domain/affiliate/affiliate-analytics';
import type pg from 'pg';
import { withTransaction } from '../../../platform/database.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import type { ClickRow, CreatorRow, EvidenceRow, SalesFilter, SalesRow } from './sales.queries.ts';

const BUCKET = `date_bin('15 minutes', o.placed_at, timestamptz 'epoch')`;
const COUNTED = ['decided', 'credited', 'uncredited', 'held', '"returning"', 'coded', 'linked'];
const FIGURES = [...COUNTED, 'coded_and_linked', 'net', 'refunded', 'commission'].join(', ');

/**
 * Counts stored orders, which totals must match. One row for the brand (`affiliate_id` null)
 * and one for each creator with a part, a sign or an entry of an order, per quarter hour and currency.
 * @param orders SQL that selects orders as `o`
 */
const count = (orders: string) => `
  select o.brand_id, who.affiliate_id, ${BUCKET} as bucket, o.currency, count(*)::int as decided,
    (count(*) filter (where o.counted and bp > 0))::int as credited,
    (count(*) filter (where o.counted and bp = 0 and signed and l.rule <> 'held'))::int as uncredited,
    (count(*) filter (where o.counted and signed and l.rule = 'held'))::int as held,
    (count(*) filter (where o.counted and bp > 0 and l."returning"))::int as "returning",
    (count(*) filter (where o.counted and bp > 0 and seen.coded))::int as coded,
    (count(*) filter (where o.counted and bp > 0 and seen.linked))::int as linked,
    (count(*) filter (where o.counted and bp > 0 and seen.coded and seen.linked))::int as coded_and_linked,
    coalesce(sum(round(o.net::numeric * bp / 10000)) filter (where o.counted), 0)::bigint as net,
    coalesce(sum(round(o.refunded::numeric * bp / 10000)) filter (where o.counted), 0)::bigint as refunded,
    coalesce(sum(case when o.counted and bp > 0 then (select sum(m.amount) from commission m
      where m.order_id = o.id and (who.affiliate_id is null or m.affiliate_id = who.affiliate_id)) end), 0)::bigint
      as commission
  from (${orders}) o
  join lateral (select rule, shares, "returning" from attribution where order_id = o.id
    order by revision desc limit 1) l on true
  cross join lateral (
    select coalesce(bool_or(t.kind = 'code'), false) as coded, coalesce(bool_or(t.kind <> 'code'), false) as linked
    from touch t where t.order_id = o.id and t.affiliate_id is not null) seen
  cross join lateral (
    select null::uuid as affiliate_id, case when l.shares = '[]' then 0 else 10000 end as bp, true as signed
    union all
    select a.id, max(a.bp), bool_or(a.signed) from (
      select (share->>'affiliateId')::uuid as id, (share->>'bp')::int as bp, true as signed
        from jsonb_array_elements(l.shares) share
      union all select t.affiliate_id, 0, true from touch t where t.order_id = o.id and t.affiliate_id is not null
      union all select m.affiliate_id, 0, false from commission m where m.order_id = o.id) a
    where exists (select from affiliate where id = a.id) group by a.id) who
  group by 1, 2, 3, 4`;

/** Orders of quarter hours. `offset 0` has each looked up by its index; the planner would rather read all orders. */
const STALE_ORDERS = (
  among: string,
) => `select o.* from ${among} s cross join lateral (select o.* from store_order o
  where o.brand_id = s.brand_id and o.placed_at >= s.bucket and o.placed_at < s.bucket + interval '15 minutes' offset 0) o`;

/** Totals of a brand as they are now: those that are stored, and those of quarter hours that changed since, counted. */
const SALES = `
  stale as materialized (select brand_id, bucket from affiliate_sales_stale where brand_id = $1
    and bucket >= ($4::date::timestamp at time zone $3) and bucket < ($5::date::timestamp at time zone $3)),
  sales as (
    select q.brand_id, q.affiliate_id, q.bucket, q.currency, ${FIGURES} from affiliate_sales_quarter q
    where q.brand_id = $1 and q.bucket >= ($4::date::timestamp at time zone $3)
      and q.bucket < ($5::date::timestamp at time zone $3) and WHO
      and not exists (select from stale s where s.bucket = q.bucket)
    union all
    select * from (${count(STALE_ORDERS('stale'))}) q where WHO)`;

/** @param who a condition on `q.affiliate_id` */
const salesOf = (who: string) => SALES.replaceAll('WHO', who);

const whoIs = ({ affiliateId }: Pick<SalesFilter, 'affiliateId'>): string =>
  affiliateId === null ? 'q.affiliate_id is null and $2::uuid is null' : 'q.affiliate_id = $2';

/** Without a campaign: totals hold none. */
export type TotalFilter = SalesFilter & { campaignId: null };

const valuesOf = ({ brandId, affiliateId, zone, from, until }: TotalFilter) => [
  ...[brandId, affiliateId, zone, from, until],
];

/** The same as `readSales`, from totals. */
export async function readSalesTotals(
  pool: pg.Pool,
  filter: TotalFilter,
  group: AnalyticsGroup,
): Promise<SalesRow[]> {
  const { rows } = await pool.query<SalesRow>(
    `with ${salesOf(whoIs(filter))}
      select date_trunc($6, bucket at time zone $3)::date::text as start, currency, sum(credited)::int as orders,
        sum("returning")::int as "returning", sum(linked)::int as linked, sum(net)::bigint as net,
        sum(refunded)::bigint as refunded, sum(commission)::bigint as commission
      from sales where credited > 0 group by 1, 2 order by 1, 2`,
    [...valuesOf(filter), group],
  );
  return rows;
}

/** The same as `readEvidence`, from totals. */
export async function readEvidenceTotals(pool: pg.Pool, filter: TotalFilter): Promise<EvidenceRow> {
  const { rows } = await pool.query<EvidenceRow>(
    `with ${salesOf(whoIs(filter))}
      select coalesce(sum(uncredited), 0)::int as uncredited, coalesce(sum(held), 0)::int as held,
        coalesce(sum(coded), 0)::int as code, coalesce(sum(linked), 0)::int as link,
        coalesce(sum(coded_and_linked), 0)::int as both
      from sales`,
    valuesOf(filter),
  );
  return rows[0] ?? { uncredited: 0, held: 0, code: 0, link: 0, both: 0 };
}

/** The same as `readSalesClicks` of a whole brand, from totals. */
export async function readClickTotals(
  pool: pg.Pool,
  { brandId, zone, from, until }: TotalFilter,
  group: AnalyticsGroup,
): Promise<ClickRow[]> {
  const { rows } = await pool.query<ClickRow>(
    `select date_trunc($5, bucket at time zone $2)::date::text as start, verdict, sum(n)::int as n,
        sum(first_of_day)::int as visitors
      from affiliate_click_total
      where brand_id = $1 and bucket >= ($3::date::timestamp at time zone $2)
        and bucket < ($4::date::timestamp at time zone $2) and n > 0
      group by 1, 2 order by 1, 2`,
    [brandId, zone, from, until, group],
  );
  return rows;
}

const MOST_CREATORS = 50;

interface Sold {
  affiliateId: string;
  orders: number;
  /** In the main currency of the period. */
  net: number;
  amounts: CreatorRow['amounts'];
}

/**
 * The same as `readCreatorSales`, from totals. Clicks decide between creators who sold as much, so they are only read
 * of those who may be among the first 50.
 */
export async function readCreatorTotals(pool: pg.Pool, filter: TotalFilter): Promise<CreatorRow[]> {
  const { rows: sold } = await pool.query<Sold>(
    `with ${salesOf('q.affiliate_id is not null and $2::uuid is null')},
      per_currency as (
        select affiliate_id, currency, sum(credited)::int as orders, sum(net)::bigint as net,
          sum(refunded)::bigint as refunded, sum(commission)::bigint as commission
        from sales where credited > 0 group by 1, 2),
      main as (select currency from per_currency group by 1 order by sum(net) desc, 1 limit 1)
      select affiliate_id as "affiliateId", sum(orders)::int as orders,
        coalesce(sum(net) filter (where currency = (select currency from main)), 0)::bigint as net, json_agg(json_build_object(
        'currency', currency, 'orders', orders, 'net', net, 'refunded', refunded, 'commission', commission)
        order by currency) as amounts
      from per_currency group by 1 order by 3 desc`,
    valuesOf(filter),
  );
  // Without net revenue there, creators who only have clicks may be among the first.
  const fiftieth = sold[MOST_CREATORS - 1];
  const last = fiftieth && fiftieth.net > 0 ? fiftieth : undefined;
  const first = last ? sold.filter(({ net }) => net >= last.net) : sold;
  const clicks = await readCreatorClicks(
    pool,
    filter,
    last ? first.map(({ affiliateId }) => affiliateId) : null,
  );
  const known = new Map(first.map((one) => [one.affiliateId, one]));
  const best = [...new Set([...known.keys(), ...clicks.keys()])]
    .map((id) => {
      const one = known.get(id);
      const { orders, net, amounts } = one ?? { orders: 0, net: 0, amounts: [] };
      return { id, orders, net, amounts, clicks: clicks.get(id) ?? 0 };
    })
    .sort((a, b) => b.net - a.net || b.orders - a.orders || b.clicks - a.clicks || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_CREATORS);
  const creators = await readSalesCreators(
    pool,
    filter.brandId,
    best.map(({ id }) => id),
  );
  return best.flatMap(({ id, clicks, orders, amounts }) => {
    const creator = creators.get(id);
    return creator ? [{ affiliateId: id, creator, clicks, orders, amounts }] : [];
  });
}

/**
 * Returns clicks of people by creator: of whole days (UTC) from days, the rest from quarter hours.
 * @param affiliateIds null for all creators
 */
async function readCreatorClicks(
  pool: pg.Pool,
  { brandId, zone, from, until }: TotalFilter,
  affiliateIds: readonly string[] | null,
): Promise<Map<string, number>> {
  const quarters = (within: string) => `
    select k.affiliate_id, q.n from period, affiliate_click_quarter q join affiliate_link k on k.id = q.link_id
    where q.brand_id = $1 and q.verdict = 'person' and ${within}
      and ($5::uuid[] is null or k.affiliate_id = any($5))`;
  const { rows } = await pool.query<{ affiliateId: string; clicks: number }>(
    `with period as (
        select f.at as first, u.at as last, date_trunc('day', f.at - interval '1 microsecond', 'UTC')
          + interval '24 hours' as whole_from, date_trunc('day', u.at, 'UTC') as whole_until
        from (select $3::date::timestamp at time zone $2 as at) f, (select $4::date::timestamp at time zone $2 as at) u)
      select affiliate_id as "affiliateId", sum(n)::int as clicks from (
        select d.affiliate_id, d.n from affiliate_click_day d, period
        where d.brand_id = $1 and d.day >= (whole_from at time zone 'UTC')::date
          and d.day < (whole_until at time zone 'UTC')::date and ($5::uuid[] is null or d.affiliate_id = any($5))
        union all ${quarters('q.bucket >= first and q.bucket < whole_from')}
        union all ${quarters('q.bucket >= whole_until and q.bucket < last')}) hits
      group by 1 having sum(n) > 0`,
    [brandId, zone, from, until, affiliateIds === null ? null : [...affiliateIds]],
  );
  return new Map(rows.map(({ affiliateId, clicks }) => [affiliateId, clicks]));
}

async function readSalesCreators(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, AffiliateCreator>> {
  const { rows } = await pool.query<{ id: string; creator: AffiliateCreator }>(
    `select a.id, ${AFFILIATE_CREATOR} as creator from affiliate a ${JOIN_CREATOR}
      where a.brand_id = $1 and a.id = any($2::uuid[])`,
    [brandId, [...ids]],
  );
  return new Map(rows.map(({ id, creator }) => [id, creator]));
}

/** Returns how many decided orders a brand has, of all time; those with a creator if one is given. */
export async function countDecided(
  pool: pg.Pool,
  brandId: string,
  affiliateId: string | null,
): Promise<number> {
  const who = whoIs({ affiliateId });
  const { rows } = await pool.query<{ total: number }>(
    `with stale as materialized (select brand_id, bucket from affiliate_sales_stale where brand_id = $1)
      select coalesce(sum(decided), 0)::int as total from (
        select decided from affiliate_sales_quarter q
        where q.brand_id = $1 and ${who} and not exists (select from stale s where s.bucket = q.bucket)
        union all
        select decided from (${count(STALE_ORDERS('stale'))}) q where ${who}) counted`,
    [brandId, affiliateId],
  );
  return rows[0]?.total ?? 0;
}

/** Quarter hours that are counted at a time. */
const AT_ONCE = 200;

/**
 * Counts quarter hours whose orders changed. Marks are taken off before counting: a change that commits in between
 * marks its quarter hour again.
 * @param options.brandId only of this brand
 * @param options.most stops after so many quarter hours
 * @returns how many were counted
 */
export async function countStaleSales(
  pool: pg.Pool,
  { brandId = null, most = Number.POSITIVE_INFINITY }: { brandId?: string | null; most?: number } = {},
): Promise<number> {
  let counted = 0;
  while (counted < most) {
    const some = await withTransaction(pool, async (_tx, connection) => {
      const { rows } = await connection.query<{ brandId: string; bucket: string }>(
        `delete from affiliate_sales_stale s using (
            select brand_id, bucket from affiliate_sales_stale where $1::uuid is null or brand_id = $1
            order by brand_id, bucket limit ${AT_ONCE} for update skip locked) due
          where s.brand_id = due.brand_id and s.bucket = due.bucket
          returning s.brand_id as "brandId", s.bucket`,
        [brandId],
      );
      if (rows.length > 0) await recount(connection, rows);
      return rows.length;
    });
    counted += some;
    if (some < AT_ONCE) break;
  }
  return counted;
}

async function recount(
  connection: pg.ClientBase,
  buckets: readonly { brandId: string; bucket: string }[],
): Promise<void> {
  const values = [buckets.map(({ brandId }) => brandId), buckets.map(({ bucket }) => bucket)];
  const due = `(select * from unnest($1::uuid[], $2::timestamptz[]) as s (brand_id, bucket))`;
  await connection.query(
    `delete from affiliate_sales_quarter q using ${due} s where q.brand_id = s.brand_id and q.bucket = s.bucket`,
    values,
  );
  await connection.query(
    `insert into affiliate_sales_quarter (brand_id, affiliate_id, bucket, currency, ${FIGURES})
      ${count(STALE_ORDERS(due))}`,
    values,
  );
}

/** What a comparison of totals with what they add up found; all of it is put right. */
export interface TotalsCompared {
  sales: number;
  clicks: number;
  clickDays: number;
  commissions: number;
}

const DAY_MS = 86_400_000;

/**
 * Compares all totals with what they add up, and puts differences right. Orders are compared by the day, the rest by brand,
 * so that no transaction lasts long.
 * @param since the first day to compare orders of
 */
export async function compareTotals(pool: pg.Pool, since: Date, now: Date): Promise<TotalsCompared> {
  const found: TotalsCompared = { sales: 0, clicks: 0, clickDays: 0, commissions: 0 };
  for (let day = since.getTime(); day <= now.getTime(); day += DAY_MS)
    found.sales +=
      (
        await pool.query(comparingSales(), [
          new Date(day).toISOString(),
          new Date(day + DAY_MS).toISOString(),
        ])
      ).rowCount ?? 0;
  if (found.sales > 0) await countStaleSales(pool);
  const { rows: brands } = await pool.query<{ id: string }>('select id from brand order by id');
  for (const { id } of brands) {
    found.clicks += await correct(pool, COMPARE_CLICKS, id);
    found.clickDays += await correct(pool, COMPARE_CLICK_DAYS, id);
    found.commissions += await correct(pool, COMPARE_COMMISSIONS, id);
  }
  return found;
}

/**
 * Runs a comparison of a brand's totals. It locks no writer out: one statement sees entries and the totals that triggers
 * keep of them as of the same moment, and adds the difference to what a total is by then.
 * @returns how many totals differed
 */
const correct = (pool: pg.Pool, comparison: string, brandId: string): Promise<number> =>
  withTransaction(pool, async (_tx, connection) => {
    // Two comparisons at once would both add the difference.
    await connection.query("select pg_advisory_xact_lock(hashtextextended('affiliate-totals', 0))");
    return (await connection.query(comparison, [brandId])).rowCount ?? 0;
  });

/**
 * Compares a brand's sums of orders with its orders, and marks the quarter hours that differ to be counted.
 * @returns the quarter hours that differed
 */
export async function compareSales(
  pool: pg.Pool,
  brandId: string,
  { since, until }: { since: Date; until: Date },
): Promise<string[]> {
  const found: string[] = [];
  for (let day = since.getTime(); day < until.getTime(); day += DAY_MS) {
    const { rows } = await pool.query<{ bucket: string }>(comparingSales('brand_id = $3'), [
      new Date(day).toISOString(),
      new Date(day + DAY_MS).toISOString(),
      brandId,
    ]);
    found.push(...rows.map(({ bucket }) => bucket));
  }
  return found;
}

/** Marks quarter hours that differ. Those that are marked already wait to be counted. @param of a condition on brands */
const comparingSales = (of = 'true') => `
  with counted as (${count(`select o.* from store_order o where o.placed_at >= $1 and o.placed_at < $2 and ${of}
      and exists (select from attribution where order_id = o.id)`)}),
    stored as (select brand_id, affiliate_id, bucket, currency, ${FIGURES} from affiliate_sales_quarter
      where bucket >= $1 and bucket < $2 and ${of})
  insert into affiliate_sales_stale (brand_id, bucket, marked_at)
  select distinct brand_id, bucket, statement_timestamp() from (
    (select * from counted except select * from stored) union all (select * from stored except select * from counted)) d
  where not exists (select from affiliate_sales_stale s where s.brand_id = d.brand_id and s.bucket = d.bucket)
  on conflict do nothing returning bucket`;

const COMPARE_CLICKS = `
  with counted as (select bucket, verdict, sum(n)::int as n, sum(first_of_day)::int as first_of_day
      from affiliate_click_quarter where brand_id = $1 group by 1, 2),
    stored as (select bucket, verdict, n, first_of_day from affiliate_click_total where brand_id = $1),
    difference as (select bucket, verdict, coalesce(c.n, 0) - coalesce(s.n, 0) as n,
        coalesce(c.first_of_day, 0) - coalesce(s.first_of_day, 0) as first_of_day
      from counted c full join stored s using (bucket, verdict))
  insert into affiliate_click_total as t (brand_id, bucket, verdict, n, first_of_day)
  select $1, bucket, verdict, n, first_of_day from difference where n <> 0 or first_of_day <> 0 order by 2, 3
  on conflict (brand_id, bucket, verdict)
    do update set n = t.n + excluded.n, first_of_day = t.first_of_day + excluded.first_of_day`;

const COMPARE_CLICK_DAYS = `
  with counted as (select (q.bucket at time zone 'UTC')::date as day, l.affiliate_id, sum(q.n)::int as n
      from affiliate_click_quarter q join affiliate_link l on l.id = q.link_id
      where q.brand_id = $1 and q.verdict = 'person' group by 1, 2),
    stored as (select day, affiliate_id, n from affiliate_click_day where brand_id = $1),
    difference as (select day, affiliate_id, coalesce(c.n, 0) - coalesce(s.n, 0) as n
      from counted c full join stored s using (day, affiliate_id))
  insert into affiliate_click_day as t (brand_id, day, affiliate_id, n)
  select $1, day, affiliate_id, n from difference where n <> 0 order by 2, 3
  on conflict (brand_id, day, affiliate_id) do update set n = t.n + excluded.n`;

const COMPARE_COMMISSIONS = `
  with counted as (select affiliate_id, currency, sum(amount)::bigint as amount from commission
      where brand_id = $1 group by 1, 2),
    stored as (select affiliate_id, currency, amount from commission_total where brand_id = $1),
    difference as (select affiliate_id, currency, coalesce(c.amount, 0) - coalesce(s.amount, 0) as amount
      from counted c full join stored s using (affiliate_id, currency))
  insert into commission_total as t (affiliate_id, currency, brand_id, amount)
  select affiliate_id, currency, $1, amount from difference where amount <> 0 order by 1, 2
  on conflict (affiliate_id, currency) do update set amount = t.amount + excluded.amount`;
