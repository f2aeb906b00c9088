import {
  type AffiliateOrder,
  type Attribution,
  type AttributionRule,
  type OrderTouch,
  type OwnOrder,
  type TouchVerdict,
  VERDICT_TEXTS,
} from '@troupe/domain/affiliate/attribution';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import { countDecided } from './sales-total.queries.ts';

/** The latest decision `l` about an order `o`. */
const LATEST = `join lateral (select * from attribution where order_id = o.id order by revision desc limit 1) l on true`;

const COMMON = `o.id, o.name, o.placed_at as placed, o.status, o.currency, l.rule,
  (select d.state from store_dispute d where d.brand_id = o.brand_id and d.order_external_id = o.external_id
    and d.store_id = o.store_id order by d.state = 'won', d.state = 'lost' limit 1) as dispute`;

const COLUMNS = `${COMMON}, s.shop, o.total, o.refunded, o.net, l.manual, l."returning", l.revision,
  coalesce((select sum(m.amount) from commission m where m.order_id = o.id and m.brand_id = o.brand_id), 0)::bigint
    as commission,
  (select max(m.matures_at) from commission m where m.order_id = o.id and m.brand_id = o.brand_id and m.amount > 0)
    as matures,
  coalesce((select json_agg(json_build_object('affiliateId', a.id, 'creator', ${AFFILIATE_CREATOR},
      'bp', (share->>'bp')::int, 'commission', coalesce((select sum(m.amount) from commission m
        where m.order_id = o.id and m.affiliate_id = a.id), 0)) order by a.id)
    from jsonb_array_elements(l.shares) share
    join affiliate a on a.id = (share->>'affiliateId')::uuid and a.brand_id = o.brand_id ${JOIN_CREATOR}), '[]')
    as credits`;

const FROM = `from store_order o ${LATEST} left join store s on s.id = o.store_id`;

/** Filters of a brand's attributed orders; empty ones don't filter. Days are in the zone. */
export interface AffiliateOrderFilter {
  zone: string;
  affiliateId?: string | undefined;
  campaignId?: string | undefined;
  rule: readonly AttributionRule[];
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const MATCHING = `o.brand_id = $1 and ($2::uuid is null
    or exists (select from touch t where t.order_id = o.id and t.affiliate_id = $2)
    or exists (select from commission m where m.order_id = o.id and m.affiliate_id = $2)
    or l.shares @> jsonb_build_array(jsonb_build_object('affiliateId', $2::text)))
  and (cardinality($3::text[]) = 0 or l.rule = any($3))
  and ($4::text is null or o.name ilike $4)
  and ($5::date is null or o.placed_at >= $5::date::timestamp at time zone $8)
  and ($6::date is null or o.placed_at < ($6::date + 1)::timestamp at time zone $8)
  and ($7::uuid is null or exists (select from commission m where m.order_id = o.id and m.campaign_id = $7)
    or exists (select from touch t left join affiliate_link k on k.id = t.link_id
      left join affiliate_code c on c.id = t.code_id
      where t.order_id = o.id and coalesce(k.campaign_id, c.campaign_id) = $7))`;

const valuesOf = (brandId: string, filter: AffiliateOrderFilter) => {
  const { affiliateId, rule, search, from, to, campaignId } = filter;
  return [
    ...[brandId, affiliateId ?? null, [...rule], search?.trim() ? containing(search) : null],
    ...[from ?? null, to ?? null, campaignId ?? null, filter.zone],
  ];
};

type Row = Omit<AffiliateOrder, 'abilities'>;

const toOrder = (row: Row): AffiliateOrder =>
  Object.assign(row, { abilities: { decide: { allowed: true, reason: null } } });

/** Returns one page of a brand's orders with a sign of a creator, newest first. */
export async function readAffiliateOrders(
  pool: pg.Pool,
  brandId: string,
  filter: AffiliateOrderFilter,
  page: number,
): Promise<{ orders: AffiliateOrder[]; total: number }> {
  const values = valuesOf(brandId, filter);
  const total = await countOrders(pool, brandId, filter);
  const isRare = filter.affiliateId !== undefined && total < FEW;
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} ${FROM} where ${MATCHING} ${isRare ? OF_AFFILIATE : ''}
      order by o.placed_at desc nulls last, o.id desc nulls last limit ${PAGE_SIZE} offset $9`,
    [...values, (page - 1) * PAGE_SIZE],
  );
  return { orders: rows.map(toOrder), total };
}

/** So few orders of a creator are found from their signs; of more, the newest are soon found among all orders. */
const FEW = 5000;
const OF_AFFILIATE = `and o.id = any(array(
    select order_id from touch where affiliate_id = $2
    union select order_id from commission where affiliate_id = $2 and order_id is not null
    union select order_id from attribution where brand_id = $1 and manual
      and shares @> jsonb_build_array(jsonb_build_object('affiliateId', $2::text))))`;

async function countOrders(pool: pg.Pool, brandId: string, filter: AffiliateOrderFilter): Promise<number> {
  const { affiliateId, rule, search, from, to, campaignId } = filter;
  const isNarrow = rule.length > 0 || search?.trim() || from || to || campaignId;
  // Totals know orders by creator, and hold what counting them all would take seconds for.
  if (!isNarrow) return countDecided(pool, brandId, affiliateId ?? null);
  const { rows } = await pool.query<{ total: number }>(
    `select count(*) as total from store_order o ${LATEST} where ${MATCHING}`,
    valuesOf(brandId, filter),
  );
  return rows[0]?.total ?? 0;
}

const AT_ONCE = 500;

/** Yields all matching orders, newest first, in batches. */
export async function* eachAffiliateOrder(
  pool: pg.Pool,
  brandId: string,
  filter: AffiliateOrderFilter,
): AsyncGenerator<AffiliateOrder[]> {
  for (let last: AffiliateOrder | undefined; ; ) {
    const { rows } = await pool.query<Row>(
      `select ${COLUMNS} ${FROM} where ${MATCHING}
        and ($9::timestamptz is null or (o.placed_at, o.id) < ($9::timestamptz, $10::uuid))
        order by o.placed_at desc nulls last, o.id desc nulls last limit ${AT_ONCE}`,
      [...valuesOf(brandId, filter), last?.placed ?? null, last?.id ?? null],
    );
    if (rows.length > 0) yield rows.map(toOrder);
    last = rows.at(-1) && toOrder(rows.at(-1) as Row);
    if (rows.length < AT_ONCE || !last) return;
  }
}

/** Returns an order of a brand that was decided; null if there is none. */
export async function readAffiliateOrder(
  pool: pg.Pool,
  brandId: string,
  orderId: string,
): Promise<AffiliateOrder | null> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} ${FROM} where o.brand_id = $1 and o.id = $2`, [
    brandId,
    orderId,
  ]);
  return rows[0] ? toOrder(rows[0]) : null;
}

const ERASED = /^erased-\d+$/;
/** Placeholders that keep erased values apart. */
const shownValue = (value: string): string => (ERASED.test(value) ? '' : value);

const TOUCH = `t.id, t.kind, t.value, t.affiliate_id as "affiliateId", t.link_id as "linkId", t.code_id as "codeId",
  t.at, t.source, floor(extract(epoch from o.placed_at - t.at) / 3600)::int as "hoursBefore",
  coalesce((select e->>'verdict' from jsonb_array_elements(l.evidence) e where e->>'touchId' = t.id::text limit 1),
    'not-active') as verdict`;

/** Returns every sign on an order with its verdict: what decided first, then by time. */
export async function readOrderTouches(
  pool: pg.Pool,
  brandId: string,
  orderId: string,
): Promise<OrderTouch[]> {
  const { rows } = await pool.query<Omit<OrderTouch, 'reason' | 'shown'> & { known: string | null }>(
    `select ${TOUCH}, case when a.id is not null then ${AFFILIATE_CREATOR} end as creator,
        coalesce(own_code.code, nullif(k.label, ''), '/r/' || k.slug) as known
      from touch t join store_order o on o.id = t.order_id ${LATEST}
      left join (affiliate a ${JOIN_CREATOR}) on a.id = t.affiliate_id and a.brand_id = t.brand_id
      left join affiliate_code own_code on own_code.id = t.code_id and own_code.brand_id = t.brand_id
      left join affiliate_link k on k.id = t.link_id and k.brand_id = t.brand_id
      where t.brand_id = $1 and t.order_id = $2 order by t.at desc, t.id`,
    [brandId, orderId],
  );
  return rows
    .map(({ known, ...row }) => {
      const value = shownValue(row.value);
      return Object.assign(row, { value, shown: known ?? value, reason: VERDICT_TEXTS[row.verdict] });
    })
    .sort((a, b) => Number(b.verdict === 'won') - Number(a.verdict === 'won'));
}

/** Returns all decisions about an order, newest first. */
export async function readRevisions(pool: pg.Pool, brandId: string, orderId: string): Promise<Attribution[]> {
  const { rows } = await pool.query<Attribution>(
    `select r.order_id as "orderId", r.revision, r.program_version as "programVersion", r.rule, r.shares,
        r."returning", case when r.user_id is not null then ${personNameSql('u')} when r.manual then '' end as by,
        r.reason, r.at
      from attribution r left join person u on u.id = r.user_id
      where r.brand_id = $1 and r.order_id = $2 order by r.revision desc`,
    [brandId, orderId],
  );
  return rows;
}

interface OwnRow extends Omit<OwnOrder, 'touches' | 'cut'> {
  touches: {
    id: string;
    kind: OrderTouch['kind'];
    value: string;
    at: string;
    hoursBefore: number;
    verdict: TouchVerdict;
  }[];
}

const MINE = `(select order_id from touch where affiliate_id = $1
  union select order_id from commission where affiliate_id = $1 and order_id is not null)`;

/** Returns one page of the orders with a sign of an affiliate, newest first, with their part only. */
export async function readOwnOrders(
  pool: pg.Pool,
  affiliateId: string,
  page: number,
): Promise<{ orders: Omit<OwnOrder, 'cut'>[]; total: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<OwnRow>(
      `select ${COMMON},
        coalesce((select (share->>'bp')::int from jsonb_array_elements(l.shares) share
          where share->>'affiliateId' = $1::text), 0) as bp,
        coalesce((select sum(m.amount) from commission m where m.order_id = o.id and m.affiliate_id = $1), 0)::bigint
          as commission,
        (select max(m.matures_at) from commission m where m.order_id = o.id and m.affiliate_id = $1 and m.amount > 0)
          as matures,
        coalesce((select m.lines from commission m where m.order_id = o.id and m.affiliate_id = $1
          order by m.number desc limit 1), '[]') as lines,
        coalesce((select json_agg(to_json(own) order by own.at desc, own.id) from (
          select ${TOUCH} from touch t where t.order_id = o.id and t.affiliate_id = $1) own), '[]') as touches
      from ${MINE} mine join store_order o on o.id = mine.order_id ${LATEST}
      order by o.placed_at desc nulls last, o.id desc nulls last limit ${PAGE_SIZE} offset $2`,
      [affiliateId, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(
      `select count(*) as total from ${MINE} mine join store_order o on o.id = mine.order_id
        where exists (select from attribution where order_id = o.id)`,
      [affiliateId],
    ),
  ]);
  const orders = rows.map(
    (row): Omit<OwnOrder, 'cut'> =>
      Object.assign(row, {
        touches: row.touches.map((touch) =>
          Object.assign(touch, {
            value: shownValue(touch.value),
            at: new Date(touch.at).toISOString(),
            reason: VERDICT_TEXTS[touch.verdict],
          }),
        ),
      }),
  );
  return { orders, total: counts[0]?.total ?? 0 };
}
