import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import type { Logger } from '@troupe/server/log';
import type { MetricGroup } from '@troupe/server/metrics';
import type pg from 'pg';
import {
  type Hits,
  type SearchCluster,
  SearchEngineDown,
  SearchEngineRefusal,
} from '../../../../platform/outgoing/search-cluster.ts';
import { detailsStatement, hasText } from '../creator-search.queries.ts';
import type {
  CreatorSearch,
  SearchFilters,
  SearchPage,
  SearchPosition,
  SearchRequest,
  SearchTotal,
} from '../creator-search.ts';
import { type RawPageRow, type ReadRows, readPage, readShownPage } from '../creator-search-rows.ts';
import { countQuery, pageQuery, positionOf, type RelatedCreators } from './engine-query.ts';
import { readRelated } from './engine-related.queries.ts';

/** What the search engine is reached through. */
export interface EngineParts {
  cluster: SearchCluster;
  /** The alias of the index that serves. */
  alias: string;
  /** Where the creators of a page, and the brand's own data, are read. */
  pool: pg.Pool;
  timeoutMs: number;
  /** Answers what the engine can't, and everything while it is down. */
  database: CreatorSearch;
  log: Pick<Logger, 'warn' | 'info'>;
}

/** A search on the engine, with what operators watch. */
export interface EngineSearch extends CreatorSearch {
  metrics: MetricGroup;
}

/** After so many failures in a row, the engine is taken to be down. */
const FAILURES_OF_OUTAGE = 3;
/** While the engine fails, it is tried again after 1 s, 2 s, 4 s ... up to this. */
const MAX_PAUSE_MS = 30_000;
/** Totals up to this are counted by PostgreSQL too when it continues a search. */
const COUNTED_EVERYWHERE = 2500;

const SCOPES = ['shared', 'own'] as const;

const NOTHING: SearchPage = { creators: [], next: null, total: 0, exact: true, isMinimum: false };

/** The brand has more lists, invites or flags than fit in a search of the engine. */
class TooManyRelated extends Error {}

/**
 * Creator search on OpenSearch. The engine finds and sorts; the database says which creators a brand's lists, invites, flags
 * and reports include, and returns the creators of the page, checking again that the brand may see them. Cursors are the
 * same as those of the database, which can continue a search while the engine is down.
 */
export function engineSearch({ cluster, alias, pool, timeoutMs, database, log }: EngineParts): EngineSearch {
  const answered = { engine: 0, unavailable: 0, refused: 0, 'too-many-related': 0 };
  let failures = 0;
  let pauseMs = 0;
  let pausedUntil = 0;

  /** Asks the engine, or the database if it can't answer. */
  async function either<T>(byEngine: () => Promise<T>, byDatabase: () => Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil) {
      answered.unavailable++;
      return byDatabase();
    }
    try {
      const result = await byEngine();
      if (pauseMs > 0) log.info('search engine available again');
      failures = 0;
      pauseMs = 0;
      answered.engine++;
      return result;
    } catch (error) {
      if (error instanceof TooManyRelated) answered['too-many-related']++;
      else if (error instanceof SearchEngineRefusal) {
        answered.refused++;
        log.warn({ err: error }, 'search engine refused a search, searching the database');
      } else if (error instanceof SearchEngineDown) {
        answered.unavailable++;
        pauseAfter(error);
      } else throw error;
      return byDatabase();
    }
  }

  /** Stops asking the engine for a while. A single search that takes too long isn't an outage. */
  function pauseAfter(error: SearchEngineDown): void {
    failures++;
    // Concurrent searches fail together: pause once.
    if (failures < FAILURES_OF_OUTAGE || performance.now() < pausedUntil) return;
    if (pauseMs === 0) log.warn({ err: error }, 'search engine unavailable, searching the database');
    pauseMs = Math.min(Math.max(1000, pauseMs * 2), MAX_PAUSE_MS);
    pausedUntil = performance.now() + pauseMs;
  }

  async function relatedTo({ brandId, filters }: Pick<SearchRequest, 'brandId' | 'filters'>) {
    const related = await readRelated(pool, brandId, filters);
    if (related === null) throw new TooManyRelated();
    return related;
  }

  async function find(request: SearchRequest): Promise<ReadRows> {
    const related = await relatedTo(request);
    const counts = request.after
      ? []
      : SCOPES.map((scope) => countQuery(request, related, { scope, most: true }));
    const [found, shared, own] = await cluster.search(
      alias,
      [pageQuery(request, related), ...counts],
      timeoutMs,
    );
    if (!found) throw new SearchEngineDown('A search has no answer.');
    const totals = request.after?.totals ?? {
      shared: totalOf(shared?.total ?? 0),
      own: totalOf(own?.total ?? 0),
    };
    return toRows(pool, request, found, totals);
  }

  async function count(request: Pick<SearchRequest, 'brandId' | 'filters'>, most: number): Promise<number> {
    const related: RelatedCreators = await relatedTo(request);
    const bodies = SCOPES.map((scope) => countQuery(request, related, { scope, most }));
    const counted = await cluster.search(alias, bodies, timeoutMs);
    return Math.min(
      most,
      counted.reduce((sum, { total }) => sum + total, 0),
    );
  }

  return {
    find: async (request) =>
      isVoid(request.filters)
        ? NOTHING
        : either(
            () => readShownPage(request, find),
            () => database.find(request),
          ),
    count: async (request, most) =>
      isVoid(request.filters)
        ? 0
        : either(
            () => count(request, most),
            () => database.count(request, most),
          ),
    correctName: (request) => database.correctName(request),
    stop: () => database.stop(),
    metrics: answerMetrics(answered),
  };
}

/** Counts who answered searches since the start. */
const answerMetrics = (answered: Readonly<Record<string, number>>): EngineSearch['metrics'] => ({
  metrics: {
    troupe_search_answers: {
      help: 'Searches since the start, by who answered: the engine, or the database and why.',
      labels: ['by'],
    },
  },
  keptMs: 0,
  read: async () => ({
    troupe_search_answers: Object.entries(answered).map(([by, value]) => [{ by }, value]),
  }),
});

/** Returns whether the text has no words to search for, such as punctuation. */
const isVoid = (filters: SearchFilters): boolean =>
  hasText(filters) && searchTerms(filters.q ?? '').length === 0;

const totalOf = (total: number): SearchTotal => ({ total, counted: total <= COUNTED_EVERYWHERE });

async function toRows(
  pool: pg.Pool,
  request: SearchRequest,
  { hits }: Hits,
  totals: SearchPosition['totals'],
): Promise<ReadRows> {
  const { limit, sort, filters } = request;
  const positions = hits
    .slice(0, limit)
    .map(({ id, sort }) => Object.assign({ id }, positionOf(request, sort)));
  const last = positions.at(-1);
  const { rows } = await pool.query<RawPageRow>(detailsStatement(request, positions));
  const next =
    last && hits.length > limit
      ? { tier: last.tier, key: last.key, id: last.id, totals, widened: filters.widened }
      : null;
  return { rows: readPage(rows, sort).rows, next, totals };
}
