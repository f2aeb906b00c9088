import { EXACT_COUNT_LIMIT } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import { problem } from '@troupe/domain/problem';
import { openPool } from '@troupe/server/pool';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type CreatorRow, toCreator } from './creator.table.ts';
import {
  cancelStatement,
  countStatement,
  estimateStatement,
  pageStatement,
  type Statement,
  sampleStatement,
  TIERS,
  type Way,
  type Ways,
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

/** What the planner is told for searches: everything lies in memory, so walking along an index is cheap. */
const SETTINGS = {
  random_page_cost: '0.12',
  seq_page_cost: '0.1',
  jit: 'off',
  work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
};

/** Statements are planned for their own values: a plan for any took 89 ms where a fitting one took 0.5. */
const PLANNED_EACH_TIME = { plan_cache_mode: 'force_custom_plan' };

/**
 * Statements are planned once, which costs 1.5 ms each time otherwise. For those that say themselves which index leads;
 * walks go along it instead of sorting.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' };

/** So many statements are kept prepared on each connection. */
const MOST_PREPARED = 100;

type FoundRow = CreatorRow & {
  tier: number;
  key: number | string;
  ownContact: true | null;
  content: FoundCreator['content'] | null;
  /** Separated by commas. */
  listNumbers: string | null;
  /** The lists by their numbers; in the first row only. */
  allLists: FoundCreator['lists'] | null;
  /** Not in the answer of the database. */
  lists: FoundCreator['lists'];
};
/** A row of a page. Has no creator when nothing was found, or a scope has more than the limit. */
type PageRow = FoundRow & { sharedSize?: number; ownSize?: number; known: number };

/** A total, and how many creators the database knew of when it was counted or estimated. */
interface Remembered {
  total: number;
  known: number | undefined;
}

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
/** Number of creators that a sample with enough hits stands for. */
const SURELY_THERE = ENOUGH * 200;

/** The database of the search, and how long a statement of it may take. */
interface SearchDatabase {
  connectionString: string;
  connections: number;
  timeoutMs: number;
}

/**
 * The creator search on PostgreSQL; columns and indexes are made by the migration `creator_search`.
 *
 * Shared creators and those of the brand are searched separately, each along indexes of its own, so that other brands'
 * creators cost nothing. Where the planner expects few matches they are gathered, counted and sorted. Where it expects
 * many, and there are (more than are counted, or enough in a sample), the page is reached along an index in its order,
 * which then is never far. An estimate alone is never trusted: a walk to what is not there would pass every creator.
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
    stop: async () => void (await Promise.all([pools.planned.end(), pools.prepared.end()])),
  };
}

async function findPage(matches: Matches, asked: SearchRequest): Promise<SearchPage> {
  const q = asked.filters.q?.trim() ?? '';
  if (q !== '' && searchTerms(q).length === 0) return NOTHING;
  const request = { ...asked, sort: asked.sort === 'relevance' && q === '' ? 'followers' : asked.sort };
  const { shared, own } = await matches.find(request);
  const merged = [...shared.rows, ...own.rows].sort(bestFirst);
  const rows = merged.slice(0, request.limit);
  const last = rows.at(-1);
  const total = shared.total + own.total;
  const totals = { shared: totalOf(shared), own: totalOf(own) };
  return {
    creators: rows.map(toFound),
    next:
      last && merged.length > request.limit ? { tier: last.tier, key: last.key, id: last.id, totals } : null,
    total,
    exact: shared.counted && own.counted && total <= EXACT_COUNT_LIMIT,
  };
}

const toFound = (row: FoundRow): FoundCreator =>
  Object.assign(toCreator(row, row.ownContact === true), { content: row.content ?? [], lists: row.lists });

/** Puts the lists in the place of their numbers, which hold for the rows of one statement. */
function resolveLists(rows: PageRow[]): PageRow[] {
  const all = rows[0]?.allLists ?? [];
  for (const row of rows) {
    row.lists = [];
    if (!row.listNumbers) continue;
    for (const number of row.listNumbers.split(',')) {
      const list = all[Number(number)];
      if (list) row.lists.push(list);
    }
  }
  return rows;
}

/** Connections whose statements are planned for their own values, and those whose statements are planned once. */
interface Pools {
  planned: pg.Pool;
  prepared: pg.Pool;
}

/** Finds the matches of a search among the shared creators and among the brand's own. */
class Matches {
  readonly #pool: pg.Pool;
  readonly #preparedPool: pg.Pool;
  readonly #guess: ReturnType<typeof creatorShares>;
  /** Names of prepared statements by their texts. */
  readonly #prepared = new Map<string, string>();
  /** How many creators the database knew of when it was last asked. */
  #known: number | undefined;
  /** How many of a brand's own creators match filters for which one gathering statement could not return all. */
  readonly #ownMany = new LRUCache<string, Remembered>({ max: 10_000, ttl: 60_000 });
  /** How many shared creators are expected to match filters for which a recent sample found enough to walk. */
  readonly #walked = new LRUCache<string, Remembered>({ max: 1_000, ttl: 60_000 });

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

  /**
   * Finds a page by one statement that is planned once, where it is known how to look for the matches: few shared ones
   * are gathered, many walked to. Null where it is not known, or turns out otherwise.
   */
  async #prepare(request: SearchRequest, guessed: Shares | null): Promise<Found[] | null> {
    const { after, sort, limit } = request;
    const few = isFew(guessed);
    const shared = after?.totals.shared ?? this.#sharedTotal(request, few);
    const own = after?.totals.own ?? this.#ownTotal(request);
    if (!shared || (shared.counted && !few)) return null;
    // Relevance is an order of tiers, each of which needs a plan of its own.
    const walks = !shared.counted || !own.counted;
    if (walks && (sort === 'relevance' || asksOfBrand(request))) return null;
    const wayTo = ({ counted }: SearchTotal): Way =>
      counted ? { kind: 'gather', most: GATHERED } : { kind: 'walk', tier: 0, limit: limit + 1 };
    const ways: Ways = { shared: wayTo(shared), own: wayTo(own) };
    const rows = resolveLists(
      await this.#runPrepared<PageRow>(pageStatement(request, ways, guessed?.unindexed)),
    );
    this.#noteKnown(rows);
    if (!after && walks && !this.#holds(request, shared, own)) return this.#prepare(request, guessed);
    const [{ sharedSize = 0, ownSize = 0 } = {}] = rows;
    const more = { shared: sharedSize > GATHERED, own: ownSize > GATHERED };
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
    return [Object.assign(found(shared, sharedSize), { rows: rows.filter(isFound) }), found(own, ownSize)];
  }

  #ownTotal(request: SearchRequest): SearchTotal {
    const counted = this.#recall(this.#ownMany, ownKey(request));
    return counted === undefined ? GATHERING : { total: counted, counted: false };
  }

  #remember(totals: LRUCache<string, Remembered>, key: string, total: number): void {
    totals.set(key, { total, known: this.#known });
  }

  /** Returns what is remembered, unless there are other creators by now. */
  #recall(totals: LRUCache<string, Remembered>, key: string): number | undefined {
    const remembered = totals.get(key);
    if (remembered?.known === this.#known) return remembered?.total;
    totals.delete(key);
    return undefined;
  }

  #noteKnown(rows: readonly PageRow[]): void {
    this.#known = rows[0]?.known;
  }

  /** Whether the totals that a statement was chosen by are still remembered after it. */
  #holds(request: SearchRequest, shared: SearchTotal, own: SearchTotal): boolean {
    return (
      (shared.counted || this.#recall(this.#walked, sampleKey(request)) !== undefined) &&
      (own.counted || this.#recall(this.#ownMany, ownKey(request)) !== undefined)
    );
  }

  /** What is known of the shared matches before they are looked for; null where they may be few or many. */
  #sharedTotal(request: SearchRequest, few: boolean): SearchTotal | null {
    const expected = this.#recall(this.#walked, sampleKey(request));
    if (expected !== undefined) return { total: expected, counted: false };
    return few ? GATHERING : null;
  }

  /** Finds shared creators where they may be many. */
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
    // The planner's estimate for an unfinished word is far too low.
    if (!(sampled ?? (expected >= SAMPLED && (await this.#isSampled(request, 'shared')))))
      return this.#gather(request, 'shared', expected);
    const total = Math.max(expected, SURELY_THERE);
    const found = await this.#walk(request, 'shared', total);
    this.#remember(this.#walked, key, total);
    return found;
  }

  /** Finds the brand's own creators, which are few as a rule. */
  async #findOwn(request: SearchRequest): Promise<Found> {
    const key = ownKey(request);
    const counted = this.#recall(this.#ownMany, key);
    if (counted === undefined) return this.#gather(request, 'own', null);
    const found = await this.#walk(request, 'own', counted);
    return this.#recall(this.#ownMany, key) === undefined ? this.#findOwn(request) : found;
  }

  /** A further page is found the way the first one was. */
  async #continue(request: SearchRequest, scope: Scope, { total, counted }: SearchTotal): Promise<Found> {
    const found = await (counted ? this.#gather(request, scope, total) : this.#walk(request, scope, total));
    return { ...found, total };
  }

  /**
   * Gathers all matches; walks when there turn out to be many, and starts to where many are expected. `expected` is
   * null where few are assumed.
   */
  async #gather(request: SearchRequest, scope: Scope, expected: number | null): Promise<Found> {
    if (expected === 0) return NONE;
    const most = expected === null || expected < GATHERED ? GATHERED : EXACT_COUNT_LIMIT;
    const walking =
      most === GATHERED ? null : this.#cancellable((run) => this.#walkRows(request, scope, run));
    // Awaited below, after other work that can fail.
    walking?.rows.catch(() => {});
    try {
      const rows = resolveLists(
        await this.#run<PageRow>(pageStatement(request, { [scope]: { kind: 'gather', most } })),
      );
      return await this.#gathered(request, scope, rows, expected, most, walking?.rows);
    } finally {
      await walking?.cancel();
    }
  }

  /** Returns the gathered rows, or walks the index when there were more than `most`. */
  async #gathered(
    request: SearchRequest,
    scope: Scope,
    rows: PageRow[],
    expected: number | null,
    most: number,
    walking?: Promise<FoundRow[]>,
  ): Promise<Found> {
    this.#noteKnown(rows);
    const size = rows[0]?.[`${scope}Size`] ?? 0;
    if (size <= most) return { rows: rows.filter(isFound), total: size, counted: true };
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
    for (const tier of request.sort === 'relevance' ? TIERS : [0]) {
      if (request.after && tier > request.after.tier) continue;
      const limit = request.limit + 1 - rows.length;
      const found = await run<PageRow>(pageStatement(request, { [scope]: { kind: 'walk', tier, limit } }));
      this.#noteKnown(found);
      rows.push(...resolveLists(found).filter(isFound));
      if (rows.length > request.limit) break;
    }
    return rows;
  }

  /**
   * Counts the matches among many creators of the brand's own: the planner knows nothing of one brand's mix of countries and
   * categories, and lags behind imports. Beyond `MOST_OWN` it is the planner's estimate.
   */
  async #countMatching(request: SearchRequest): Promise<number> {
    const [own] = await this.#run<{ size: number }>(countStatement(request, 'own', MOST_OWN));
    const size = own?.size ?? 0;
    return size < MOST_OWN ? size : Math.max(size, await this.#estimate(request, 'own'));
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
   * Runs statements on a connection of their own that `cancel` ends. A walk that is no longer needed would otherwise
   * keep one of six connections busy for seconds. `cancel` resolves once the connection is free.
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
        // Released earlier, its next statement would be canceled instead.
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

  /** Runs a statement of few kinds, which differ in their values only. */
  #runPrepared: Run = (statement) => {
    const { text } = statement;
    let name = this.#prepared.get(text);
    if (!name) {
      if (this.#prepared.size >= MOST_PREPARED) return this.#run(statement);
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

/** Whether a row of a page has a creator. */
const isFound = (row: PageRow): boolean => row.id !== null;

/** Whether surely few of the shared creators match. */
const isFew = (guessed: Shares | null): boolean =>
  guessed !== null && guessed.share * guessed.sharedCreators < SURELY_FEW;

/** Whether the matches among the shared creators depend on the brand. */
const asksOfBrand = ({ filters }: SearchRequest): boolean =>
  filters.hasEmail !== undefined || filters.notInLists !== undefined;

/** Tells apart the filters that find other shared creators. */
const sampleKey = (request: SearchRequest): string =>
  JSON.stringify([
    Object.assign({}, request.filters, { sort: null }),
    asksOfBrand(request) && request.brandId,
  ]);

/** Tells apart the filters that find other creators of a brand's own. */
const ownKey = (request: SearchRequest): string =>
  JSON.stringify([Object.assign({}, request.filters, { sort: null }), request.brandId]);

const totalOf = ({ total, counted }: Found): SearchTotal => ({ total, counted });
/** Stands for a total that gathering will count. */
const GATHERING: SearchTotal = { total: 0, counted: true };
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
