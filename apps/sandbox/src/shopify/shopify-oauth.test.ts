import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hmacOf, NARROW_SHOP, SHOP, type ShopifyWorld, startShopify } from './shopify.testing.ts';

let shopify: ShopifyWorld;
beforeAll(async () => {
  shopify = await startShopify();
});
afterEach(() => shopify.anew());
afterAll(() => shopify.close());

const SHOP_NAME = '{ shop { name myshopifyDomain currencyCode } }';
const link = async (trouble = '') => {
  const path = `/stores/${SHOP}/install-link${trouble && `?trouble=${trouble}`}`;
  return new URL((await shopify.order<{ url: string }>('GET', path)).url);
};

describe('opening the app from a store', () => {
  test('sends shop, host and time with a signature', async () => {
    const url = await link();
    expect(url.origin + url.pathname).toBe('http://localhost:3000/order-integration-install');
    const { shop, host, timestamp, hmac } = Object.fromEntries(url.searchParams);
    expect(shop).toBe(SHOP);
    expect(atob(host ?? '')).toBe('admin.shopify.com/store/larkmoor-goods');
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(3);
    expect(hmac).toBe(hmacOf(url.searchParams));
  });

  test('can be expired, modified, forged or from another domain with faults', async () => {
    const stale = (await link('stale')).searchParams;
    expect(Number(stale.get('timestamp'))).toBeLessThan(Date.now() / 1000 - 200);
    expect(stale.get('hmac')).toBe(hmacOf(stale));
    for (const trouble of ['altered_host', 'wrong_hmac']) {
      const query = (await link(trouble)).searchParams;
      expect(query.get('hmac'), trouble).not.toBe(hmacOf(query));
    }
    const foreign = (await link('foreign_domain')).searchParams;
    expect([foreign.get('shop'), foreign.get('hmac')]).toEqual([`${SHOP}.example.com`, hmacOf(foreign)]);
    expect((await link('no_hmac')).searchParams.has('hmac')).toBe(false);
  });
});

describe('consent', () => {
  test('shows the requested scopes and returns a signed code when accepted', async () => {
    const page = await fetch(shopify.consentUrl(SHOP));
    const text = await page.text();
    for (const part of ['Install Troupe', 'Larkmoor Goods', 'read_orders', 'Create and edit discounts'])
      expect(text).toContain(part);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http: https:");
    const back = await shopify.consent(SHOP);
    expect([...back.keys()].sort()).toEqual(['code', 'hmac', 'host', 'shop', 'state', 'timestamp']);
    expect([back.get('state'), back.get('shop'), back.get('hmac')]).toEqual(['state-1', SHOP, hmacOf(back)]);
  });

  test('returns no code and installs nothing when declined', async () => {
    const response = await fetch(shopify.consentUrl(SHOP), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'decline' }),
    });
    const back = new URL(response.headers.get('location') ?? '').searchParams;
    expect([back.get('error'), back.get('code'), back.get('hmac')]).toEqual([
      'access_denied',
      null,
      hmacOf(back),
    ]);
    expect((await shopify.order<{ installation: null }>('GET', `/stores/${SHOP}`)).installation).toBeNull();
  });

  test('is rejected for an unknown app, scope or redirect URL, and from other sites', async () => {
    const status = async (shop: string, more: Record<string, string>) =>
      (await fetch(shopify.consentUrl(shop, more), { redirect: 'manual' })).status;
    expect(await status(SHOP, { client_id: 'another' })).toBe(400);
    expect(await status(SHOP, { scope: 'read_minds' })).toBe(400);
    expect(await status(SHOP, { redirect_uri: 'https://evil.example/order-integration-install' })).toBe(400);
    const forged = await fetch(shopify.consentUrl(SHOP), {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
      body: new URLSearchParams({ decision: 'install' }),
    });
    expect(forged.status).toBe(403);
  });

  test("explains that an unknown store doesn't exist", async () => {
    const refused = async (shop: string) => {
      const response = await fetch(shopify.consentUrl(encodeURIComponent(shop)), { redirect: 'manual' });
      return [response.status, await response.text()];
    };
    expect(await refused('nobody.myshopify.com')).toEqual([
      404,
      expect.stringContaining('There is no store at nobody.myshopify.com.'),
    ]);
    // Hosts are case-insensitive.
    expect((await refused('Larkmoor-Goods.myshopify.com'))[0]).toBe(200);
  });

  test('is skipped for granted scopes and shown for additional ones', async () => {
    await shopify.install(SHOP);
    const again = await fetch(shopify.consentUrl(SHOP), { redirect: 'manual' });
    expect(again.status).toBe(302);
    const more = await fetch(shopify.consentUrl(SHOP, { scope: 'read_orders,read_customers' }));
    expect(await more.text()).toContain('Update Troupe');
  });

  test('can grant fewer scopes than requested', async () => {
    expect(await (await fetch(shopify.consentUrl(NARROW_SHOP))).text()).toContain(
      'This store does not allow',
    );
    expect((await shopify.install(NARROW_SHOP)).scope).toBe('read_orders');
  });

  test('can return a wrong state, signature or time with faults', async () => {
    const ordered = async (failure: string) => {
      await shopify.fault('authorize', failure, { times: 1 });
      return shopify.consent(SHOP);
    };
    expect((await ordered('wrong_state')).get('state')).not.toBe('state-1');
    const forged = await ordered('wrong_hmac');
    expect(forged.get('hmac')).not.toBe(hmacOf(forged));
    expect(Number((await ordered('stale')).get('timestamp'))).toBeLessThan(Date.now() / 1000 - 200);
  });
});

describe('tokens', () => {
  test('a code works once, at its own store, with the secret', async () => {
    const code = (await shopify.consent(SHOP)).get('code') ?? '';
    expect((await shopify.token(NARROW_SHOP, { code })).status).toBe(400);
    expect((await shopify.token(SHOP, { code, client_secret: 'wrong' })).body.error).toBe('invalid_client');
    const first = await shopify.token(SHOP, { code, expiring: '1' });
    expect(first.body).toMatchObject({
      access_token: expect.stringMatching(/^shpat_[0-9a-f]{32}$/),
      scope: 'read_orders,read_products,write_discounts',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^shprt_/),
      refresh_token_expires_in: 7_776_000,
    });
    expect((await shopify.token(SHOP, { code, expiring: '1' })).body.error).toBe('invalid_request');
    const { body } = await shopify.graphql(SHOP, first.body.access_token, SHOP_NAME);
    expect(body.data).toEqual({
      shop: { name: 'Larkmoor Goods', myshopifyDomain: SHOP, currencyCode: 'USD' },
    });
  });

  test('an access token expires, and a refresh returns the next pair', async () => {
    const first = await shopify.install(SHOP);
    await shopify.order('POST', `/stores/${SHOP}/expire-tokens`, {});
    expect((await shopify.graphql(SHOP, first.access_token, SHOP_NAME)).status).toBe(401);
    const refresh = (refresh_token: string) =>
      shopify.token(SHOP, { grant_type: 'refresh_token', refresh_token });
    const lost = (await refresh(first.refresh_token)).body;
    // The response was lost: the old token works until the new one is used.
    const second = (await refresh(first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(lost.refresh_token);
    expect((await shopify.graphql(SHOP, second.access_token, SHOP_NAME)).status).toBe(200);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(lost.refresh_token)).body.error).toBe('invalid_grant');
    await shopify.order('POST', `/stores/${SHOP}/expire-tokens`, { which: 'refresh' });
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('all are revoked when the app is uninstalled, and the store can install it again', async () => {
    const first = await shopify.install(SHOP);
    await shopify.order('POST', `/stores/${SHOP}/uninstall`);
    expect((await shopify.graphql(SHOP, first.access_token, SHOP_NAME)).status).toBe(401);
    const refused = await shopify.token(SHOP, {
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
    });
    expect(refused.status).toBe(400);
    const second = await shopify.install(SHOP);
    expect((await shopify.graphql(SHOP, second.access_token, SHOP_NAME)).status).toBe(200);
  });

  test('tokens, orders and webhooks survive a restart', async () => {
    const { access_token } = await shopify.install(SHOP);
    await shopify.subscribe(SHOP, access_token, 'ORDERS_CREATE');
    await shopify.order('PUT', '/settings', { stopped: true });
    await shopify.order('POST', `/stores/${SHOP}/orders`, { ref: 'kept' });
    await shopify.world.restart();
    const { body } = await shopify.graphql<{ orders: { nodes: { customAttributes: object[] }[] } }>(
      SHOP,
      access_token,
      '{ orders(first: 1, sortKey: CREATED_AT, reverse: true) { nodes { customAttributes { key value } } } }',
    );
    expect(body.data.orders.nodes[0]?.customAttributes).toEqual([{ key: 'ref', value: 'kept' }]);
    await shopify.order('PUT', '/settings', { stopped: false });
    await shopify.until((arrived) => arrived.length === 1);
  });
});
