import type { EvidenceInput } from '@troupe/domain/analytics/evidence';
import type pg from 'pg';
import type { AnalyticsFilter } from './filter.ts';
import { ofCampaign, POSTS, type PostCount, postValues } from './post-figure.queries.ts';
import { SPEND_ITEMS, SPEND_SCOPE, spendValues } from './spend.queries.ts';

/** An item of a figure, before conversion. Posts without a value have a null amount. */
export interface StoredInput {
  kind: EvidenceInput['kind'];
  id: string;
  amount: number | null;
  currency: string | null;
  day: string;
  /** The day of its exchange rate (UTC). */
  rateDay: string;
}

/** A query for items of a figure. */
export interface InputQuery {
  text: string;
  values: unknown[];
}

/** Credited orders as `o`, one row for each creator of the scope with a part. `$1` to `$6`. */
const ORDERS = `
  select o.id, o.currency, o.placed_at, o.net, o.refunded, who.bp, who.affiliate_id,
    (o.placed_at at time zone $2)::date::text as day, (o.placed_at at time zone 'UTC')::date::text as rate_day
  from store_order o
  join lateral (select shares from attribution where order_id = o.id order by revision desc limit 1) l on true
  cross join lateral (
    select null::uuid as affiliate_id, 10000 as bp where $6::uuid[] is null
    union all
    select (share->>'affiliateId')::uuid, (share->>'bp')::int from jsonb_array_elements(l.shares) share
      where (share->>'affiliateId')::uuid = any($6)) who
  where o.brand_id = $1 and o.placed_at >= $3 and o.placed_at < $4 and o.counted and l.shares <> '[]' and who.bp > 0
    and ($5::uuid is null or exists (select from commission m where m.order_id = o.id and m.campaign_id = $5))`;

/** The order of the index by brand and time, read backward, so that the first items come without sorting all of them. */
const IN_ORDER = 'order by o.placed_at nulls first';

const orderValues = ({ brandId, zone, start, end, campaignId, affiliateIds }: AnalyticsFilter) => [
  brandId,
  zone,
  start,
  end,
  campaignId,
  affiliateIds === null ? null : [...affiliateIds],
];

/**
 * Returns the query for credited orders.
 * @param of what counts of each; `linked` are those with a click
 * @param only orders in this currency; null for all
 */
export function orderInputs(
  filter: AnalyticsFilter,
  of: 'net' | 'refunded' | 'one' | 'linked',
  only: string | null = null,
): InputQuery {
  const amount = of === 'one' || of === 'linked' ? '1' : `round(o.${of}::numeric * o.bp / 10000)::bigint`;
  const linked =
    of === 'linked'
      ? `and exists (select from touch t where t.order_id = o.id and t.kind <> 'code' and t.affiliate_id is not null)`
      : '';
  const currency = of === 'linked' || of === 'one' ? 'null' : 'o.currency';
  return {
    text: `select 'order' as kind, o.id::text as id, ${amount} as amount, ${currency} as currency, o.day,
        o.rate_day as "rateDay" from (${ORDERS}) o where ($7::text is null or o.currency = $7) ${linked} ${IN_ORDER}, o.id nulls first`,
    values: [...orderValues(filter), only],
  };
}

/** Returns the query for entries of the commission books for credited orders. */
export function commissionInputs(filter: AnalyticsFilter): InputQuery {
  return {
    text: `select 'commission' as kind, m.id::text as id, m.amount, m.currency, o.day, o.rate_day as "rateDay"
      from (${ORDERS}) o join commission m on m.order_id = o.id
        and (o.affiliate_id is null or m.affiliate_id = o.affiliate_id)
      ${IN_ORDER}, m.id`,
    values: orderValues(filter),
  };
}

/** Returns the query for payments, costs and commissions without orders. */
export function spendInputs(
  filter: AnalyticsFilter,
  kinds: readonly ('fee' | 'cost' | 'commission')[],
): InputQuery {
  return {
    text: `select case when s.kind = 'commission' then 'bonus' else s.kind end as kind, s.id, s.amount, s.currency,
        s.day::text as day, s.rate_day::text as "rateDay"
      from (${SPEND_ITEMS}) s where s.kind = any($10::text[]) and ${SPEND_SCOPE} order by s.day, s.id`,
    values: [...spendValues(filter), [...kinds]],
  };
}

/**
 * Returns the query for posts. @param count what counts of each; `one` counts posts
 * @param both posts where engagements and this count are known, for rates
 */
export function postInputs(
  filter: AnalyticsFilter,
  count: PostCount | 'engagements' | 'one',
  both?: 'reach' | 'views',
): InputQuery {
  const amount = count === 'one' ? '1' : `l.${count}`;
  return {
    text: `select 'post' as kind, l.id::text as id, ${both ? `case when l.${both} is not null and l.engagements is not null then ${amount} end` : amount} as amount,
        null as currency, (l.at at time zone $7)::date::text as day, (l.at at time zone 'UTC')::date::text as "rateDay"
      from (${POSTS}) l order by l.at, l.id`,
    values: [...postValues(filter), filter.zone],
  };
}

/** Returns the query for clicks of people by link and day. @param of clicks, or first visits of a day */
export function clickInputs(filter: AnalyticsFilter, of: 'n' | 'first_of_day'): InputQuery {
  return {
    text: `select 'clicks' as kind, q.link_id::text as id, sum(q.${of})::int as amount, null as currency,
        (q.bucket at time zone $2)::date::text as day, (q.bucket at time zone $2)::date::text as "rateDay"
      from affiliate_link l join affiliate a on a.id = l.affiliate_id
      join affiliate_click_quarter q on q.link_id = l.id and q.brand_id = $1 and q.verdict = 'person'
      where l.brand_id = $1 and q.bucket >= $3 and q.bucket < $4
        and ($5::uuid is null or coalesce(l.campaign_id, a.campaign_id) = $5)
        and ($6::uuid[] is null or l.affiliate_id = any($6))
      group by 2, 5, 6 having sum(q.${of}) > 0 order by 5, 2`,
    values: orderValues(filter),
  };
}

/** Returns the query for creators with a credited order or a post. */
export function creatorInputs(filter: AnalyticsFilter): InputQuery {
  const { brandId, zone, start, end, campaignId, affiliateIds, creatorId, platform } = filter;
  return {
    text: `select 'creator' as kind, c.id::text as id, 1 as amount, null as currency, min(c.day) as day, min(c.day) as "rateDay"
      from (
        select a.creator_id as id, o.day from (
          select (o.placed_at at time zone $2)::date::text as day, (share->>'affiliateId')::uuid as affiliate_id
          from store_order o join lateral (select shares from attribution where order_id = o.id
            order by revision desc limit 1) l on true
          cross join lateral jsonb_array_elements(l.shares) share
          where o.brand_id = $1 and o.placed_at >= $3 and o.placed_at < $4 and o.counted and (share->>'bp')::int > 0
            and ($6::uuid[] is null or (share->>'affiliateId')::uuid = any($6))
            and ($5::uuid is null or exists (select from commission m where m.order_id = o.id and m.campaign_id = $5))) o
          join affiliate a on a.id = o.affiliate_id
        union all
        select i.creator_id, (coalesce(p.published_at, p.created_at) at time zone $2)::date::text
          from live_post p join opt_in i on i.id = p.opt_in_id
          where p.brand_id = $1 and coalesce(p.published_at, p.created_at) >= $3 and coalesce(p.published_at, p.created_at) < $4
            and ${ofCampaign('p', 5)} and ($7::uuid is null or i.creator_id = $7)
            and ($8::text is null or p.platform = $8)) c
      group by c.id order by c.id`,
    values: [
      brandId,
      zone,
      start,
      end,
      campaignId,
      affiliateIds === null ? null : [...affiliateIds],
      creatorId,
      platform,
    ],
  };
}

/** Rows that are fetched at a time. */
const AT_ONCE = 2000;

/** Streams the items of a query within a transaction. */
export async function* streamInputs(
  connection: pg.ClientBase,
  { text, values }: InputQuery,
): AsyncGenerator<StoredInput[]> {
  await connection.query(`declare inputs no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await connection.query<StoredInput>(`fetch ${AT_ONCE} from inputs`);
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) break;
  }
  await connection.query('close inputs');
}

/** Begins a transaction that sees one moment, for reading alone. */
export async function beginSnapshot(connection: pg.ClientBase): Promise<void> {
  await connection.query('begin isolation level repeatable read read only');
}

/** Ends a transaction. */
export async function endSnapshot(connection: pg.ClientBase): Promise<void> {
  await connection.query('rollback');
}

/** Returns orders of a period with a sign of a creator, newest first. */
export async function findPeriodOrders(
  pool: pg.Pool,
  { brandId, start, end }: Pick<AnalyticsFilter, 'brandId' | 'start' | 'end'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select o.id from store_order o where o.brand_id = $1 and o.placed_at >= $2 and o.placed_at < $3 and o.counted
      and exists (select from attribution where order_id = o.id) order by o.placed_at desc, o.id desc limit $4`,
    [brandId, start, end, limit],
  );
  return rows.map(({ id }) => id);
}
