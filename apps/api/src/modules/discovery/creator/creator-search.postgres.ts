import { type CreatorSort, EXACT_COUNT_LIMIT } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import type { Platform } from '@troupe/domain/discovery/platform';
import { Problem, problem } from '@troupe/domain/problem';
import { upTo } from '@troupe/server/cache';
import { openPool } from '@troupe/server/pool';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isoMoment } from '../../../platform/column.ts';
import { withTransaction } from '../../../platform/database.ts';
import { isTrue, type Raw, textsOf } from '../../../platform/raw-json.ts';
import { creatorMembers, type RawCreator } from './creator.table.ts';
import {
  cancelStatement,
  countStatement,
  estimateStatement,
  hasText,
  isTiered,
  pageStatement,
  type Statement,
  type Strategies,
  type Strategy,
  sampleStatement,
  tiersOf,
} from './creator-search.queries.ts';
import type {
  CreatorSearch,
  FoundCreator,
  SearchPage,
  SearchRequest,
  SearchTotal,
} from './creator-search.ts';
import type { Scope } from './creator-search-filter.queries.ts';
import { creatorShares, type Shares } from './creator-search-shares.queries.ts';
import {
  correctNames,
  similaritySettings,
  similarNamesStatement,
} from './creator-search-spelling.queries.ts';

/** Planner settings for searches: all data is in memory, so index walks are cheap. */
const SETTINGS = {
  random_page_cost: '0.12',
  seq_page_cost: '0.1',
  jit: 'off',
  work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
};

/** Custom plans for each statement: a generic plan took 89 ms where a custom one took 0.5. */
const PLANNED_EACH_TIME = { plan_cache_mode: 'force_custom_plan' };

/**
 * Generic plans, which save 1.5 ms of planning. For statements that force an index themselves;
 * walks must not sort.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' };

/** Number of prepared statements per connection. */
const MAX_PREPARED = 100;

/** A row of a page as PostgreSQL writes it. Has no creator if nothing was found or a scope exceeds the limit. */
type RawPageRow = RawCreator &
  Record<
    | 'tier'
    | 'key'
    | 'ownContact'
    /** A JSON array. */
    | 'content'
    /** Comma-separated. */
    | 'listNumbers'
    /** The lists by number, as a JSON array; only in the first row. */
    | 'allLists'
    | 'topics'
    | 'lastPostAt'
    | 'hasEmail'
    | 'known',
    Raw
  > & { sharedSize?: Raw; ownSize?: Raw };

/** A found creator with its position. */
interface FoundRow {
  tier: number;
  key: number | string;
  id: string;
  row: RawPageRow;
  lists: FoundCreator['lists'];
}

/** The rows of a statement, with the sizes of the scopes it gathered. */
interface Page {
  rows: FoundRow[];
  sharedSize: number;
  ownSize: number;
  known: number | undefined;
}

/** A total, with the number of creators known to the database at that time. */
interface Remembered {
  total: number;
  known: number | undefined;
}

/** Results of one scope: at most one more than requested, best first. */
interface Found extends SearchTotal {
  rows: FoundRow[];
}

/** Up to this many matches are gathered and sorted. */
const MAX_GATHERED = 2500;
/**
 * From this estimate on, a sample suffices to know that there are more matches than are counted.
 */
const SAMPLED = 20_000;
/** Below this estimate, shared creators are gathered without asking the planner. */
const SURELY_FEW = 10_000;
/** Maximum number of a brand's own creators that are counted. */
const MAX_OWN = 100_000;
/** This many matches in a 1-in-200 sample mean far more than are counted. */
const ENOUGH = 40;
/** Number of creators implied by a sample with enough matches. */
const SURELY_THERE = ENOUGH * 200;

/** The search database and its statement timeout. */
interface SearchDatabase {
  connectionString: string;
  connections: number;
  timeoutMs: number;
}

/**
 * Creator search on PostgreSQL; the migration `creator_search` creates its columns and indexes.
 *
 * Shared creators and the brand's own are searched separately through their own indexes, so other
 * brands' creators cost nothing. If few matches are expected, they are gathered, counted and
 * sorted. If many are expected and confirmed (more than are counted, or enough in a sample), the
 * page is found by walking an index in sort order. An estimate alone is never trusted: walking for
 * rare matches would visit every creator.
 */
export function postgresSearch({ connectionString, connections, timeoutMs }: SearchDatabase): CreatorSearch {
  const open = (settings: Record<string, string>) =>
    openPool(connectionString, connections, {
      name: 'troupe-search',
      settings: Object.assign({ statement_timeout: String(timeoutMs) }, SETTINGS, settings),
    });
  const pools = { planned: open(PLANNED_EACH_TIME), prepared: open(PLANNED_ONCE) };
  const matches = new Matches(pools);
  return {
    find: (request) => findPage(matches, request),
    count: (request, most) => matches.count(request, most),
    correctName: (request) => matches.correctName(request),
    stop: async () => void (await Promise.all([pools.planned.end(), pools.prepared.end()])),
  };
}

async function findPage(matches: Matches, request: SearchRequest): Promise<SearchPage> {
  const { filters } = request;
  if (hasText(filters) && searchTerms(filters.q ?? '').length === 0) return NOTHING;
  const { shared, own } = await matches.find(request);
  const merged = [...shared.rows, ...own.rows].sort(bestFirst);
  const rows = merged.slice(0, request.limit);
  const last = rows.at(-1);
  const total = shared.total + own.total;
  const totals = { shared: totalOf(shared), own: totalOf(own) };
  return {
    creators: rows.map(toFound),
    next:
      last && merged.length > request.limit
        ? { tier: last.tier, key: last.key, id: last.id, totals, widened: filters.widened }
        : null,
    total,
    exact: shared.counted && own.counted && total <= EXACT_COUNT_LIMIT,
  };
}

const toFound = ({ row, lists }: FoundRow): FoundCreator => ({
  username: row.username ?? '',
  fullname: row.fullname ?? '',
  bio: row.bio ?? '',
  country: row.country,
  language: row.language,
  lists,
  categories: () => textsOf(row.categories),
  titles: () =>
    row.content === null ? [] : JSON.parse(row.content).map(({ title }: { title: string }) => title),
  topics: () => textsOf(row.topics),
  fitBasis: () => ({
    platform: row.platform as Platform,
    followerCount: row.followerCount === null ? null : Number(row.followerCount),
    engagement: row.engagement === null ? null : Number(row.engagement),
    freshAt: new Date(row.lastPostAt ?? row.updatedAt ?? 0),
    reach: reachOf(row),
  }),
  members: `${creatorMembers(row, isTrue(row.ownContact))},"content":${row.content ?? '[]'}`,
});

function reachOf(row: RawPageRow): 'known' | 'none' | 'unknown' {
  if (row.userId !== null || isTrue(row.hasEmail)) return 'known';
  return row.contactsError !== null || row.contactsFetchedAt !== null ? 'none' : 'unknown';
}

/** Reads the rows of a page: resolves list numbers, which are local to one statement. */
function readPage(rows: RawPageRow[], sort: CreatorSort): Page {
  const [first] = rows;
  const all: FoundCreator['lists'] = first?.allLists ? JSON.parse(first.allLists) : [];
  const found: FoundRow[] = [];
  for (const row of rows) {
    const { id, key } = row;
    if (id === null || key === null) continue;
    const lists: FoundCreator['lists'] = [];
    for (const number of row.listNumbers?.split(',') ?? []) {
      const list = all[Number(number)];
      if (list) lists.push(list);
    }
    found.push({
      tier: Number(row.tier),
      key: sort === 'updated' ? isoMoment(key) : Number(key),
      id,
      row,
      lists,
    });
  }
  return {
    rows: found,
    sharedSize: Number(first?.sharedSize ?? 0),
    ownSize: Number(first?.ownSize ?? 0),
    known: first && Number(first.known),
  };
}

/** Connections with custom plans, and connections with generic plans. */
interface Pools {
  planned: pg.Pool;
  prepared: pg.Pool;
}

/** Finds a search's matches among shared creators and the brand's own. */
class Matches {
  readonly #pool: pg.Pool;
  readonly #preparedPool: pg.Pool;
  readonly #guess: ReturnType<typeof creatorShares>;
  /** Names of prepared statements by text. */
  readonly #prepared = new Map<string, string>();
  /** Number of creators known to the database when last asked. */
  #known: number | undefined;
  /** Totals of a brand's own matches that one gathering statement couldn't return. */
  readonly #ownMany = new LRUCache<string, Remembered>({ ...upTo(10_000), ttl: 60_000 });
  /** Estimated totals of shared matches for filters whose sample allowed walking. */
  readonly #walked = new LRUCache<string, Remembered>({ ...upTo(1_000), ttl: 60_000 });

  constructor({ planned, prepared }: Pools) {
    this.#pool = planned;
    this.#preparedPool = prepared;
    this.#guess = creatorShares(planned);
  }

  async find(request: SearchRequest): Promise<{ shared: Found; own: Found }> {
    const guessed = this.#guess(request.filters);
    const { after } = request;
    const [shared = NONE, own = NONE] =
      (await this.#prepare(request, guessed)) ??
      (await (after
        ? Promise.all([
            this.#continue(request, 'shared', after.totals.shared),
            this.#continue(request, 'own', after.totals.own),
          ])
        : Promise.all([this.#findShared(request, guessed), this.#findOwn(request)])));
    return { shared, own };
  }

  /** Counts matches among shared creators and the brand's own, up to `most`. */
  async count(
    { brandId, filters }: Pick<SearchRequest, 'brandId' | 'filters'>,
    most: number,
  ): Promise<number> {
    if (hasText(filters) && searchTerms(filters.q ?? '').length === 0) return 0;
    const request: SearchRequest = { brandId, filters, sort: 'relevance', after: null, limit: 0 };
    let total = 0;
    for (const scope of ['own', 'shared'] as const) {
      const [counted] = await this.#run<{ size: number }>(countStatement(request, scope, most));
      total += counted?.size ?? 0;
    }
    return Math.min(most, total);
  }

  /** Corrects misspelled names; null also if comparing names takes too long, because it only adds to a search. */
  async correctName({
    brandId,
    filters,
  }: Pick<SearchRequest, 'brandId' | 'filters'>): Promise<string | null> {
    const similarNames = (word: string, similarity: number) =>
      withTransaction(this.#pool, async (_tx, connection) => {
        await connection.query(similaritySettings(similarity));
        const rows = await this.#answer<{ name: string }>(
          connection.query(similarNamesStatement(word, brandId)),
        );
        return rows.map(({ name }) => name);
      });
    return correctNames(filters.q ?? '', similarNames).catch((error) => {
      if (error instanceof Problem && error.code === 'unavailable') return null;
      throw error;
    });
  }

  /**
   * Finds a page with one prepared statement if the strategy is known: gather few shared matches,
   * walk to many. Null if it is unknown or turns out to be wrong.
   */
  async #prepare(request: SearchRequest, guessed: Shares | null): Promise<Found[] | null> {
    const { after, sort, limit } = request;
    // A generic plan can't know how many creators grew by so much, or have such an audience.
    if (asksOfGrowth(request) || asksOfAudience(request)) return null;
    const few = isFew(guessed);
    const shared = after?.totals.shared ?? this.#sharedTotal(request, few);
    const own = after?.totals.own ?? this.#ownTotal(request);
    if (!shared || (shared.counted && !few)) return null;
    // Relevance sorts by tiers, each of which needs its own plan.
    const walks = !shared.counted || !own.counted;
    if (walks && (isTiered(request) || asksOfBrand(request))) return null;
    const wayTo = ({ counted }: SearchTotal): Strategy =>
      counted ? { kind: 'gather', most: MAX_GATHERED } : { kind: 'walk', tier: 0, limit: limit + 1 };
    const ways: Strategies = { shared: wayTo(shared), own: wayTo(own) };
    const page = readPage(
      await this.#runPrepared<RawPageRow>(pageStatement(request, ways, guessed?.unindexed)),
      sort,
    );
    this.#known = page.known;
    if (!after && walks && !this.#holds(request, shared, own)) return this.#prepare(request, guessed);
    const { sharedSize, ownSize } = page;
    const more = { shared: sharedSize > MAX_GATHERED, own: ownSize > MAX_GATHERED };
    if (more.shared || more.own) {
      if (after) return null;
      const [expected, counted] = await Promise.all([
        more.shared && this.#estimate(request, 'shared'),
        more.own && this.#countMatching(request),
      ]);
      if (expected !== false)
        this.#remember(this.#walked, sampleKey(request), Math.max(sharedSize, expected));
      if (counted !== false) this.#remember(this.#ownMany, ownKey(request), Math.max(ownSize, counted));
      return this.#prepare(request, guessed);
    }
    const found = (total: SearchTotal, size: number): Found => ({
      rows: [],
      total: after || !total.counted ? total.total : size,
      counted: total.counted,
    });
    return [Object.assign(found(shared, sharedSize), { rows: page.rows }), found(own, ownSize)];
  }

  #ownTotal(request: SearchRequest): SearchTotal {
    const counted = this.#recall(this.#ownMany, ownKey(request));
    return counted === undefined ? GATHERING : { total: counted, counted: false };
  }

  #remember(totals: LRUCache<string, Remembered>, key: string, total: number): void {
    totals.set(key, { total, known: this.#known });
  }

  /** Returns a cached total, unless the number of creators has changed. */
  #recall(totals: LRUCache<string, Remembered>, key: string): number | undefined {
    const remembered = totals.get(key);
    if (remembered?.known === this.#known) return remembered?.total;
    totals.delete(key);
    return undefined;
  }

  /** Returns whether the totals that determined a statement are still cached. */
  #holds(request: SearchRequest, shared: SearchTotal, own: SearchTotal): boolean {
    return (
      (shared.counted || this.#recall(this.#walked, sampleKey(request)) !== undefined) &&
      (own.counted || this.#recall(this.#ownMany, ownKey(request)) !== undefined)
    );
  }

  /**
   * Returns what is known about the shared matches in advance; null if there may be few or many.
   */
  #sharedTotal(request: SearchRequest, few: boolean): SearchTotal | null {
    const expected = this.#recall(this.#walked, sampleKey(request));
    if (expected !== undefined) return { total: expected, counted: false };
    return few ? GATHERING : null;
  }

  /** Finds shared creators if there may be many. */
  async #findShared(request: SearchRequest, guessed: Shares | null): Promise<Found> {
    const key = sampleKey(request);
    const remembered = this.#recall(this.#walked, key);
    if (remembered !== undefined) {
      const found = await this.#walk(request, 'shared', remembered);
      return this.#recall(this.#walked, key) === undefined ? this.#findShared(request, guessed) : found;
    }
    if (isFew(guessed)) return this.#gather(request, 'shared', null);
    const many = guessed !== null && guessed.share * guessed.sharedCreators >= SAMPLED;
    const [expected, sampled] = await Promise.all([
      this.#estimate(request, 'shared'),
      many ? this.#isSampled(request, 'shared') : null,
    ]);
    // The planner's estimate for a prefix is far too low.
    if (!(sampled ?? (expected >= SAMPLED && (await this.#isSampled(request, 'shared')))))
      return this.#gather(request, 'shared', expected);
    const total = Math.max(expected, SURELY_THERE);
    const found = await this.#walk(request, 'shared', total);
    this.#remember(this.#walked, key, total);
    return found;
  }

  /** Finds the brand's own creators, usually few. */
  async #findOwn(request: SearchRequest): Promise<Found> {
    const key = ownKey(request);
    const counted = this.#recall(this.#ownMany, key);
    if (counted === undefined) return this.#gather(request, 'own', null);
    const found = await this.#walk(request, 'own', counted);
    return this.#recall(this.#ownMany, key) === undefined ? this.#findOwn(request) : found;
  }

  /** Finds further pages the same way as the first. */
  async #continue(request: SearchRequest, scope: Scope, { total, counted }: SearchTotal): Promise<Found> {
    const found = await (counted ? this.#gather(request, scope, total) : this.#walk(request, scope, total));
    return { ...found, total };
  }

  /**
   * Gathers all matches, or walks if there turn out to be many; starts both if many are expected.
   * `expected` is null if few are assumed.
   */
  async #gather(request: SearchRequest, scope: Scope, expected: number | null): Promise<Found> {
    if (expected === 0) return NONE;
    const most = expected === null || expected < MAX_GATHERED ? MAX_GATHERED : EXACT_COUNT_LIMIT;
    const walking =
      most === MAX_GATHERED ? null : this.#cancellable((run) => this.#walkRows(request, scope, run));
    // Awaited below, after other work that can fail.
    walking?.rows.catch(() => {});
    try {
      const page = readPage(
        await this.#run<RawPageRow>(pageStatement(request, { [scope]: { kind: 'gather', most } })),
        request.sort,
      );
      return await this.#gathered(request, scope, page, expected, most, walking?.rows);
    } finally {
      await walking?.cancel();
    }
  }

  /** Returns the gathered rows, or walks the index if there are more than `most`. */
  async #gathered(
    request: SearchRequest,
    scope: Scope,
    page: Page,
    expected: number | null,
    most: number,
    walking?: Promise<FoundRow[]>,
  ): Promise<Found> {
    this.#known = page.known;
    const size = page[`${scope}Size`];
    if (size <= most) return { rows: page.rows, total: size, counted: true };
    const [found, thought] = await Promise.all([
      walking ?? this.#walkRows(request, scope),
      expected ?? (scope === 'own' ? this.#countMatching(request) : this.#estimate(request, scope)),
    ]);
    const total = Math.max(thought, size);
    if (scope === 'own') this.#remember(this.#ownMany, ownKey(request), total);
    return { rows: found, total, counted: false };
  }

  async #walk(request: SearchRequest, scope: Scope, expected: number): Promise<Found> {
    return { rows: await this.#walkRows(request, scope), total: expected, counted: false };
  }

  async #walkRows(
    request: SearchRequest,
    scope: Scope,
    run: Run = (statement) => this.#run(statement),
  ): Promise<FoundRow[]> {
    const rows: FoundRow[] = [];
    for (const tier of isTiered(request) ? tiersOf(request.filters) : [0]) {
      if (request.after && tier > request.after.tier) continue;
      const limit = request.limit + 1 - rows.length;
      const page = readPage(
        await run<RawPageRow>(pageStatement(request, { [scope]: { kind: 'walk', tier, limit } })),
        request.sort,
      );
      this.#known = page.known;
      rows.push(...page.rows);
      if (rows.length > request.limit) break;
    }
    return rows;
  }

  /**
   * Counts matches among a brand's many own creators: the planner doesn't know one brand's mix of
   * countries and categories, and lags behind imports. Above `MOST_OWN` it returns the planner's
   * estimate.
   */
  async #countMatching(request: SearchRequest): Promise<number> {
    const [own] = await this.#run<{ size: number }>(countStatement(request, 'own', MAX_OWN));
    const size = own?.size ?? 0;
    return size < MAX_OWN ? size : Math.max(size, await this.#estimate(request, 'own'));
  }

  async #isSampled(request: SearchRequest, scope: Scope): Promise<boolean> {
    const [sample] = await this.#run<{ hits: number }>(sampleStatement(request, scope, ENOUGH));
    return (sample?.hits ?? 0) >= ENOUGH;
  }

  async #estimate(request: SearchRequest, scope: Scope): Promise<number> {
    const [plan] = await this.#run<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      estimateStatement(request, scope),
    );
    return Math.max(1, Math.round(plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1));
  }

  /**
   * Runs statements on a dedicated connection that `cancel` can end. Otherwise an unneeded walk
   * would block one of six connections for seconds. `cancel` resolves once the connection is free.
   */
  #cancellable<T>(work: (run: Run) => Promise<T>): { rows: Promise<T>; cancel: () => Promise<void> } {
    let settled = false;
    let cancelling: Promise<unknown> | null = null;
    const connected = this.#pool.connect();
    const rows = connected.then(async (client) => {
      try {
        return await work(async (statement) => {
          if (cancelling) throw new Error('This search was canceled.');
          return await this.#answer(client.query(statement));
        });
      } finally {
        settled = true;
        // If released earlier, its next statement would be canceled.
        await cancelling;
        client.release();
      }
    });
    const cancel = async () => {
      const client = await connected.catch(() => null);
      if (!client || settled) return;
      const { processID } = client as pg.PoolClient & { processID: number };
      cancelling = this.#pool.query(cancelStatement(processID)).catch(() => {});
      await rows.catch(() => {});
    };
    return { rows, cancel };
  }

  #run: Run = (statement) => this.#answer(this.#pool.query(statement));

  /** Runs a prepared statement. */
  #runPrepared: Run = (statement) => {
    const { text } = statement;
    let name = this.#prepared.get(text);
    if (!name) {
      if (this.#prepared.size >= MAX_PREPARED) return this.#run(statement);
      name = `creator-search-${this.#prepared.size + 1}`;
      this.#prepared.set(text, name);
    }
    return this.#answer(this.#preparedPool.query(Object.assign(statement, { name })));
  };

  async #answer<Row extends pg.QueryResultRow>(query: Promise<pg.QueryResult<Row>>): Promise<Row[]> {
    try {
      return (await query).rows;
    } catch (error) {
      if ((error as pg.DatabaseError).code === CANCELLED) throw tookTooLong(error);
      throw error;
    }
  }
}

/** Sends a statement and returns its rows. */
type Run = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

/** Returns whether few shared creators match for sure. */
const isFew = (guessed: Shares | null): boolean =>
  guessed !== null && guessed.share * guessed.sharedCreators < SURELY_FEW;

/** Returns whether the shared matches depend on the brand. */
const asksOfBrand = ({ filters }: SearchRequest): boolean =>
  filters.hasEmail !== undefined ||
  filters.notInLists !== undefined ||
  filters.notInvited !== undefined ||
  filters.safety !== undefined ||
  filters.safetyCategory.length > 0 ||
  asksOfAudience({ filters });

/** Returns whether the search asks about audiences in the brand's reports. */
const asksOfAudience = ({ filters }: Pick<SearchRequest, 'filters'>): boolean =>
  filters.audience.length > 0 || filters.audienceKnown === true;

/** Returns whether the search asks how creators grew. */
const asksOfGrowth = ({ filters }: SearchRequest): boolean =>
  [filters.growth30Min, filters.growth30Max, filters.growth90Min, filters.growth90Max].some(
    (end) => end !== undefined,
  );

/** Cache key of filters that find the same shared creators. */
const sampleKey = (request: SearchRequest): string =>
  JSON.stringify([
    Object.assign({}, request.filters, { sort: null }),
    asksOfBrand(request) && request.brandId,
  ]);

/** Cache key of filters that find the same of a brand's own creators. */
const ownKey = (request: SearchRequest): string =>
  JSON.stringify([Object.assign({}, request.filters, { sort: null }), request.brandId]);

const totalOf = ({ total, counted }: Found): SearchTotal => ({ total, counted });
/** Placeholder for a total that gathering will count. */
const GATHERING: SearchTotal = { total: 0, counted: true };
const NONE: Found = { rows: [], total: 0, counted: true };
const NOTHING: SearchPage = { creators: [], next: null, total: 0, exact: true };
const CANCELLED = '57014';

const tookTooLong = (detail: unknown) =>
  problem('unavailable', {
    message: 'This search took too long. Add a filter or use a longer word, then search again.',
    detail,
  });

/** Compares rows of two statements in sort order. */
function bestFirst(a: FoundRow, b: FoundRow): number {
  if (a.tier !== b.tier) return b.tier - a.tier;
  if (a.key !== b.key) return a.key < b.key ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
