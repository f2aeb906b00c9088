import { FIRST_SYNC_DAYS, missingScopes } from '@troupe/domain/commerce/store';
import { type PlatformOrderPage, StoreFailure } from '@troupe/domain/commerce/store-platform';
import { withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { upsertOrders } from './order/order-ledger.queries.ts';
import { changeStore, readConnectedIds, readStoreById, type StoredStore } from './store/store.queries.ts';
import { type Lease, withLease } from './store/store-lease.queries.ts';
import { publishOrders, publishStoreChange, type StoreParts, withAccess } from './store-access.ts';

/** Loads details of a newly connected store, subscribes to its webhooks and imports its orders. */
export const SETUP_JOB = 'store-settle';
/** Imports changed orders of a store. */
export const SYNC_JOB = 'store-sync';

const DAY_MS = 86_400_000;
/** Changes may appear late in responses, so some time is read twice. */
const OVERLAP_MS = 5 * 60_000;

const NO_ORDERS = "This store doesn't allow us to read orders. Reconnect it and allow access to orders.";
const AWAY = "We couldn't reach this store. We'll try again soon.";
const CLOSED = "This store isn't responding. It may be closed or frozen. We'll try again soon.";

/** Webhook URL for stores. */
const webhookUrl = ({ api }: StoreParts): string => `${api.config.API_ORIGIN}/webhooks/shopify`;

/** Completes a connection. The hourly sync makes up for failures. */
export async function setUpStore(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  const store = await readStoreById(api.db, storeId);
  if (store?.status !== 'connected') return;
  const { name, currency } = await withAccess(parts, storeId, (access) => platform.readShop(access));
  await changeStore(api.db, storeId, { name: name.slice(0, 200) || store.shop, currency });
  await publishStoreChange(api.db, store.brandId, storeId);
  await withAccess(parts, storeId, (access) => platform.subscribe(access, webhookUrl(parts), store.scopes));
  await changeStore(api.db, storeId, { subscribed: true });
}

/** Imports orders changed since the last sync, oldest change first. */
export async function syncStore(parts: StoreParts, storeId: string, signal?: AbortSignal): Promise<void> {
  const { api } = parts;
  const store = await readStoreById(api.db, storeId);
  if (store?.status !== 'connected') return;
  if (missingScopes(['read_orders'], store.scopes).length > 0) return note(parts, store, NO_ORDERS);
  try {
    // Skip if another process is already syncing.
    await withLease(api.db, `store-sync:${storeId}`, 0, (lease) => readAll(parts, store, lease, signal));
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.kind === 'unauthorised') return;
    parts.api.log.warn({ store: storeId, code: error.code }, 'failed to read the orders of a store');
    await note(parts, store, error.kind === 'unavailable' ? AWAY : CLOSED);
    if (error.kind === 'unavailable') throw error;
  }
}

async function note({ api }: StoreParts, { id, brandId }: StoredStore, error: string): Promise<void> {
  await changeStore(api.db, id, { error });
  await publishStoreChange(api.db, brandId, id);
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
      api.log.error({ store: store.id, orders: page.unreadable }, 'failed to parse orders of a store');
    await importPage(parts, store, page, asked);
    if (!page.next) break;
    after = page.next;
    if (!(await lease.renew())) return;
  }
  await changeStore(api.db, store.id, {
    syncedTo: began.toISOString(),
    lastSyncAt: api.clock.now().toISOString(),
    error: unreadable > 0 ? `Couldn't read ${unreadable} of this store's orders.` : null,
  });
  await publishStoreChange(api.db, store.brandId, store.id);
}

/** Imports a page and saves the position, where another process can resume. */
async function importPage(
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
    const outcome = await upsertOrders(tx, ledger, entries, now);
    await publishOrders(tx, brandId, id, outcome, now);
    await changeStore(tx, id, { syncedTo: last.updated });
  });
}

/** Registers the background jobs. */
export function storeSyncJobs(parts: StoreParts): void {
  const { jobs, db, log } = parts.api;
  jobs.define<{ storeId: string }>(SETUP_JOB, async ({ storeId }) => {
    await setUpStore(parts, storeId).catch((error: unknown) => {
      if (!(error instanceof StoreFailure)) throw error;
      log.warn({ store: storeId, code: error.code }, 'failed to set up a store; the hourly sync retries');
    });
    await jobs.send(SYNC_JOB, { storeId });
  });
  jobs.define<{ storeId: string }>(SYNC_JOB, ({ storeId }, signal) => syncStore(parts, storeId, signal), {
    retryLimit: 3,
    retryDelay: 30,
    expireInSeconds: 6 * 3600,
    heartbeatSeconds: 60,
  });
  // Webhooks get lost, and platforms delete subscriptions after hours of failed deliveries.
  jobs.every('23 * * * *', 'store-look', async () => {
    await oneByOne(log, 'failed to sync a store', await readConnectedIds(db), (storeId) =>
      jobs.send(SETUP_JOB, { storeId }),
    );
  });
}
