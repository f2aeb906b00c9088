import { EXACT_COUNT_LIMIT } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-words';
import { problem } from '@troupe/domain/problem';
import { openPool } from '@troupe/server/pool';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type CreatorRow, toCreator } from './creator.table.ts';
import { creatorShares } from './creator-search.shares.ts';
import {
  countStatement,
  estimateStatement,
  gatherStatement,
  type Statement,
  sampleStatement,
  TIERS,
  walkStatement,
} from './creator-search.statement.ts';
import type { CreatorSearch, SearchPage, SearchRequest, SearchTotal } from './creator-search.ts';
import type { Scope } from './creator-search.where.ts';

/**
 * What the planner is told for searches: everything lies in memory, so walking along an index is cheap; and each
 * statement is planned for its own values, because a generic plan took 89 ms where a fitting one took 0.5.
 */
const SETTINGS = {
  random_page_cost: '0.12',
  seq_page_cost: '0.1',
  jit: 'off',
  work_mem: '64MB',
  plan_cache_mode: 'force_custom_plan',
  max_parallel_workers_per_gather: '0',
};

type FoundRow = CreatorRow & { tier: number; key: number | string; ownContact: boolean };

/** What one scope found: at most one more than asked for, best first. */
interface Found extends SearchTotal {
  rows: FoundRow[];
}

/** As many matches are gathered and sorted as they are. */
const GATHERED = 2500;
/** From this estimate on, a sample is enough to know that there are more than are counted. */
const SAMPLED = 20_000;
/** Guessed to be fewer than this, the shared ones are gathered without asking the planner. */
const SURELY_FEW = 10_000;
/** Of a brand's own creators no more are counted. */
const MOST_OWN = 100_000;
/** As many matches in a sample of one in 200 stand for far more than are counted. */
const ENOUGH = 40;

/**
 * The creator search on PostgreSQL; columns and indexes are made by the migration `creator_search`.
 *
 * Shared creators and those of the brand are searched apart, each along indexes of its own, so that what other
 * brands brought along costs nothing. Where the planner expects few matches they are gathered, counted and sorted.
 * Where it expects many, and there are (more than are counted, or enough in a sample), the page is walked to along
 * an index in its order, which then is never far. An estimate alone is never trusted: a walk to what is not there
 * would pass every creator.
 */
export function postgresSearch(options: {
  connectionString: string;
  connections: number;
  timeoutMs: number;
}): CreatorSearch {
  const pool = openPool(options.connectionString, options.connections, {
    name: 'troupe-search',
    settings: { ...SETTINGS, statement_timeout: String(options.timeoutMs) },
  });

  const guess = creatorShares(pool);

  /** How many creators of their own brands lately had. */
  const owners = new LRUCache<string, number>({ max: 10_000, ttl: 60_000 });

  async function run<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    try {
      return (await pool.query<Row>(statement)).rows;
    } catch (error) {
      if ((error as pg.DatabaseError).code === CANCELLED) throw tookTooLong(error);
      throw error;
    }
  }

  /** The first page: how many are expected decides how they are looked for. */
  async function begin(request: SearchRequest): Promise<Found[]> {
    const owned = await countOwn(request.brandId);
    const guessed = guess(request.filters);
    const own =
      owned === 0 || (guessed && guessed.share * owned < GATHERED)
        ? gatherAmong(request, 'own', owned && null)
        : null;
    // Awaited below, after what else may fail.
    own?.catch(() => {});
    const expectOwn = () => countMatching(request);

    if (guessed && guessed.share * guessed.sharedCreators < SURELY_FEW)
      return Promise.all([
        gatherAmong(request, 'shared', null),
        own ?? expectOwn().then((expected) => gatherAmong(request, 'own', expected)),
      ]);
    const many = guessed !== null && guessed.share * guessed.sharedCreators >= SAMPLED;
    const [shared, ofOwn, sampled] = await Promise.all([
      estimate(request, 'shared'),
      own ? 0 : expectOwn(),
      many ? isSampled(request, 'shared') : null,
    ]);
    if (shared < SAMPLED || !(sampled ?? (await isSampled(request, 'shared'))))
      return Promise.all([gatherAmong(request, 'shared', shared), own ?? gatherAmong(request, 'own', ofOwn)]);
    // With that many, the number of the others is told about as well.
    return Promise.all([
      walkAmong(request, 'shared', shared),
      own ??
        (ofOwn > EXACT_COUNT_LIMIT ? walkAmong(request, 'own', ofOwn) : gatherAmong(request, 'own', ofOwn)),
    ]);
  }

  /** A further page goes on in the way the first one was found. */
  async function goOn(request: SearchRequest, scope: Scope, { total, counted }: SearchTotal): Promise<Found> {
    const found = await (counted ? gatherAmong(request, scope, total) : walkAmong(request, scope, total));
    return { ...found, total };
  }

  /**
   * Gathers what matches; where that turns out to be many, walks, and begins to where many are expected. Without
   * `expected` there are thought to be few.
   */
  async function gatherAmong(request: SearchRequest, scope: Scope, expected: number | null): Promise<Found> {
    if (expected === 0) return NONE;
    const most = expected === null || expected < GATHERED ? GATHERED : EXACT_COUNT_LIMIT;
    const walking = most === GATHERED ? null : walk(request, scope);
    walking?.catch(() => {});
    const rows = await run<FoundRow & { size: number }>(gatherStatement(request, scope, most));
    const size = rows[0]?.size ?? 0;
    if (size <= most) return { rows: rows.filter((row) => row.id !== null), total: size, counted: true };
    const [found, thought] = await Promise.all([
      walking ?? walk(request, scope),
      expected ?? (scope === 'own' ? countMatching(request) : estimate(request, scope)),
    ]);
    return { rows: found, total: Math.max(thought, size), counted: false };
  }

  async function walkAmong(request: SearchRequest, scope: Scope, expected: number): Promise<Found> {
    return { rows: await walk(request, scope), total: expected, counted: false };
  }

  /** Most brands brought nobody along, which is quickly known; how many the others brought is remembered. */
  async function countOwn(brandId: string): Promise<number> {
    const remembered = owners.get(brandId);
    if (remembered !== undefined) return remembered;
    const [own] = await run<{ size: number }>({
      text: `select count(*)::int as size from (select from creator where brand_id = $1 limit ${MOST_OWN}) own`,
      values: [brandId],
    });
    const size = own?.size ?? 0;
    if (size > 0) owners.set(brandId, size);
    return size;
  }

  /**
   * How many of the brand's own creators match, counted: the planner knows nothing of one brand's mix of countries and
   * categories, and lags behind imports. Beyond `MOST_OWN` it is the planner's estimate.
   */
  async function countMatching(request: SearchRequest): Promise<number> {
    const [own] = await run<{ size: number }>(countStatement(request, 'own', MOST_OWN));
    const size = own?.size ?? 0;
    return size < MOST_OWN ? size : Math.max(size, await estimate(request, 'own'));
  }

  async function isSampled(request: SearchRequest, scope: Scope): Promise<boolean> {
    const [sample] = await run<{ hits: number }>(sampleStatement(request, scope, ENOUGH));
    return (sample?.hits ?? 0) >= ENOUGH;
  }

  async function walk(request: SearchRequest, scope: Scope): Promise<FoundRow[]> {
    const rows: FoundRow[] = [];
    for (const tier of request.sort === 'relevance' ? TIERS : [0]) {
      if (request.after && tier > request.after.tier) continue;
      rows.push(
        ...(await run<FoundRow>(walkStatement(request, scope, tier, request.limit + 1 - rows.length))),
      );
      if (rows.length > request.limit) break;
    }
    return rows;
  }

  async function estimate(request: SearchRequest, scope: Scope): Promise<number> {
    const [plan] = await run<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      estimateStatement(request, scope),
    );
    return Math.max(1, Math.round(plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1));
  }

  return {
    async find(asked): Promise<SearchPage> {
      const q = asked.filters.q?.trim() ?? '';
      if (q !== '' && searchTerms(q).length === 0) return NOTHING;
      const request = { ...asked, sort: asked.sort === 'relevance' && q === '' ? 'followers' : asked.sort };
      const { after } = request;
      const [shared = NONE, own = NONE] = await (after
        ? Promise.all([goOn(request, 'shared', after.totals.shared), goOn(request, 'own', after.totals.own)])
        : begin(request));
      const merged = [...shared.rows, ...own.rows].sort(bestFirst);
      const rows = merged.slice(0, request.limit);
      const last = rows.at(-1);
      const total = shared.total + own.total;
      const totals = { shared: totalOf(shared), own: totalOf(own) };
      return {
        creators: rows.map((row) => toCreator(row, row.ownContact)),
        next:
          last && merged.length > request.limit
            ? { tier: last.tier, key: last.key, id: last.id, totals }
            : null,
        total,
        exact: shared.counted && own.counted && total <= EXACT_COUNT_LIMIT,
      };
    },

    stop: () => pool.end(),
  };
}

const totalOf = ({ total, counted }: Found): SearchTotal => ({ total, counted });
const NONE: Found = { rows: [], total: 0, counted: true };
const NOTHING: SearchPage = { creators: [], next: null, total: 0, exact: true };
const CANCELLED = '57014';

const tookTooLong = (detail: unknown) =>
  problem('unavailable', {
    message: 'This search took too long. Add a filter or a longer word, then search again.',
    detail,
  });

/** The order of every statement, for what comes from two of them. */
function bestFirst(a: FoundRow, b: FoundRow): number {
  if (a.tier !== b.tier) return b.tier - a.tier;
  if (a.key !== b.key) return a.key < b.key ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
