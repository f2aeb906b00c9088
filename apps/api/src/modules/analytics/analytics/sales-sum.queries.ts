import type { AnalyticsStep } from '@troupe/domain/analytics/analytics';
import type pg from 'pg';
import { type AnalyticsFilter, type RowGroup, wholeDays, wholeWeeks } from './filter.ts';

/** Credited orders and clicks of a period, by currency; clicks are in rows without one. */
export interface SalesSum {
  campaignId: string | null;
  affiliateId: string | null;
  currency: string;
  orders: number;
  linked: number;
  /** Orders without an exchange rate, which money leaves out. */
  unrated: number;
  net: number;
  refunded: number;
  commission: number;
  clicks: number;
  visitors: number;
}

/** The same of a point of a chart. */
export type SalesPoint = Omit<SalesSum, 'campaignId' | 'affiliateId'> & { start: string };

/** Rates as a table `rate`; without conversion it is empty. The factor of an amount is `f`. */
const RATES = `rate as materialized (select * from unnest($8::date[], $9::text[], $10::numeric[]) as r (day, currency, f))`;
const JOIN_RATE = `left join rate on rate.day = p.rate_day and rate.currency = p.currency`;
/** Whether an amount stays as it is: no conversion, already in the shown currency, or a count of clicks. */
const NOT_CONVERTED = `($7::text is null or currency = $7 or currency = '')`;
/** The day of an amount's rate; null for amounts that aren't converted, so that they are added up before rates are joined. */
const RATE_DAY = `case when ${NOT_CONVERTED} then null else day end`;
/** The factor of an amount: 1 without conversion, null without a rate. */
const FACTOR = `case when p.rate_day is null then 1 else rate.f end`;
const CURRENCY = `case when p.currency = '' then '' else coalesce($7::text, p.currency) end`;
const money = (column: string) => `coalesce(round(sum(p.${column} * ${FACTOR})), 0)::bigint`;
const NUMBERS = ['credited', 'linked', 'net', 'refunded', 'commission', 'clicks', 'visitors'];
/** Adds up the rows `r` that have the same rate. @param keys what else they share */
const addUp = (keys: string) =>
  `select ${keys}, currency, ${RATE_DAY} as rate_day, ${NUMBERS.map((name) => `sum(${name}) as ${name}`).join(', ')}
    from r group by 1, 2, 3`;
const SUMS = `sum(p.credited)::int as orders, sum(p.linked)::int as linked,
  coalesce(sum(p.credited) filter (where ${FACTOR} is null), 0)::int as unrated, ${money('net')} as net,
  ${money('refunded')} as refunded, ${money('commission')} as commission, sum(p.clicks)::int as clicks,
  sum(p.visitors)::int as visitors`;

const valuesOf = ({ brandId, campaignId, affiliateIds, start, end }: AnalyticsFilter) => [
  brandId,
  start,
  end,
  campaignId,
  affiliateIds === null ? null : [...affiliateIds],
];
const ratesOf = ({ conversion }: AnalyticsFilter) => [
  conversion?.currency ?? null,
  conversion?.days ?? [],
  conversion?.currencies ?? [],
  conversion?.factors ?? [],
];

/** Conditions on the rows that are summed. */
function scopeOf({ campaignId, affiliateIds }: AnalyticsFilter, by: RowGroup): string {
  const campaign = campaignId === null ? (by === 'campaign' ? 'is not null' : 'is null') : '= $4';
  const affiliate =
    affiliateIds === null ? (by === 'creator' ? 'is not null' : 'is null') : '= any($5::uuid[])';
  return `campaign_id ${campaign} and affiliate_id ${affiliate} and $4::uuid is not distinct from $4 and $5::uuid[] is not distinct from $5`;
}

const within = (from: string, until: string) => `brand_id = $1 and bucket >= ${from} and bucket < ${until}`;

/** Quarter hours of sales of the scope, from both tables that hold them. */
const quarters = (condition: string, scope: string) => `
  select * from (
    select null::uuid as campaign_id, affiliate_id, bucket, currency, credited, linked, net, refunded, commission
      from affiliate_sales_quarter where ${condition} and credited > 0
    union all
    select campaign_id, affiliate_id, bucket, currency, credited, linked, net, refunded, commission
      from analytics_quarter where ${condition}) q where ${scope}`;

/** Quarter hours of clicks of people of the scope. */
function clicks(filter: AnalyticsFilter, by: RowGroup, [from, until]: [string, string]): string {
  const condition = `q.brand_id = $1 and q.verdict = 'person' and q.bucket >= ${from} and q.bucket < ${until}`;
  if (filter.campaignId === null && filter.affiliateIds === null && by === 'none')
    return `select null::uuid as campaign_id, null::uuid as affiliate_id, q.bucket, q.n, q.first_of_day
      from affiliate_click_total q where ${condition} and q.n > 0`;
  const campaign = 'coalesce(l.campaign_id, a.campaign_id)';
  return `select ${by === 'campaign' || filter.campaignId ? campaign : 'null::uuid'} as campaign_id,
      ${by === 'creator' || filter.affiliateIds ? 'l.affiliate_id' : 'null::uuid'} as affiliate_id, q.bucket, q.n, q.first_of_day
    from affiliate_link l join affiliate a on a.id = l.affiliate_id join affiliate_click_quarter q on q.link_id = l.id
    where l.brand_id = $1 and ${condition}
      ${filter.campaignId ? `and ${campaign} = $4` : by === 'campaign' ? `and ${campaign} is not null` : ''}
      ${filter.affiliateIds ? 'and l.affiliate_id = any($5::uuid[])' : ''}`;
}

const COLUMNS = 'campaign_id, affiliate_id, currency, credited, linked, net, refunded, commission';

/** Whole UTC days and weeks as `$6`, `$11`, `$12` and `$13`. */
const dayAt = (moment: string) => `(${moment}::timestamptz at time zone 'UTC')::date`;

/**
 * Returns credited orders, money and clicks of a period: whole weeks from weeks, days before and after them from days, both
 * ends from quarter hours. Amounts that are converted have a rate for each day, so they are always read from days.
 */
export async function readSalesSums(
  pool: pg.Pool,
  filter: AnalyticsFilter,
  by: RowGroup,
): Promise<SalesSum[]> {
  const scope = scopeOf(filter, by);
  const key = { none: 'null::uuid', campaign: 'campaign_id', creator: 'affiliate_id' }[by];
  const whole = wholeDays(filter);
  const { from, until } = whole;
  const weeks = wholeWeeks(whole);
  const ends: [string, string][] = [
    ['$2::timestamptz', 'least($6::timestamptz, $3::timestamptz)'],
    ['greatest($11::timestamptz, $6::timestamptz)', '$3::timestamptz'],
  ];
  const days: [string, string, string][] = [
    ['$6', '$12', ''],
    ['$13', '$11', ''],
  ];
  // Most brands have one currency: their days needn't be looked through.
  if (filter.conversion)
    days.push([
      '$12',
      '$13',
      ` and not ${NOT_CONVERTED} and exists (select from analytics_week where brand_id = $1 and week >= ${dayAt('$12')}
            and week < ${dayAt('$13')} and campaign_id is null and affiliate_id is null and not ${NOT_CONVERTED})`,
    ]);
  const { rows } = await pool.query<SalesSum>(
    `with ${RATES}, r as (
        select ${COLUMNS}, week as day, clicks, visitors from analytics_week
          where brand_id = $1 and week >= ${dayAt('$12')} and week < ${dayAt('$13')} and ${scope}
            and ${NOT_CONVERTED}
        ${days
          .map(
            ([first, last, more]) => `union all
        select ${COLUMNS}, day, clicks, visitors from analytics_day
          where brand_id = $1 and day >= ${dayAt(first)} and day < ${dayAt(last)} and ${scope}${more}`,
          )
          .join('\n        ')}
        ${ends
          .map(
            (end) => `union all
        select ${COLUMNS}, (bucket at time zone 'UTC')::date, 0, 0 from (${quarters(within(...end), scope)}) e
        union all
        select campaign_id, affiliate_id, '', 0, 0, 0, 0, 0, (bucket at time zone 'UTC')::date, n, first_of_day
          from (${clicks(filter, by, end)}) e`,
          )
          .join('\n        ')}), p as (${addUp(`${key} as key`)})
      select ${by === 'campaign' ? 'p.key' : 'null::uuid'} as "campaignId",
        ${by === 'creator' ? 'p.key' : 'null::uuid'} as "affiliateId", ${CURRENCY} as currency, ${SUMS}
      from p ${JOIN_RATE} group by 1, 2, 3`,
    [...valuesOf(filter), from, ...ratesOf(filter), until, weeks.from, weeks.until],
  );
  return rows;
}

/** Returns the same by point of a chart, in the zone. */
export async function readSalesPoints(
  pool: pg.Pool,
  filter: AnalyticsFilter,
  step: AnalyticsStep,
): Promise<SalesPoint[]> {
  const period: [string, string] = ['$2::timestamptz', '$3::timestamptz'];
  const { rows } = await pool.query<SalesPoint>(
    `with ${RATES}, r as (
        select bucket, (bucket at time zone 'UTC')::date as day, currency, credited, linked, net, refunded, commission,
          0 as clicks, 0 as visitors from (${quarters(within(...period), scopeOf(filter, 'none'))}) q
        union all
        select bucket, (bucket at time zone 'UTC')::date, '', 0, 0, 0, 0, 0, n, first_of_day
          from (${clicks(filter, 'none', period)}) c),
        p as (${addUp(`date_trunc($11, bucket at time zone $6)::date::text as start`)})
      select p.start, ${CURRENCY} as currency, ${SUMS} from p ${JOIN_RATE} group by 1, 2`,
    [...valuesOf(filter), filter.zone, ...ratesOf(filter), step],
  );
  return rows;
}
