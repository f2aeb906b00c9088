import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pause } from '../platform/listener.testing.ts';
import { NARROW_SHOP, SCOPES, SHOP, type ShopifyWorld, startShopify, YEN_SHOP } from './shopify.testing.ts';

let shopify: ShopifyWorld;
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

const ORDERS = `query ($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id name updatedAt cancelledAt test displayFinancialStatus discountCodes
      currencyCode presentmentCurrencyCode
      totalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }
      customAttributes { key value }
      refunds(first: 5) { id totalRefundedSet { shopMoney { amount } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Order {
  id: string;
  name: string;
  updatedAt: string;
  cancelledAt: string | null;
  test: boolean;
  presentmentCurrencyCode: string;
  totalPriceSet: Record<'shopMoney' | 'presentmentMoney', { amount: string; currencyCode: string }>;
  refunds: { totalRefundedSet: { shopMoney: { amount: string } } }[];
}
type Orders = { orders: { nodes: Order[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };

const tokenOf = async (shop = SHOP, scope = SCOPES) => (await shopify.install(shop, { scope })).access_token;
const order = (failure: string, target = 'graphql') => shopify.fault(target, failure, { times: 1 });

describe('orders', () => {
  test('are paged, sorted by last change, and limited to 60 days', async () => {
    const token = await tokenOf();
    const found: Order[] = [];
    let after: string | null = null;
    do {
      const page: Orders = (await shopify.graphql<Orders>(SHOP, token, ORDERS, { first: 7, after })).body
        .data;
      found.push(...page.orders.nodes);
      after = page.orders.pageInfo.hasNextPage ? page.orders.pageInfo.endCursor : null;
    } while (after);
    const changed = found.map(({ updatedAt }) => updatedAt);
    expect(changed).toEqual(changed.toSorted());
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.length).toBeLessThan(24);
    expect(found.length).toBeGreaterThan(15);
    const all = await tokenOf(SHOP, `${SCOPES},read_all_orders`);
    const { body } = await shopify.graphql<Orders>(SHOP, all, ORDERS, { first: 100 });
    expect(body.data.orders.nodes).toHaveLength(24);
    const kinds = body.data.orders.nodes;
    expect(kinds.some(({ test: isTest }) => isTest)).toBe(true);
    expect(kinds.some(({ cancelledAt }) => cancelledAt !== null)).toBe(true);
    expect(kinds.some(({ presentmentCurrencyCode }) => presentmentCurrencyCode === 'EUR')).toBe(true);
    expect(kinds.flatMap(({ refunds }) => refunds)).toHaveLength(2);
  });

  test('can be filtered by last change and read by id with amounts in both currencies', async () => {
    const token = await tokenOf();
    const made = await shopify.order<{ order: { id: number; updated_at: string } }>(
      'POST',
      `/stores/${SHOP}/orders`,
      { currency: 'JPY', quantity: 2 },
    );
    const query = `updated_at:>='${made.order.updated_at}'`;
    const { body } = await shopify.graphql<Orders>(SHOP, token, ORDERS, { first: 10, query });
    expect(body.data.orders.nodes.map(({ id }) => id)).toEqual([`gid://shopify/Order/${made.order.id}`]);
    const [found] = body.data.orders.nodes;
    expect(found?.totalPriceSet.shopMoney).toEqual({
      amount: expect.stringMatching(/^\d+\.\d\d?$/),
      currencyCode: 'USD',
    });
    expect(found?.totalPriceSet.presentmentMoney).toEqual({
      amount: expect.stringMatching(/^\d+\.0$/),
      currencyCode: 'JPY',
    });
    const one = await shopify.graphql<{ order: Order }>(
      SHOP,
      token,
      'query ($id: ID!) { order(id: $id) { name lineItems(first: 5) { nodes { quantity } } } }',
      { id: found?.id },
    );
    expect(one.body.data.order).toEqual({ name: '#1025', lineItems: { nodes: [{ quantity: 2 }] } });
  });

  test('of other stores and without scope are hidden', async () => {
    const token = await tokenOf();
    expect((await shopify.graphql(YEN_SHOP, token, '{ shop { id } }')).status).toBe(401);
    const narrow = await tokenOf(NARROW_SHOP);
    const products = await shopify.graphql<null>(
      NARROW_SHOP,
      narrow,
      '{ products(first: 1) { nodes { id } } }',
    );
    expect(products.body.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  });
});

describe('the API', () => {
  test('fails once with a fault and then works again', async () => {
    const token = await tokenOf();
    const ask = () => shopify.graphql(SHOP, token, '{ shop { id } }');
    for (const [failure, status] of [
      ['error_500', 500],
      ['rate_limit', 429],
    ] as const) {
      await order(failure);
      expect((await ask()).status, failure).toBe(status);
      expect((await ask()).status, failure).toBe(200);
    }
    await order('throttle', `${SHOP}/shop`);
    expect((await ask()).body.errors?.[0]?.extensions?.code).toBe('THROTTLED');
    await order('lost');
    await expect(ask()).rejects.toThrow();
    await order('hang');
    await expect(
      fetch(shopify.url(`/shopify/${SHOP}/admin/api/2026-07/graphql.json`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: '{"query":"{ shop { id } }"}',
        signal: AbortSignal.timeout(200),
      }),
    ).rejects.toThrow();
    await order('wrong_key');
    expect((await ask()).status).toBe(401);
    expect((await ask()).status).toBe(401);
    await expect(order('throttle', 'access_token')).rejects.toThrow('422');
  });

  test('reports errors in a query', async () => {
    const token = await tokenOf();
    const unknown = await shopify.graphql(SHOP, token, '{ shop { nonsense } }');
    expect([unknown.status, unknown.body.errors?.[0]?.message]).toEqual([
      200,
      'Cannot query field "nonsense" on type "Shop".',
    ]);
    expect((await shopify.graphql(SHOP, token, '{')).body.errors).toHaveLength(1);
    expect((await shopify.graphql(SHOP, token, '')).status).toBe(400);
    const many = await shopify.graphql(SHOP, token, '{ orders(first: 251) { nodes { id } } }');
    expect(many.body.errors?.[0]?.message).toContain('250');
  });
});

describe('webhook subscriptions', () => {
  const CREATE = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
      webhookSubscription { id topic uri } userErrors { field message }
    }
  }`;
  type Created = {
    webhookSubscriptionCreate: {
      webhookSubscription: { id: string } | null;
      userErrors: { message: string }[];
    };
  };

  test('are created once per topic and URL, and listed', async () => {
    const token = await tokenOf();
    const create = async (variables: object) =>
      (await shopify.graphql<Created>(SHOP, token, CREATE, variables)).body.data.webhookSubscriptionCreate;
    const made = await create({ topic: 'ORDERS_CREATE', uri: shopify.hookUrl });
    expect(made.userErrors).toEqual([]);
    const again = await create({ topic: 'ORDERS_CREATE', uri: shopify.hookUrl });
    expect(again.userErrors[0]?.message).toBe('Address for this topic has already been taken');
    expect((await create({ topic: 'ORDERS_UPDATED', uri: 'http://app.example/x' })).userErrors).toHaveLength(
      1,
    );
    const list = await shopify.graphql<{ webhookSubscriptions: { nodes: object[] } }>(
      SHOP,
      token,
      '{ webhookSubscriptions(first: 10) { nodes { topic uri } } }',
    );
    expect(list.body.data.webhookSubscriptions.nodes).toEqual([
      { topic: 'ORDERS_CREATE', uri: shopify.hookUrl },
    ]);
  });

  test("about orders require a scope, and compliance topics can't be subscribed", async () => {
    const token = await tokenOf(SHOP, 'read_products');
    const variables = { topic: 'ORDERS_CREATE', uri: shopify.hookUrl };
    const { body } = await shopify.graphql<Created>(SHOP, token, CREATE, variables);
    expect(body.data.webhookSubscriptionCreate.userErrors[0]?.message).toContain('read_orders');
    const privacy = await shopify.graphql(SHOP, token, CREATE, { ...variables, topic: 'CUSTOMERS_REDACT' });
    expect(privacy.body.errors?.[0]?.message).toContain('CUSTOMERS_REDACT');
  });
});

describe('discount codes', () => {
  const CREATE = `mutation ($input: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $input) {
      codeDiscountNode { id codeDiscount { ... on DiscountCodeBasic { status codes(first: 1) { nodes { code } } } } }
      userErrors { field code message }
    }
  }`;
  type Created = {
    discountCodeBasicCreate: {
      codeDiscountNode: { id: string } | null;
      userErrors: { field: string[]; code: string }[];
    };
  };
  const input = (code: string, percentage = 0.15) => ({
    code,
    title: `Creators ${code}`,
    startsAt: '2026-01-01T00:00:00Z',
    context: { all: 'ALL' },
    customerGets: { value: { percentage }, items: { all: true } },
    appliesOncePerCustomer: true,
  });

  test('are created, rejected if taken in any case or out of range, and used by orders', async () => {
    const token = await tokenOf();
    const create = async (given: object) =>
      (await shopify.graphql<Created>(SHOP, token, CREATE, { input: given })).body.data
        .discountCodeBasicCreate;
    expect((await create(input('Zuri25', 0.25))).codeDiscountNode).toMatchObject({
      codeDiscount: { status: 'ACTIVE', codes: { nodes: [{ code: 'Zuri25' }] } },
    });
    expect((await create(input('ZURI25'))).userErrors).toEqual([
      { field: ['basicCodeDiscount', 'code'], code: 'TAKEN', message: expect.any(String) },
    ]);
    expect((await create(input('X', 15))).userErrors[0]?.code).toBe('VALUE_OUTSIDE_RANGE');
    const bought = await shopify.order<{
      order: { discount_codes: object[]; total_discounts: string; total_line_items_price: string };
    }>('POST', `/stores/${SHOP}/orders`, { code: 'zuri25' });
    expect(bought.order.discount_codes).toMatchObject([{ code: 'Zuri25', type: 'percentage' }]);
    expect(Number(bought.order.total_discounts)).toBeCloseTo(
      Number(bought.order.total_line_items_price) / 4,
      1,
    );
  });

  test('are added in bulk, which takes a while and reports each failure', async () => {
    const token = await tokenOf();
    const { body } = await shopify.graphql<Created>(SHOP, token, CREATE, { input: input('FIRST') });
    const discountId = body.data.discountCodeBasicCreate.codeDiscountNode?.id;
    type Bulk = { id: string; done: boolean; importedCount: number; failedCount: number };
    const added = await shopify.graphql<{ discountRedeemCodeBulkAdd: { bulkCreation: Bulk } }>(
      SHOP,
      token,
      `mutation ($discountId: ID!, $codes: [DiscountRedeemCodeInput!]!) {
        discountRedeemCodeBulkAdd(discountId: $discountId, codes: $codes) {
          bulkCreation { id done importedCount } userErrors { code message }
        }
      }`,
      { discountId, codes: [{ code: 'A1' }, { code: 'first' }, { code: 'A2' }] },
    );
    const { id, done } = added.body.data.discountRedeemCodeBulkAdd.bulkCreation;
    expect(done).toBe(false);
    await pause(750);
    const ready = await shopify.graphql<{ discountRedeemCodeBulkCreation: Bulk }>(
      SHOP,
      token,
      'query ($id: ID!) { discountRedeemCodeBulkCreation(id: $id) { done importedCount failedCount codes(first: 5) { nodes { code errors { code } } } } }',
      { id },
    );
    expect(ready.body.data.discountRedeemCodeBulkCreation).toMatchObject({
      done: true,
      importedCount: 2,
      failedCount: 1,
      codes: { nodes: [{ errors: [] }, { code: 'first', errors: [{ code: 'TAKEN' }] }, { errors: [] }] },
    });
  });
});

test('an app can uninstall itself from a store', async () => {
  const token = await tokenOf();
  await shopify.subscribe(SHOP, token, 'APP_UNINSTALLED');
  const response = await fetch(shopify.url(`/shopify/${SHOP}/admin/api_permissions/current.json`), {
    method: 'DELETE',
    headers: { 'x-shopify-access-token': token },
  });
  expect(response.status).toBe(200);
  await shopify.until((arrived) => arrived.length === 1);
  expect((await shopify.graphql(SHOP, token, '{ shop { id } }')).status).toBe(401);
});
