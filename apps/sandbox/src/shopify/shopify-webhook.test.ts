import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pause } from '../platform/listener.testing.ts';
import { bodyHmacOf, SHOP, type ShopifyWorld, startShopify, YEN_SHOP } from './shopify.testing.ts';

let shopify: ShopifyWorld;
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

type OrderAnswer = { order: { id: number; order_number: number } };

/** An installed store with a webhook listener. */
async function connected(...topics: string[]): Promise<string> {
  const { access_token } = await shopify.install(SHOP);
  await shopify.subscribe(SHOP, access_token, ...topics);
  return access_token;
}
const buy = (wish: object = {}, shop = SHOP) =>
  shopify.order<OrderAnswer>('POST', `/stores/${shop}/orders`, wish);
const act = (id: number, what: string, body: object = {}) =>
  shopify.order<OrderAnswer>('POST', `/stores/${SHOP}/orders/${id}/${what}`, body);
const script = (name: string, more: { times?: number } = { times: 1 }) =>
  shopify.fault('webhook', name, more);
const deliveries = async () =>
  (
    await shopify.order<{ deliveries: { status: string; attempts: { status: number }[] }[] }>(
      'GET',
      '/webhooks',
    )
  ).deliveries;

test("an order webhook has the platform's headers and a signature over its bytes", async () => {
  await connected('ORDERS_CREATE');
  await buy({ code: 'MIA15', ref: 'mia', currency: 'EUR', test: true });
  const [hook] = await shopify.until((arrived) => arrived.length === 1);
  expect(hook?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': SHOP,
    'x-shopify-api-version': '2026-07',
    'x-shopify-hmac-sha256': bodyHmacOf(hook?.raw ?? ''),
  });
  for (const name of ['x-shopify-webhook-id', 'x-shopify-event-id', 'x-shopify-triggered-at'])
    expect(hook?.headers[name]).toBeTruthy();
  expect(hook?.body).toMatchObject({
    admin_graphql_api_id: `gid://shopify/Order/${hook?.body.id}`,
    name: '#1025',
    currency: 'USD',
    presentment_currency: 'EUR',
    total_price: expect.stringMatching(/^\d+\.\d\d$/),
    financial_status: 'paid',
    discount_codes: [{ code: 'MIA15', amount: expect.stringMatching(/^\d+\.\d\d$/), type: 'percentage' }],
    landing_site: '/?ref=mia',
    note_attributes: [{ name: 'ref', value: 'mia' }],
    customer: { email: expect.stringContaining('@buyer.test') },
    test: true,
    cancelled_at: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/),
  });
});

test('orders can lack customer and landing page, and yen have no decimals', async () => {
  const { access_token } = await shopify.install(YEN_SHOP);
  await shopify.subscribe(YEN_SHOP, access_token, 'ORDERS_CREATE');
  await buy({ customer: null, landingSite: null }, YEN_SHOP);
  const [hook] = await shopify.until((arrived) => arrived.length === 1);
  expect(hook?.body).toMatchObject({
    customer: null,
    landing_site: null,
    referring_site: null,
    email: '',
    currency: 'JPY',
    total_price: expect.stringMatching(/^\d+$/),
  });
});

test('changes, cancellations and refunds have their topics, with one event id per action', async () => {
  await connected('ORDERS_UPDATED', 'ORDERS_CANCELLED', 'REFUNDS_CREATE');
  const { order } = await buy({ quantity: 3 });
  await act(order.id, 'update', { note: 'gift' });
  await act(order.id, 'refund', { quantity: 1 });
  const partly = await shopify.until((arrived) => arrived.length === 3);
  const byTopic = (topic: string) => partly.filter(({ headers }) => headers['x-shopify-topic'] === topic);
  const [refund] = byTopic('refunds/create');
  expect(refund?.body).toMatchObject({
    order_id: order.id,
    refund_line_items: [{ quantity: 1, subtotal: expect.any(Number) }],
    transactions: [{ kind: 'refund', amount: expect.stringMatching(/^\d+\.\d\d$/) }],
  });
  const updated = byTopic('orders/updated').at(-1);
  expect(updated?.body).toMatchObject({ financial_status: 'partially_refunded', note: 'gift' });
  expect(updated?.headers['x-shopify-event-id']).toBe(refund?.headers['x-shopify-event-id']);
  expect(updated?.headers['x-shopify-webhook-id']).not.toBe(refund?.headers['x-shopify-webhook-id']);

  await act(order.order_number, 'cancel');
  await act(order.id, 'refund');
  const all = await shopify.until((arrived) => arrived.length === 7);
  const cancelled = all.find(({ headers }) => headers['x-shopify-topic'] === 'orders/cancelled');
  expect(cancelled?.body).toMatchObject({ cancel_reason: 'customer', cancelled_at: expect.any(String) });
  expect(all.some(({ body }) => body.financial_status === 'refunded')).toBe(true);
  await expect(act(order.id, 'refund')).rejects.toThrow('422');
});

test('a failing webhook is retried with the same ids, and the subscription is deleted after the last retry', async () => {
  await connected('ORDERS_CREATE');
  shopify.hooks.status = 503;
  await buy();
  const arrived = await shopify.until((all) => all.length === 4);
  expect(new Set(arrived.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
  await expect.poll(async () => (await deliveries())[0]).toMatchObject({ status: 'failed', nextAt: null });
  expect((await shopify.order<{ subscriptions: [] }>('GET', `/stores/${SHOP}`)).subscriptions).toEqual([]);
  await buy();
  await pause(80);
  expect(shopify.hooks.arrived).toHaveLength(4);
});

test('webhooks can be duplicated, forged or lost', async () => {
  await connected('ORDERS_CREATE');
  const first = async (name: string, count: number) => {
    shopify.hooks.arrived.length = 0;
    await script(name);
    await buy();
    return shopify.until((arrived) => arrived.length >= count);
  };
  const twice = await first('twice', 2);
  expect(twice[0]?.headers['x-shopify-event-id']).toBe(twice[1]?.headers['x-shopify-event-id']);
  const [forged] = await first('wrong_signature', 1);
  expect(forged?.headers['x-shopify-hmac-sha256']).not.toBe(bodyHmacOf(forged?.raw ?? ''));
  await script('unsent');
  await buy();
  expect((await deliveries()).at(-1)).toMatchObject({ status: 'lost' });
});

test('a burst of 1,000 orders arrives completely, once each', { timeout: 60_000 }, async () => {
  await connected('ORDERS_CREATE');
  const burst = { count: 1000 };
  const { orders } = await shopify.order<{ orders: number[] }>('POST', `/stores/${SHOP}/burst`, burst);
  await expect.poll(() => shopify.hooks.arrived.length, { timeout: 50_000 }).toBeGreaterThanOrEqual(1000);
  await expect
    .poll(async () => (await deliveries()).every(({ status }) => status === 'delivered'))
    .toBe(true);
  expect(new Set(orders).size).toBe(1000);
  expect(shopify.hooks.arrived.map(({ body }) => body.id).toSorted()).toEqual(orders.toSorted());
});

test('out_of_order delivers newer events first', async () => {
  await connected('ORDERS_CREATE', 'ORDERS_UPDATED');
  await script('out_of_order', {});
  const { order } = await buy();
  await act(order.id, 'update');
  const arrived = await shopify.until((all) => all.length === 2);
  expect(arrived.map(({ headers }) => headers['x-shopify-topic'])).toEqual([
    'orders/updated',
    'orders/create',
  ]);
  const [newer = '', older = ''] = arrived.map(({ headers }) => String(headers['x-shopify-triggered-at']));
  expect(newer > older).toBe(true);
});

test('an uninstall is reported once, ends subscriptions and schedules the redaction', async () => {
  await shopify.order('PUT', '/settings', { redactSeconds: 0 });
  await connected('APP_UNINSTALLED', 'ORDERS_CREATE');
  await shopify.order('POST', `/stores/${SHOP}/uninstall`);
  await buy();
  const arrived = await shopify.until((all) => all.length === 2);
  expect(arrived.map(({ headers }) => headers['x-shopify-topic']).sort()).toEqual([
    'app/uninstalled',
    'shop/redact',
  ]);
  const body = (topic: string) => arrived.find(({ headers }) => headers['x-shopify-topic'] === topic)?.body;
  expect(body('app/uninstalled')).toMatchObject({ myshopify_domain: SHOP, currency: 'USD' });
  expect(body('shop/redact')).toEqual({ shop_id: expect.any(Number), shop_domain: SHOP });
});

test('reinstalling the app cancels the redaction', async () => {
  await connected('APP_UNINSTALLED');
  await shopify.order('POST', `/stores/${SHOP}/uninstall`);
  await shopify.until((all) => all.length === 1);
  await shopify.install(SHOP);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'lost']);
});

test('compliance webhooks name the customer and orders concerned', async () => {
  const send = (topic: string) => shopify.order('POST', `/stores/${SHOP}/compliance`, { topic });
  await send('customers/data_request');
  await shopify.until((arrived) => arrived.length === 1);
  await send('customers/redact');
  const arrived = await shopify.until((all) => all.length === 2);
  expect(arrived[0]?.body).toMatchObject({
    shop_domain: SHOP,
    customer: { email: expect.stringContaining('@buyer.test') },
    orders_requested: expect.arrayContaining([expect.any(Number)]),
    data_request: { id: expect.any(Number) },
  });
  expect(arrived[1]?.body).toMatchObject({ orders_to_redact: arrived[0]?.body.orders_requested });
});
