import { setTimeout as wait } from 'node:timers/promises';
import { listOrders } from '@troupe/contract/commerce/order';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { readOrder, readRefund } from '../../providers/store/shopify-order.ts';
import { type OrderUpdates, upsertOrders } from './order/order-ledger.queries.ts';
import { orderBody, type StoreWorld, startStoreWorld } from './stores.fixture.ts';

let w: StoreWorld;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());

test('matches a refund and its new order arriving concurrently by webhook and sync', async () => {
  const brandId = await w.t.brand();
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  const { id: storeId } = await w.connect(owner, brandId);
  const take = (entries: Partial<OrderUpdates>, before = async () => {}) =>
    withTransaction(w.t.api.pool, async (tx) => {
      const ledger = { brandId, storeId, source: 'store' as const, secretKey: 'key' };
      await upsertOrders(tx, ledger, { orders: [], refunds: [], ...entries }, new Date());
      await before();
    });
  const refund = readRefund({
    id: 5,
    order_id: 1,
    transactions: [{ amount: '8.50', kind: 'refund', currency: 'EUR' }],
  });
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  let ended = false;
  const first = take({ refunds: [refund] }, async () => {
    isWritten();
    await wait(300);
    ended = true;
  });
  await written;
  const told = readOrder(orderBody(1));
  await take({ orders: [{ told, toldAt: told.updated }] });
  expect(ended).toBe(true);
  await first;
  const { orders } = await owner.call(listOrders, { params: { brandId }, query: {} });
  expect(orders).toMatchObject([{ externalId: '1', refunded: 850, net: 7200, status: 'partly_refunded' }]);
});
