import type { SavedSearch, SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personalViewTable, savedSearchTable } from './saved-search.table.ts';

/** Whose saved searches are read or changed. */
interface Reader {
  brandId: string;
  userId: string;
}

const toSearch = (row: SavedSearch): SavedSearch =>
  Object.assign({}, row, { created: new Date(row.created).toISOString() });

/** Returns a brand's saved searches for a screen with the personal ones of a user, by name. */
export async function readSavedSearches(
  db: Database,
  { brandId, userId }: Reader,
  screen: SavedSearchScreen,
): Promise<SavedSearch[]> {
  const { rows } = await db.execute<SavedSearch>(sql`
    select id, screen, name, query, false as personal, created_at as created from saved_search
    where brand_id = ${brandId} and screen = ${screen}
    union all
    select id, screen, name, query, true, created_at from personal_view
    where brand_id = ${brandId} and user_id = ${userId} and screen = ${screen}
    order by name`);
  return rows.map(toSearch).sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

type Values = Pick<SavedSearch, 'screen' | 'name' | 'query' | 'personal'>;

/** Saves a search by name. An existing name, regardless of case, gets the new filters. */
export async function upsertSavedSearch(
  db: Database,
  { brandId, userId }: Reader,
  { screen, name, query, personal }: Values,
): Promise<SavedSearch> {
  const { rows } = await db.execute<SavedSearch>(
    personal
      ? sql`
    insert into personal_view (id, brand_id, user_id, screen, name, query)
    values (${newId()}, ${brandId}, ${userId}, ${screen}, ${name}, ${query})
    on conflict (brand_id, user_id, screen, lower(name)) do update set name = excluded.name, query = excluded.query
    returning id, screen, name, query, true as personal, created_at as created`
      : sql`
    insert into saved_search (id, brand_id, screen, name, query)
    values (${newId()}, ${brandId}, ${screen}, ${name}, ${query})
    on conflict (brand_id, screen, lower(name)) do update set name = excluded.name, query = excluded.query,
      -- Matches of other filters are no news.
      checked_at = case when saved_search.query = excluded.query then saved_search.checked_at end
    returning id, screen, name, query, false as personal, created_at as created`,
  );
  const [saved] = rows;
  if (!saved) throw new Error('The search was not saved');
  return toSearch(saved);
}

/** Deletes a saved search of a brand, or a personal one of a user; returns whether it existed. */
export async function removeSavedSearch(
  db: Database,
  { brandId, userId }: Reader,
  id: string,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedSearchTable)
    .where(and(eq(savedSearchTable.id, id), eq(savedSearchTable.brandId, brandId)));
  if (rowCount === 1) return true;
  const own = personalViewTable;
  const personal = await db
    .delete(own)
    .where(and(eq(own.id, id), eq(own.brandId, brandId), eq(own.userId, userId)));
  return personal.rowCount === 1;
}
