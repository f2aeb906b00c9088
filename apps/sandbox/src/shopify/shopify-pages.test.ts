import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hmacOf, SHOP, type ShopifyWorld, startShopify } from './shopify.testing.ts';

let shopify: ShopifyWorld;
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

const text = async (path: string) => (await fetch(shopify.url(path))).text();
const form = (path: string, fields: Record<string, string> = {}) =>
  fetch(shopify.url(`/shopify/_page/${path}`), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { origin: shopify.world.sandbox.origin },
  });
const STORE = `stores/${SHOP}`;
const ORDER = { currency: 'USD', from: 'ref', test: 'no' };

test('the page shows the stores and opens the app from each, rightly or with something wrong', async () => {
  expect(await text('/')).toContain('href="/shopify"');
  const list = await text('/shopify');
  for (const part of ['Larkmoor Goods', 'Copper &amp; Bean', 'JPY', 'No orders. Everything works.'])
    expect(list).toContain(part);
  const open = async (trouble: string) => {
    const response = await fetch(shopify.url(`/shopify/${SHOP}/open${trouble}`), { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  };
  const right = await open('');
  expect(right.href).toContain('http://localhost:3000/order-integration-install?');
  expect(right.searchParams.get('hmac')).toBe(hmacOf(right.searchParams));
  const forged = await open('?trouble=wrong_hmac');
  expect(forged.searchParams.get('hmac')).not.toBe(hmacOf(forged.searchParams));
  expect((await fetch(shopify.url('/shopify/nobody.myshopify.com'))).status).toBe(404);
});

test('a person makes orders, changes them, gives money back, and sees what was sent', async () => {
  const { access_token } = await shopify.install(SHOP);
  await shopify.subscribe(SHOP, access_token, 'ORDERS_CREATE', 'REFUNDS_CREATE', 'ORDERS_CANCELLED');
  const made = await form(`${STORE}/orders`, { ...ORDER, code: '<b>MIA', customer: '-', test: 'yes' });
  expect([made.status, made.headers.get('location')]).toEqual([303, `/shopify/${SHOP}`]);
  const [hook] = await shopify.until((arrived) => arrived.length === 1);
  expect(hook?.body).toMatchObject({ customer: null, test: true, discount_codes: [{ code: '<b>MIA' }] });
  const page = await text(`/shopify/${SHOP}`);
  for (const part of ['#1025', '&lt;b&gt;MIA', 'No customer', 'orders/create', 'Taken'])
    expect(page).toContain(part);
  const at = `${STORE}/orders/${hook?.body.id}`;
  await form(`${at}/refund`, { quantity: '1' });
  await form(`${at}/cancel`);
  await form(`${at}/update`);
  await shopify.until((arrived) => arrived.length === 3);
  expect(await text(`/shopify/${SHOP}`)).toContain('cancelled');
  await form(`webhooks/${hook?.headers['x-shopify-webhook-id']}/resend`, { signing: 'wrong' });
  await shopify.until((arrived) => arrived.length === 4);
  await form(`${STORE}/burst`, { count: '12' });
  await shopify.until((arrived) => arrived.length === 16);
  await form(`${STORE}/unsubscribe`, { topic: 'ORDERS_CREATE' });
});

test('failures, scripts, consent, privacy and the end of an installation are ordered by forms', async () => {
  await form('failures', { failure: 'wrong_state', shop: '*', times: '2' });
  await form('failures', { failure: 'throttle', shop: SHOP });
  const ordered = await text('/shopify');
  for (const part of ['comes back with a wrong state', '2 more', 'Until removed'])
    expect(ordered).toContain(part);
  await form('failures/remove', { shop: '*', call: 'authorize' });
  await form('failures/remove', { shop: SHOP, call: 'graphql' });
  await form('scripts', { script: 'twice', times: '3' });
  await form('stop', { stopped: 'true' });
  expect(await text('/shopify')).toContain('Sending is stopped.');
  await form('stop', { stopped: 'false' });
  await form('scripts/remove', { script: 'twice' });
  expect(await text('/shopify')).toContain('No orders. Webhooks arrive at once.');
  await form(`${STORE}/consent`, { gives: 'no_orders' });
  expect((await shopify.install(SHOP)).scope).toBe('read_products,write_discounts');
  await form(`${STORE}/compliance`, { topic: 'shop/redact', signing: 'altered' });
  await shopify.until((arrived) => arrived.length === 1);
  await form(`${STORE}/expire`);
  await form(`${STORE}/uninstall`);
  expect(await text(`/shopify/${SHOP}`)).toContain('Not installed.');
  await form('reset');
  expect(await text(`/shopify/${SHOP}`)).toContain('Nothing is kept back.');
});

test('what makes no sense, and forms of other sites, are refused', async () => {
  expect((await form('failures', { failure: 'nonsense', shop: '*' })).status).toBe(422);
  expect((await form('failures', { failure: 'wrong_state', shop: '*', call: 'orders' })).status).toBe(422);
  expect((await form(`${STORE}/orders`, { ...ORDER, currency: 'dollars' })).status).toBe(422);
  expect((await form(`${STORE}/burst`, { count: '99999' })).status).toBe(422);
  expect((await form(`${STORE}/orders/1/refund`)).status).toBe(404);
  const foreign = await fetch(shopify.url('/shopify/_page/reset'), {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
  });
  expect(foreign.status).toBe(403);
});
