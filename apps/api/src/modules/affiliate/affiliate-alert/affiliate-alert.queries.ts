import { abilityUnless } from '@troupe/domain/account/ability';
import type {
  AffiliateAlert,
  AlertKind,
  AlertState,
  CodeUse,
  CodeUses,
  FoundAlert,
  LinkHits,
} from '@troupe/domain/affiliate/affiliate-alert';
import type { BrandNames, TermClicks } from '@troupe/domain/affiliate/brand-term';
import { FEWEST_COLD } from '@troupe/domain/affiliate/leaked-code';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import { affiliateAlertTable } from './affiliate-alert.table.ts';

const COLUMNS = `t.id, t.kind, t.subject, t.affiliate_id as "affiliateId", t.figures, t.state, t.reason,
  t.settled_at as settled, t.created_at as created,
  case when a.id is not null then ${AFFILIATE_CREATOR} end as creator,
  case when u.id is not null then ${personNameSql('u')} end as by,
  exists (select from affiliate_code c where c.id::text = t.subject and c.brand_id = t.brand_id and c.state = 'live')
    as live`;
const FROM = `from affiliate_alert t
  left join (affiliate a ${JOIN_CREATOR}) on a.id = t.affiliate_id and a.brand_id = t.brand_id
  left join person u on u.id = t.user_id`;

type Row = Omit<AffiliateAlert, 'abilities' | 'sightings'> & { live: boolean };

const toAlert = ({ live, ...alert }: Row): AffiliateAlert => {
  const settled = alert.state === 'open' ? null : 'This alert is already resolved or dismissed.';
  const replaceable = alert.kind === 'leak' && live;
  return {
    ...alert,
    sightings: [],
    abilities: {
      settle: abilityUnless(settled),
      replaceCode: abilityUnless(settled ?? (replaceable ? null : "There's no code to replace.")),
    },
  };
};

/** Filters of a brand's alerts; empty ones don't filter. */
export interface AlertFilter {
  state: readonly AlertState[];
  kind: readonly AlertKind[];
  affiliateId?: string | undefined;
}

const MATCHING = `t.brand_id = $1 and (cardinality($2::text[]) = 0 or t.state = any($2))
  and (cardinality($3::text[]) = 0 or t.kind = any($3)) and ($4::uuid is null or t.affiliate_id = $4)`;
const valuesOf = (brandId: string, { state, kind, affiliateId }: AlertFilter) => [
  ...[brandId, [...state], [...kind], affiliateId ?? null],
];

/** Returns a brand's alerts, newest first. */
export async function readAllAlerts(
  pool: pg.Pool,
  brandId: string,
  filter: AlertFilter,
  limit: number,
  offset = 0,
): Promise<AffiliateAlert[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} ${FROM} where ${MATCHING} order by t.created_at desc, t.id desc limit $5 offset $6`,
    [...valuesOf(brandId, filter), limit, offset],
  );
  return rows.map(toAlert);
}

/** Returns one page of a brand's alerts, newest first, and how many are open. */
export async function readAlerts(
  pool: pg.Pool,
  brandId: string,
  filter: AlertFilter,
  page: number,
): Promise<{ alerts: AffiliateAlert[]; open: number; total: number }> {
  const values = valuesOf(brandId, filter);
  const [alerts, { rows: counts }] = await Promise.all([
    readAllAlerts(pool, brandId, filter, PAGE_SIZE, (page - 1) * PAGE_SIZE),
    pool.query<{ total: number; open: number }>(
      `select (select count(*) from affiliate_alert t where ${MATCHING}) as total,
        (select count(*) from affiliate_alert where brand_id = $1 and state = 'open') as open`,
      values,
    ),
  ]);
  return { alerts, open: counts[0]?.open ?? 0, total: counts[0]?.total ?? 0 };
}

/** Returns an alert of a brand; null if there is none. */
export async function readAlert(
  pool: Pick<pg.Pool, 'query'>,
  brandId: string,
  id: string,
): Promise<AffiliateAlert | null> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} ${FROM} where t.brand_id = $1 and t.id = $2`, [
    brandId,
    id,
  ]);
  return rows[0] ? toAlert(rows[0]) : null;
}

/** Settles an open alert; false if it isn't open, or isn't the brand's. */
export async function settle(
  tx: Database,
  brandId: string,
  id: string,
  { state, reason, userId }: { state: AlertState; reason: string; userId: string | null },
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(affiliateAlertTable)
    .set({ state, reason: reason || null, userId, settledAt: now.toISOString() })
    .where(
      and(
        eq(affiliateAlertTable.brandId, brandId),
        eq(affiliateAlertTable.id, id),
        eq(affiliateAlertTable.state, 'open'),
      ),
    )
    .returning({ id: affiliateAlertTable.id });
  return changed.length > 0;
}

/** Resolves the open alert about a leaked code, which was replaced. */
export async function resolveLeak(
  tx: Database,
  brandId: string,
  codeId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(affiliateAlertTable)
    .set({ state: 'resolved', userId, settledAt: now.toISOString() })
    .where(
      and(
        eq(affiliateAlertTable.brandId, brandId),
        eq(affiliateAlertTable.kind, 'leak'),
        eq(affiliateAlertTable.subject, codeId),
        eq(affiliateAlertTable.state, 'open'),
      ),
    );
}

/** How long a settled alert keeps quiet about its subject. */
const QUIET = `interval '7 days'`;

/** The most alerts that are added at a time. */
const MOST_ADDED = 1000;

/**
 * Adds alerts, unless one about the same subject is open or was settled within a week: the first 1,000 of them.
 * @param found most important first
 * @returns those that were added, with their ids, and how many weren't because there are more
 */
export async function addAlerts(
  connection: Pick<pg.PoolClient, 'query'>,
  brandId: string,
  found: readonly FoundAlert[],
  now: Date,
): Promise<{ added: (FoundAlert & { id: string })[]; left: number }> {
  if (found.length === 0) return { added: [], left: 0 };
  const alerts = found.map((alert) => Object.assign({ id: newId() }, alert));
  const rows = alerts.map((alert, rank) => Object.assign({ rank }, alert));
  const { rows: results } = await connection.query<{ ids: string[]; due: number }>(
    `with due as (
        select new.* from jsonb_to_recordset($3::jsonb)
          as new (id uuid, rank int, kind text, subject text, "affiliateId" uuid, figures jsonb)
        where not exists (
          select from affiliate_alert old
          where old.brand_id = $1 and old.kind = new.kind and old.subject = new.subject
            and (old.state = 'open' or old.settled_at > $2::timestamptz - ${QUIET}))),
      added as (
        insert into affiliate_alert (id, brand_id, kind, subject, affiliate_id, day, figures, created_at)
        select id, $1, kind, subject, "affiliateId", to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM-DD'),
          figures, $2::timestamptz
        from due order by rank limit $4
        on conflict do nothing returning id)
      select array(select id::text from added) as ids, (select count(*) from due) as due`,
    [brandId, now, JSON.stringify(rows), MOST_ADDED],
  );
  const { ids = [], due = 0 } = results[0] ?? {};
  const known = new Set(ids);
  return { added: alerts.filter(({ id }) => known.has(id)), left: Math.max(0, due - MOST_ADDED) };
}

/** Returns the brands whose program is on. */
export async function readWatchedBrands(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select brand_id as id from affiliate_program where state = 'on' order by brand_id`,
  );
  return rows.map(({ id }) => id);
}

/** Uses of a live code. */
export interface UsedCode {
  id: string;
  code: string;
  affiliateId: string;
  username: string;
  uses: CodeUse[];
}

/** Returns a code of a brand that buyers can use, with its creator; null if there is none. */
export async function readWatchedCode(
  pool: pg.Pool,
  brandId: string,
  codeId: string,
): Promise<Omit<UsedCode, 'uses'> | null> {
  const { rows } = await pool.query<Omit<UsedCode, 'uses'>>(
    `select c.id, c.code, c.affiliate_id as "affiliateId", s.username
      from affiliate_code c join affiliate a on a.id = c.affiliate_id join creator s on s.id = a.creator_id
      join affiliate_program p on p.brand_id = c.brand_id and p.state = 'on'
      where c.brand_id = $1 and c.id = $2 and c.state = 'live'`,
    [brandId, codeId],
  );
  return rows[0] ?? null;
}

const COLD = `not exists (
  select from touch other where other.order_id = o.id and other.affiliate_id = c.affiliate_id and other.kind <> 'code')`;
/** Codes of recent orders that arrived after `$3`. */
const USED_SINCE = `and c.id in (
  select n.code_id from store_order r join touch n on n.order_id = r.id
  where r.brand_id = $1 and r.placed_at > $2::timestamptz - interval '2 days' and n.created_at > $3::timestamptz
    and n.code_id is not null)`;

/**
 * Returns the live codes of a brand that may have leaked, with their uses in the last 30 days: those with at least four
 * in the last two days.
 * @param since only codes that were used in orders that arrived after this
 */
export async function readCodeUses(
  pool: pg.Pool,
  brandId: string,
  now: Date,
  since: Date | null,
): Promise<UsedCode[]> {
  const { rows } = await pool.query<Omit<UsedCode, 'uses'> & { uses: { at: string; cold: boolean }[] }>(
    `select c.id, c.code, c.affiliate_id as "affiliateId", s.username,
        json_agg(json_build_object('at', o.placed_at, 'cold', ${COLD})) as uses
      from affiliate_code c
      join touch t on t.code_id = c.id and t.affiliate_id = c.affiliate_id and t.brand_id = c.brand_id
      join store_order o on o.id = t.order_id join affiliate a on a.id = c.affiliate_id
      join creator s on s.id = a.creator_id
      where c.brand_id = $1 and c.state = 'live' and not o.test and o.placed_at > $2::timestamptz - interval '30 days'
        ${since ? USED_SINCE : ''}
      group by c.id, s.username
      having count(*) filter (where o.placed_at > $2::timestamptz - interval '2 days') >= ${FEWEST_COLD}`,
    since ? [brandId, now, since] : [brandId, now],
  );
  return rows.map(({ uses, ...code }) => ({
    ...code,
    uses: uses.map(({ at, cold }) => ({ at: Date.parse(at), cold })),
  }));
}

/** Returns how many of a brand's uses of live codes were cold in the 28 days that leaks are compared with. */
export async function readUsualUses(pool: pg.Pool, brandId: string, now: Date): Promise<CodeUses> {
  const { rows } = await pool.query<CodeUses>(
    `select count(*) as uses, count(*) filter (where ${COLD}) as cold
      from store_order o join touch t on t.order_id = o.id
      join affiliate_code c on c.id = t.code_id and c.brand_id = t.brand_id
      where o.brand_id = $1 and c.state = 'live' and not o.test
        and o.placed_at > $2::timestamptz - interval '30 days' and o.placed_at <= $2::timestamptz - interval '2 days'`,
    [brandId, now],
  );
  return rows[0] ?? { uses: 0, cold: 0 };
}

/** A link with its hits of the last day. */
export interface HitLink extends Omit<LinkHits, 'named' | 'term'> {
  id: string;
  slug: string;
  affiliateId: string;
  username: string;
}

/** Returns the links of a brand that were hit in the last day. */
export async function readHits(pool: pg.Pool, brandId: string, now: Date): Promise<HitLink[]> {
  const { rows } = await pool.query<HitLink>(
    `select l.id, l.slug, l.affiliate_id as "affiliateId", s.username,
        count(*) filter (where c.verdict = 'person') as people,
        count(*) filter (where c.verdict = 'flood') as floods,
        count(*) filter (where c.verdict = 'embed') as embeds,
        count(*) filter (where c.paid_marker is not null and c.verdict = 'person') as paid
      from affiliate_link l
      join affiliate_click c on c.link_id = l.id and c.at > $2::timestamptz - interval '1 day' and c.at <= $2
      join affiliate a on a.id = l.affiliate_id join creator s on s.id = a.creator_id
      where l.brand_id = $1 group by l.id, s.username`,
    [brandId, now],
  );
  return rows;
}

/** Returns the terms of search ads that led to links of a brand in the last day, with their clicks by people. */
export async function readAdTerms(
  pool: pg.Pool,
  brandId: string,
  now: Date,
): Promise<(TermClicks & { linkId: string })[]> {
  const { rows } = await pool.query<TermClicks & { linkId: string }>(
    `select c.link_id as "linkId", c.search_term as term, count(*)::int as clicks
      from affiliate_link l
      join affiliate_click c on c.link_id = l.id and c.at > $2::timestamptz - interval '1 day' and c.at <= $2
      where l.brand_id = $1 and c.search_term is not null and c.verdict = 'person' group by 1, 2`,
    [brandId, now],
  );
  return rows;
}

/** Returns what a brand and its stores are called. */
export async function readBrandNames(pool: pg.Pool, brandId: string): Promise<BrandNames> {
  const { rows } = await pool.query<{ name: string; host: string }>(
    `select name, regexp_replace(website, '^https?://|[/?#].*$', '', 'g') as host from brand where id = $1
      union all select name, shop from store where brand_id = $1`,
    [brandId],
  );
  return { names: rows.map(({ name }) => name), hosts: rows.map(({ host }) => host) };
}

/** A creator's orders of the last 90 days. */
export interface CreatorOrders {
  affiliateId: string;
  username: string;
  orders: number;
  refunded: number;
}

/** Returns how many orders creators brought in the last 90 days, and how many were refunded or canceled. */
export async function readRefunds(pool: pg.Pool, brandId: string, now: Date): Promise<CreatorOrders[]> {
  const { rows } = await pool.query<CreatorOrders>(
    `select m.affiliate_id as "affiliateId", s.username, count(*) as orders,
        count(*) filter (where o.refunded > 0 or o.cancelled_at is not null) as refunded
      from (select distinct affiliate_id, order_id from commission where brand_id = $1 and order_id is not null) m
      join store_order o on o.id = m.order_id join affiliate a on a.id = m.affiliate_id
      join creator s on s.id = a.creator_id
      where not o.test and o.placed_at > $2::timestamptz - interval '90 days'
      group by m.affiliate_id, s.username`,
    [brandId, now],
  );
  return rows;
}

/** An order that its creator placed. */
export interface OwnPurchase {
  orderId: string;
  name: string;
  net: number;
  currency: string;
  affiliateId: string;
  username: string;
}

/** Returns the orders decided in the last two days that their own creator placed. */
export async function readOwnPurchases(pool: pg.Pool, brandId: string, now: Date): Promise<OwnPurchase[]> {
  const { rows } = await pool.query<OwnPurchase>(
    `select distinct on (o.id, a.id) o.id as "orderId", o.name, o.net, o.currency, a.id as "affiliateId", s.username
      from attribution t join store_order o on o.id = t.order_id
      cross join lateral jsonb_array_elements(t.evidence) e
      join affiliate a on a.id = (e->>'affiliateId')::uuid and a.brand_id = t.brand_id
      join creator s on s.id = a.creator_id
      where t.brand_id = $1 and t.at > $2::timestamptz - interval '2 days'
        and e->>'verdict' in ('own-purchase', 'held')
        and t.revision = (select max(revision) from attribution where order_id = t.order_id)`,
    [brandId, now],
  );
  return rows;
}
