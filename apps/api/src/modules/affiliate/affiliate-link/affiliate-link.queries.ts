import {
  type AffiliateLink,
  type LinkState,
  linkAbilities,
  type OwnLink,
} from '@troupe/domain/affiliate/affiliate-link';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, count, eq, type InferInsertModel, type InferSelectModel, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database } from '../../../platform/database.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import { clicksFrom } from '../affiliate-program/affiliate-program.table.ts';
import { affiliateLinkTable } from './affiliate-link.table.ts';

/** A link as it is stored. */
export type StoredLink = InferSelectModel<typeof affiliateLinkTable>;

/** Addresses of links: where they are and where they lead. */
export interface LinkAddresses {
  /** The address of a slug. */
  urlOf(slug: string): string;
  storefrontOf(shop: string): string;
}

const hits = (verdicts: string) => `coalesce((select sum(q.n) from affiliate_click_quarter q
  where q.link_id = l.id and q.verdict ${verdicts} and q.bucket >= ${clicksFrom("p.rules->>'zone'")}), 0)::int`;

const OWN = `l.id, l.affiliate_id as "affiliateId", l.slug, l.state, l.label, l.path, l.store_id as "storeId",
  l.code_id as "codeId", d.code, l.ends_at as "endsAt", l.created_at as created, l.updated_at as updated, s.shop,
  l.state = 'active' and a.state = 'active' and coalesce(p.state = 'on', false)
    and (l.ends_at is null or l.ends_at > now()) as credits,
  ${hits("= 'person'")} as "clicks30Days", ${hits("not in ('person', 'repeat')")} as "otherHits30Days"`;
const JOINS = `join affiliate a on a.id = l.affiliate_id ${JOIN_CREATOR}
  left join affiliate_program p on p.brand_id = l.brand_id
  left join store s on s.id = l.store_id and s.brand_id = l.brand_id
  left join affiliate_code d on d.id = l.code_id and d.brand_id = l.brand_id
  left join campaign m on m.id = l.campaign_id`;
const COLUMNS = `${OWN}, ${AFFILIATE_CREATOR} as creator, l.campaign_id as "campaignId", m.title as "campaignTitle",
  s.name as "storeName", coalesce(l.created_by = a.user_id, false) as "byCreator"`;

type Computed = 'abilities' | 'url' | 'destination';
type Row<T> = Omit<T, Computed> & { shop: string | null };

const toLink = <T extends OwnLink>({ shop, ...row }: Row<T>, { urlOf, storefrontOf }: LinkAddresses): T =>
  Object.assign(row, {
    url: urlOf(row.slug),
    destination: shop === null ? null : storefrontOf(shop).replace(/\/$/, '') + row.path,
    abilities: linkAbilities(row.state),
  }) as unknown as T;

/** Filters of a brand's links; empty ones don't filter. */
export interface LinkFilter {
  affiliateId?: string | undefined;
  state: readonly LinkState[];
  search?: string | undefined;
}

const MATCHING = `l.brand_id = $1 and l.state <> 'deleted' and ($2::uuid is null or l.affiliate_id = $2)
  and (cardinality($3::text[]) = 0 or l.state = any($3))
  and ($4::text is null or l.slug ilike $4 or l.label ilike $4 or c.username ilike $4 or c.fullname ilike $4)`;

/** Returns one page of a brand's links, newest first, and how many there are. */
export async function readLinkPage(
  pool: pg.Pool,
  brandId: string,
  { affiliateId, state, search }: LinkFilter,
  page: number,
  addresses: LinkAddresses,
): Promise<{ links: AffiliateLink[]; total: number }> {
  const values = [brandId, affiliateId ?? null, [...state], search?.trim() ? containing(search) : null];
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<Row<AffiliateLink>>(
      `select ${COLUMNS} from affiliate_link l ${JOINS} where ${MATCHING}
        order by l.created_at desc nulls last, l.id desc nulls last limit ${PAGE_SIZE} offset $5`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(
      `select count(*) as total from affiliate_link l join affiliate a on a.id = l.affiliate_id ${JOIN_CREATOR}
        where ${MATCHING}`,
      values,
    ),
  ]);
  return { links: rows.map((row) => toLink(row, addresses)), total: counts[0]?.total ?? 0 };
}

/** Returns a link of a brand; null if there is none or it was deleted. */
export async function readLink(
  pool: pg.Pool,
  brandId: string,
  linkId: string,
  addresses: LinkAddresses,
): Promise<AffiliateLink | null> {
  const { rows } = await pool.query<Row<AffiliateLink>>(
    `select ${COLUMNS} from affiliate_link l ${JOINS} where l.brand_id = $1 and l.id = $2 and l.state <> 'deleted'`,
    [brandId, linkId],
  );
  return rows[0] ? toLink(rows[0], addresses) : null;
}

/** Returns one page of an affiliate's links, newest first, or one of them. */
export async function readOwnLinks(
  pool: pg.Pool,
  affiliateId: string,
  { page = 1, linkId = null }: { page?: number; linkId?: string | null },
  addresses: LinkAddresses,
): Promise<OwnLink[]> {
  const { rows } = await pool.query<Row<OwnLink>>(
    `select ${OWN} from affiliate_link l ${JOINS}
      where l.affiliate_id = $1 and l.state <> 'deleted' and ($2::uuid is null or l.id = $2)
      order by l.created_at desc nulls last, l.id desc nulls last limit ${PAGE_SIZE} offset $3`,
    [affiliateId, linkId, (page - 1) * PAGE_SIZE],
  );
  return rows.map((row) => toLink(row, addresses));
}

/** Counts the links of an affiliate that aren't deleted. */
export async function countLinks(db: Database, affiliateId: string): Promise<number> {
  const [row] = await db
    .select({ links: count() })
    .from(affiliateLinkTable)
    .where(and(eq(affiliateLinkTable.affiliateId, affiliateId), ne(affiliateLinkTable.state, 'deleted')));
  return row?.links ?? 0;
}

/** Adds a link; false if its slug was used before. */
export async function insertLink(
  tx: Database,
  link: InferInsertModel<typeof affiliateLinkTable>,
): Promise<boolean> {
  // Slugs of deleted brands are in a separate table, which a trigger checks.
  const { rows } = await tx.execute(
    sql`select from affiliate_link where slug = ${link.slug}
      union all select from affiliate_retired_slug where slug = ${link.slug}`,
  );
  if (rows.length > 0) return false;
  await tx.insert(affiliateLinkTable).values(link);
  return true;
}

/** Locks a link of a brand that isn't deleted, or one of an affiliate; null if there is none. */
export async function lockLink(
  tx: Database,
  linkId: string,
  of: { brandId: string } | { affiliateId: string },
): Promise<StoredLink | null> {
  const [row] = await tx
    .select()
    .from(affiliateLinkTable)
    .where(
      and(
        eq(affiliateLinkTable.id, linkId),
        ne(affiliateLinkTable.state, 'deleted'),
        'brandId' in of
          ? eq(affiliateLinkTable.brandId, of.brandId)
          : eq(affiliateLinkTable.affiliateId, of.affiliateId),
      ),
    )
    .for('no key update');
  return row ?? null;
}

/** Changes a locked link. */
export async function updateLink(
  tx: Database,
  linkId: string,
  columns: Partial<Pick<StoredLink, 'label' | 'path' | 'state' | 'codeId' | 'campaignId' | 'endsAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(affiliateLinkTable)
    .set(Object.assign({ updatedAt: now.toISOString() }, columns))
    .where(eq(affiliateLinkTable.id, linkId));
}

/** Returns whether a code belongs to an affiliate and can be put into carts of a store. */
export async function isCodeOf(
  tx: Database,
  { codeId, affiliateId, storeId }: { codeId: string; affiliateId: string; storeId: string | null },
): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from affiliate_code where id = ${codeId} and affiliate_id = ${affiliateId}
      and store_id = ${storeId} and state in ('creating', 'live', 'paused')`,
  );
  return rows.length > 0;
}

/** Makes the links that put a code into the cart use another one. */
export async function moveLinks(tx: Database, from: string, to: string, now: Date): Promise<void> {
  await tx
    .update(affiliateLinkTable)
    .set({ codeId: to, updatedAt: now.toISOString() })
    .where(eq(affiliateLinkTable.codeId, from));
}
