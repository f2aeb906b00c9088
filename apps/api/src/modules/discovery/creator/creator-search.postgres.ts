import { EXACT_COUNT_LIMIT } from '@troupe/domain/discovery/creator-search';
import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import { upTo } from '@troupe/server/cache';
import { LRUCache } from 'lru-cache';
import {
  countStatement,
  estimateStatement,
  hasText,
  isTiered,
  pageStatement,
  type Strategies,
  type Strategy,
  sampleStatement,
  tiersOf,
} from './creator-search.queries.ts';
import type { CreatorSearch, SearchPage, SearchRequest, SearchTotal } from './creator-search.ts';
import { type Run, SearchConnections, type SearchDatabase } from './creator-search-connections.ts';
import type { Scope } from './creator-search-filter.queries.ts';
import {
  bestFirst,
  type FoundRow,
  type Page,
  type RawPageRow,
  type ReadRows,
  readPage,
  readShownPage,
} from './creator-search-rows.ts';
import { creatorShares, type Shares } from './creator-search-shares.queries.ts';

/** A total, with the number of creators known to the database at that time. */
interface Remembered {
  total: SearchTotal;
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
/** Own creators aren't counted if the estimate of shared ones is so many times theirs; its error is larger. */
const FAR_MORE = 20;
/** This many matches in a 1-in-200 sample mean far more than are counted. */
const ENOUGH = 40;
/** Number of creators implied by a sample with enough matches. */
const SURELY_THERE = ENOUGH * 200;

/**
 * Creator search on PostgreSQL; the initial migration creates its columns and indexes.
 *
 * Shared creators and the brand's own are searched separately through their own indexes, so other
 * brands' creators cost nothing. If few matches are expected, they are gathered, counted and
 * sorted. If many are expected and confirmed (more than are counted, or enough in a sample), the
 * page is found by walking an index in sort order. An estimate alone is never trusted: walking for
 * rare matches would visit every creator.
 */
export function postgresSearch(database: SearchDatabase): CreatorSearch {
  const connections = new SearchConnections(database);
  const matches = new Matches(connections);
  return {
    find: (request) => findPage(matches, request),
    count: (request, most) => matches.count(request, most),
    correctName: connections.correctName,
    stop: () => connections.stop(),
  };
}

async function findPage(matches: Matches, request: SearchRequest): Promise<SearchPage> {
  if (hasText(request.filters) && searchTerms(request.filters.q ?? '').length === 0) return NOTHING;
  return readShownPage(request, (page) => readRows(matches, page));
}

async function readRows(matches: Matches, request: SearchRequest): Promise<ReadRows> {
  const { limit, filters } = request;
  const { shared, own } = await matches.find(request);
  const merged = [...shared.rows, ...own.rows].sort(bestFirst);
  const rows = merged.slice(0, limit);
  const last = rows.at(-1);
  const totals = { shared: totalOf(shared), own: totalOf(own) };
  const next =
    last && merged.length > limit
      ? { tier: last.tier, key: last.key, id: last.id, totals, widened: filters.widened }
      : null;
  return { rows, next, totals };
}

/** Finds a search's matches among shared creators and the brand's own. */
class Matches {
  readonly #connections: SearchConnections;
  readonly #guess: ReturnType<typeof creatorShares>;
  /** Number of creators known to the database when last asked. */
  #known: number | undefined;
  /** Totals of a brand's own matches that one gathering statement couldn't return. */
  readonly #ownMany = new LRUCache<string, Remembered>({ ...upTo(10_000), ttl: 60_000 });
  /** Estimated totals of shared matches for filters whose sample allowed walking. */
  readonly #walked = new LRUCache<string, Remembered>({ ...upTo(1_000), ttl: 60_000 });

  constructor(connections: SearchConnections) {
    this.#connections = connections;
    this.#guess = creatorShares(connections.pool);
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
        : this.#findBoth(request, guessed)));
    return { shared, own };
  }

  #findBoth(request: SearchRequest, guessed: Shares | null): Promise<Found[]> {
    const shared = this.#findShared(request, guessed);
    return Promise.all([shared, this.#findOwn(request, shared)]);
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
      const [counted] = await this.#connections.run<{ size: number }>(countStatement(request, scope, most));
      total += counted?.size ?? 0;
    }
    return Math.min(most, total);
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
      await this.#connections.runPrepared<RawPageRow>(pageStatement(request, ways, guessed?.unindexed)),
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
        more.own && this.#countMatching(request, shared),
      ]);
      if (expected !== false) this.#remember(this.#walked, sampleKey(request), atLeast(sharedSize, expected));
      if (counted !== false) this.#remember(this.#ownMany, ownKey(request), counted);
      return this.#prepare(request, guessed);
    }
    const found = (total: SearchTotal, size: number): Found => ({
      rows: [],
      total: after || !total.counted ? total.total : size,
      counted: total.counted,
      isMinimum: total.isMinimum,
    });
    return [Object.assign(found(shared, sharedSize), { rows: page.rows }), found(own, ownSize)];
  }

  #ownTotal(request: SearchRequest): SearchTotal {
    return this.#recall(this.#ownMany, ownKey(request)) ?? GATHERING;
  }

  #remember(totals: LRUCache<string, Remembered>, key: string, total: SearchTotal): void {
    totals.set(key, { total, known: this.#known });
  }

  /** Returns a cached total, unless the number of creators has changed. */
  #recall(totals: LRUCache<string, Remembered>, key: string): SearchTotal | undefined {
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
    return this.#recall(this.#walked, sampleKey(request)) ?? (few ? GATHERING : null);
  }

  /** Finds shared creators if there may be many. */
  async #findShared(request: SearchRequest, guessed: Shares | null): Promise<Found> {
    const key = sampleKey(request);
    const remembered = this.#recall(this.#walked, key);
    if (remembered !== undefined) {
      const found = await this.#walk(request, 'shared', remembered);
      return this.#recall(this.#walked, key) === undefined ? this.#findShared(request, guessed) : found;
    }
    // A brand has reports about few creators.
    if (isFew(guessed) || asksOfAudience(request)) return this.#gather(request, 'shared', null);
    const many = guessed !== null && guessed.share * guessed.sharedCreators >= SAMPLED;
    const [expected, sampled] = await Promise.all([
      this.#estimate(request, 'shared'),
      many ? this.#isSampled(request, 'shared') : null,
    ]);
    // The planner's estimate for a prefix is far too low.
    if (!(sampled ?? (expected >= SAMPLED && (await this.#isSampled(request, 'shared')))))
      return this.#gather(request, 'shared', expected);
    const total = atLeast(SURELY_THERE, expected);
    const found = await this.#walk(request, 'shared', total);
    this.#remember(this.#walked, key, total);
    return found;
  }

  /** Finds the brand's own creators, usually few. */
  async #findOwn(request: SearchRequest, shared: Promise<Found>): Promise<Found> {
    const key = ownKey(request);
    const counted = this.#recall(this.#ownMany, key);
    if (counted === undefined) return this.#gather(request, 'own', null, shared);
    const found = await this.#walk(request, 'own', counted);
    return this.#recall(this.#ownMany, key) === undefined ? this.#findOwn(request, shared) : found;
  }

  /** Finds further pages the same way as the first. */
  async #continue(request: SearchRequest, scope: Scope, total: SearchTotal): Promise<Found> {
    const found = await (total.counted
      ? this.#gather(request, scope, total.total)
      : this.#walk(request, scope, total));
    return { ...found, total: total.total };
  }

  /**
   * Gathers all matches, or walks if there turn out to be many; starts both if many are expected.
   * `expected` is null if few are assumed.
   */
  async #gather(
    request: SearchRequest,
    scope: Scope,
    expected: number | null,
    shared?: Promise<Found>,
  ): Promise<Found> {
    if (expected === 0) return NONE;
    const most = expected === null || expected < MAX_GATHERED ? MAX_GATHERED : EXACT_COUNT_LIMIT;
    const walking =
      most === MAX_GATHERED
        ? null
        : this.#connections.cancellable((run) => this.#walkRows(request, scope, run));
    // Awaited below, after other work that can fail.
    walking?.rows.catch(() => {});
    try {
      const page = readPage(
        await this.#connections.run<RawPageRow>(
          pageStatement(request, { [scope]: { kind: 'gather', most } }),
        ),
        request.sort,
      );
      return await this.#gathered(request, scope, page, { expected, most, shared, walking: walking?.rows });
    } finally {
      await walking?.cancel();
    }
  }

  /** Returns the gathered rows, or walks the index if there are more than `most`. */
  async #gathered(
    request: SearchRequest,
    scope: Scope,
    page: Page,
    {
      expected,
      most,
      shared,
      walking,
    }: {
      expected: number | null;
      most: number;
      shared: Promise<Found> | undefined;
      walking: Promise<FoundRow[]> | undefined;
    },
  ): Promise<Found> {
    this.#known = page.known;
    const size = page[`${scope}Size`];
    if (size <= most) return { rows: page.rows, total: size, counted: true };
    const [rows, total] = await Promise.all([
      walking ?? this.#walkRows(request, scope),
      scope === 'own'
        ? this.#countMatching(request, shared)
        : Promise.resolve(expected ?? this.#estimate(request, scope)).then((known) => atLeast(size, known)),
    ]);
    if (scope === 'own') this.#remember(this.#ownMany, ownKey(request), total);
    return Object.assign({ rows }, total);
  }

  async #walk(request: SearchRequest, scope: Scope, total: SearchTotal): Promise<Found> {
    return Object.assign({ rows: await this.#walkRows(request, scope) }, total);
  }

  async #walkRows(
    request: SearchRequest,
    scope: Scope,
    run: Run = this.#connections.run,
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
   * countries and categories, and lags behind imports. Returns the planner's estimate above `MAX_OWN`, and if it makes no
   * difference beside the estimate of the shared ones.
   */
  async #countMatching(
    request: SearchRequest,
    shared?: SearchTotal | Promise<SearchTotal>,
  ): Promise<SearchTotal> {
    const others = await shared;
    if (others && !others.counted && !others.isMinimum) {
      const expected = await this.#estimate(request, 'own');
      if (expected * FAR_MORE < others.total)
        return { total: Math.max(expected, MAX_GATHERED + 1), counted: false };
    }
    const [own] = await this.#connections.run<{ size: number }>(countStatement(request, 'own', MAX_OWN));
    const size = own?.size ?? 0;
    return size < MAX_OWN
      ? { total: size, counted: false }
      : atLeast(size, await this.#estimate(request, 'own'));
  }

  async #isSampled(request: SearchRequest, scope: Scope): Promise<boolean> {
    const [sample] = await this.#connections.run<{ hits: number }>(sampleStatement(request, scope, ENOUGH));
    return (sample?.hits ?? 0) >= ENOUGH;
  }

  async #estimate(request: SearchRequest, scope: Scope): Promise<number> {
    const [plan] = await this.#connections.run<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      estimateStatement(request, scope),
    );
    return Math.max(1, Math.round(plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1));
  }
}

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

/** Returns the larger of what was counted and the planner's estimate, which can be far too low. */
const atLeast = (size: number, expected: number): SearchTotal =>
  expected > size ? { total: expected, counted: false } : { total: size, counted: false, isMinimum: true };

const totalOf = ({ total, counted, isMinimum }: Found): SearchTotal => ({ total, counted, isMinimum });
/** Placeholder for a total that gathering will count. */
const GATHERING: SearchTotal = { total: 0, counted: true };
const NONE: Found = { rows: [], total: 0, counted: true };
const NOTHING: SearchPage = { creators: [], next: null, total: 0, exact: true, isMinimum: false };
