import { randomBytes } from 'node:crypto';
import { disconnectStore } from '@troupe/contract/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '../testing/test-api.ts';
import type { StoreParts } from './store-access.ts';
import { sayGoodBye } from './store-farewell.ts';
import { plainGraph, type StoreWorld, startStoreWorld } from './stores.fixture.ts';

let w: StoreWorld;
let parts: StoreParts;
let owner: TestPerson;
let brandId: string;
let shop: string;
let storeId: string;
/** Ids of subscriptions that were ended. */
let ended: unknown[];

beforeAll(async () => {
  w = await startStoreWorld();
  parts = { api: w.t.api, platform: w.platform };
});
afterAll(() => w.stop());
beforeEach(async () => {
  plainGraph(w.shops);
  ended = [];
  brandId = await w.t.brand();
  owner = await w.t.person({ brandId, brandRole: 'owner' });
  shop = `s${randomBytes(4).toString('hex')}.myshopify.com`;
  ({ id: storeId } = await w.connect(owner, brandId, shop));
  const uri = `${w.t.api.config.API_ORIGIN}/webhooks/shopify`;
  const subscription = { id: 'gid://1', topic: 'ORDERS_CREATE', uri };
  w.shops.graph.set('webhookSubscriptions', () => ({
    data: {
      webhookSubscriptions: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [subscription] },
    },
  }));
  w.shops.graph.set('webhookSubscriptionDelete', ({ id }) => {
    ended.push(id);
    return { data: {} };
  });
});

const away = () => ({ errors: [{ message: 'away', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
/** Ends the connection without the job that says good-bye. */
const end = (change = '') =>
  w.t.api.pool.query(`update store set status = 'disconnected', ended_at = now()${change} where id = $1`, [
    storeId,
  ]);
const hasToken = async () =>
  (await w.t.api.pool.query('select 1 from store where id = $1 and access_token is not null', [storeId]))
    .rowCount === 1;

test('whoever disconnects a store ends what it tells, and its tokens are forgotten', async () => {
  await owner.call(disconnectStore, { params: { brandId, storeId } });
  await expect.poll(hasToken, { timeout: 10_000 }).toBe(false);
  expect(ended).toEqual(['gid://1']);
});

test('a good-bye that the platform did not hear is said again, with a new token where the old one ended', async () => {
  const answers = w.shops.graph.get('webhookSubscriptions');
  w.shops.graph.set('webhookSubscriptions', away);
  await end();
  await expect(sayGoodBye(parts, storeId)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await hasToken()).toBe(true);

  await end(", access_expires_at = now() - interval '1 minute'");
  const before = [...w.shops.tokens];
  for (const token of before) w.shops.tokens.delete(token);
  for (const token of before.filter((one) => one.startsWith('at-')))
    w.shops.codes.set(token.replace('at-', 'rt-'), { access_token: `${token}-2`, expires_in: 3600 });
  if (answers) w.shops.graph.set('webhookSubscriptions', answers);
  await sayGoodBye(parts, storeId);
  expect(ended).toEqual(['gid://1']);
  expect(await hasToken()).toBe(false);
});

test('a store that another brand connected meanwhile goes on telling', async () => {
  await end();
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other, brandRole: 'owner' });
  await w.connect(stranger, other, shop);
  await sayGoodBye(parts, storeId);
  expect(ended).toEqual([]);
  expect(await hasToken()).toBe(false);
});
