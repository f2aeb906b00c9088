import {
  type Affiliate,
  type AffiliateState,
  affiliateAbilities,
  type OwnAffiliate,
  ownAffiliateAbilities,
} from '@troupe/domain/affiliate/affiliate';
import type { Platform } from '@troupe/domain/discovery/platform';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database } from '../../../platform/database.ts';
import { clicksFrom } from '../affiliate-program/affiliate-program.table.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from './affiliate-creator.table.ts';

/** The account that an affiliate `a` with the creator `c` belongs to: also before it accepted. */
const ACCOUNT = `case when a.user_id is not null then a.user_id when a.terms_accepted_at is null then coalesce(
  (select o.user_id from opt_in o where o.id = a.opt_in_id),
  (select k.user_id from creator_claim k join creator s on s.id = k.creator_id
    where k.claimed_at is not null and (s.id = c.id or c.brand_id is not null and s.brand_id is null
      and s.platform = c.platform and lower(s.username) = lower(c.username)) limit 1)) end`;

const ZONE = `(select g.rules->>'zone' from affiliate_program g where g.brand_id = a.brand_id)`;

const COMMON = `a.id, a.state, a.version, ${AFFILIATE_CREATOR} as creator, a.terms, a.offered,
  a.terms_accepted_at as "termsAccepted", a.since, a.until, a.created_at as created,
  (select count(*) from affiliate_link l where l.affiliate_id = a.id and l.state in ('active', 'paused')) as links,
  (select count(*) from affiliate_code d where d.affiliate_id = a.id and d.state in ('live', 'paused')) as codes,
  coalesce((select sum(q.n) from affiliate_link l join affiliate_click_quarter q on q.link_id = l.id
    where l.affiliate_id = a.id and q.verdict = 'person' and q.bucket >= ${clicksFrom(ZONE)}),
    0)::int as "clicks30Days"`;

const COLUMNS = `${COMMON}, a.rate_bp as "rateBp", a.repeat_rate_bp as "repeatRateBp", a.opt_in_id as "optInId",
  a.campaign_id as "campaignId", m.title as "campaignTitle", ${ACCOUNT} is not null as "hasAccount"`;
const JOINS = `${JOIN_CREATOR} left join campaign m on m.id = a.campaign_id`;

type Row = Omit<Affiliate, 'abilities'>;

const toAffiliate = (row: Row): Affiliate => Object.assign(row, { abilities: affiliateAbilities(row.state) });

/** Filters of a brand's affiliates; empty ones don't filter. */
export interface AffiliateFilter {
  state: readonly AffiliateState[];
  search?: string | undefined;
  campaignId?: string | undefined;
  creatorId?: string | undefined;
}

const MATCHING = `a.brand_id = $1 and (cardinality($2::text[]) = 0 or a.state = any($2))
  and ($3::text is null or not (a.terms_accepted_at is not null and a.user_id is null)
    and (c.fullname ilike $3 or c.username ilike $3))
  and ($4::uuid is null or a.campaign_id = $4) and ($5::uuid is null or a.creator_id = $5)`;

/** Returns one page of a brand's affiliates, newest first. */
export async function readAffiliatePage(
  pool: pg.Pool,
  brandId: string,
  { state, search, campaignId, creatorId }: AffiliateFilter,
  page: number,
): Promise<{ affiliates: Affiliate[]; total: number }> {
  const values = [
    ...[brandId, [...state], search?.trim() ? containing(search) : null, campaignId ?? null],
    creatorId ?? null,
  ];
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<Row>(
      `select ${COLUMNS} from affiliate a ${JOINS} where ${MATCHING}
        order by a.created_at desc nulls last, a.id desc nulls last limit ${PAGE_SIZE} offset $6`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(
      `select count(*) as total from affiliate a ${JOIN_CREATOR} where ${MATCHING}`,
      values,
    ),
  ]);
  return { affiliates: rows.map(toAffiliate), total: counts[0]?.total ?? 0 };
}

/** Returns affiliates of a brand by id, newest first. */
export async function readAffiliates(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<Affiliate[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from affiliate a ${JOINS} where a.brand_id = $1 and a.id = any($2)
      order by a.created_at desc, a.id desc`,
    [brandId, ids],
  );
  return rows.map(toAffiliate);
}

/** A creator of a program as filters list them. */
export interface AffiliateName {
  id: string;
  productId: string;
  creatorId: string;
  platform: Platform;
  username: string;
  fullname: string;
  profilePicUrl: string | null;
  state: AffiliateState;
  campaignId: string | null;
}

/** Returns a brand's affiliates by name, those who deleted their account last. */
export async function readAffiliateNames(
  pool: pg.Pool,
  brandId: string,
  search: string | undefined,
  limit: number,
): Promise<AffiliateName[]> {
  const { rows } = await pool.query<AffiliateName>(
    `select a.id, a.id as "productId", a.creator_id as "creatorId", n.*, a.state, a.campaign_id as "campaignId"
      from affiliate a ${JOIN_CREATOR},
        json_to_record(${AFFILIATE_CREATOR}) n(platform text, username text, fullname text, "profilePicUrl" text)
      where a.brand_id = $1 and ($2::text is null or n.fullname ilike $2 or n.username ilike $2)
      order by n.username = 'removed', lower(coalesce(nullif(n.fullname, ''), n.username)), a.id limit $3`,
    [brandId, search?.trim() ? containing(search) : null, limit],
  );
  return rows;
}

/** Returns the account of an affiliate, also while they are invited; null if there is none. */
export async function userOfAffiliate(db: Database, affiliateId: string): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string | null }>(
    sql`select ${sql.raw(ACCOUNT)} as "userId" from affiliate a ${sql.raw(JOIN_CREATOR)} where a.id = ${affiliateId}`,
  );
  return rows[0]?.userId ?? null;
}

interface OwnRow extends Omit<OwnAffiliate, 'abilities' | 'storefront'> {
  shop: string | null;
}

const OWN = `select ${COMMON}, json_build_object('id', b.id, 'name', b.name, 'website', b.website) as brand,
    coalesce(p.state = 'on', false) as open, coalesce((p.rules->'attribution'->>'windowHours')::int, 0) as "windowHours",
    (select s.shop from store s where s.brand_id = a.brand_id and s.status = 'connected'
      order by s.connected_at desc limit 1) as shop
  from affiliate a ${JOIN_CREATOR} join brand b on b.id = a.brand_id
  left join affiliate_program p on p.brand_id = a.brand_id`;

/**
 * Returns the programs of a creator's account, newest first, or one of them.
 * @param storefrontOf returns the address of a store
 */
export async function readOwnAffiliates(
  pool: pg.Pool,
  userId: string,
  storefrontOf: (shop: string) => string,
  id: string | null = null,
): Promise<OwnAffiliate[]> {
  const { rows } = await pool.query<OwnRow>(
    `${OWN} where ($2::uuid is null or a.id = $2) and (a.user_id = $1 or a.user_id is null and (
        a.opt_in_id in (select o.id from opt_in o where o.user_id = $1)
        or (c.platform, lower(c.username)) in (select s.platform, lower(s.username) from creator_claim k
          join creator s on s.id = k.creator_id where k.user_id = $1 and k.claimed_at is not null)))
      and ${ACCOUNT} = $1
      order by a.created_at desc, a.id desc limit 500`,
    [userId, id],
  );
  return rows.map(({ shop, ...row }) =>
    Object.assign(row, {
      storefront: shop === null ? null : storefrontOf(shop),
      abilities: ownAffiliateAbilities(row, row.open),
    }),
  );
}
