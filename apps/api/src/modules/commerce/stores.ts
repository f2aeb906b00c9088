import { listOrders } from '@troupe/contract/commerce/order';
import * as calls from '@troupe/contract/commerce/store';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { readOrderPage } from './order/order.queries.ts';
import { readStores } from './order/order-store.queries.ts';
import {
  deleteOldCodes,
  deleteOldTokens,
  endStores,
  readStore,
  readStoresToUninstall,
} from './store/store.queries.ts';
import { storeEvents } from './store/store-event.queries.ts';
import { publishStoreChange, type StoreParts } from './store-access.ts';
import { storeConnectRoutes } from './store-connect.ts';
import { processStoreEvents } from './store-events.ts';
import { SYNC_JOB, storeSyncJobs } from './store-sync.ts';
import { UNINSTALL_JOB, uninstallApp } from './store-uninstall.ts';
import { STORE_EVENT_JOB, storeWebhook } from './store-webhooks.ts';

/** Sets up stores: connecting, webhooks, orders and disconnecting. */
export function stores(parts: StoreParts, server: FastifyInstance): void {
  const { api, platform } = parts;
  const { implement, db, pool, jobs, clock, log } = api;

  async function found(brandId: string, storeId: string) {
    const [store] = await readStores(db, brandId, platform.scopes, storeId);
    if (!store) throw problem('not_found');
    return store;
  }

  storeConnectRoutes(parts);
  storeSyncJobs(parts);
  storeWebhook(server, parts);
  orderRoutes(api);

  implement(calls.listStores, async ({ brandId }) => ({
    stores: await readStores(db, brandId, platform.scopes),
  }));

  implement(calls.syncStore, async ({ brandId, params: { storeId } }) => {
    const store = await found(brandId, storeId);
    if (store.status !== 'connected')
      throw problem('invalid_transition', {
        message: "This store isn't connected. Reconnect it first.",
      });
    await jobs.send(SYNC_JOB, { storeId });
    return { store };
  });

  implement(calls.disconnectStore, async ({ brandId, params: { storeId } }) => {
    if (!(await readStore(db, brandId, storeId))) throw problem('not_found');
    await withTransaction(pool, (tx, connection) =>
      disconnectStores(api, { brandId, id: storeId }, tx, connection),
    );
    return { store: await found(brandId, storeId) };
  });

  jobs.define<{ storeId: string }>(UNINSTALL_JOB, ({ storeId }) => uninstallApp(parts, storeId), {
    retryLimit: 9,
    retryDelay: 10,
  });

  // Retry uninstalls that failed while the platform was unavailable.
  jobs.every('53 * * * *', 'store-farewells', async () => {
    await oneByOne(log, 'failed to enqueue store uninstall', await readStoresToUninstall(db), (storeId) =>
      jobs.send(UNINSTALL_JOB, { storeId }),
    );
  });

  // One queued job is enough: it processes all due events.
  jobs.define(STORE_EVENT_JOB, (_data, signal) => processStoreEvents(parts, signal), { policy: 'short' });
  jobs.every('* * * * *', 'store-events', (signal) => processStoreEvents(parts, signal));
  jobs.every('41 3 * * *', 'store-forget', async () => {
    await storeEvents.deleteOld(db, clock.now());
    await deleteOldCodes(db, clock.now());
    await deleteOldTokens(db, clock.now());
  });
}

/** Disconnects a brand's stores, or one of them, in the caller's transaction. */
export async function disconnectStores(
  { jobs, clock }: Api,
  which: { brandId: string; id?: string },
  tx: Database,
  connection: pg.PoolClient,
): Promise<void> {
  for (const { id } of await endStores(tx, which, 'disconnected', clock.now())) {
    await jobs.send(UNINSTALL_JOB, { storeId: id }, { transaction: connection });
    await publishStoreChange(tx, which.brandId, id);
  }
}

/** Registers the order routes. */
function orderRoutes({ db, implement }: Api): void {
  implement(listOrders, async ({ brandId, query }) => {
    const { orders, total } = await readOrderPage(db, brandId, query);
    return { orders, ...pagesOf(query.page, total) };
  });
}
