import type { FigureOrigin } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { creatorColumns, creatorTable, toCreator, visibleTo } from './creator.table.ts';
import { creatorRefreshTable } from './creator-refresh.table.ts';
import { titlesStatement } from './creator-search.queries.ts';

/** Returns a creator visible to the brand with the data of the drawer, or null. */
export async function readCreator(db: Database, brandId: string, creatorId: string) {
  const [row] = await db
    .select({
      ...creatorColumns,
      shop: creatorTable.shop,
      channels: creatorTable.channels,
      connectedAt: creatorTable.connectedAt,
      contentFrom: creatorRefreshTable.contentFrom,
      ownContact: sql<boolean>`exists (select from creator_contact contact
        where contact.creator_id = creator.id and contact.brand_id = ${brandId})`,
    })
    .from(creatorTable)
    .leftJoin(creatorRefreshTable, eq(creatorRefreshTable.creatorId, creatorTable.id))
    .where(and(eq(creatorTable.id, creatorId), visibleTo(brandId)));
  return row ? { ...row, profile: toCreator(row, row.ownContact) } : null;
}

/** Returns the inputs of the engagement calculation and the current rates. */
export async function readEngagementBasis(db: Database, creatorIds: readonly string[]) {
  return db
    .select({
      id: creatorTable.id,
      followerCount: creatorTable.followerCount,
      connectedAt: creatorTable.connectedAt,
      contentFrom: creatorRefreshTable.contentFrom,
      engagement: creatorTable.engagement,
      figures: creatorTable.figures,
    })
    .from(creatorTable)
    .leftJoin(creatorRefreshTable, eq(creatorRefreshTable.creatorId, creatorTable.id))
    .where(inArray(creatorTable.id, [...creatorIds]));
}

/** Saves calculated rates with their origin. */
export async function writeEngagement(
  db: Database,
  rates: readonly { id: string; engagement: number }[],
  origin: FigureOrigin,
): Promise<void> {
  if (rates.length === 0) return;
  await db.execute(sql`
    update creator set engagement = rate.engagement,
      figures = creator.figures || jsonb_build_object('engagement', ${JSON.stringify(origin)}::jsonb)
    from unnest(${sql.param(rates.map(({ id }) => id))}::uuid[],
      ${sql.param(rates.map(({ engagement }) => engagement))}::float8[]) as rate(id, engagement)
    where creator.id = rate.id`);
}

/** Distinct values of creators. */
export interface Facets {
  countries: string[];
  languages: string[];
  categories: string[];
}

/** Returns the values of a brand's own creators, or of shared creators for null. */
export async function readFacets(pool: pg.Pool, brandId: string | null): Promise<Facets> {
  const distinct = async (value: string) => {
    const { rows } = await pool.query<{ value: string | null }>(
      `select distinct ${value} as value from creator where ${brandId ? 'brand_id = $1' : 'brand_id is null'}`,
      brandId ? [brandId] : [],
    );
    return rows.flatMap((row) => row.value ?? []);
  };
  const [countries, languages, categories] = await Promise.all([
    distinct('country'),
    distinct('language'),
    distinct('unnest(categories)'),
  ]);
  return { countries, languages, categories };
}

/** Returns the typical engagement by platform and size. */
export async function readPeers(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; engagement: number }>(
    `select platform || ' ' || size as key, engagement from creator_peer`,
  );
  return new Map(rows.map(({ key, engagement }) => [key, engagement]));
}

/** Returns the titles of creators' newest posts; creators without posts are absent. */
export async function readRecentTitles(
  pool: pg.Pool,
  creatorIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ id: string; titles: string[] | null }>(titlesStatement(creatorIds));
  return new Map(rows.flatMap(({ id, titles }) => (titles ? [[id, titles]] : [])));
}
