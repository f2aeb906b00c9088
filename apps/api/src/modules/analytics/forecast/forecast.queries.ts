import type { ForecastMeasure } from '@troupe/domain/analytics/forecast';
import type pg from 'pg';
import type { RecordedDay } from './forecast.table.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** A day of sales. Days without orders are there too; `hours` is 23 or 25 where clocks change. */
export interface SalesDay {
  day: string;
  orders: number;
  net: number;
  hours: number;
}

/** Returns currencies of a brand's orders, the one with the most orders first. */
export async function readOrderCurrencies(pool: Connection, brandId: string, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string }>(
    `select currency from store_order where brand_id = $1 and counted and placed_at >= $2
      group by currency order by count(*) desc, currency`,
    [brandId, since],
  );
  return rows.map(({ currency }) => currency);
}

/**
 * Returns a brand's days from its first order within the period to before `until`. `net` is in minor units of the currency;
 * `orders` are those of all currencies.
 */
export async function readSalesDays(
  pool: Connection,
  brandId: string,
  zone: string,
  { from, until, currency }: { from: string; until: string; currency: string | null },
): Promise<SalesDay[]> {
  const { rows } = await pool.query<SalesDay>(
    `with sold as (
        select (placed_at at time zone $2)::date as day, count(*)::int as orders,
          coalesce(sum(net) filter (where currency = $5), 0)::float8 as net
        from store_order where brand_id = $1 and counted
          and placed_at >= ($3::date::timestamp at time zone $2) and placed_at < ($4::date::timestamp at time zone $2)
        group by 1)
      select d::date::text as day, coalesce(sold.orders, 0) as orders, coalesce(sold.net, 0) as net,
        round(extract(epoch from ((d::date + 1)::timestamp at time zone $2) - (d::date::timestamp at time zone $2))
          / 3600)::int as hours
      from generate_series((select min(day) from sold)::timestamp, $4::date - interval '1 day', interval '1 day') d
      left join sold on sold.day = d::date order by d`,
    [brandId, zone, from, until, currency],
  );
  return rows;
}

/** Returns brands with orders in the last two weeks and nine weeks ago, after the given one. */
export async function readForecastBrands(
  pool: Connection,
  now: Date,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select b.id from brand b
      where ($2::uuid is null or b.id > $2)
        and exists (select from store_order o where o.brand_id = b.id
          and o.placed_at >= $1::timestamptz - interval '14 days' and o.placed_at < $1)
        and exists (select from store_order o where o.brand_id = b.id
          and o.placed_at < $1::timestamptz - interval '63 days')
      order by b.id limit $3`,
    [now, after, most],
  );
  return rows.map(({ id }) => id);
}

/** A forecast to record. */
export interface NewRecord {
  id: string;
  brandId: string;
  measure: ForecastMeasure;
  currency: string | null;
  zone: string;
  madeOn: string;
  until: string;
  days: RecordedDay[];
  formulaVersion: number;
  createdAt: string;
}

/** Records a forecast; once for each brand, measure, currency and day. */
export async function insertRecord(pool: Connection, record: NewRecord): Promise<void> {
  await pool.query(
    `insert into forecast_record (id, brand_id, measure, currency, zone, made_on, until, days, formula_version,
        created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      record.id,
      record.brandId,
      record.measure,
      record.currency,
      record.zone,
      record.madeOn,
      record.until,
      JSON.stringify(record.days),
      record.formulaVersion,
      record.createdAt,
    ],
  );
}

/** A recorded forecast whose days may be over. */
export interface OpenRecord {
  id: string;
  brandId: string;
  measure: ForecastMeasure;
  currency: string | null;
  zone: string;
  madeOn: string;
  until: string;
  days: RecordedDay[];
}

/**
 * Returns records that aren't scored yet and whose last day ended at least two days ago: orders of a day still arrive, and
 * are canceled, shortly after it.
 */
export async function readOpenRecords(pool: Connection, now: Date, most: number): Promise<OpenRecord[]> {
  const { rows } = await pool.query<OpenRecord>(
    `select id, brand_id as "brandId", measure, currency, zone, made_on::text as "madeOn", until::text, days
      from forecast_record
      where scored_at is null and ((until + 3)::timestamp at time zone zone) <= $1
      order by until, id limit $2`,
    [now, most],
  );
  return rows;
}

/** Writes how a record turned out, unless another process did. */
export async function scoreRecord(
  pool: Connection,
  id: string,
  { within80, within95, now }: { within80: number; within95: number; now: Date },
): Promise<void> {
  await pool.query(
    `update forecast_record set scored_at = $2, within_80 = $3, within_95 = $4 where id = $1 and scored_at is null`,
    [id, now, within80, within95],
  );
}

/** How a brand's recorded forecasts turned out, over the last year. */
export interface Scores {
  forecasts: number;
  days: number;
  within80: number;
  within95: number;
  lastScoredAt: string | null;
}

/** Adds up a brand's scores of one measure and currency since a time. */
export async function readScores(
  pool: Connection,
  brandId: string,
  { measure, currency, since }: { measure: ForecastMeasure; currency: string | null; since: Date },
): Promise<Scores> {
  const { rows } = await pool.query<Scores>(
    `select count(*)::int as forecasts, coalesce(sum(jsonb_array_length(days)), 0)::int as days,
        coalesce(sum(within_80), 0)::int as within80, coalesce(sum(within_95), 0)::int as within95,
        to_char(max(scored_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastScoredAt"
      from forecast_record where brand_id = $1 and measure = $2 and currency is not distinct from $3
        and scored_at is not null and created_at >= $4`,
    [brandId, measure, currency, since],
  );
  return rows[0] as Scores;
}
