import type { SavedSearch, SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { savedSearchTable } from './saved-search.table.ts';

const columns = {
  id: savedSearchTable.id,
  screen: savedSearchTable.screen,
  name: savedSearchTable.name,
  query: savedSearchTable.query,
  created: savedSearchTable.createdAt,
};

/** Returns a brand's saved searches for a screen, by name. */
export async function readSavedSearches(
  db: Database,
  brandId: string,
  screen: SavedSearchScreen,
): Promise<SavedSearch[]> {
  return db
    .select(columns)
    .from(savedSearchTable)
    .where(and(eq(savedSearchTable.brandId, brandId), eq(savedSearchTable.screen, screen)))
    .orderBy(asc(sql`lower(${savedSearchTable.name})`));
}

/** Saves a search by name. An existing name, regardless of case, gets the new filters. */
export async function upsertSavedSearch(
  db: Database,
  brandId: string,
  { screen, name, query }: Pick<SavedSearch, 'screen' | 'name' | 'query'>,
): Promise<SavedSearch> {
  const { rows } = await db.execute<SavedSearch>(sql`
    insert into saved_search (id, brand_id, screen, name, query)
    values (${newId()}, ${brandId}, ${screen}, ${name}, ${query})
    on conflict (brand_id, screen, lower(name)) do update set name = excluded.name, query = excluded.query,
      -- Matches of other filters are no news.
      checked_at = case when saved_search.query = excluded.query then saved_search.checked_at end
    returning id, screen, name, query, created_at as created`);
  const [saved] = rows;
  if (!saved) throw new Error('The search was not saved');
  return { ...saved, created: new Date(saved.created).toISOString() };
}

/** Deletes a saved search; returns whether it existed. */
export async function removeSavedSearch(db: Database, brandId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedSearchTable)
    .where(and(eq(savedSearchTable.id, id), eq(savedSearchTable.brandId, brandId)));
  return rowCount === 1;
}
