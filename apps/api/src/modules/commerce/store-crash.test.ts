import { once } from 'node:events';
import { listOrders } from '@troupe/contract/commerce/order';
import { createOrderImport, getOrderImport } from '@troupe/contract/commerce/order-import';
import { NO_STORE } from '@troupe/domain/commerce/order-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import {
  FORMER_SECRET,
  KEY,
  orderBody,
  SECRET,
  SHOP,
  type StoreWorld,
  sign,
  startStoreWorld,
} from './stores.fixture.ts';

let w: StoreWorld;
let brandId: string;
let owner: TestPerson;
const running: TestProcess[] = [];
beforeAll(async () => {
  // Serves calls but leaves jobs to the test processes.
  w = await startStoreWorld({ TROUPE_ROLES: 'http' });
  brandId = await w.t.brand();
  owner = await w.t.person({ brandId, brandRole: 'owner' });
  await w.connect(owner, brandId);
});
afterAll(async () => {
  for (const { child } of running) await end(child, 'SIGKILL');
  await w.stop();
});

async function end(child: TestProcess['child'], signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function start(roles = 'http,jobs'): Promise<TestProcess> {
  const process = await startTestProcess(w.t, {
    TROUPE_ROLES: roles,
    SHOPIFY_API_KEY: KEY,
    SHOPIFY_API_SECRET: SECRET,
    SHOPIFY_OLD_API_SECRET: FORMER_SECRET,
    SHOPIFY_SHOP_ORIGIN: w.shops.origin,
  });
  running.push(process);
  return process;
}

const total = async () => (await owner.call(listOrders, { params: { brandId }, query: {} })).total;

test('webhooks acknowledged by a killed process are processed once by another', async () => {
  const first = await start('http');
  const send = (id: number) => {
    const body = JSON.stringify(orderBody(id));
    return fetch(`${first.url}/webhooks/shopify`, {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': SHOP,
        'x-shopify-event-id': `e${id}`,
        'x-shopify-triggered-at': new Date().toISOString(),
        'x-shopify-hmac-sha256': sign(body),
      },
      body,
    });
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send(at + 1)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  await end(first.child, 'SIGKILL');
  expect(await total()).toBe(0);
  await start();
  // The store redelivers unconfirmed events, which wakes the workers.
  await w.webhook('orders/create', orderBody(1), { 'x-shopify-event-id': 'e1' });
  await w.webhook('orders/create', orderBody(201), { 'x-shopify-event-id': 'e201' });
  await expect.poll(total, { timeout: 80_000, interval: 200 }).toBe(201);
});

test('an import resumes in another process without repeating rows', async () => {
  // Six batches, so work is left when the process is killed after the first.
  const rows = 3000;
  const head = 'tracking_id,source,transaction_date,orders,revenue';
  const lines = Array.from({ length: rows }, (_, at) => `${at + 1},influencer,2026-05-01,1,12.50`);
  const before = await total();
  const { orderImport } = await owner.upload(
    createOrderImport,
    { params: { brandId }, query: { storeId: NO_STORE, currency: 'EUR' } },
    new Blob([[head, ...lines].join('\n')]),
    'sales.csv',
  );
  const params = { brandId, orderImportId: orderImport.id };
  const found = async () => (await owner.call(getOrderImport, { params, query: {} })).orderImport;
  await expect
    .poll(async () => (await found()).imported, { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(0);
  for (const { child } of running) await end(child, 'SIGKILL');
  const left = await found();
  expect(left.state).toBe('running');
  expect(left.imported).toBeLessThan(rows);
  await start();
  await expect.poll(async () => (await found()).state, { timeout: 60_000, interval: 100 }).toBe('done');
  expect(await found()).toMatchObject({ rows, imported: rows, merged: 0, skipped: 0, rejected: 0 });
  expect(await total()).toBe(before + rows);
});
