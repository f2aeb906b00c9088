import * as calls from '@troupe/contract/store';
import { problem } from '@troupe/domain/problem';
import { StoreFailure } from '@troupe/domain/store-platform';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { orderRoutes } from '../features/order/order.routes.ts';
import {
  endStores,
  forgetCodes,
  forgetTokens,
  readStore,
  readStoreById,
  readStores,
} from '../features/store/store.queries.ts';
import { forgetStoreEvents } from '../features/store/store-event.queries.ts';
import type { Api } from '../platform/api.ts';
import type { Database } from '../platform/database.ts';
import { openText } from '../platform/secret.ts';
import { withTransaction } from '../platform/transaction.ts';
import { type StoreParts, tellStore } from './store-access.ts';
import { storeConnectRoutes } from './store-connect.ts';
import { workThroughStoreEvents } from './store-events.ts';
import { SYNC_JOB, storeSyncJobs, webhookAddress } from './store-sync.ts';
import { STORE_EVENT_JOB, storeWebhook } from './store-webhooks.ts';

const FAREWELL_JOB = 'store-farewell';

/** Stores of brands: connecting, what they tell, their orders, and leaving. */
export function stores(parts: StoreParts, server: FastifyInstance): void {
  const { api, platform } = parts;
  const { implement, db, pool, jobs, clock } = api;

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

  jobs.define<{ storeId: string }>(FAREWELL_JOB, ({ storeId }) => sayGoodBye(parts, storeId));

  // One that waits is enough: it works through all there is.
  jobs.define(STORE_EVENT_JOB, (_data, signal) => workThroughStoreEvents(parts, signal), { policy: 'short' });
  jobs.every('* * * * *', 'store-events', (signal) => workThroughStoreEvents(parts, signal));
  jobs.every('41 3 * * *', 'store-forget', async () => {
    await forgetStoreEvents(db, clock.now());
    await forgetCodes(db, clock.now());
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

/** Ends what the platform tells us of a store that was disconnected, then forgets how to get in. */
async function sayGoodBye(parts: StoreParts, storeId: string): Promise<void> {
  const { api, platform } = parts;
  const store = await readStoreById(api.db, storeId);
  if (!store?.accessToken || store.status === 'connected') return;
  const accessToken = openText(api.config.SECRET_KEY, store.accessToken);
  await platform
    .unsubscribe({ shop: store.shop, accessToken }, webhookAddress(parts))
    .catch((error: unknown) => {
      // What still comes in is left aside: nobody has the store.
      if (!(error instanceof StoreFailure)) throw error;
    });
  await forgetTokens(api.db, store.id, store.tokenVersion);
}
