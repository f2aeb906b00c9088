import type pg from 'pg';
import { withTransaction } from '../../../platform/database.ts';
import { shiftDay } from './filter.ts';

/**
 * Counts credited orders of campaigns, which quarter hours must match. An order belongs to the campaigns that its
 * commissions name, as in affiliate figures.
 * @param orders SQL that selects orders as `o`
 */
const countQuarters = (orders: string) => `
  select o.brand_id, k.campaign_id, who.affiliate_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch') as bucket,
    o.currency, count(*)::int as credited, (count(*) filter (where seen.linked))::int as linked,
    sum(round(o.net::numeric * bp / 10000))::bigint as net,
    sum(round(o.refunded::numeric * bp / 10000))::bigint as refunded,
    coalesce(sum((select sum(m.amount) from commission m
      where m.order_id = o.id and (who.affiliate_id is null or m.affiliate_id = who.affiliate_id))), 0)::bigint as commission
  from (${orders}) o
  join lateral (select shares from attribution where order_id = o.id order by revision desc limit 1) l on true
  cross join lateral (select distinct m.campaign_id from commission m join campaign c on c.id = m.campaign_id
    where m.order_id = o.id) k
  cross join lateral (select coalesce(bool_or(t.kind <> 'code'), false) as linked
    from touch t where t.order_id = o.id and t.affiliate_id is not null) seen
  cross join lateral (
    select null::uuid as affiliate_id, 10000 as bp
    union all
    select a.id, (share->>'bp')::int from jsonb_array_elements(l.shares) share
      join affiliate a on a.id = (share->>'affiliateId')::uuid) who
  where o.counted and l.shares <> '[]' and bp > 0
  group by 1, 2, 3, 4, 5`;

/** @param days SQL that names days as `d (brand_id, day)` */
const countDays = (days: string) => `
  select d.brand_id, q.campaign_id, q.affiliate_id, d.day, q.currency, sum(q.credited)::int as credited,
    sum(q.linked)::int as linked, sum(q.net)::bigint as net, sum(q.refunded)::bigint as refunded,
    sum(q.commission)::bigint as commission, 0 as clicks, 0 as visitors
  from (${days}) d cross join lateral (
    select null::uuid as campaign_id, affiliate_id, currency, credited, linked, net, refunded, commission
      from affiliate_sales_quarter where brand_id = d.brand_id and credited > 0
        and bucket >= (d.day::timestamp at time zone 'UTC') and bucket < ((d.day + 1)::timestamp at time zone 'UTC')
    union all
    select campaign_id, affiliate_id, currency, credited, linked, net, refunded, commission
      from analytics_quarter where brand_id = d.brand_id
        and bucket >= (d.day::timestamp at time zone 'UTC') and bucket < ((d.day + 1)::timestamp at time zone 'UTC')) q
  group by 1, 2, 3, 4, 5
  union all
  select brand_id, campaign_id, affiliate_id, day, '', 0, 0, 0, 0, 0, n, first_of_day from (
    select d.brand_id, case when grouping(k.campaign_id) = 0 then k.campaign_id end as campaign_id,
      case when grouping(k.affiliate_id) = 0 then k.affiliate_id end as affiliate_id, d.day,
      sum(q.n)::int as n, sum(q.first_of_day)::int as first_of_day,
      grouping(k.campaign_id) = 0 and k.campaign_id is null as without_campaign
    from (${days}) d join affiliate_click_quarter q on q.brand_id = d.brand_id and q.verdict = 'person'
      and q.bucket >= (d.day::timestamp at time zone 'UTC') and q.bucket < ((d.day + 1)::timestamp at time zone 'UTC')
    join lateral (select l.affiliate_id, coalesce(l.campaign_id, a.campaign_id) as campaign_id
      from affiliate_link l join affiliate a on a.id = l.affiliate_id where l.id = q.link_id) k on true
    group by grouping sets ((d.brand_id, d.day), (d.brand_id, d.day, k.affiliate_id),
      (d.brand_id, d.day, k.campaign_id), (d.brand_id, d.day, k.campaign_id, k.affiliate_id))) c
  where not without_campaign`;

/** @param weeks SQL that names weeks as `w (brand_id, week)` */
const countWeeks = (weeks: string) => `
  select w.brand_id, d.campaign_id, d.affiliate_id, w.week, d.currency, sum(d.credited)::int as credited,
    sum(d.linked)::int as linked, sum(d.net)::bigint as net, sum(d.refunded)::bigint as refunded,
    sum(d.commission)::bigint as commission, sum(d.clicks)::int as clicks, sum(d.visitors)::int as visitors
  from (${weeks}) w join analytics_day d on d.brand_id = w.brand_id and d.day >= w.week and d.day < w.week + 7
  group by 1, 2, 3, 4, 5`;

const QUARTER_COLUMNS =
  'brand_id, campaign_id, affiliate_id, bucket, currency, credited, linked, net, refunded, commission';

/** Sums of whole periods (UTC), and how they are counted. */
interface PeriodSums {
  table: 'analytics_day' | 'analytics_week';
  /** The column with a period's first day, named like the unit. */
  first: 'day' | 'week';
  length: 1 | 7;
  /** @param periods SQL that names periods by brand and first day */
  count(periods: string): string;
  /** Tables of marks: a period with one waits to be counted. */
  marks: readonly ('analytics_stale' | 'affiliate_sales_stale')[];
}

const DAYS: PeriodSums = {
  table: 'analytics_day',
  first: 'day',
  length: 1,
  count: countDays,
  marks: ['analytics_stale', 'affiliate_sales_stale'],
};
/** Made from days, so counted after them. */
const WEEKS: PeriodSums = {
  table: 'analytics_week',
  first: 'week',
  length: 7,
  count: countWeeks,
  marks: ['analytics_stale'],
};

const columnsOf = ({ first }: PeriodSums) =>
  `brand_id, campaign_id, affiliate_id, ${first}, currency, credited, linked, net, refunded, commission, clicks, visitors`;

/** Quarter hours that are counted at a time. */
const AT_ONCE = 400;

/**
 * Counts quarter hours, days and weeks whose orders or clicks changed. Marks are taken off before counting: a change that commits
 * in between marks its quarter hour again.
 * @param options.brandId only of this brand
 * @param options.most stops after so many quarter hours
 * @returns how many were counted
 */
export async function countStaleAnalytics(
  pool: pg.Pool,
  { brandId = null, most = Number.POSITIVE_INFINITY }: { brandId?: string | null; most?: number } = {},
): Promise<number> {
  let counted = 0;
  while (counted < most) {
    const some = await withTransaction(pool, async (_tx, connection) => {
      const { rows: next } = await connection.query<{ id: string }>(
        `select brand_id as id from analytics_stale where $1::uuid is null or brand_id = $1
          order by brand_id, bucket limit 1`,
        [brandId],
      );
      const [brand] = next;
      return brand ? countBrand(connection, brand.id) : 0;
    });
    if (some === 0) return counted;
    counted += some;
  }
  return counted;
}

/** Returns the Monday of a day's week. */
const weekOf = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));

async function countBrand(connection: pg.ClientBase, brandId: string): Promise<number> {
  // Two counts of one day at once would both write it.
  await connection.query("select pg_advisory_xact_lock(hashtextextended('analytics-count:' || $1, 0))", [
    brandId,
  ]);
  const { rows: marks } = await connection.query<{ bucket: string; orders: boolean }>(
    `delete from analytics_stale s using (
        select bucket from analytics_stale where brand_id = $1 order by bucket limit ${AT_ONCE} for update) due
      where s.brand_id = $1 and s.bucket = due.bucket returning s.bucket, s.orders`,
    [brandId],
  );
  const buckets = marks.filter(({ orders }) => orders).map(({ bucket }) => bucket);
  if (buckets.length > 0) {
    await connection.query(
      'delete from analytics_quarter where brand_id = $1 and bucket = any($2::timestamptz[])',
      [brandId, buckets],
    );
    // `offset 0` has each quarter hour looked up by its index.
    await connection.query(
      `insert into analytics_quarter (${QUARTER_COLUMNS}) ${countQuarters(
        `select o.* from unnest($2::timestamptz[]) as s (bucket) cross join lateral (select o.* from store_order o
          where o.brand_id = $1 and o.placed_at >= s.bucket and o.placed_at < s.bucket + interval '15 minutes' offset 0) o`,
      )}`,
      [brandId, buckets],
    );
  }
  const days = [...new Set(marks.map(({ bucket }) => bucket.slice(0, 10)))];
  if (days.length > 0) {
    await recount(connection, brandId, DAYS, days);
    await recount(connection, brandId, WEEKS, [...new Set(days.map(weekOf))]);
  }
  return marks.length;
}

/** Counts periods again. @param periods their first days */
async function recount(
  connection: pg.ClientBase,
  brandId: string,
  sums: PeriodSums,
  periods: readonly string[],
): Promise<void> {
  const { table, first, count } = sums;
  await connection.query(`delete from ${table} where brand_id = $1 and ${first} = any($2::date[])`, [
    brandId,
    periods,
  ]);
  // Sorted, so that rows that are read together lie together.
  await connection.query(
    `insert into ${table} (${columnsOf(sums)}) select * from (
      ${count(`select $1::uuid as brand_id, ${first} from unnest($2::date[]) as ${first}`)}) c
      order by ${first}, campaign_id, affiliate_id, currency`,
    [brandId, periods],
  );
}

/** What a comparison with the ledgers found; all of it is put right. */
export interface AnalyticsCompared {
  quarters: number;
  days: number;
  /** First and last day (UTC) with a difference; null without any. */
  changed: { from: string; to: string } | null;
}

/**
 * Compares a brand's quarter hours, days and weeks with the orders and clicks that they add up, and marks those that differ.
 * Marked ones are left out: they wait to be counted.
 * @param since the first day (UTC)
 */
export async function compareAnalytics(
  pool: pg.Pool,
  brandId: string,
  { since, until }: { since: string; until: string },
): Promise<AnalyticsCompared> {
  const { rows: quarters } = await pool.query<{ bucket: string }>(
    `with counted as (${countQuarters(
      `select o.* from store_order o where o.brand_id = $1 and o.placed_at >= ($2::date::timestamp at time zone 'UTC')
        and o.placed_at < (($3::date + 1)::timestamp at time zone 'UTC')`,
    )}), stored as (select ${QUARTER_COLUMNS} from analytics_quarter
      where brand_id = $1 and bucket >= ($2::date::timestamp at time zone 'UTC')
        and bucket < (($3::date + 1)::timestamp at time zone 'UTC'))
    insert into analytics_stale (brand_id, bucket, orders, marked_at)
    select distinct brand_id, bucket, true, statement_timestamp() from (
      (select * from counted except select * from stored) union all (select * from stored except select * from counted)) d
    where ${unmarked('d.bucket')} on conflict do nothing returning bucket`,
    [brandId, since, until],
  );
  const days = await comparePeriods(pool, brandId, DAYS, { since, until });
  const weeks = await comparePeriods(pool, brandId, WEEKS, { since, until });
  return compared(
    quarters.map(({ bucket }) => bucket),
    [...days, ...weeks],
  );
}

/** Compares periods with what they add up, and marks those that differ; not those with marks. Returns their days. */
async function comparePeriods(
  pool: pg.Pool,
  brandId: string,
  sums: PeriodSums,
  { since, until }: { since: string; until: string },
): Promise<string[]> {
  const { table, first, length, count, marks } = sums;
  const columns = columnsOf(sums);
  const from = `date_trunc('${first}', $2::date::timestamp)`;
  const unmarkedIn = (stale: string) => `not exists (select from ${stale} s where s.brand_id = $1
      and s.bucket >= (d.${first}::timestamp at time zone 'UTC') and s.bucket < ((d.${first} + ${length})::timestamp at time zone 'UTC'))`;
  const { rows } = await pool.query<{ start: string }>(
    `with counted as (select ${columns} from (${count(
      `select $1::uuid as brand_id, ${first}::date from generate_series(${from}, $3::date::timestamp, '1 ${first}') as ${first}`,
    )}) c), stored as (select ${columns} from ${table}
      where brand_id = $1 and ${first} between ${from}::date and $3::date),
    differing as (select distinct ${first} from (
      (select * from counted except select * from stored) union all (select * from stored except select * from counted)) d)
    insert into analytics_stale (brand_id, bucket, orders, marked_at)
    select $1, ${first}::timestamp at time zone 'UTC', true, statement_timestamp() from differing d
    where ${marks.map(unmarkedIn).join(' and ')}
    on conflict do nothing returning to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as start`,
    [brandId, since, until],
  );
  return rows.flatMap(({ start }) => Array.from({ length }, (_, days) => shiftDay(start, days)));
}

/** Makes the result of a comparison from the quarter hours and days that differed, or whose week did. */
export function compared(quarters: readonly string[], days: readonly string[]): AnalyticsCompared {
  const changed = [...quarters, ...days].map((bucket) => bucket.slice(0, 10)).sort();
  const [from] = changed;
  const to = changed.at(-1);
  return { quarters: quarters.length, days: new Set(days).size, changed: from && to ? { from, to } : null };
}

/** Quarter hours that wait to be counted, by sales or by analytics, may differ. */
const unmarked = (bucket: string) => `not exists (select from affiliate_sales_stale s where s.brand_id = $1
    and s.bucket = ${bucket}) and not exists (select from analytics_stale s where s.brand_id = $1 and s.bucket = ${bucket})`;

/** Returns brands with sums. */
export async function readCountedBrands(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from brand b where exists (select from analytics_day where brand_id = b.id) or exists (select from affiliate_program where brand_id = b.id) order by id',
  );
  return rows.map(({ id }) => id);
}

/** Returns when the oldest change that isn't counted yet was made; null if everything is counted. */
export async function readOldestStale(pool: pg.Pool, brandId: string): Promise<string | null> {
  const { rows } = await pool.query<{ at: string | null }>(
    `select least((select min(marked_at) from analytics_stale where brand_id = $1),
      (select min(marked_at) from affiliate_sales_stale where brand_id = $1)) as at`,
    [brandId],
  );
  return rows[0]?.at ?? null;
}

/** Keeps what a comparison found. */
export async function writeCheck(
  pool: pg.Pool,
  brandId: string,
  { days, quarters }: Pick<AnalyticsCompared, 'days' | 'quarters'>,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await pool.query(
    'insert into analytics_check (id, brand_id, at, days, quarters) values ($1, $2, $3, $4, $5)',
    [id, brandId, now.toISOString(), days, quarters],
  );
}
