import * as contract from '@troupe/contract/discovery/search-alert';
import { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { MOST_WATCHED, type SearchAlertProblem } from '@troupe/domain/discovery/search-alert';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import type { CreatorSearch } from './creator/creator-search.ts';
import {
  addMatches,
  lockDueSearches,
  lockSavedSearch,
  readDueBrands,
  readSearchAlerts,
  type WatchedSearch,
  writeChecked,
  writeSearchAlert,
} from './saved-search/search-alert.queries.ts';

/** How often matches of a search are looked for. */
const EVERY_MS = 60 * 60_000;

/** Registers the calls about alerts of saved searches, and the job that looks for new matches. */
export function watchSearches(api: Api, engine: CreatorSearch): void {
  api.implement(contract.listSearchAlerts, async ({ brandId, caller }) => ({
    alerts: await readSearchAlerts(api.pool, brandId, caller.userId),
  }));
  api.implementChange(contract.setSearchAlert, (context) => setAlert(api, engine, context));
  api.jobs.every('*/10 * * * *', 'saved-search-alerts', () => findNewMatches(api, engine), {
    policy: 'short',
  });
}

async function setAlert(
  { pool, clock }: Api,
  engine: CreatorSearch,
  { brandId, caller, params, body, commit }: ChangeContext<typeof contract.setSearchAlert>,
) {
  const { savedSearchId: id } = params;
  await commit(async (_tx, connection) => {
    const search = await lockSavedSearch(connection, brandId, id);
    if (!search) throw problem('not_found');
    await writeSearchAlert(connection, search, caller.userId, body.on);
    // What matches already is no news.
    if (body.on && search.checkedAt === null) await look(engine, connection, search, clock.now());
    return { id };
  });
  const [alert = null] = await readSearchAlerts(pool, brandId, caller.userId, id);
  return { alert };
}

/**
 * Looks for new matches of all searches that are due. A brand's searches are looked at in one transaction with what
 * follows from it, so each match is reported once by however many processes.
 */
export async function findNewMatches(api: Api, engine: CreatorSearch): Promise<void> {
  const now = api.clock.now();
  const before = new Date(now.getTime() - EVERY_MS);
  const brands = await readDueBrands(api.pool, before);
  await oneByOne(api.log, 'failed to look for new matches of saved searches', brands, (brandId) =>
    withTransaction(api.pool, async (tx, connection) => {
      const events: DomainEventOf<'saved_search.matched'>[] = [];
      for (const search of await lockDueSearches(connection, brandId, before)) {
        const creatorIds = await look(engine, connection, search, now);
        // The first look only learns what is known.
        if (creatorIds.length > 0 && search.checkedAt !== null)
          events.push({
            type: 'saved_search.matched',
            brandId,
            data: { savedSearchId: search.id, name: search.name, creatorIds },
          });
      }
      if (events.length > 0) await publish(tx, events, now);
    }),
  );
}

/** Stores the matches of a search and returns the new ones. */
async function look(
  engine: CreatorSearch,
  connection: Pick<pg.Pool, 'query'>,
  search: WatchedSearch,
  now: Date,
): Promise<string[]> {
  const found = await matchesOf(engine, search);
  if (typeof found === 'string') {
    await writeChecked(connection, search.id, found, now);
    return [];
  }
  const added = await addMatches(connection, search, found, now);
  await writeChecked(connection, search.id, null, now);
  return added;
}

async function matchesOf(
  engine: CreatorSearch,
  { brandId, query, problem: before }: WatchedSearch,
): Promise<string[] | SearchAlertProblem> {
  const filters = filtersOf(query);
  if (!filters) return 'invalid';
  // Counting is cheaper than reading 2,000 creators only to discard them.
  if (before === 'too-many' && (await engine.count({ brandId, filters }, MOST_WATCHED + 1)) > MOST_WATCHED)
    return before;
  const request = { brandId, filters, sort: 'followers', after: null, limit: MOST_WATCHED } as const;
  const page = await engine.find(Object.assign({ omitsPosts: true }, request));
  return page.next ? 'too-many' : page.creators.map(({ id }) => id);
}

/** Reads the query string of a saved search as the search call does; null if it isn't valid. */
function filtersOf(query: string): CreatorFilters | null {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const known = values[name];
    values[name] = known === undefined ? value : [known, value].flat();
  }
  return CreatorFilters.safeParse(values).data ?? null;
}
