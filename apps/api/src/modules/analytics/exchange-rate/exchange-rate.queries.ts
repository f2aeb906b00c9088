import { MOST_CARRIED_DAYS } from '@troupe/domain/analytics/exchange-rate';
import type pg from 'pg';

/** A published rate. */
export interface PublishedRate {
  day: string;
  currency: string;
  perEuro: string;
}

/** Rows of one statement. */
const AT_ONCE = 5000;

/** Stores published rates; those that are known already are replaced if the bank corrected them. @returns how many changed */
export async function writeRates(
  pool: Pick<pg.Pool, 'query'>,
  rates: readonly PublishedRate[],
  { source, now }: { source: string; now: Date },
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < rates.length; from += AT_ONCE) {
    const some = rates.slice(from, from + AT_ONCE);
    const { rowCount } = await pool.query(
      `insert into exchange_rate as r (currency, day, per_euro, source, loaded_at)
        select currency, day, per_euro, $4, $5 from unnest($1::text[], $2::date[], $3::numeric[]) as n (currency, day, per_euro)
        on conflict (currency, day) do update set per_euro = excluded.per_euro, source = excluded.source,
          loaded_at = excluded.loaded_at where r.per_euro <> excluded.per_euro`,
      [
        some.map(({ currency }) => currency),
        some.map(({ day }) => day),
        some.map(({ perEuro }) => perEuro),
        source,
        now.toISOString(),
      ],
    );
    changed += rowCount ?? 0;
  }
  return changed;
}

/** SQL for a currency's rate of a day: of the latest published day, a week old at most. */
const rateOf = (
  currency: string,
  day: string,
) => `(select case when ${currency} = 'EUR' then ${day} else r.day end as of,
    case when ${currency} = 'EUR' then 1 else r.per_euro end as per_euro
  from (select 1) one left join lateral (select x.day, x.per_euro from exchange_rate x
    where x.currency = ${currency} and x.day <= ${day} and x.day >= ${day} - ${MOST_CARRIED_DAYS}
    order by x.day desc limit 1) r on true)`;

/** A rate between two currencies on a day, and the earlier of the days they were published for. */
export interface CrossRate {
  day: string;
  currency: string;
  rate: string;
  of: string;
}

/**
 * Returns rates from currencies to another for each day of a period; days without a rate are left out.
 * @param target such as `EUR`
 */
export async function readCrossRates(
  pool: pg.Pool,
  target: string,
  currencies: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<CrossRate[]> {
  const { rows } = await pool.query<CrossRate>(
    `select d.day::date::text as day, c.currency, round(t.per_euro / s.per_euro, 10)::text as rate,
        least(t.of, s.of)::text as of
      from generate_series($3::date::timestamp, $4::date::timestamp, interval '1 day') as d (day)
      cross join unnest($2::text[]) as c (currency)
      cross join lateral ${rateOf('c.currency', 'd.day::date')} s
      cross join lateral ${rateOf('$1::text', 'd.day::date')} t
      where s.per_euro is not null and t.per_euro is not null`,
    [target, [...currencies], from, to],
  );
  return rows;
}

/** Returns currencies in a brand's books. */
export async function readBookCurrencies(pool: pg.Pool, brandId: string): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string }>(
    `select currency from (
        select distinct currency from analytics_day where brand_id = $1 and campaign_id is null and affiliate_id is null
        union select distinct currency from affiliate_sales_quarter q where brand_id = $1 and affiliate_id is null
          and bucket >= now() - interval '3 days'
        union select distinct currency from payable where brand_id = $1
        union select distinct currency from commission_total where brand_id = $1
        union select distinct currency from cost_entry where brand_id = $1) c
      where currency <> '' order by 1`,
    [brandId],
  );
  return rows.map(({ currency }) => currency);
}

/** Returns all rates that apply on a day. */
export async function readRatesOf(
  pool: pg.Pool,
  day: string,
): Promise<{ currency: string; day: string; of: string; perEuro: string }[]> {
  const { rows } = await pool.query<{ currency: string; day: string; of: string; perEuro: string }>(
    `select distinct on (currency) currency, $1::date::text as day, x.day::text as of, trim_scale(per_euro)::text as "perEuro"
      from exchange_rate x where x.day <= $1::date and x.day >= $1::date - ${MOST_CARRIED_DAYS}
      order by currency, x.day desc`,
    [day],
  );
  return rows;
}

/** Returns since when and until when currencies have rates. */
export async function readRateSpans(
  pool: pg.Pool,
): Promise<{ spans: { currency: string; since: string; until: string }[]; loadedAt: string | null }> {
  const { rows } = await pool.query<{ currency: string; since: string; until: string; loadedAt: string }>(
    `select currency, min(day)::text as since, max(day)::text as until, max(loaded_at) as "loadedAt"
      from exchange_rate group by 1 order by 1`,
  );
  return {
    spans: rows.map(({ currency, since, until }) => ({ currency, since, until })),
    loadedAt:
      rows
        .map(({ loadedAt }) => loadedAt)
        .sort()
        .at(-1) ?? null,
  };
}

/** Returns the latest day with rates; null without any. */
export async function readLatestRateDay(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    'select max(day)::text as day from exchange_rate',
  );
  return rows[0]?.day ?? null;
}
