import { createHash } from 'node:crypto';
import * as calls from '@troupe/contract/discovery/outside-search';
import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import {
  type DiscoveryVendor,
  MOST_OUTSIDE_PAGES,
  NEW_PER_CREDIT,
  OUTSIDE_KEPT_DAYS,
  OUTSIDE_PAGE,
  type OutsideSearch,
  outsideCredits,
  type VendorPage,
} from '@troupe/domain/discovery/outside-search';
import type { Platform } from '@troupe/domain/discovery/platform';
import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import { Problem, type ProblemCode, problem } from '@troupe/domain/problem';
import type { Api, CallContext, ChangeContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import type { Queryable } from '../../platform/jobs.ts';
import {
  captureCredit,
  lockCredits,
  readBalance,
  releaseCredit,
  reserveCredit,
} from '../billing/credit/credit.queries.ts';
import { grantPlanCredits } from '../billing/credit/credit-plan.queries.ts';
import { holdsPlan } from '../billing/subscription/subscription.queries.ts';
import { returnSearchShare, takeSearchShare } from './brand-share.ts';
import * as queries from './outside-search/outside-search.queries.ts';
import { createWaits, outcomeProblem } from './purchase-outcome.ts';

interface OutsideParts {
  api: Api;
  vendor: DiscoveryVendor;
  /** Copies queued pictures in the background. */
  copyPictures: (searchId: string, transaction?: Queryable) => Promise<unknown>;
}

type StoredSearch = queries.StoredSearch;

const SETTLE_JOB = 'outside-search';
/** How long an unavailable vendor is retried before the credits are released. */
const GIVE_UP_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MOST_CREDITS = outsideCredits(OUTSIDE_PAGE);

const kept = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();
const referenceOf = ({ id }: Pick<StoredSearch, 'id'>, number: number) => `outside-search:${id}:${number}`;
const mostUnits = ({ unitsPerResult }: DiscoveryVendor) => OUTSIDE_PAGE * unitsPerResult;

/** Input of a purchase. */
interface SearchRequest {
  brandId: string;
  userId: string;
  filters: CreatorFilters;
  platform: Platform;
  page: number;
  fingerprint: string;
  vendorName: string;
  key: string | null;
}

type StartedSearch =
  | { kind: 'found'; search: StoredSearch }
  | { kind: 'started'; search: StoredSearch }
  | { kind: 'known'; search: StoredSearch; own: boolean };

/**
 * Sets up searches at a discovery vendor. Returns a function that settles searches left by a killed process; call it once
 * jobs are running.
 *
 * A search reserves its credits and inserts its row in one transaction, calls the vendor outside any transaction, and
 * stores the results and captures what they cost in another. Interrupted searches are repeated by a job, which is free
 * at the vendor, or released.
 */
export function searchesOutside(parts: OutsideParts): () => Promise<void> {
  const { api } = parts;
  const wait = createWaits<StoredSearch>((id) => queries.readSearch(api.db, id));
  api.implement(calls.getOutsideSearch, (context) => getOutside(parts, context));
  api.implement(calls.searchOutside, (context) => searchOutside(parts, wait, context));
  api.implementChange(calls.addOutsideCreators, (context) => addCreators(parts, context));

  api.jobs.define<{ searchId: string }>(SETTLE_JOB, ({ searchId }) => settle(parts, searchId), {
    retryLimit: 12,
    retryDelay: Math.min(15, api.config.AUDIENCE_SETTLE_AFTER_S),
    retryBackoff: true,
    retryDelayMax: 600,
  });
  const sweep = async () => {
    const before = api.clock.now().getTime() - api.config.AUDIENCE_SETTLE_AFTER_S * 1000;
    for (const searchId of await queries.readStaleSearches(api.db, new Date(before).toISOString()))
      await api.jobs.send(SETTLE_JOB, { searchId });
  };
  api.jobs.every('*/10 * * * *', 'outside-search-sweep', sweep);
  api.jobs.every('35 3 * * *', 'outside-search-expire', () =>
    queries.deleteExpired(api.db, api.clock.now().toISOString()),
  );
  return sweep;
}

function fingerprintOf(vendor: DiscoveryVendor, filters: CreatorFilters, platform: Platform): string {
  const { key } = vendor.translate(filters, platform);
  return createHash('sha256')
    .update(JSON.stringify([vendor.name, platform, key]))
    .digest('hex');
}

/** Returns the first page that wasn't bought; null if the vendor has no more. */
function nextPageOf(pages: readonly StoredSearch[]): number | null {
  for (let page = 0; page < MOST_OUTSIDE_PAGES; page++) {
    const bought = pages.find((one) => one.page === page && one.state === 'captured');
    if (!bought) return page;
    if (!bought.more) return null;
  }
  return null;
}

const dayStart = (now: Date): string => dayInTimeZone('UTC', now).from.toISOString();

async function getOutside(
  { api, vendor }: OutsideParts,
  { brandId, query }: CallContext<typeof calls.getOutsideSearch>,
): Promise<OutsideSearch> {
  const { on, ...filters } = query;
  const now = api.clock.now();
  const chosen = [on, ...filters.platform].find((one) => one && vendor.platforms.includes(one));
  const platform = chosen ?? vendor.platforms[0] ?? 'instagram';
  const { applied, ignored } = vendor.translate(filters, platform);
  const plan = await holdsPlan(api.db, brandId);
  if (plan && vendor.name !== null) await grantPlanCredits(api.pool, api.db, now, brandId);
  const fingerprint = fingerprintOf(vendor, filters, platform);
  const [{ balance }, searches, pages] = await Promise.all([
    readBalance(api.db, brandId),
    queries.countSearches(api.db, brandId, dayStart(now)),
    queries.readPages(api.db, brandId, fingerprint, now.toISOString()),
  ]);
  const bought = pages.filter(({ state }) => state === 'captured');
  return {
    vendor: vendor.name,
    platform,
    platforms: [...vendor.platforms],
    applied,
    ignored,
    plan,
    price: {
      results: OUTSIDE_PAGE,
      newPerCredit: NEW_PER_CREDIT,
      mostCredits: MOST_CREDITS,
      mostUnits: mostUnits(vendor),
    },
    balance,
    searchesLeft: Math.max(0, api.config.OUTSIDE_SEARCHES_A_DAY - searches),
    nextPage: nextPageOf(pages),
    underWay: pages.find(({ state }) => state === 'open')?.startedAt ?? null,
    results: bought.length > 0 ? await queries.readHits(api.db, brandId, bought) : null,
  };
}

async function searchOutside(
  parts: OutsideParts,
  wait: (search: StoredSearch) => Promise<StoredSearch | null>,
  { brandId, caller, body, idempotencyKey }: CallContext<typeof calls.searchOutside>,
) {
  const { api, vendor } = parts;
  const { filters, platform, page } = body;
  if (vendor.name === null)
    throw problem('unavailable', {
      message: 'No creator search provider is set up. Ask your administrator.',
    });
  if (!vendor.platforms.includes(platform) || vendor.translate(filters, platform).applied.length === 0)
    throw problem('invalid', {
      message:
        'The provider needs at least one filter it supports. Add or change a filter. No credit was deducted.',
    });
  if (!(await holdsPlan(api.db, brandId))) throw problem('subscription_required');
  await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  const request: SearchRequest = {
    brandId,
    userId: caller.userId,
    filters,
    platform,
    page,
    fingerprint: fingerprintOf(vendor, filters, platform),
    vendorName: vendor.name,
    key: idempotencyKey,
  };
  const started = await begin(parts, request);
  if (started.kind === 'started') return answer(api.db, await run(parts, started.search), false);
  if (started.kind === 'found') return answer(api.db, started.search, true);
  const { own } = started;
  const ended = await wait(started.search);
  if (ended?.state !== 'captured') throw outcomeProblem(ended?.outcome ?? null);
  return answer(api.db, ended, !own);
}

/** @param found whether it was bought by another request, which was charged */
async function answer(db: Database, search: StoredSearch, found: boolean) {
  const counts = await queries.countHits(db, search.id);
  return { found, charged: found ? 0 : search.credits, results: counts.results, new: counts.new };
}

/** Opens a search with its reservations, or returns what makes it unnecessary. */
async function begin({ api, vendor }: OutsideParts, request: SearchRequest): Promise<StartedSearch> {
  const { brandId, fingerprint, page, key, userId } = request;
  const find = async (db: Database, now: Date) => {
    const pages = await queries.readPages(db, brandId, fingerprint, now.toISOString());
    const of = (state: StoredSearch['state']) =>
      pages.find((one) => one.page === page && one.state === state);
    return { bought: of('captured'), open: of('open'), next: nextPageOf(pages) };
  };
  for (;;) {
    const now = api.clock.now();
    const used = key === null ? null : await queries.readSearchByKey(api.db, brandId, key);
    if (used && (used.fingerprint !== fingerprint || used.page !== page))
      throw problem('conflict', { message: 'This idempotency key belongs to another search.' });
    if (used) return { kind: 'known', search: used, own: true };
    const { bought, open, next } = await find(api.db, now);
    if (bought) return { kind: 'found', search: bought };
    if (open) return { kind: 'known', search: open, own: key !== null && open.idempotencyKey === key };
    if (next !== page) throw problem('conflict', { message: 'Buy the previous pages first.' });
    const started = await withTransaction(api.pool, async (tx, connection): Promise<StartedSearch | null> => {
      const id = newId();
      const inserted = await queries.insertSearch(tx, {
        id,
        brandId,
        userId,
        vendor: request.vendorName,
        platform: request.platform,
        filters: request.filters,
        fingerprint,
        page,
        credits: MOST_CREDITS,
        idempotencyKey: key,
        startedAt: now.toISOString(),
        expiresAt: kept(now, 1),
      });
      if (!inserted) return null;
      // The unique index prevents a second open search; one may have ended just before.
      const meanwhile = (await find(tx, now)).bought;
      if (meanwhile) {
        await queries.deleteSearch(tx, id);
        return { kind: 'found', search: meanwhile };
      }
      const reason = `Search outside Troupe: ${request.vendorName}`;
      for (let number = 1; number <= MOST_CREDITS; number++)
        await reserveCredit(
          tx,
          { brandId, reference: referenceOf({ id }, number), reason, userId, amount: 1 },
          now,
        );
      // Counted under the ledger's lock, so that concurrent searches can't exceed the limit.
      const most = api.config.OUTSIDE_SEARCHES_A_DAY;
      if ((await queries.countSearches(tx, brandId, dayStart(now))) > most)
        throw problem('rate_limited', {
          message: `Your brand has used all ${most} of today's searches outside Troupe. The limit resets at midnight UTC.`,
        });
      await takeSearchShare(tx, api, brandId, mostUnits(vendor));
      await api.jobs.send(
        SETTLE_JOB,
        { searchId: id },
        { transaction: connection, delaySeconds: api.config.AUDIENCE_SETTLE_AFTER_S },
      );
      const search = await queries.readSearch(tx, id);
      return search && { kind: 'started', search };
    });
    if (started) return started;
  }
}

const askVendor = ({ vendor }: OutsideParts, { filters, platform, page }: StoredSearch) =>
  vendor.search({ filters, platform, page, size: OUTSIDE_PAGE });

/** Calls the vendor and ends the search according to its response. */
async function run(parts: OutsideParts, search: StoredSearch): Promise<StoredSearch> {
  const { api } = parts;
  let searched: Awaited<ReturnType<DiscoveryVendor['search']>>;
  try {
    searched = await askVendor(parts, search);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await release(parts, search, error.code);
    throw error;
  }
  // The job queued with the reservation repeats it.
  if (searched.outcome === 'uncertain') throw problem('retry_later');
  await complete(parts, search, searched.page);
  const ended = await queries.readSearch(api.db, search.id);
  if (ended?.state === 'captured') return ended;
  api.log.warn({ searchId: search.id }, 'received results of a search after its credits were released');
  throw problem('retry_later');
}

/** Stores results and charges for the new creators among them, in one transaction; does nothing if the search had ended. */
async function complete(
  { api, vendor }: OutsideParts,
  search: StoredSearch,
  page: VendorPage,
): Promise<void> {
  const { id, brandId, platform } = search;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    // Concurrent searches of a brand may find the same creators: the lock makes the later one see them as paid.
    await lockCredits(tx, brandId);
    if ((await queries.readSearch(tx, id))?.state !== 'open') return;
    const fresh = await queries.insertHits(
      tx,
      { searchId: id, brandId, platform },
      page.hits,
      now.toISOString(),
    );
    const credits = Math.min(search.credits, outsideCredits(fresh));
    await queries.captureSearch(tx, id, {
      credits,
      total: page.total,
      more: page.more,
      endedAt: now.toISOString(),
      expiresAt: kept(now, OUTSIDE_KEPT_DAYS),
    });
    const reason = `Search outside Troupe: ${fresh} new ${fresh === 1 ? 'creator' : 'creators'}`;
    for (let number = 1; number <= search.credits; number++) {
      const of = { brandId, reference: referenceOf(search, number) };
      if (number <= credits) await captureCredit(tx, of, now);
      else await releaseCredit(tx, { brandId, reference: of.reference, reason }, now);
    }
    const unused = mostUnits(vendor) - page.units;
    if (unused > 0) await returnSearchShare(tx, brandId, unused, new Date(search.startedAt));
  });
}

/** Ends a search without results and returns its credits, in one transaction. */
async function release(
  { api, vendor }: OutsideParts,
  search: StoredSearch,
  outcome: ProblemCode,
): Promise<void> {
  const { brandId, id } = search;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    await lockCredits(tx, brandId);
    if (!(await queries.releaseSearch(tx, id, { outcome, endedAt: now.toISOString() }))) return;
    const reason = 'Search outside Troupe: no results from the provider';
    for (let number = 1; number <= search.credits; number++)
      await releaseCredit(tx, { brandId, reference: referenceOf(search, number), reason }, now);
    await returnSearchShare(tx, brandId, mostUnits(vendor), new Date(search.startedAt));
  });
}

/** Settles an interrupted search by repeating it, or by returning its credits. */
async function settle(parts: OutsideParts, searchId: string): Promise<void> {
  const { api } = parts;
  const search = await queries.readSearch(api.db, searchId);
  if (search?.state !== 'open') return;
  const givesUp = api.clock.now().getTime() - Date.parse(search.startedAt) >= GIVE_UP_MS;
  try {
    const searched = await askVendor(parts, search);
    if (searched.outcome === 'found') return await complete(parts, search, searched.page);
    if (!givesUp) throw new Error('the vendor did not respond');
    await release(parts, search, 'unavailable');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const passes = error.code === 'unavailable' || error.code === 'retry_later';
    if (passes && !givesUp) throw error;
    await release(parts, search, error.code);
  }
}

async function addCreators(
  parts: OutsideParts,
  { brandId, body, commit }: ChangeContext<typeof calls.addOutsideCreators>,
) {
  const now = parts.api.clock.now().toISOString();
  return commit(async (tx, connection) => {
    const made = await queries.insertCreators(tx, brandId, body.creators, now);
    const creators = await queries.readCreatorsOf(tx, brandId, body.creators);
    if (creators.length === 0) throw problem('not_found');
    const pictures = made.flatMap(({ creatorId, searchId, pictureUrl }) =>
      pictureUrl === null ? [] : [{ creatorId, searchId, pictureUrl }],
    );
    if (pictures.length > 0) await queries.queueHitPictures(tx, pictures, now);
    for (const id of new Set(pictures.map(({ searchId }) => searchId)))
      await parts.copyPictures(id, connection);
    const ids = new Set(creators.map(({ creatorId }) => creatorId));
    return { added: made.length, already: ids.size - made.length, creators };
  });
}
