import type { AnalyticsStep } from '@troupe/domain/analytics/analytics';
import type pg from 'pg';
import type { AnalyticsFilter, RowGroup } from './filter.ts';

/** What creator marketing cost, by kind and currency. */
export interface SpendSum {
  /** The point of the chart; null for the whole period. */
  start: string | null;
  campaignId: string | null;
  creatorId: string | null;
  kind: 'fee' | 'commission' | 'cost';
  currency: string;
  amount: number;
  known: number;
  /** Items without an exchange rate. */
  unrated: number;
}

/**
 * Items of spend as `s`: payments to creators with the processing fee, on the day they became due; costs; and commissions
 * without an order, such as bonuses. Payments of statements add their processing fee alone: their commissions count with
 * the orders. `$1` to `$4`: brand, zone, start, end; `$5`, `$6`: first and last day.
 */
export const SPEND_ITEMS = `
  select 'fee' as kind, p.id::text as id, i.campaign_id, coalesce(i.creator_id, p.creator_id) as creator_id, p.currency,
    case when p.statement_id is null then p.fee else 0 end + p.processing_fee as amount,
    (p.created_at at time zone $2)::date as day, (p.created_at at time zone 'UTC')::date as rate_day
  from payable p left join opt_in i on i.id = p.opt_in_id
  where p.brand_id = $1 and not p.held and p.created_at >= $3 and p.created_at < $4
  union all
  select 'cost', e.id::text, e.campaign_id, e.creator_id, e.currency, e.amount, e.day, e.day
  from cost_entry e where e.brand_id = $1 and e.day between $5::date and $6::date
  union all
  select 'commission', m.id::text, m.campaign_id, a.creator_id, m.currency, m.amount, (m.at at time zone $2)::date,
    (m.at at time zone 'UTC')::date
  from commission m join affiliate a on a.id = m.affiliate_id
  where m.brand_id = $1 and m.order_id is null and m.at >= $3 and m.at < $4`;

/** Conditions on items `s` of spend: `$7` campaign, `$8` creator, `$9` platform. */
export const SPEND_SCOPE = `($7::uuid is null or s.campaign_id = $7) and ($8::uuid is null or s.creator_id = $8)
  and ($9::text is null or exists (select from creator c where c.id = s.creator_id and c.platform = $9))`;

/** Values of {@link SPEND_ITEMS} and {@link SPEND_SCOPE}. */
export const spendValues = (filter: AnalyticsFilter) => [
  filter.brandId,
  filter.zone,
  filter.start,
  filter.end,
  filter.from,
  filter.to,
  filter.campaignId,
  filter.creatorId,
  filter.platform,
];

/**
 * Returns what a period cost, and the same by point of a chart if a step is given.
 * @param by what rows are grouped by
 */
export async function readSpend(
  pool: pg.Pool,
  filter: AnalyticsFilter,
  by: RowGroup,
  step: AnalyticsStep | null,
): Promise<SpendSum[]> {
  const { conversion } = filter;
  const { rows } = await pool.query<SpendSum>(
    `with rate as materialized (select * from unnest($11::date[], $12::text[], $13::numeric[]) as r (day, currency, f)),
      p as (select s.kind, coalesce($10::text, s.currency) as currency, s.amount, s.amount *
          case when $10::text is null or s.currency = $10 then 1 else rate.f end as converted,
          date_trunc(coalesce($14, 'day'), s.day::timestamp)::date::text as start,
          ${by === 'campaign' ? 's.campaign_id' : 'null::uuid'} as campaign_id,
          ${by === 'creator' ? 's.creator_id' : 'null::uuid'} as creator_id
        from (${SPEND_ITEMS}) s left join rate on rate.day = s.rate_day and rate.currency = s.currency
        where ${SPEND_SCOPE})
      select ${step === null ? 'null' : 'case when grouping(start) = 0 then start end'} as start, campaign_id as "campaignId",
        creator_id as "creatorId", kind, currency, coalesce(round(sum(converted)), 0)::bigint as amount,
        count(converted)::int as known, (count(*) - count(converted))::int as unrated
      from p group by grouping sets ((campaign_id, creator_id, kind, currency)
        ${step === null ? '' : ', (campaign_id, creator_id, kind, currency, start)'})`,
    [
      ...spendValues(filter),
      conversion?.currency ?? null,
      conversion?.days ?? [],
      conversion?.currencies ?? [],
      conversion?.factors ?? [],
      step,
    ],
  );
  return rows;
}
