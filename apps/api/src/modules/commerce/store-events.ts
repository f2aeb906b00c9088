import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';
import { codeOf } from '@troupe/server/error-code';
import type { Database } from '../../platform/database.ts';
import type { InboxEnd } from '../../platform/incoming/inbox.queries.ts';
import { Inbox } from '../../platform/incoming/inbox.ts';
import { readOrderCurrencies } from './order/order.queries.ts';
import { takeIntoLedger } from './order/order-ledger.queries.ts';
import { endStores, readHeldStores, type StoredStore } from './store/store.queries.ts';
import {
  failStoreEvent,
  finishStoreEvents,
  holdDueStoreEvents,
  type StoreEvent,
} from './store/store-event.queries.ts';
import { emitOrders, type StoreParts, tellStore } from './store-access.ts';
import { actOnPrivacy, PRIVACY_TOPICS } from './store-privacy.ts';

/** Events that are held together. */
const AT_ONCE = 250;

/** What an event says, read before anything is written. */
type Reading =
  | { kind: 'order'; told: PlatformOrder }
  | { kind: 'refund'; orderId: string; refund: PlatformRefund }
  | { kind: 'uninstalled' }
  | { kind: 'privacy'; body: unknown }
  | { kind: 'other' };

/** Processes all events that are due, in the order in which they came. */
export const workThroughStoreEvents = (parts: StoreParts, signal?: AbortSignal): Promise<void> =>
  storeInbox(parts).drain(signal);

function storeInbox(parts: StoreParts): Inbox<StoreEvent> {
  const { api } = parts;
  return new Inbox<StoreEvent>(api, {
    atOnce: AT_ONCE,
    keyOf: ({ key }) => key,
    hold: (tx, limit, keys) => holdDueStoreEvents(tx, api.clock.now(), limit, keys),
    take: (tx, events) => takeEvents(parts, tx, events),
    fail: (event, error) => putOff(parts, event, error),
  });
}

/** Notes why an event failed; it is tried again, ever more seldom. */
async function putOff({ api }: StoreParts, event: StoreEvent, error: unknown): Promise<void> {
  const code = codeOf(error) ?? 'unknown';
  // The texts of database errors hold what was written, so only the code goes to the log.
  api.log.error({ event: event.key, code }, 'an event of a store could not be worked through');
  await failStoreEvent(api.db, event, `It failed (${code}).`, api.clock.now());
}

/** Takes over what events say. Those that cannot be read fail by themselves. */
async function takeEvents(
  parts: StoreParts,
  tx: Database,
  events: readonly StoreEvent[],
): Promise<() => void> {
  const { api } = parts;
  const unreadable: StoreEvent[] = [];
  const readings = new Map<StoreEvent, Reading>();
  const books = await booksOf(tx, events);
  for (const event of events) {
    const reading = read(parts, event, books.get(event) ?? null);
    if (reading) readings.set(event, reading);
    else unreadable.push(event);
  }
  for (const event of unreadable) await failStoreEvent(tx, event, 'It cannot be read.', api.clock.now());
  await finishStoreEvents(tx, await take(parts, tx, readings), api.clock.now());
  return () => {
    for (const { key, topic } of unreadable)
      api.log.error({ event: key, topic }, 'an event of a store cannot be read');
  };
}

/** What the orders of refunds are in, or where they are not known yet their stores: not every refund names it. */
async function booksOf(tx: Database, events: readonly StoreEvent[]): Promise<Map<StoreEvent, string | null>> {
  const refunds = events.filter(({ topic }) => topic === 'refunds/create');
  if (refunds.length === 0) return new Map();
  const stores = await readHeldStores(tx, [...new Set(refunds.map(({ shop }) => shop))]);
  // Ids are longer than numbers can hold, and all that is wanted of a body that may be none.
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

/** @returns null for a body in a shape that is not known */
function read({ platform }: StoreParts, { topic, body }: StoreEvent, books: string | null): Reading | null {
  try {
    if (/^orders\/(?:create|updated|cancelled|paid|fulfilled|partially_fulfilled)$/.test(topic))
      return { kind: 'order', told: platform.readOrder(JSON.parse(body)) };
    if (topic === 'refunds/create')
      return { kind: 'refund', ...platform.readRefund(JSON.parse(body), books) };
    if (topic === 'app/uninstalled') return { kind: 'uninstalled' };
    if (PRIVACY_TOPICS.has(topic)) return { kind: 'privacy', body: JSON.parse(body) };
    return { kind: 'other' };
  } catch {
    return null;
  }
}

/** Takes over what events say: orders and refunds of each store together, all else by itself. */
async function take(
  parts: StoreParts,
  tx: Database,
  readings: ReadonlyMap<StoreEvent, Reading>,
): Promise<InboxEnd[]> {
  const ends: InboxEnd[] = [];
  const end = (
    event: StoreEvent,
    state: InboxEnd['state'],
    note: string | null,
    brandId: string | null = null,
  ) => ends.push({ key: event.key, state, note, brandId });
  const stores = new Map(
    (await readHeldStores(tx, [...new Set([...readings.keys()].map(({ shop }) => shop))])).map((store) => [
      store.shop,
      store,
    ]),
  );
  const ofStore = new Map<StoredStore, [StoreEvent, Reading][]>();
  const rest: [StoreEvent, Reading][] = [];
  for (const [event, reading] of readings) {
    if (reading.kind !== 'order' && reading.kind !== 'refund') {
      rest.push([event, reading]);
      continue;
    }
    const store = stores.get(event.shop);
    if (!store) end(event, 'ignored', 'This shop is not connected here.');
    else ofStore.set(store, [...(ofStore.get(store) ?? []), [event, reading]]);
  }
  // Always in the same order, so that two that work at once do not wait for each other.
  const byBrand = [...ofStore].sort(([a], [b]) => (a.brandId < b.brandId ? -1 : 1));
  for (const [store, entries] of byBrand) {
    const known = await takeOrders(parts, tx, store, entries);
    for (const [event, reading] of entries)
      end(
        event,
        'processed',
        reading.kind === 'order' && known.has(reading.told.externalId)
          ? 'Something newer was known already.'
          : null,
        store.brandId,
      );
  }
  for (const [event, reading] of rest) {
    if (reading.kind === 'uninstalled') {
      const gone = await uninstall(parts, tx, event);
      end(event, gone ? 'processed' : 'ignored', gone ? null : 'This shop was not connected then.', gone);
    } else if (reading.kind === 'privacy') {
      const { note, brandId } = await actOnPrivacy(parts, tx, event, reading.body);
      end(event, brandId ? 'processed' : 'ignored', note, brandId);
    } else end(event, 'ignored', 'Nothing is kept of this.');
  }
  return ends;
}

/** @returns ids at the store of orders of which something newer was known */
async function takeOrders(
  { api }: StoreParts,
  tx: Database,
  { id, brandId }: StoredStore,
  entries: readonly [StoreEvent, Reading][],
): Promise<Set<string>> {
  const now = api.clock.now();
  const outcome = await takeIntoLedger(
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
  await emitOrders(tx, brandId, id, outcome, now);
  await tellStore(tx, brandId, id);
  return outcome.known;
}

/** The token is dead already. Who connected again since is not meant. @returns the brand that lost the store */
async function uninstall({ api }: StoreParts, tx: Database, event: StoreEvent): Promise<string | null> {
  const which = { shop: event.shop, connectedBefore: event.triggeredAt };
  const [store] = await endStores(tx, which, 'uninstalled', api.clock.now());
  if (!store) return null;
  await tellStore(tx, store.brandId, store.id);
  return store.brandId;
}
