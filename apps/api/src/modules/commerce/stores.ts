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
import { endStores, forgetCodes, forgetOldTokens, readLeavingIds, readStore } from './store/store.queries.ts';
import { forgetStoreEvents } from './store/store-event.queries.ts';
import { type StoreParts, tellStore } from './store-access.ts';
import { storeConnectRoutes } from './store-connect.ts';
import { workThroughStoreEvents } from './store-events.ts';
import { FAREWELL_JOB, sayGoodBye } from './store-farewell.ts';
import { SYNC_JOB, storeSyncJobs } from './store-sync.ts';
import { STORE_EVENT_JOB, storeWebhook } from './store-webhooks.ts';

/** Stores of brands: connecting, what they tell, their orders, and leaving. */
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
        message: 'This store is not connected. Connect it again first.',
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

  jobs.define<{ storeId: string }>(FAREWELL_JOB, ({ storeId }) => sayGoodBye(parts, storeId), {
    retryLimit: 9,
    retryDelay: 10,
  });

  // A platform that is away for hours is told when it is back.
  jobs.every('53 * * * *', 'store-farewells', async () => {
    await oneByOne(
      log,
      'nobody could be sent to take leave of a store',
      await readLeavingIds(db),
      (storeId) => jobs.send(FAREWELL_JOB, { storeId }),
    );
  });

  // One that waits is enough: it works through all there is.
  jobs.define(STORE_EVENT_JOB, (_data, signal) => workThroughStoreEvents(parts, signal), { policy: 'short' });
  jobs.every('* * * * *', 'store-events', (signal) => workThroughStoreEvents(parts, signal));
  jobs.every('41 3 * * *', 'store-forget', async () => {
    await forgetStoreEvents(db, clock.now());
    await forgetCodes(db, clock.now());
    await forgetOldTokens(db, clock.now());
  });
}

/** Ends the connections of a brand's stores, or of one of them, in a transaction of the caller. */
export async function disconnectStores(
  { jobs, clock }: Api,
  which: { brandId: string; id?: string },
  tx: Database,
  connection: pg.PoolClient,
): Promise<void> {
  for (const { id } of await endStores(tx, which, 'disconnected', clock.now())) {
    await jobs.send(FAREWELL_JOB, { storeId: id }, { transaction: connection });
    await tellStore(tx, which.brandId, id);
  }
}

/** The ledger of orders. */
export function orderRoutes({ db, implement }: Api): void {
  implement(listOrders, async ({ brandId, query }) => {
    const { orders, total } = await readOrderPage(db, brandId, query);
    return { orders, ...pagesOf(query.page, total) };
  });
}
