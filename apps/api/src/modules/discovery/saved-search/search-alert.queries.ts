import type { SearchAlert, SearchAlertProblem } from '@troupe/domain/discovery/search-alert';
import type pg from 'pg';

type Connection = Pick<pg.Pool, 'query'>;

/** Returns the alerts of a brand's saved searches, or of one, as a member sees them. */
export async function readSearchAlerts(
  pool: Connection,
  brandId: string,
  userId: string,
  savedSearchId: string | null = null,
): Promise<SearchAlert[]> {
  const { rows } = await pool.query<Omit<SearchAlert, 'checked'> & { checked: string | null }>(
    `select search.id as "savedSearchId", bool_or(alert.user_id = $2) as mine, count(*)::int as people,
        search.checked_at as checked, search.alert_problem as problem
      from saved_search search join saved_search_alert alert on alert.saved_search_id = search.id
      where search.brand_id = $1 and ($3::uuid is null or search.id = $3)
      group by search.id order by lower(search.name)`,
    [brandId, userId, savedSearchId],
  );
  return rows;
}

/** A saved search to look for matches of. */
export interface WatchedSearch {
  id: string;
  brandId: string;
  name: string;
  query: string;
  checkedAt: string | null;
  /** Why its matches couldn't be watched at the last check. */
  problem: SearchAlertProblem | null;
}

const WATCHED = `id, brand_id as "brandId", name, query, checked_at as "checkedAt", alert_problem as problem`;

/** Locks and returns a brand's saved creator search; null if there is none. */
export async function lockSavedSearch(
  connection: Connection,
  brandId: string,
  id: string,
): Promise<WatchedSearch | null> {
  const { rows } = await connection.query<WatchedSearch>(
    `select ${WATCHED} from saved_search where id = $2 and brand_id = $1 and screen = 'creator-search' for update`,
    [brandId, id],
  );
  return rows[0] ?? null;
}

/** Alerts a member about new matches, or stops; the last one who stops forgets the matches. */
export async function writeSearchAlert(
  connection: Connection,
  search: Pick<WatchedSearch, 'id' | 'brandId'>,
  userId: string,
  on: boolean,
): Promise<void> {
  if (on) {
    await connection.query(
      `insert into saved_search_alert (saved_search_id, user_id, brand_id) values ($1, $2, $3)
        on conflict do nothing`,
      [search.id, userId, search.brandId],
    );
    return;
  }
  await connection.query('delete from saved_search_alert where saved_search_id = $1 and user_id = $2', [
    search.id,
    userId,
  ]);
  await connection.query(
    `with idle as (
      update saved_search set checked_at = null, alert_problem = null
      where id = $1 and not exists (select from saved_search_alert where saved_search_id = $1) returning id
    ) delete from saved_search_match where saved_search_id = (select id from idle)`,
    [search.id],
  );
}

/** Returns the brands that have due searches with alerts. */
export async function readDueBrands(pool: pg.Pool, before: Date): Promise<string[]> {
  const { rows } = await pool.query<{ brandId: string }>(
    `select distinct search.brand_id as "brandId" from saved_search search
      join saved_search_alert alert on alert.saved_search_id = search.id
      where search.checked_at is null or search.checked_at <= $1 limit 10000`,
    [before.toISOString()],
  );
  return rows.map(({ brandId }) => brandId);
}

/** Locks and returns a brand's due searches, except those that another process is looking at. */
export async function lockDueSearches(
  connection: Connection,
  brandId: string,
  before: Date,
): Promise<WatchedSearch[]> {
  const { rows } = await connection.query<WatchedSearch>(
    `select ${WATCHED} from saved_search
      where brand_id = $1 and screen = 'creator-search' and (checked_at is null or checked_at <= $2)
        and exists (select from saved_search_alert where saved_search_id = saved_search.id)
      order by id limit 200 for update skip locked`,
    [brandId, before.toISOString()],
  );
  return rows;
}

/** Records that matches were looked for. */
export async function writeChecked(
  connection: Connection,
  id: string,
  problem: SearchAlertProblem | null,
  now: Date,
): Promise<void> {
  await connection.query('update saved_search set checked_at = $2, alert_problem = $3 where id = $1', [
    id,
    now.toISOString(),
    problem,
  ]);
}

/** Adds matches and returns those that were not known. */
export async function addMatches(
  connection: Connection,
  search: Pick<WatchedSearch, 'id' | 'brandId'>,
  creatorIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `insert into saved_search_match (saved_search_id, creator_id, brand_id, found_at)
      select $1, creator.id, $2, $4 from creator
      where creator.id = any($3::uuid[]) and (creator.brand_id is null or creator.brand_id = $2)
      on conflict do nothing returning creator_id as id`,
    [search.id, search.brandId, creatorIds, now.toISOString()],
  );
  return rows.map(({ id }) => id);
}

/** A member who is alerted about a saved search. */
export interface Alerted {
  savedSearchId: string;
  query: string;
  userId: string;
}

/** Returns the members who are alerted about some saved searches, while they are members. */
export async function readAlerted(
  connection: Connection,
  savedSearchIds: readonly string[],
): Promise<Alerted[]> {
  const { rows } = await connection.query<Alerted>(
    `select alert.saved_search_id as "savedSearchId", search.query, alert.user_id as "userId"
      from saved_search_alert alert join saved_search search on search.id = alert.saved_search_id
        join brand_member member on member.brand_id = alert.brand_id and member.user_id = alert.user_id
      where alert.saved_search_id = any($1::uuid[]) order by lower(search.name), alert.user_id`,
    [savedSearchIds],
  );
  return rows;
}

/** Returns the names of creators with their usernames, most followers first. */
export async function readMatchNames(
  connection: Connection,
  creatorIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select case when fullname = '' then username else fullname || ' (' || username || ')' end as name
      from creator where id = any($1::uuid[]) order by follower_count desc nulls last, id limit $2`,
    [creatorIds, limit],
  );
  return rows.map(({ name }) => name);
}
