import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SHOP, type ShopifyWorld, startShopify } from '../shopify/shopify.testing.ts';

let shopify: ShopifyWorld;
let token = '';
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

const MUTATION = `mutation ($input: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $input) { codeDiscountNode { id } userErrors { message } } }`;

/** Installs the app, and creates a code that takes 15% off. */
async function withCode(code: string, more = {}): Promise<void> {
  const scope = 'read_orders,write_discounts,read_shopify_payments_disputes';
  token = (await shopify.install(SHOP, { scope })).access_token;
  await shopify.subscribe(
    SHOP,
    token,
    'ORDERS_CREATE',
    'ORDERS_UPDATED',
    'REFUNDS_CREATE',
    'DISPUTES_CREATE',
  );
  const input = { code, title: code, startsAt: '2026-01-01T00:00:00Z', ...more };
  const gets = { value: { percentage: 0.15 }, items: { all: true } };
  await shopify.graphql(SHOP, token, MUTATION, {
    input: { ...input, customerGets: gets, context: { all: 'ALL' } },
  });
}

/** A browser in the store: follows redirects and keeps its cookie. */
function browser() {
  let cookie = '';
  async function open(
    path: string,
    init: RequestInit = {},
    headers = {},
  ): Promise<{ text: string; path: string }> {
    const response = await fetch(shopify.url(`/shopify/${SHOP}${path}`), {
      redirect: 'manual',
      ...init,
      headers: { cookie, accept: 'text/html', ...headers },
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const to = response.headers.get('location');
    if (to) return open(to.slice(`/shopify/${SHOP}`.length));
    return { text: await response.text(), path };
  }
  return {
    open,
    post: (path: string, fields: Record<string, string>, headers = {}) =>
      open(path, { method: 'POST', body: new URLSearchParams(fields) }, headers),
  };
}

type Browser = ReturnType<typeof browser>;

const topicOf = ({ headers }: { headers: Record<string, unknown> }) => headers['x-shopify-topic'];

async function addAll(buyer: Browser): Promise<void> {
  const { text } = await buyer.open('');
  for (const [, id = ''] of text.matchAll(/name="product" value="(\d+)"/g))
    await buyer.post('/cart/add', { product: id });
}

const buyerOf = (email: string) => ({ email, firstName: 'Nora', lastName: 'Quist' });

const JOURNEY = `query ($id: ID!) { order(id: $id) { customerJourneySummary {
  ready customerOrderIndex firstVisit { landingPage referralCode } lastVisit { landingPage referralCode referrerUrl } } } }`;

async function journeyOf(path: string) {
  const id = `gid://shopify/Order/${path.split('/').at(-1)}`;
  const { body } = await shopify.graphql<{
    order: { customerJourneySummary: Record<string, unknown> | null };
  }>(SHOP, token, JOURNEY, { id });
  return body.data.order.customerJourneySummary;
}

test('a buyer follows a link, buys three products with a code, and the app gets the order with its landing page', async () => {
  await withCode('NORA15');
  await shopify.order('PUT', '/settings', { journeySeconds: 3600 });
  const buyer = browser();
  await buyer.open('/?ref=nora&tr=0190&afsrc=1', {}, { referer: 'https://www.instagram.com/' });
  await addAll(buyer);
  const wrong = await buyer.post('/cart/code', { code: 'NOSUCHCODE', back: 'cart' });
  expect(wrong.text).toContain('This discount code isn&#39;t valid.');
  expect((await buyer.post('/cart/code', { code: ' nora15 ', back: 'checkout' })).text).toContain('NORA15');
  const done = await buyer.post('/checkout', buyerOf('nora@buyer.test'));
  expect(done.text).toContain('Nora Quist');
  await shopify.until((arrived) => arrived.length === 1);
  // 329 + 145 + 18.50 less 15%: 73.88 off, to the cent over the lines.
  expect(shopify.hooks.arrived[0]?.body).toMatchObject({
    total_discounts: '73.88',
    subtotal_price: '418.62',
    discount_codes: [{ code: 'NORA15', amount: '73.88', type: 'percentage' }],
    landing_site: '/?ref=nora&tr=0190&afsrc=1',
    referring_site: 'https://www.instagram.com/',
    customer: { email: 'nora@buyer.test', first_name: 'Nora', last_name: 'Quist' },
    line_items: [
      { discount_allocations: [{ amount: '49.35' }] },
      { discount_allocations: [{ amount: '21.75' }] },
      { discount_allocations: [{ amount: '2.78' }] },
    ],
  });
  // The journey takes a while.
  expect(await journeyOf(done.path)).toEqual({
    ready: false,
    customerOrderIndex: null,
    firstVisit: null,
    lastVisit: null,
  });
});

test('the journey names first and last visit once it is ready, and is absent for buyers who decline cookies', async () => {
  await withCode('JOURNEY15');
  await shopify.order('PUT', '/settings', { journeySeconds: 0 });
  const buyer = browser();
  await buyer.open('/?ref=first');
  await buyer.open('/products/camp-mug');
  await buyer.open('/products/camp-mug?ref=second');
  await addAll(buyer);
  const one = await buyer.post('/checkout', buyerOf('twice@buyer.test'));
  expect(await journeyOf(one.path)).toMatchObject({
    ready: true,
    customerOrderIndex: 0,
    firstVisit: { referralCode: 'first', landingPage: `https://${SHOP}/?ref=first` },
    lastVisit: { referralCode: 'second' },
  });
  await buyer.post('/privacy', { tracked: 'no' });
  await addAll(buyer);
  expect(await journeyOf((await buyer.post('/checkout', buyerOf('twice@buyer.test'))).path)).toBeNull();
});

test('a discount link applies its code, belongs to the visit, and leads on within the store only', async () => {
  await withCode('LINK15');
  const buyer = browser();
  const landed = await buyer.open('/discount/LINK15?redirect=%2Fproducts%2Fcamp-mug%3Fref%3Dnora');
  expect(landed.path).toBe('/products/camp-mug?ref=nora');
  await addAll(buyer);
  expect((await buyer.open('/cart')).text).toContain('<code>LINK15</code>');
  await buyer.post('/checkout', buyerOf('link@buyer.test'));
  await shopify.until((arrived) => arrived.length === 1);
  expect(shopify.hooks.arrived[0]?.body.landing_site).toBe(
    '/discount/LINK15?redirect=%2Fproducts%2Fcamp-mug%3Fref%3Dnora',
  );
  for (const away of ['//evil.test', '/%5Cevil.test', 'https://evil.test', 'javascript:1']) {
    const response = await fetch(
      shopify.url(`/shopify/${SHOP}/discount/LINK15?redirect=${away.replace(/[/:]/g, encodeURIComponent)}`),
      { redirect: 'manual' },
    );
    expect(response.headers.get('location')).toMatch(new RegExp(`^/shopify/${SHOP}/`));
    expect(response.headers.get('location')).not.toContain('evil');
  }
});

test.each([
  ['ended', { endsAt: '2026-01-02T00:00:00Z' }],
  ['not started', { startsAt: '2199-01-02T00:00:00Z' }],
])('a code that has %s takes nothing off', async (_, more) => {
  await withCode('LATE15', more);
  const buyer = browser();
  await buyer.open('/discount/LATE15?redirect=/');
  await addAll(buyer);
  expect((await buyer.open('/cart')).text).not.toContain('<code>LATE15</code>');
  expect((await buyer.post('/cart/code', { code: 'LATE15', back: 'cart' })).text).toContain('role="alert"');
});

test('a buyer returns one of three lines, disputes the payment, and cancels; other sites can do none of it', async () => {
  await withCode('BACK15');
  const buyer = browser();
  await addAll(buyer);
  const { path, text } = await buyer.post('/checkout', buyerOf('back@buyer.test'));
  const line = /name="line" value="(\d+)">.*?aria-label="Return Camp Mug"/.exec(
    text.slice(text.lastIndexOf('name="line"')),
  )?.[1];
  const foreign = await buyer.post(`${path}/cancel`, {}, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.text).not.toContain('Canceled');
  const back = await buyer.post(`${path}/return`, { line: line ?? '', quantity: '1' });
  expect(back.text).toContain('1 returned');
  await shopify.until((arrived) => arrived.length === 3);
  const refund = shopify.hooks.arrived.find((one) => topicOf(one) === 'refunds/create');
  expect(refund?.body).toMatchObject({ refund_line_items: [{ line_item_id: Number(line), subtotal: 18.5 }] });
  const disputed = await buyer.post(`${path}/dispute`, { status: 'needs_response' });
  expect(disputed.text).toContain('Payment disputed');
  await shopify.until((arrived) => arrived.some((one) => topicOf(one) === 'disputes/create'));
  expect((await buyer.post(`${path}/cancel`, {})).text).toContain('Canceled');
});

test('readers of the deal site buy with a leaked code without a link, until the store ends the code', async () => {
  await withCode('LEAK15', { usageLimit: 12 });
  const deals = (method: string, path: string, body?: object) =>
    shopify.world.order<{ leak: { id: number }; orders: number[]; refused: number }>(
      method,
      `/api/deals${path}`,
      body,
    );
  const { leak } = await deals('POST', '/leaks', { shop: SHOP, code: 'LEAK15' });
  expect(await deals('POST', `/leaks/${leak.id}/buyers`, { count: 15 })).toMatchObject({
    orders: { length: 12 },
    refused: 3,
  });
  await shopify.until((arrived) => arrived.length === 12);
  const bodies = shopify.hooks.arrived.map(
    ({ body }) => body as { customer?: { id: number }; landing_site?: string },
  );
  expect(new Set(bodies.map(({ customer }) => customer?.id)).size).toBe(12);
  expect(new Set(bodies.map(({ landing_site }) => landing_site))).toEqual(new Set(['/']));
  const hostile = '<script>alert(1)</script>';
  await deals('POST', '/leaks', { shop: SHOP, code: hostile });
  for (const path of ['/deals', '/deals/feed.xml']) {
    const text = await (await fetch(shopify.url(path))).text();
    expect(text).toContain('LEAK15');
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain(hostile);
  }
  await expect(deals('POST', '/leaks', { shop: 'nobody.myshopify.com', code: 'X' })).rejects.toThrow();
});

test('a past replaces the orders of a store, with returns and cancellations, and sends no webhooks', async () => {
  await withCode('PAST15');
  const past = (more: object) => ({
    createdAt: '2026-03-02T10:00:00.000Z',
    buyer: { email: 'past@buyer.test', firstName: 'Pia', lastName: 'Past' },
    items: [{ product: 2, quantity: 2 }],
    code: 'PAST15',
    landingSite: '/?ref=pia',
    ...more,
  });
  const write = (...orders: object[]) =>
    shopify.order<{ orders: Record<string, unknown>[] }>('PUT', `/stores/${SHOP}/orders`, { orders });
  const returned = { line: 0, at: '2026-03-09T10:00:00.000Z' };
  const { orders } = await write(past({ returned }), past({ cancelledAt: '2026-03-03T10:00:00.000Z' }));
  // Two mugs for 37.00, less 15%; one of them comes back.
  expect(orders).toMatchObject([
    {
      name: '#1001',
      created_at: '2026-03-02T05:00:00-05:00',
      subtotal_price: '31.45',
      landing_site: '/?ref=pia',
      financial_status: 'partially_refunded',
      refunds: [{ refund_line_items: [{ quantity: 1, subtotal: 15.73 }] }],
    },
    { name: '#1002', cancelled_at: '2026-03-03T05:00:00-05:00', refunds: [] },
  ]);
  await expect(write(past({ items: [{ product: 9, quantity: 1 }] }))).rejects.toThrow();
  const kept = await shopify.order<{ orders: unknown[] }>('GET', `/stores/${SHOP}/orders`);
  expect(kept.orders).toHaveLength(2);
  expect(shopify.hooks.arrived).toEqual([]);
});
