import type { AffiliateCreator } from '@troupe/domain/affiliate/affiliate';
import type { AnalyticsGroup, CommissionDue } from '@troupe/domain/affiliate/affiliate-analytics';
import type { ClickVerdict } from '@troupe/domain/affiliate/affiliate-click';
import type pg from 'pg';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';

/** Whose figures over which days: `from` to before `until`, in the zone. */
export interface SalesFilter {
  brandId: string;
  affiliateId: string | null;
  campaignId: string | null;
  zone: string;
  from: string;
  until: string;
}

const valuesOf = ({ brandId, affiliateId, campaignId, zone, from, until }: SalesFilter) => [
  ...[brandId, affiliateId, campaignId, zone, from, until],
];

/** Orders of the period with their latest decision, and what is the creator's if one is asked for. */
const ORDERS = `
  select o.id, o.currency, l.rule, l.shares, l."returning",
    date_trunc($7, o.placed_at at time zone $4)::date as start,
    case when $2::uuid is null then case when l.shares = '[]' then 0 else 10000 end
      else coalesce((select (share->>'bp')::int from jsonb_array_elements(l.shares) share
        where share->>'affiliateId' = $2::text), 0) end as bp,
    o.net, o.refunded
  from store_order o
  join lateral (select rule, shares, "returning" from attribution where order_id = o.id
    order by revision desc limit 1) l on true
  where o.brand_id = $1 and o.counted
    and o.placed_at >= ($5::date::timestamp at time zone $4) and o.placed_at < ($6::date::timestamp at time zone $4)
    and ($2::uuid is null or l.shares @> jsonb_build_array(jsonb_build_object('affiliateId', $2::text))
      or exists (select from touch t where t.order_id = o.id and t.affiliate_id = $2))
    and ($3::uuid is null or exists (select from commission m where m.order_id = o.id and m.campaign_id = $3))`;

/** Credited orders by bar and currency. */
export interface SalesRow {
  start: string;
  currency: string;
  orders: number;
  returning: number;
  /** Orders with evidence of a link. */
  linked: number;
  net: number;
  refunded: number;
  commission: number;
}

/** Returns credited orders of a period by bar and currency. */
export async function readSales(
  pool: pg.Pool,
  filter: SalesFilter,
  group: AnalyticsGroup,
): Promise<SalesRow[]> {
  const { rows } = await pool.query<SalesRow>(
    `select start::text, currency, count(*)::int as orders, (count(*) filter (where "returning"))::int as "returning",
        (count(*) filter (where exists (select from touch t where t.order_id = o.id and t.kind <> 'code'
          and t.affiliate_id is not null)))::int as linked,
        coalesce(sum(round(net::numeric * bp / 10000)), 0)::bigint as net,
        coalesce(sum(round(refunded::numeric * bp / 10000)), 0)::bigint as refunded,
        coalesce(sum((select sum(m.amount) from commission m where m.order_id = o.id
          and ($2::uuid is null or m.affiliate_id = $2))), 0)::bigint as commission
      from (${ORDERS}) o where bp > 0 group by start, currency order by start, currency`,
    [...valuesOf(filter), group],
  );
  return rows;
}

/** What became of the other orders with a sign of a creator, and which evidence orders have. */
export interface EvidenceRow {
  uncredited: number;
  held: number;
  code: number;
  link: number;
  both: number;
}

/** Counts orders of a period by their evidence. */
export async function readEvidence(pool: pg.Pool, filter: SalesFilter): Promise<EvidenceRow> {
  const { rows } = await pool.query<EvidenceRow>(
    `select (count(*) filter (where bp = 0 and rule <> 'held'))::int as uncredited,
        (count(*) filter (where rule = 'held'))::int as held,
        (count(*) filter (where bp > 0 and coded))::int as code,
        (count(*) filter (where bp > 0 and linked))::int as link,
        (count(*) filter (where bp > 0 and coded and linked))::int as both
      from (${ORDERS}) o cross join lateral (
        select coalesce(bool_or(t.kind = 'code'), false) as coded, coalesce(bool_or(t.kind <> 'code'), false) as linked
        from touch t where t.order_id = o.id and t.affiliate_id is not null) seen`,
    [...valuesOf(filter), 'day'],
  );
  return rows[0] ?? { uncredited: 0, held: 0, code: 0, link: 0, both: 0 };
}

/** Clicks by bar and verdict. */
export interface ClickRow {
  start: string;
  verdict: ClickVerdict;
  n: number;
  visitors: number;
}

/** Returns clicks of a period by bar and verdict. */
export async function readSalesClicks(
  pool: pg.Pool,
  filter: SalesFilter,
  group: AnalyticsGroup,
): Promise<ClickRow[]> {
  const { rows } = await pool.query<ClickRow>(
    `select date_trunc($7, q.bucket at time zone $4)::date::text as start, q.verdict, sum(q.n)::int as n,
        sum(q.first_of_day)::int as visitors
      from affiliate_click_quarter q join affiliate_link k on k.id = q.link_id
      join affiliate a on a.id = k.affiliate_id
      where q.brand_id = $1 and q.bucket >= ($5::date::timestamp at time zone $4)
        and q.bucket < ($6::date::timestamp at time zone $4)
        and ($2::uuid is null or k.affiliate_id = $2)
        and ($3::uuid is null or coalesce(k.campaign_id, a.campaign_id) = $3)
      group by 1, 2 order by 1, 2`,
    [...valuesOf(filter), group],
  );
  return rows;
}

/** Returns amounts due by currency. Entries that aren't payable yet are on no statement. */
export async function readDue(
  pool: pg.Pool,
  brandId: string,
  affiliateId: string | null,
  now: Date,
): Promise<CommissionDue[]> {
  const { rows } = await pool.query<CommissionDue>(
    `select t.currency, coalesce(h.held, 0)::bigint as held,
        (t.amount - coalesce(h.held, 0) - coalesce(s.stated, 0))::bigint as next, coalesce(s.open, 0)::bigint as open
      from (select currency, sum(amount) as amount from commission_total
        where brand_id = $1 and ($2::uuid is null or affiliate_id = $2) group by 1) t
      left join (select m.currency, sum(m.amount) as held
        from commission m where m.brand_id = $1 and ($2::uuid is null or m.affiliate_id = $2) and m.matures_at > $3
        group by 1) h using (currency)
      left join (select currency, sum(earned + taken_back + bonus) as stated, sum(due) filter (where state = 'open') as open
        from commission_statement where brand_id = $1 and ($2::uuid is null or affiliate_id = $2) group by 1) s
        using (currency)
      order by t.currency`,
    [brandId, affiliateId, now.toISOString()],
  );
  return rows;
}

/** A creator's figures in one currency; null for creators without sales. */
export interface CreatorRow {
  affiliateId: string;
  creator: AffiliateCreator;
  clicks: number;
  orders: number;
  amounts: { currency: string; orders: number; net: number; refunded: number; commission: number }[];
}

const MOST_CREATORS = 50;

/** Returns the creators with the most net revenue of a period in its main currency, then orders, then clicks; at most 50. */
export async function readCreatorSales(pool: pg.Pool, filter: SalesFilter): Promise<CreatorRow[]> {
  const { rows } = await pool.query<CreatorRow>(
    `with sold as (
        select (share->>'affiliateId')::uuid as affiliate_id, o.currency, count(*)::int as orders,
          sum(round(o.net::numeric * (share->>'bp')::int / 10000))::bigint as net,
          sum(round(o.refunded::numeric * (share->>'bp')::int / 10000))::bigint as refunded,
          coalesce(sum((select sum(m.amount) from commission m where m.order_id = o.id
            and m.affiliate_id = (share->>'affiliateId')::uuid)), 0)::bigint as commission
        from (${ORDERS}) o, jsonb_array_elements(o.shares) share group by 1, 2
      ), clicked as (
        select k.affiliate_id, sum(q.n)::int as clicks
        from affiliate_click_quarter q join affiliate_link k on k.id = q.link_id
        join affiliate a on a.id = k.affiliate_id
        where q.brand_id = $1 and q.verdict = 'person' and q.bucket >= ($5::date::timestamp at time zone $4)
          and q.bucket < ($6::date::timestamp at time zone $4)
          and ($3::uuid is null or coalesce(k.campaign_id, a.campaign_id) = $3)
        group by 1
      ), main as (
        select currency from sold group by 1 order by sum(net) desc, 1 limit 1
      ), both_of as (
        select coalesce(s.affiliate_id, k.affiliate_id) as id, coalesce(max(k.clicks), 0)::int as clicks,
          coalesce(sum(s.orders), 0)::int as orders,
          coalesce(json_agg(json_build_object('currency', s.currency, 'orders', s.orders, 'net', s.net,
            'refunded', s.refunded, 'commission', s.commission) order by s.currency)
            filter (where s.currency is not null), '[]') as amounts,
          coalesce(sum(s.net) filter (where s.currency = (select currency from main)), 0) as net
        from sold s full join clicked k on k.affiliate_id = s.affiliate_id group by 1
      )
      select a.id as "affiliateId", ${AFFILIATE_CREATOR} as creator, x.clicks, x.orders, x.amounts
      from both_of x join affiliate a on a.id = x.id and a.brand_id = $1 ${JOIN_CREATOR}
      order by x.net desc, x.orders desc, x.clicks desc, a.id limit ${MOST_CREATORS}`,
    [...valuesOf(filter), 'day'],
  );
  return rows;
}

/** Returns a creator of a brand's program; null if there is none. */
export async function readSalesCreator(
  pool: pg.Pool,
  brandId: string,
  affiliateId: string,
): Promise<AffiliateCreator | null> {
  const { rows } = await pool.query<{ creator: AffiliateCreator }>(
    `select ${AFFILIATE_CREATOR} as creator from affiliate a ${JOIN_CREATOR} where a.brand_id = $1 and a.id = $2`,
    [brandId, affiliateId],
  );
  return rows[0]?.creator ?? null;
}
