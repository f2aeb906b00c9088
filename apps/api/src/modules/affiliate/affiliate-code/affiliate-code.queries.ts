import {
  type AffiliateCode,
  type CodeState,
  codeAbilities,
  type OwnCode,
} from '@troupe/domain/affiliate/affiliate-code';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';

/** Returns the address of a store. */
export type StorefrontOf = (shop: string) => string;

const OWN = `d.id, d.affiliate_id as "affiliateId", d.code, d.state, d.kind, d.value_bp as "valueBp",
  d.value_minor as "valueMinor", d.currency, d.starts_at as "startsAt", d.ends_at as "endsAt",
  d.usage_limit as "usageLimit", d.once_per_buyer as "oncePerBuyer", d.created_at as created, s.shop`;
const COLUMNS = `${OWN}, ${AFFILIATE_CREATOR} as creator, d.store_id as "storeId", s.name as "storeName",
  d.campaign_id as "campaignId", m.title as "campaignTitle", d.adopted, d.error, d.owned_from as "ownedFrom",
  d.owned_until as "ownedUntil", d.replaces_id as "replacesId", d.checked_at as checked, d.updated_at as updated,
  (select r.id from affiliate_code r where r.replaces_id = d.id and r.affiliate_id = d.affiliate_id
    and r.state <> 'failed' order by r.created_at desc limit 1) as "replacedById"`;
const JOINS = `join affiliate a on a.id = d.affiliate_id ${JOIN_CREATOR} join store s on s.id = d.store_id
  left join campaign m on m.id = d.campaign_id`;

type Row<T> = Omit<T, 'abilities' | 'url'> & { shop: string };

const urlOf = (shop: string, code: string, storefrontOf: StorefrontOf) =>
  `${storefrontOf(shop).replace(/\/$/, '')}/discount/${encodeURIComponent(code)}`;

const toCode = ({ shop, ...row }: Row<AffiliateCode>, storefrontOf: StorefrontOf): AffiliateCode =>
  Object.assign(row, { url: urlOf(shop, row.code, storefrontOf), abilities: codeAbilities(row.state) });

/** Filters of a brand's codes; empty ones don't filter. */
export interface CodeFilter {
  affiliateId?: string | undefined;
  state: readonly CodeState[];
  search?: string | undefined;
}

const MATCHING = `d.brand_id = $1 and ($2::uuid is null or d.affiliate_id = $2)
  and (cardinality($3::text[]) = 0 or d.state = any($3))
  and ($4::text is null or d.code ilike $4 or c.username ilike $4 or c.fullname ilike $4)`;
const valuesOf = (brandId: string, { affiliateId, state, search }: CodeFilter) => [
  ...[brandId, affiliateId ?? null, [...state], search?.trim() ? containing(search) : null],
];

/** Returns a part of a brand's codes, newest first. */
export async function readCodes(
  pool: pg.Pool,
  brandId: string,
  filter: CodeFilter,
  storefrontOf: StorefrontOf,
  { limit = PAGE_SIZE, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<AffiliateCode[]> {
  const { rows } = await pool.query<Row<AffiliateCode>>(
    `select ${COLUMNS} from affiliate_code d ${JOINS} where ${MATCHING}
      order by d.created_at desc nulls last, d.id desc nulls last limit $5 offset $6`,
    [...valuesOf(brandId, filter), limit, offset],
  );
  return rows.map((row) => toCode(row, storefrontOf));
}

/** Returns how many codes of a brand match. */
export async function countCodes(pool: pg.Pool, brandId: string, filter: CodeFilter): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `select count(*) as total from affiliate_code d join affiliate a on a.id = d.affiliate_id ${JOIN_CREATOR}
      where ${MATCHING}`,
    valuesOf(brandId, filter),
  );
  return rows[0]?.total ?? 0;
}

/** Returns a code of a brand; null if there is none. */
export async function readCode(
  pool: pg.Pool,
  brandId: string,
  codeId: string,
  storefrontOf: StorefrontOf,
): Promise<AffiliateCode | null> {
  const { rows } = await pool.query<Row<AffiliateCode>>(
    `select ${COLUMNS} from affiliate_code d ${JOINS} where d.brand_id = $1 and d.id = $2`,
    [brandId, codeId],
  );
  return rows[0] ? toCode(rows[0], storefrontOf) : null;
}

/** Returns an affiliate's codes that buyers can use, newest first. */
export async function readOwnCodes(
  pool: pg.Pool,
  affiliateId: string,
  storefrontOf: StorefrontOf,
): Promise<OwnCode[]> {
  const { rows } = await pool.query<Row<OwnCode>>(
    `select ${OWN} from affiliate_code d join store s on s.id = d.store_id
      where d.affiliate_id = $1 and d.state in ('live', 'paused')
      order by d.created_at desc, d.id desc limit 100`,
    [affiliateId],
  );
  return rows.map(({ shop, ...row }) => Object.assign(row, { url: urlOf(shop, row.code, storefrontOf) }));
}

/** Returns whom a folded code of a store belongs to now; null if it is free. */
export async function readCodeOwner(
  pool: pg.Pool,
  { storeId, folded }: { storeId: string; folded: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ username: string }>(
    `select c.username from affiliate_code d join affiliate a on a.id = d.affiliate_id ${JOIN_CREATOR}
      where d.store_id = $1 and d.folded = $2 and (d.owned_until is null or d.owned_until > now()) limit 1`,
    [storeId, folded],
  );
  return rows[0]?.username ?? null;
}

/** Returns the ids of a brand's affiliates who haven't left, by username in lower case; null for ambiguous ones. */
export async function readAffiliatesByUsername(
  pool: pg.Pool,
  brandId: string,
  usernames: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await pool.query<{ username: string; ids: string[] }>(
    `select lower(c.username) as username, array_agg(a.id) as ids from affiliate a ${JOIN_CREATOR}
      where a.brand_id = $1 and a.state <> 'ended' and lower(c.username) = any($2) group by 1`,
    [brandId, usernames],
  );
  return new Map(rows.map(({ username, ids }) => [username, ids.length === 1 ? (ids[0] ?? null) : null]));
}
