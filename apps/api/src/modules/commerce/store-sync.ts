import { FIRST_SYNC_DAYS, missingScopes } from '@troupe/domain/commerce/store';
import { type PlatformOrderPage, StoreFailure } from '@troupe/domain/commerce/store-platform';
import { withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { takeIntoLedger } from './order/order-ledger.queries.ts';
import { changeStore, readConnectedIds, readStoreById, type StoredStore } from './store/store.queries.ts';
import { alone, type Lease } from './store/store-lease.queries.ts';
import { emitOrders, type StoreParts, tellStore, withAccess } from './store-access.ts';

/** Asks a store that was just connected about itself, and to tell what happens; then for its orders. */
export const SETTLE_JOB = 'store-settle';
/** Asks a store for the orders that changed. */
export const SYNC_JOB = 'store-sync';

const DAY_MS = 86_400_000;
/** Changes may show late in what a store answers, so that some time is read twice. */
const OVERLAP_MS = 5 * 60_000;

const NO_ORDERS = 'This store does not let its orders be read. Connect it again and allow that.';
const AWAY = 'This store could not be reached. Its orders are asked for again soon.';
const CLOSED = 'This store does not answer: it may be closed or frozen. Its orders are asked for again soon.';

/** Where stores tell what happens. */
export const webhookAddress = ({ api }: StoreParts): string => `${api.config.API_ORIGIN}/webhooks/shopify`;

/** Finishes a connection. What fails is made up for by the hourly look. */
export async function settleStore(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  const store = await readStoreById(api.db, storeId);
  if (store?.status !== 'connected') return;
  const { name, currency } = await withAccess(parts, storeId, (access) => platform.readShop(access));
  await changeStore(api.db, storeId, { name: name.slice(0, 200) || store.shop, currency });
  await tellStore(api.db, store.brandId, storeId);
  await withAccess(parts, storeId, (access) =>
    platform.subscribe(access, webhookAddress(parts), store.scopes),
  );
  await changeStore(api.db, storeId, { subscribed: true });
}

/** Reads the orders of a store that changed since the last time, oldest change first. */
export async function syncStore(parts: StoreParts, storeId: string, signal?: AbortSignal): Promise<void> {
  const { api } = parts;
  const store = await readStoreById(api.db, storeId);
  if (store?.status !== 'connected') return;
  if (missingScopes(['read_orders'], store.scopes).length > 0) return note(parts, store, NO_ORDERS);
  try {
    // Whoever is at it already reads the same.
    await alone(api.db, `store-sync:${storeId}`, 0, (lease) => readAll(parts, store, lease, signal));
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.kind === 'unauthorised') return;
    parts.api.log.warn({ store: storeId, code: error.code }, 'the orders of a store could not be read');
    await note(parts, store, error.kind === 'unavailable' ? AWAY : CLOSED);
    if (error.kind === 'unavailable') throw error;
  }
}

async function note({ api }: StoreParts, { id, brandId }: StoredStore, error: string): Promise<void> {
  await changeStore(api.db, id, { error });
  await tellStore(api.db, brandId, id);
}

async function readAll(
  parts: StoreParts,
  store: StoredStore,
  lease: Lease,
  signal?: AbortSignal,
): Promise<void> {
  const { api, platform } = parts;
  const began = api.clock.now();
  const since = store.syncedTo
    ? new Date(new Date(store.syncedTo).getTime() - OVERLAP_MS)
    : new Date(began.getTime() - FIRST_SYNC_DAYS * DAY_MS);
  let unreadable = 0;
  for (let after: string | null = null; ; ) {
    if (signal?.aborted) return;
    const asked = api.clock.now().toISOString();
    const page: PlatformOrderPage = await withAccess(parts, store.id, (access) =>
      platform.readOrders(access, since, after),
    );
    unreadable += page.unreadable.length;
    if (page.unreadable.length > 0)
      api.log.error({ store: store.id, orders: page.unreadable }, 'orders of a store could not be read');
    await takePage(parts, store, page, asked);
    if (!page.next) break;
    after = page.next;
    if (!(await lease.renew())) return;
  }
  await changeStore(api.db, store.id, {
    syncedTo: began.toISOString(),
    lastSyncAt: api.clock.now().toISOString(),
    error: unreadable > 0 ? `${unreadable} orders of this store could not be read.` : null,
  });
  await tellStore(api.db, store.brandId, store.id);
}

/** Takes a page over, with how far that is: a killed process goes on there. */
async function takePage(
  { api }: StoreParts,
  { id, brandId }: StoredStore,
  { orders }: PlatformOrderPage,
  asked: string,
): Promise<void> {
  const last = orders.at(-1);
  if (!last) return;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    const ledger = { brandId, storeId: id, source: 'store' as const, secretKey: api.config.SECRET_KEY };
    const entries = { orders: orders.map((told) => ({ told, toldAt: asked })), refunds: [] };
    const outcome = await takeIntoLedger(tx, ledger, entries, now);
    await emitOrders(tx, brandId, id, outcome, now);
    await changeStore(tx, id, { syncedTo: last.updated });
  });
}

/** Declares the background work. */
export function storeSyncJobs(parts: StoreParts): void {
  const { jobs, db, log } = parts.api;
  jobs.define<{ storeId: string }>(SETTLE_JOB, async ({ storeId }) => {
    await settleStore(parts, storeId).catch((error: unknown) => {
      if (!(error instanceof StoreFailure)) throw error;
      log.warn({ store: storeId, code: error.code }, 'a store could not be settled; the hourly look does it');
    });
    await jobs.send(SYNC_JOB, { storeId });
  });
  jobs.define<{ storeId: string }>(SYNC_JOB, ({ storeId }, signal) => syncStore(parts, storeId, signal), {
    retryLimit: 3,
    retryDelay: 30,
    expireInSeconds: 6 * 3600,
    heartbeatSeconds: 60,
  });
  // Webhooks get lost; subscriptions are deleted by a platform that could not reach us for hours.
  jobs.every('23 * * * *', 'store-look', async () => {
    await oneByOne(log, 'a store could not be looked at', await readConnectedIds(db), (storeId) =>
      jobs.send(SETTLE_JOB, { storeId }),
    );
  });
}
