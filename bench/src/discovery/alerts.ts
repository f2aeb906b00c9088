import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiProcess } from '../api.ts';
import { serversOf, watchProcessor } from '../processor.ts';
import { ms, type Row } from '../report.ts';
import { queryOf, scenarios } from '../scenarios.ts';

const SEARCHES = 2000;
/** The job checks up to 200 searches of a brand at a time. */
const BRANDS = 10;
/** Creators that change before the second run. */
const CHANGED = 500;
const WAIT_MS = 30 * 60_000;

/**
 * Measures two runs of the job that looks for new matches of 2,000 saved searches of every kind: the first, which records
 * what matches, and the next, after some creators changed. The API's own schedule must not run at the same time.
 */
export async function measureAlerts(options: {
  api: ApiProcess;
  databaseUrl: string;
  say: (text: string) => void;
}): Promise<Row[]> {
  const { api, databaseUrl, say } = options;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await addSearches(database);
    const run = async (what: string): Promise<Row> => {
      say(`alerts, ${what}`);
      const used = await runJob(api, databaseUrl, database);
      return {
        what: `${SEARCHES.toLocaleString('en-US')} saved searches with alerts, ${what}`,
        measured: `${(used.seconds).toFixed(1)} s, ${ms((used.seconds / SEARCHES) * 1000)} per search (processor: API ${ms(used.api / SEARCHES)}, PostgreSQL ${ms(used.database / SEARCHES)})`,
        target: 'under 10 minutes',
        ok: used.seconds < 600,
      };
    };
    const first = await run('first run');
    const { rows } = await database.query<{ problem: string | null; searches: number; matches: number }>(
      `select alert_problem as problem, count(*)::int as searches,
         sum((select count(*) from saved_search_match where saved_search_id = saved_search.id))::int as matches
       from saved_search where checked_at is not null group by 1 order by 1 nulls first`,
    );
    for (const { problem, searches, matches } of rows)
      say(`${searches} searches: ${problem ?? `${matches} matches`}`);
    await database.query(
      `update creator set bio = bio || ' vegan travel', follower_count = follower_count + 1000
       where id in (select id from creator where brand_id is null order by md5(id::text) limit $1)`,
      [CHANGED],
    );
    await database.query(`update saved_search set checked_at = checked_at - interval '2 hours'`);
    return [first, await run(`next run after ${CHANGED} creators changed`)];
  } finally {
    await database.query(`delete from brand where website = 'https://alerts.example'`);
    await database.end();
  }
}

/** Adds ten brands with 200 saved searches each, with alerts for their owner. */
async function addSearches(database: pg.Client): Promise<void> {
  const kinds = scenarios(7).filter(({ name }) => name !== 'no filter');
  const queries = Array.from({ length: SEARCHES }, (_, n) => queryOf(kinds[n % kinds.length]?.make() ?? {}));
  await database.query(
    `with own as (
       insert into brand (id, name, website, description)
       select gen_random_uuid(), 'Alerts ' || n, 'https://alerts.example', '' from generate_series(0, $2::int - 1) n
       returning id, substr(name, 8)::int as place
     ), member as (
       insert into brand_member (brand_id, user_id, role)
       select own.id, person.id, 'owner' from own, person where person.subject = 'bench'
     ), search as (
       insert into saved_search (id, brand_id, name, query)
       select gen_random_uuid(), own.id, 'Search ' || n, query
       from unnest($1::text[]) with ordinality wanted(query, n) join own on own.place = n % $2::int
       returning id, brand_id
     )
     insert into saved_search_alert (saved_search_id, user_id, brand_id)
     select search.id, person.id, search.brand_id from search, person where person.subject = 'bench'`,
    [queries, BRANDS],
  );
  await database.query('analyze saved_search, saved_search_alert, brand');
}

/** Starts the job as its schedule does, and waits until all searches have been checked. */
async function runJob(api: ApiProcess, databaseUrl: string, database: pg.Client) {
  const count = async (text: string): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(text);
    return rows[0]?.count ?? 0;
  };
  const apiUsed = watchProcessor([api.pid]);
  const databaseUsed = watchProcessor(serversOf(databaseUrl));
  const startedAt = performance.now();
  await database.query(
    `insert into pgboss.job (name, policy) values ('saved-search-alerts', 'short') on conflict do nothing`,
  );
  const left = `select count(*)::int as count from saved_search where checked_at is null or checked_at <= now() - interval '1 hour'`;
  const busy = `select count(*)::int as count from pgboss.job where name = 'saved-search-alerts' and state <= 'active'`;
  while ((await count(left)) > 0 || (await count(busy)) > 0) {
    if (performance.now() - startedAt > WAIT_MS)
      throw new Error('The saved searches were not checked in time');
    await sleep(50);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, api: apiUsed(), database: databaseUsed() };
}
