import type { SavedSearch } from '@troupe/domain/discovery/creator-search';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { savedSearchTable } from './saved-search.table.ts';

const columns = {
  id: savedSearchTable.id,
  name: savedSearchTable.name,
  query: savedSearchTable.query,
  created: savedSearchTable.createdAt,
};

/** A brand's saved searches, by name. */
export async function readSavedSearches(db: Database, brandId: string): Promise<SavedSearch[]> {
  return db
    .select(columns)
    .from(savedSearchTable)
    .where(eq(savedSearchTable.brandId, brandId))
    .orderBy(asc(sql`lower(${savedSearchTable.name})`));
}

/** Keeps a search by name. A name the brand already uses, whatever its case, takes the new filters. */
export async function upsertSavedSearch(
  db: Database,
  brandId: string,
  { name, query }: { name: string; query: string },
): Promise<SavedSearch> {
  const { rows } = await db.execute<SavedSearch>(sql`
    insert into saved_search (id, brand_id, name, query) values (${newId()}, ${brandId}, ${name}, ${query})
    on conflict (brand_id, lower(name)) do update set name = excluded.name, query = excluded.query
    returning id, name, query, created_at as created`);
  const [saved] = rows;
  if (!saved) throw new Error('The search was not kept');
  return { ...saved, created: new Date(saved.created).toISOString() };
}

/** Removes a saved search of the brand; answers whether there was one. */
export async function removeSavedSearch(db: Database, brandId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedSearchTable)
    .where(and(eq(savedSearchTable.id, id), eq(savedSearchTable.brandId, brandId)));
  return rowCount === 1;
}
