import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hmacOf, SHOP, type ShopifyWorld, startShopify } from './shopify.testing.ts';

let shopify: ShopifyWorld;
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

const text = async (path: string) => (await fetch(shopify.url(path))).text();

test('the control page lists stores and opens the app from each, correctly or with an error', async () => {
  expect(await text('/')).toContain('href="/shopify"');
  const list = await text('/shopify');
  for (const part of ['Larkmoor Goods', 'Copper &amp; Bean', 'JPY', 'Open the app: Hoshi Paper'])
    expect(list).toContain(part);
  const open = async (trouble: string) => {
    const response = await fetch(shopify.url(`/shopify/${SHOP}/open${trouble}`), { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  };
  const link = await open('');
  expect(link.href).toContain('http://localhost:3000/order-integration-install?');
  expect(link.searchParams.get('hmac')).toBe(hmacOf(link.searchParams));
  const forged = await open('?trouble=wrong_hmac');
  expect(forged.searchParams.get('hmac')).not.toBe(hmacOf(forged.searchParams));
  expect((await fetch(shopify.url('/shopify/nobody.myshopify.com/open'))).status).toBe(404);
});

test('the control page shows orders, webhooks and faults, escaped, with a button per action', async () => {
  const { access_token } = await shopify.install(SHOP);
  await shopify.subscribe(SHOP, access_token, 'ORDERS_CREATE');
  await shopify.order('POST', `/stores/${SHOP}/orders`, { code: '<b>MIA' });
  await shopify.until((arrived) => arrived.length === 1);
  await shopify.fault('authorize', 'wrong_state', { times: 2 });
  const page = await text('/shopify');
  for (const part of [
    '1025',
    '&lt;b&gt;MIA',
    'orders/create',
    'remove: wrong_state of authorize',
    `action="/shopify/_control/stores/${SHOP}/uninstall"`,
  ])
    expect(page).toContain(part);
});

test('rejects calls of other sites and invalid ones', async () => {
  const refused = async (path: string, body: object) => shopify.world.ask('POST', path, body);
  for (const fault of [
    { provider: 'shopify', failure: 'nonsense' },
    { provider: 'shopify', target: 'orders', failure: 'wrong_state' },
  ])
    expect((await refused('/api/faults', fault)).status).toBe(422);
  const store = `/shopify/_control/stores/${SHOP}`;
  expect((await refused(`${store}/orders`, { currency: 'dollars' })).status).toBe(422);
  expect((await refused(`${store}/orders/1/refund`, {})).status).toBe(404);
  const foreign = await fetch(shopify.url('/shopify/_control'), {
    method: 'DELETE',
    headers: { origin: 'http://evil.example' },
  });
  expect(foreign.status).toBe(403);
});
