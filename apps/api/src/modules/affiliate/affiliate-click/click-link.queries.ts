import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** A link as the click host needs it. */
export interface ClickLink {
  id: string;
  brandId: string;
  slug: string;
  path: string;
  /** Domain of the store, such as `larkmoor.myshopify.com`. */
  shop: string;
  /** The code it puts into the cart; null without one, and while the store does not take it. */
  code: string | null;
  endsAt: string | null;
  /** Link, affiliate and program are active. */
  active: boolean;
  standDown: boolean;
}

const LINK = sql`select l.id, l.brand_id as "brandId", l.slug, l.path, s.shop,
    case when c.state = 'live' then c.code end as code, l.ends_at as "endsAt",
    l.state = 'active' and a.state = 'active' and coalesce(p.state = 'on', false) as active,
    coalesce((p.rules->>'standDown')::boolean, true) as "standDown"
  from affiliate_link l
  join store s on s.id = l.store_id
  join affiliate a on a.id = l.affiliate_id
  left join affiliate_program p on p.brand_id = l.brand_id
  left join affiliate_code c on c.id = l.code_id
  where l.state <> 'deleted'`;

/** Returns links of all brands in the order of their slugs, deleted ones left out, from after a slug. */
export async function readClickLinks(db: Database, after: string, limit: number): Promise<ClickLink[]> {
  const { rows } = await db.execute(sql`${LINK} and l.slug > ${after} order by l.slug limit ${limit}`);
  return rows as unknown as ClickLink[];
}

/** What changed: links by slug, or all links of a brand, an affiliate or a code. */
export type LinkChange = { by: 'slug' | 'brand' | 'affiliate' | 'code'; key: string };

const CONDITIONS = {
  slug: (key: string) => sql`l.slug = ${key}`,
  brand: (key: string) => sql`l.brand_id = ${key}::uuid`,
  affiliate: (key: string) => sql`l.affiliate_id = ${key}::uuid`,
  code: (key: string) => sql`l.code_id = ${key}::uuid`,
};

/** Returns the links that a change is about, of all brands, deleted ones left out. */
export async function readChangedLinks(db: Database, { by, key }: LinkChange): Promise<ClickLink[]> {
  const { rows } = await db.execute(sql`${LINK} and ${CONDITIONS[by](key)}`);
  return rows as unknown as ClickLink[];
}

/** Returns the links with these slugs, deleted ones left out. */
export async function readLinksBySlug(db: Database, slugs: readonly string[]): Promise<ClickLink[]> {
  const { rows } = await db.execute(
    sql`${LINK} and l.slug in (select jsonb_array_elements_text(${JSON.stringify(slugs)}::jsonb))`,
  );
  return rows as unknown as ClickLink[];
}

/** Returns how many links there are that lead somewhere. */
export async function countClickLinks(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`select count(*) as n from affiliate_link where state <> 'deleted'`);
  return Number(rows[0]?.n);
}
