import { journeyReferenceOf } from '@troupe/domain/affiliate/order-touch';
import { type PlatformJourney, StoreFailure } from '@troupe/domain/commerce/store-platform';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../platform/database.ts';
import { type StoreParts, withAccess } from '../commerce/store-access.ts';
import { readProgram } from './affiliate-program/affiliate-program.queries.ts';
import { updateBooks } from './attribute-orders.ts';
import {
  type JourneyOrder,
  type NewVisit,
  readJourneyOrders,
  writeVisits,
} from './attribution/order-journey.queries.ts';

/** Looks up at stores how buyers came, because platforms compute it some time after an order. */
const JOB = 'order-journeys';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** When journeys of orders are looked up, in seconds after they were placed. */
const LOOKED_UP_AFTER = [MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 48 * HOUR, 31 * DAY];

interface JourneyRequest {
  brandId: string;
  storeId: string;
  orderIds: string[];
  /** How many lookups came before. */
  round: number;
}

/** Schedules lookups of the journeys of new orders. */
export function subscribeJourneys({ events, jobs }: Pick<Api, 'events' | 'jobs'>): void {
  events.subscribe('order.placed', async (tx, published) => {
    for (const { brandId, data } of published) {
      if (data.storeId === null || (await readProgram(tx, brandId))?.state !== 'on') continue;
      await scheduleLookup(jobs, tx, {
        brandId,
        storeId: data.storeId,
        orderIds: [...data.orderIds],
        round: 0,
      });
    }
  });
}

async function scheduleLookup(jobs: Api['jobs'], tx: Database, request: JourneyRequest): Promise<void> {
  const at = LOOKED_UP_AFTER[request.round];
  if (at === undefined || request.orderIds.length === 0) return;
  const delaySeconds = at - (LOOKED_UP_AFTER[request.round - 1] ?? 0);
  await jobs.send(JOB, request, { transaction: connectionOf(tx), delaySeconds });
}

/** Registers the job. */
export function orderJourneyJobs(parts: StoreParts): void {
  const { jobs } = parts.api;
  jobs.define<JourneyRequest>(JOB, (request) => lookUpJourneys(parts, request), {
    retryLimit: 3,
    retryDelay: 60,
  });
}

/**
 * Stores the visits of orders that lead to a creator, and attributes these orders again. Orders whose journey isn't
 * ready, or whose store is unavailable, are looked up again, until their first commission can be paid out.
 */
export async function lookUpJourneys(
  parts: StoreParts,
  { brandId, storeId, orderIds, round }: JourneyRequest,
): Promise<void> {
  const { api, platform } = parts;
  const now = api.clock.now();
  const orders = await readJourneyOrders(api.db, brandId, { storeId, orderIds, now });
  if (orders.length === 0) return;
  let journeys: Map<string, PlatformJourney>;
  try {
    const ids = orders.map(({ externalId }) => externalId);
    journeys = await withAccess(parts, storeId, (access) => platform.readJourneys(access, ids));
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.kind === 'unavailable') {
      // An outage may outlast the retries of this job. Only the last round depends on them.
      if (round + 1 === LOOKED_UP_AFTER.length) throw error;
      const next = { brandId, storeId, orderIds: orders.map(({ id }) => id), round: round + 1 };
      await withTransaction(api.pool, (tx) => scheduleLookup(api.jobs, tx, next));
      return;
    }
    // The store is gone, or doesn't allow it.
    api.log.warn({ store: storeId, code: error.code }, 'failed to read journeys of orders');
    return;
  }
  await withTransaction(api.pool, async (tx) => {
    const found = await writeVisits(
      tx,
      brandId,
      orders.flatMap((order) => visitsOf(order, journeys.get(order.externalId))),
      now,
    );
    await updateBooks(tx, brandId, found, now);
    const open = orders.filter(({ externalId }) => journeys.get(externalId)?.ready !== true);
    await scheduleLookup(api.jobs, tx, {
      brandId,
      storeId,
      orderIds: open.map(({ id }) => id),
      round: round + 1,
    });
  });
}

function visitsOf(order: JourneyOrder, journey: PlatformJourney | undefined): NewVisit[] {
  const visits = [
    { kind: 'journey-first' as const, visit: journey?.first },
    { kind: 'journey-last' as const, visit: journey?.last },
  ];
  return visits.flatMap(({ kind, visit }) => {
    const reference = visit ? journeyReferenceOf(visit) : null;
    if (!visit || !reference) return [];
    const { slug, paidSearch } = reference;
    return [{ orderId: order.id, placedAt: order.placedAt, kind, slug, paidSearch, at: visit.at }];
  });
}
