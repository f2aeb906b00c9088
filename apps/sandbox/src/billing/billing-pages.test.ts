import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BillingWorld, checkout, type Page, startBilling, subscribed } from './billing.testing.ts';

let billing: BillingWorld;
beforeAll(async () => {
  billing = await startBilling();
});
afterEach(() => billing.anew());
afterAll(() => billing.close());

const CARD = { number: '4111 1111 1111 1111', expiry: '12/40', cvv: '123', name: 'Ann Lee' };
const get = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } });
const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

/** Returns the id of the newest invoice. */
async function newestInvoice(): Promise<string> {
  const { invoices } = await billing.order<{ invoices: { id: string }[] }>('GET', '');
  return invoices.at(-1)?.id ?? '';
}

describe('the checkout page', () => {
  test('shows the amounts, stays open after a decline, and returns to the shop after payment', async () => {
    const page = await checkout(billing, {
      'subscription_items[item_price_id][1]': 'setup-fee-USD',
      'subscription_items[quantity][1]': '1',
    });
    const shown = await get(page.url);
    expect(shown.headers.get('content-security-policy')).toContain('frame-ancestors http: https:');
    const text = await shown.text();
    for (const part of ['Starter', '$995.00', 'Setup', 'Pay $1,390.00', 'Then $995.00 each month'])
      expect(text).toContain(part);
    const declined = await post(`${page.url}pay`, { ...CARD, number: '4000 0000 0000 0002' });
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining('Your card was declined.'),
    ]);
    const paid = await post(`${page.url}pay`, CARD);
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://localhost:3000/return?x=1&id=${page.id}&state=succeeded`,
    ]);
    expect(await (await get(page.url)).text()).toContain('Your payment went through.');
  });

  test('charges once when paid in two tabs', async () => {
    const page = await checkout(billing);
    await Promise.all([post(`${page.url}pay`, CARD), post(`${page.url}pay`, CARD)]);
    const { transactions } = await billing.order<{ transactions: object[] }>('GET', '');
    expect(transactions).toHaveLength(1);
  });

  test("marks invalid input, rejects real cards and doesn't store the security code", async () => {
    const page = await checkout(billing);
    const response = await post(`${page.url}pay`, {
      number: '"><script>1</script>',
      expiry: '13/40',
      cvv: '99887766',
    });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain('Use one of the test cards.');
    expect(text).toContain('Enter the expiry as month and year');
    expect(text).not.toContain('<script>1');
    expect(text).not.toContain('99887766');
    const old = await post(`${page.url}pay`, { ...CARD, expiry: '01/20' });
    expect(await old.text()).toContain('This card has expired.');
  });

  test('shows a confirmation in a frame instead of redirecting, and rejects forms of other sites', async () => {
    const page = await checkout(billing);
    expect((await post(`${page.url}pay`, CARD, { origin: 'http://evil.example' })).status).toBe(403);
    const paid = await post(`${page.url}pay`, { ...CARD, framed: 'yes' });
    expect(paid.status).toBe(200);
    expect(await paid.text()).toContain(`data-event="success" data-id="${page.id}"`);
    const script = await get(`${billing.world.sandbox.origin}/billing/chargebee.js`);
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await script.text()).toContain('openCheckout');
  });

  test('returns 404 for an unknown page', async () => {
    const response = await get(`${billing.world.sandbox.origin}/billing/pages/v3/nonsense/`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('no such page')]);
  });
});

describe('the portal', () => {
  const open = async (customer = 'brand_42') => {
    const { body } = await billing.api<{
      portal_session: { id: string; access_url: string; status: string };
    }>('/portal_sessions', { 'customer[id]': customer, redirect_url: 'http://localhost:3000/account' });
    return body.portal_session;
  };
  const enter = async (url: string) => {
    const response = await get(url);
    return { response, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  };
  const at = (path = '') => `${billing.world.sandbox.origin}/billing/pages/portal${path}`;

  test('opens once by its link', async () => {
    await subscribed(billing);
    const { access_url } = await open();
    const { response, cookie } = await enter(access_url);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/billing/pages/portal']);
    expect((await get(access_url)).status).toBe(410);
    expect((await get(at())).status).toBe(403);
    const text = await (await get(at(), cookie)).text();
    for (const part of [
      'Starter',
      '$995.00 a month',
      'Card ending in 1111',
      `Invoice ${await newestInvoice()}`,
    ])
      expect(text).toContain(part);
    const left = await post(at('/leave'), {}, { cookie });
    expect(left.headers.get('location')).toBe('http://localhost:3000/account');
    expect((await get(at(), cookie)).status).toBe(403);
  });

  test('settles amounts due with a new card', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', '/customers/brand_42/card', { card: 'declines_later' });
    await billing.order('POST', `/subscriptions/${id}/renew`);
    const { cookie } = await enter((await open()).access_url);
    expect(await (await get(at(), cookie)).text()).toContain('$995.00 is due');
    expect((await post(at('/collect'), {}, { cookie })).status).toBe(400);
    expect((await post(at('/card'), { ...CARD, number: '4000000000000002' }, { cookie })).status).toBe(402);
    expect((await post(at('/card'), CARD, { cookie })).status).toBe(303);
    expect((await post(at('/collect'), {}, { cookie })).status).toBe(303);
    expect(await (await get(at(), cookie)).text()).not.toContain('is due');
    await billing.until((arrived) =>
      ['card_updated', 'customer_changed', 'payment_succeeded'].every((type) =>
        arrived.some(({ body }) => body.event_type === type),
      ),
    );
  });

  test('serves invoices to anyone with the link', async () => {
    await subscribed(billing);
    const id = await newestInvoice();
    const { body } = await billing.api<{ download: { download_url: string } }>(`/invoices/${id}/pdf`, {});
    const file = await get(body.download.download_url);
    expect(file.headers.get('content-disposition')).toContain(`invoice-${id}.pdf`);
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    expect((await get(`${body.download.download_url}x`)).status).toBe(403);
  });
});

test('the control page shows all state, escaped, with a button per action', async () => {
  const text = async () => (await get(`${billing.world.sandbox.origin}/billing`)).text();
  const id = await subscribed(billing, { 'customer[company]': '<b>evil' });
  await billing.fault('checkout', 'server_error', { times: 2 });
  const shown = await text();
  for (const part of [
    '&lt;b&gt;evil',
    `data-method="POST" action="/api/billing/subscriptions/${id}/renew"`,
    'server_error: checkout: the payment breaks down',
    'remove: server_error of checkout',
  ])
    expect(shown).toContain(part);
  const foreign = await fetch(`${billing.world.sandbox.origin}/api/billing/subscriptions/${id}/renew`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});

test("reports purchases of shoppers who don't return by webhook", async () => {
  const page = await checkout(billing);
  await billing.order<Page>('POST', `/hosted-pages/${page.id}/pay`);
  const arrived = await billing.until((all) =>
    all.some(({ body }) => body.event_type === 'payment_succeeded'),
  );
  const created = arrived.find(({ body }) => body.event_type === 'subscription_created');
  expect(created?.body.content).toMatchObject({ customer: { id: 'brand_42' }, invoice: { status: 'paid' } });
});
