import type { PlatformDispute, PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { codeOf } from '@troupe/server/error-code';
import type { Database } from '../../platform/database.ts';
import type { InboxOutcome } from '../../platform/incoming/inbox.queries.ts';
import { Inbox } from '../../platform/incoming/inbox.ts';
import { readOrderCurrencies } from './order/order.queries.ts';
import { upsertDisputes } from './order/order-dispute.queries.ts';
import { upsertOrders } from './order/order-ledger.queries.ts';
import { endStores, readConnectedStores, type StoredStore } from './store/store.queries.ts';
import { type StoreEvent, storeEvents } from './store/store-event.queries.ts';
import { publishOrders, publishStoreChange, type StoreParts } from './store-access.ts';
import { fulfillPrivacyRequest, PRIVACY_TOPICS } from './store-privacy.ts';

/** Events per transaction. */
const BATCH_SIZE = 250;

/** A parsed event. */
type Reading =
  | { kind: 'order'; told: PlatformOrder }
  | { kind: 'refund'; orderId: string; refund: PlatformRefund }
  | { kind: 'dispute'; dispute: PlatformDispute }
  | { kind: 'uninstalled' }
  | { kind: 'privacy'; body: unknown }
  | { kind: 'other' };

/** Processes all due events in the order they were received. */
export const processStoreEvents = (parts: StoreParts, signal?: AbortSignal): Promise<void> =>
  storeInbox(parts).drain(signal);

function storeInbox(parts: StoreParts): Inbox<StoreEvent> {
  const { api } = parts;
  return new Inbox<StoreEvent>(api, {
    atOnce: BATCH_SIZE,
    keyOf: ({ key }) => key,
    hold: (tx, limit, keys) => storeEvents.lockDue(tx, api.clock.now(), { limit, keys }),
    applyEvents: (tx, events) => processBatch(parts, tx, events),
    fail: (event, error) => recordFailure(parts, event, error),
  });
}

/** Records why an event failed; it is retried with growing delays. */
async function recordFailure({ api }: StoreParts, event: StoreEvent, error: unknown): Promise<void> {
  const code = codeOf(error) ?? 'unknown';
  // Database error messages contain row data, so log only the code.
  api.log.error({ event: event.key, code }, 'failed to process a store event');
  await storeEvents.fail(api.db, event, `Failed (${code}).`, api.clock.now());
}

/** Processes a batch of events; unreadable ones fail individually. */
async function processBatch(
  parts: StoreParts,
  tx: Database,
  events: readonly StoreEvent[],
): Promise<() => void> {
  const { api } = parts;
  const unreadable: StoreEvent[] = [];
  const readings = new Map<StoreEvent, Reading>();
  const books = await currenciesOf(tx, events);
  for (const event of events) {
    const reading = read(parts, event, books.get(event) ?? null);
    if (reading) readings.set(event, reading);
    else unreadable.push(event);
  }
  for (const event of unreadable) await storeEvents.fail(tx, event, 'Unknown format.', api.clock.now());
  await storeEvents.finish(tx, await take(parts, tx, readings), api.clock.now());
  return () => {
    for (const { key, topic } of unreadable)
      api.log.error({ event: key, topic }, 'failed to parse a store event');
  };
}

/**
 * Returns the currencies of refunds' orders, or of their stores if unknown, because not every
 * refund names it.
 */
async function currenciesOf(
  tx: Database,
  events: readonly StoreEvent[],
): Promise<Map<StoreEvent, string | null>> {
  const refunds = events.filter(({ topic }) => topic === 'refunds/create');
  if (refunds.length === 0) return new Map();
  const stores = await readConnectedStores(tx, [...new Set(refunds.map(({ shop }) => shop))]);
  // Parsed with a regular expression: ids exceed safe integers, and the body may be invalid.
  const orderOf = ({ body }: StoreEvent) => /"order_id"\s*:\s*"?(\d{1,19})/.exec(body)?.[1] ?? '';
  const currencies = await readOrderCurrencies(
    tx,
    stores.map(({ id }) => id),
    refunds.map(orderOf),
  );
  return new Map(
    refunds.map((event) => {
      const store = stores.find(({ shop }) => shop === event.shop);
      return [event, currencies.get(`${store?.id} ${orderOf(event)}`) ?? store?.currency ?? null];
    }),
  );
}

/** @returns null if the format is unknown */
function read({ platform }: StoreParts, { topic, body }: StoreEvent, books: string | null): Reading | null {
  try {
    if (/^orders\/(?:create|updated|cancelled|paid|fulfilled|partially_fulfilled)$/.test(topic))
      return { kind: 'order', told: platform.readOrder(JSON.parse(body)) };
    if (topic === 'refunds/create')
      return { kind: 'refund', ...platform.readRefund(JSON.parse(body), books) };
    if (topic === 'disputes/create' || topic === 'disputes/update') {
      const dispute = platform.readDispute(JSON.parse(body));
      return dispute ? { kind: 'dispute', dispute } : { kind: 'other' };
    }
    if (topic === 'app/uninstalled') return { kind: 'uninstalled' };
    if (PRIVACY_TOPICS.has(topic)) return { kind: 'privacy', body: JSON.parse(body) };
    return { kind: 'other' };
  } catch {
    return null;
  }
}

/** Applies events: orders and refunds grouped by store, others individually. */
async function take(
  parts: StoreParts,
  tx: Database,
  readings: ReadonlyMap<StoreEvent, Reading>,
): Promise<InboxOutcome[]> {
  const ends: InboxOutcome[] = [];
  const end = (
    event: StoreEvent,
    state: InboxOutcome['state'],
    note: string | null,
    brandId: string | null = null,
  ) => ends.push({ key: event.key, state, note, brandId });
  const stores = new Map(
    (await readConnectedStores(tx, [...new Set([...readings.keys()].map(({ shop }) => shop))])).map(
      (store) => [store.shop, store],
    ),
  );
  const ofStore = new Map<StoredStore, [StoreEvent, Reading][]>();
  const rest: [StoreEvent, Reading][] = [];
  for (const [event, reading] of readings) {
    if (reading.kind !== 'order' && reading.kind !== 'refund' && reading.kind !== 'dispute') {
      rest.push([event, reading]);
      continue;
    }
    const store = stores.get(event.shop);
    if (!store) end(event, 'ignored', "This shop isn't connected.");
    else ofStore.set(store, [...(ofStore.get(store) ?? []), [event, reading]]);
  }
  // Fixed order to avoid deadlocks between concurrent workers.
  const byBrand = [...ofStore].sort(([a], [b]) => (a.brandId < b.brandId ? -1 : 1));
  for (const [store, entries] of byBrand) {
    const known = await applyOrders(parts, tx, store, entries);
    for (const [event, reading] of entries)
      end(
        event,
        'processed',
        reading.kind === 'order' && known.has(reading.told.externalId)
          ? 'Newer data was already stored.'
          : null,
        store.brandId,
      );
  }
  for (const [event, reading] of rest) {
    if (reading.kind === 'uninstalled') {
      const gone = await uninstall(parts, tx, event);
      end(
        event,
        gone ? 'processed' : 'ignored',
        gone ? null : "This shop wasn't connected at the time.",
        gone,
      );
    } else if (reading.kind === 'privacy') {
      const { note, brandId } = await fulfillPrivacyRequest(parts, tx, event, reading.body);
      end(event, brandId ? 'processed' : 'ignored', note, brandId);
    } else end(event, 'ignored', "This event doesn't affect any Troupe data.");
  }
  return ends;
}

/** @returns ids at the store of orders that already had newer data */
async function applyOrders(
  { api }: StoreParts,
  tx: Database,
  { id, brandId }: StoredStore,
  entries: readonly [StoreEvent, Reading][],
): Promise<Set<string>> {
  const now = api.clock.now();
  const outcome = await upsertOrders(
    tx,
    { brandId, storeId: id, source: 'store', secretKey: api.config.SECRET_KEY },
    {
      orders: entries.flatMap(([event, reading]) =>
        reading.kind === 'order' ? [{ told: reading.told, toldAt: event.triggeredAt }] : [],
      ),
      refunds: entries.flatMap(([, reading]) =>
        reading.kind === 'refund' ? [{ orderId: reading.orderId, refund: reading.refund }] : [],
      ),
    },
    now,
  );
  const disputed = await upsertDisputes(
    tx,
    { brandId, storeId: id },
    entries.flatMap(([event, reading]) =>
      reading.kind === 'dispute' ? [{ dispute: reading.dispute, reportedAt: event.triggeredAt }] : [],
    ),
    now,
  );
  const { placed } = outcome;
  const changed = new Set([...outcome.changed, ...disputed.filter((order) => !placed.includes(order))]);
  await publishOrders(tx, brandId, id, { placed, changed: [...changed] }, now);
  await publishStoreChange(tx, brandId, id);
  return outcome.known;
}

/**
 * The token is already revoked. Connections made since then are kept. @returns the brand that lost
 * the store
 */
async function uninstall({ api }: StoreParts, tx: Database, event: StoreEvent): Promise<string | null> {
  const which = { shop: event.shop, connectedBefore: event.triggeredAt };
  const [store] = await endStores(tx, which, 'uninstalled', api.clock.now());
  if (!store) return null;
  await publishStoreChange(tx, store.brandId, store.id);
  return store.brandId;
}
