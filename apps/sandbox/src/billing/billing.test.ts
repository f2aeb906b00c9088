import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BillingWorld, checkout, KEY, type Page, startBilling, subscribed } from './billing.testing.ts';

let billing: BillingWorld;
beforeAll(async () => {
  billing = await startBilling();
});
afterEach(() => billing.anew());
afterAll(() => billing.close());

type Refusal = { message: string; type?: string; api_error_code: string; param?: string };
type Sub = {
  id: string;
  status: string;
  customer_id: string;
  current_term_start: number;
  current_term_end: number;
  next_billing_at?: number;
  cancelled_at?: number;
  has_scheduled_changes: boolean;
  due_invoices_count: number;
  total_dues?: number;
  resource_version: number;
  subscription_items: { item_price_id: string; amount: number }[];
};
type Inv = {
  id: string;
  status: string;
  total: number;
  amount_due: number;
  amount_paid: number;
  credits_applied: number;
  dunning_status?: string;
  next_retry_at?: number;
  line_items: { entity_id?: string; amount: number }[];
};
const types = () => billing.hooks.arrived.map(({ body }) => body.event_type);
const invoices = async () =>
  (
    await billing.api<{ list: { invoice: Inv }[] }>('/invoices?sort_by[asc]=updated_at&limit=100')
  ).body.list.map(({ invoice }) => invoice);
const subscription = async (id: string) =>
  (await billing.api<{ subscription: Sub }>(`/subscriptions/${id}`)).body.subscription;

describe('the API of the vendor', () => {
  test('asks for its key, and answers refusals in the shape of the vendor', async () => {
    const at = `${billing.world.sandbox.origin}/billing/api/v2/hosted_pages/hpA1`;
    const without = await fetch(at);
    expect([without.status, await without.json()]).toMatchObject([
      401,
      { api_error_code: 'api_authentication_failed' },
    ]);
    const wrong = await fetch(at, { headers: { authorization: `Basic ${btoa('wrong:')}` } });
    expect(wrong.status).toBe(401);
    const missing = await billing.api<Refusal>('/hosted_pages/hpA1');
    expect([missing.status, missing.body]).toEqual([
      404,
      {
        message: 'Page hpA1 not found',
        type: 'invalid_request',
        api_error_code: 'resource_not_found',
        http_status_code: 404,
      },
    ]);
    expect((await billing.api<Refusal>('/nonsense')).body.api_error_code).toBe('resource_not_found');
  });

  test('holds the catalogue that the product sells', async () => {
    const { body } = await billing.api<{
      list: { item_price: { id: string; price: number; period_unit?: string } }[];
    }>('/item_prices?item_type[is]=plan&limit=100');
    const prices = body.list.map(({ item_price }) => item_price);
    expect(prices).toContainEqual(
      expect.objectContaining({
        id: 'starter-USD-Monthly',
        price: 995_00,
        period_unit: 'month',
        currency_code: 'USD',
      }),
    );
    expect(prices).toContainEqual(
      expect.objectContaining({ id: 'starter-annual-USD-Monthly', price: 845_00 }),
    );
    const charges = await billing.api<{ list: { item_price: { id: string } }[] }>(
      '/item_prices?item_type[is]=charge',
    );
    expect(charges.body.list.map(({ item_price }) => item_price.id)).toContain('setup-fee-USD');
  });

  test('customers are made, changed and found; hostile forms are refused', async () => {
    const made = await billing.api<{ customer: { id: string; resource_version: number } }>('/customers', {
      id: 'brand_1',
      email: 'a@b.test',
      company: '<b>Acme',
      'billing_address[city]': 'Bern',
    });
    expect(made.body.customer).toMatchObject({ id: 'brand_1', company: '<b>Acme', card_status: 'no_card' });
    expect((await billing.api<Refusal>('/customers', { id: 'brand_1' })).body).toMatchObject({
      api_error_code: 'param_wrong_value',
      param: 'id',
    });
    const changed = await billing.api<typeof made.body>('/customers/brand_1', { email: 'c@d.test' });
    expect(changed.body.customer.resource_version).toBeGreaterThan(made.body.customer.resource_version);
    const found = await billing.api<{ list: { customer: { email: string } }[] }>(
      `/customers?${new URLSearchParams({ 'id[in]': '["brand_1","x"]' })}`,
    );
    expect(found.body.list[0]?.customer.email).toBe('c@d.test');
    for (const form of [
      { email: 'no address' },
      { first_name: 'x'.repeat(251) },
      { auto_collection: 'maybe' },
      { meta_data: '{' },
    ])
      expect(
        (await billing.api('/customers/brand_1', form as unknown as Record<string, string>)).status,
      ).toBe(400);
    expect((await billing.api('/customers?__proto__[is]=x')).status).toBe(400);
    expect((await billing.api('/customers?offset=nonsense')).status).toBe(400);
  });

  test('a repeated key gets the same answer, and says that it is a replay', async () => {
    const form = { 'subscription_items[item_price_id][0]': 'starter-USD-Monthly' };
    const ask = (more: Record<string, string> = {}) =>
      billing.api<Page & Refusal>(
        '/hosted_pages/checkout_new_for_items',
        { ...form, ...more },
        { 'chargebee-idempotency-key': 'once' },
      );
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second.body).toEqual(first.body);
    expect(
      [first, second].map(({ headers }) => headers.get('chargebee-idempotency-replayed')).sort(),
    ).toEqual([null, 'true'].sort());
    await billing.world.restart();
    expect((await ask()).body).toEqual(first.body);
    expect((await ask({ pass_thru_content: 'other' })).body.message).toContain('another request');
    const list = await billing.api<{ list: object[] }>('/hosted_pages');
    expect(list.body.list).toHaveLength(1);
  });

  test('keys that are forgotten do it again', async () => {
    const ask = () => billing.api<Refusal>('/customers', { id: 'c' }, { 'chargebee-idempotency-key': 'k' });
    await ask();
    expect((await ask()).status).toBe(200);
    expect(await billing.order('DELETE', '/idempotency-keys')).toEqual({ forgotten: 1 });
    expect((await ask()).body.param).toBe('id');
  });

  test('takes so many calls a minute', async () => {
    await billing.order('PUT', '/limit', { perMinute: 0 });
    const { status, headers, body } = await billing.api<Refusal>('/customers');
    expect([status, body.api_error_code, headers.get('retry-after')]).toEqual([
      429,
      'api_request_limit_exceeded',
      '60',
    ]);
  });

  test('lists come in pages, each entry once', async () => {
    for (let at = 0; at < 7; at++) await billing.api('/customers', { id: `c${at}` });
    const seen: string[] = [];
    let offset: string | undefined = '';
    while (offset !== undefined) {
      const query = new URLSearchParams({
        limit: '3',
        'sort_by[asc]': 'created_at',
        ...(offset && { offset }),
      });
      const { body } = await billing.api<{ list: { customer: { id: string } }[]; next_offset?: string }>(
        `/customers?${query}`,
      );
      seen.push(...body.list.map(({ customer }) => customer.id));
      offset = body.next_offset;
    }
    expect(seen.sort()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
    const events = await billing.api<{ list: { event: { event_type: string } }[] }>(
      '/events?event_type[is]=customer_created&limit=100',
    );
    expect(events.body.list).toHaveLength(7);
  });
});

describe('a checkout', () => {
  test('is created, requested, succeeded and acknowledged once, and tells its content only after success', async () => {
    const page = await checkout(billing);
    expect(page).toMatchObject({ type: 'checkout_new', state: 'created', pass_thru_content: 'brand:42' });
    expect(page.expires_at - page.created_at).toBe(3 * 3600);
    const at = `/hosted_pages/${page.id}`;
    const retrieve = async () => (await billing.api<Page>(at)).body.hosted_page;
    expect(await retrieve()).not.toHaveProperty('content');
    expect((await billing.api<Refusal>(`${at}/acknowledge`, {})).body.api_error_code).toBe(
      'invalid_state_for_request',
    );
    await billing.order('POST', `/hosted-pages/${page.id}/open`);
    expect((await retrieve()).state).toBe('requested');

    const declined = await billing.order<Page & { failure: string }>('POST', `/hosted-pages/${page.id}/pay`, {
      card: 'declines',
    });
    expect([declined.failure, declined.hosted_page.state, declined.hosted_page.failure_reason]).toEqual([
      'card_declined',
      'requested',
      'card_error',
    ]);
    expect((await billing.api<{ list: object[] }>('/customers')).body.list).toHaveLength(0);

    await billing.order('POST', `/hosted-pages/${page.id}/pay`);
    const paid = await retrieve();
    expect(paid).toMatchObject({
      state: 'succeeded',
      content: {
        customer: { id: 'brand_42' },
        subscription: { status: 'active' },
        invoice: { status: 'paid', total: 995_00 },
      },
    });
    expect((await billing.api<Page>(`${at}/acknowledge`, {})).body.hosted_page.state).toBe('acknowledged');
    expect((await billing.api<Refusal>(`${at}/acknowledge`, {})).status).toBe(400);
    await expect(billing.order('POST', `/hosted-pages/${page.id}/pay`)).rejects.toThrow('no longer');
    await billing.until(() => types().length >= 6);
    expect(new Set(types())).toEqual(
      new Set([
        'customer_created',
        'payment_source_added',
        'card_added',
        'subscription_created',
        'invoice_generated',
        'payment_succeeded',
      ]),
    );
  });

  test('has a setup fee beside the plan, and reuses a customer who is known', async () => {
    await billing.api('/customers', { id: 'brand_42', company: 'Known' });
    await subscribed(billing, {
      'subscription_items[item_price_id][1]': 'setup-fee-USD',
      'subscription_items[quantity][1]': '1',
    });
    expect((await invoices())[0]).toMatchObject({
      total: 995_00 + 395_00,
      line_items: [{ entity_id: 'starter-USD-Monthly' }, { entity_id: 'setup-fee-USD' }],
    });
    const customers = await billing.api<{ list: { customer: { company: string } }[] }>('/customers');
    expect(customers.body.list.map(({ customer }) => customer.company)).toEqual(['Known']);
  });

  test('of charges makes one invoice; what is not sold or not in its place is refused', async () => {
    const once = (form: Record<string, string>) =>
      billing.api<Page & Refusal>('/hosted_pages/checkout_one_time_for_items', {
        'customer[id]': 'b',
        ...form,
      });
    const { body } = await once({
      'item_prices[item_price_id][0]': 'credits-50-USD',
      'charges[amount][0]': '500',
      'charges[description][0]': 'Extra',
    });
    await billing.order('POST', `/hosted-pages/${body.hosted_page.id}/pay`);
    expect((await invoices())[0]).toMatchObject({ status: 'paid', recurring: false, total: 225_00 + 500 });
    expect((await once({ 'item_prices[item_price_id][0]': 'starter-USD-Monthly' })).body.param).toBe(
      'item_prices[item_price_id][0]',
    );
    expect((await once({})).status).toBe(400);
    expect((await once({ 'item_prices[item_price_id][0]': 'free-USD' })).status).toBe(404);
    await expect(
      checkout(billing, { 'subscription_items[item_price_id][0]': 'setup-fee-USD' }),
    ).rejects.toThrow('plan');
    await expect(checkout(billing, { redirect_url: 'javascript:alert(1)' })).rejects.toThrow('valid url');
    await expect(checkout(billing, { pass_thru_content: 'x'.repeat(2049) })).rejects.toThrow('2048');
  });

  test('breaks down, is cancelled or expires on order', async () => {
    await billing.order('POST', '/orders', { call: 'checkout', failure: 'server_error', times: 1 });
    const page = await checkout(billing);
    const form = (act: string, fields: Record<string, string>) =>
      fetch(`${page.url}${act}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const card = { number: '4111111111111111', expiry: '12/40', cvv: '123' };
    expect((await form('pay', card)).status).toBe(502);
    expect((await billing.api<Page>(`/hosted_pages/${page.id}`)).body.hosted_page).toMatchObject({
      state: 'requested',
      failure_reason: 'server_error',
    });
    const cancelled = await form('cancel', {});
    expect(cancelled.headers.get('location')).toBe(
      `http://localhost:3000/pricing?id=${page.id}&state=cancelled`,
    );
    expect((await form('pay', card)).status).toBe(200);
    expect(await invoices()).toEqual([]);

    const late = await checkout(billing);
    await billing.order('POST', `/hosted-pages/${late.id}/expire`);
    expect((await fetch(late.url)).status).toBe(410);
    await expect(billing.order('POST', `/hosted-pages/${late.id}/pay`)).rejects.toThrow('no longer');
  });
});

describe('other pages for people', () => {
  const page = async (name: string, form: Record<string, string>) =>
    (await billing.api<Page>(`/hosted_pages/${name}`, form)).body.hosted_page;

  test('change a subscription for what is left of the term', async () => {
    const id = await subscribed(billing);
    const change = await page('checkout_existing_for_items', {
      'subscription[id]': id,
      'subscription_items[item_price_id][0]': 'trailblazer-USD-Monthly',
      replace_items_list: 'true',
    });
    expect(await (await fetch(change.url)).text()).toContain('Pay $2,000.00');
    await billing.order('POST', `/hosted-pages/${change.id}/pay`);
    expect((await subscription(id)).subscription_items[0]?.item_price_id).toBe('trailblazer-USD-Monthly');
    expect((await invoices()).at(-1)).toMatchObject({
      total: 2995_00,
      credits_applied: 995_00,
      amount_paid: 2000_00,
    });
  });

  test('take another card, and collect what is due', async () => {
    const id = await subscribed(billing);
    const card = await page('manage_payment_sources', { 'customer[id]': 'brand_42' });
    expect(card.expires_at - card.created_at).toBe(5 * 86_400);
    await billing.order('POST', `/hosted-pages/${card.id}/pay`, { card: 'declines_later' });
    await billing.order('POST', `/subscriptions/${id}/renew`);
    expect((await subscription(id)).due_invoices_count).toBe(1);
    const due = await page('collect_now', { 'customer[id]': 'brand_42' });
    expect(await (await fetch(due.url)).text()).toContain('Pay $995.00');
    await billing.order('POST', `/hosted-pages/${due.id}/pay`);
    expect((await subscription(id)).due_invoices_count).toBe(0);
  });
});

describe('a subscription', () => {
  test('is upgraded at once: the estimate says what is then paid', async () => {
    const id = await subscribed(billing);
    const change = {
      'subscription_items[item_price_id][0]': 'trailblazer-USD-Monthly',
      'subscription_items[quantity][0]': 1,
      replace_items_list: true,
    };
    const half = await subscription(id);
    await billing.order('POST', `/subscriptions/${id}/age`, {
      days: (half.current_term_end - half.current_term_start) / 2 / 86_400,
    });
    const { body } = await billing.api<{
      estimate: {
        invoice_estimate: { total: number; credits_applied: number; amount_due: number };
        credit_note_estimates: { total: number }[];
        next_invoice_estimate: { total: number };
      };
    }>('/estimates/update_subscription_for_items', { 'subscription[id]': id, ...change });
    const {
      invoice_estimate: now,
      credit_note_estimates: credits,
      next_invoice_estimate: next,
    } = body.estimate;
    expect(next.total).toBe(2995_00);
    expect(now.total).toBeGreaterThan(1490_00);
    expect(now.total).toBeLessThan(1500_00);
    expect(now.amount_due).toBe(now.total - (credits[0]?.total ?? 0));
    const { body: done } = await billing.api<{ subscription: Sub; invoice: Inv }>(
      `/subscriptions/${id}/update_for_items`,
      change,
    );
    expect(done.subscription.subscription_items.map((item) => item.item_price_id)).toEqual([
      'trailblazer-USD-Monthly',
    ]);
    expect(done.invoice.status).toBe('paid');
    expect(Math.abs(done.invoice.amount_paid - now.amount_due)).toBeLessThan(200);
    expect((await subscription(id)).resource_version).toBe(done.subscription.resource_version);
  });

  test('is not upgraded when the card is declined', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', '/customers/brand_42/card', { card: 'declines_later' });
    const { status, body } = await billing.api<Refusal>(`/subscriptions/${id}/update_for_items`, {
      'subscription_items[item_price_id][0]': 'bespoke-USD-Monthly',
    });
    expect([status, body]).toMatchObject([
      400,
      { type: 'payment', api_error_code: 'payment_processing_failed' },
    ]);
    expect((await subscription(id)).subscription_items[0]?.item_price_id).toBe('starter-USD-Monthly');
  });

  test('is downgraded with the end of the term, and that can be taken back', async () => {
    const id = await subscribed(billing);
    const down = { 'subscription_items[item_price_id][0]': 'self-serve-USD-Monthly', end_of_term: true };
    await billing.api(`/subscriptions/${id}/update_for_items`, down);
    await billing.api(`/subscriptions/${id}/remove_scheduled_changes`, {});
    expect((await subscription(id)).has_scheduled_changes).toBe(false);
    await billing.api(`/subscriptions/${id}/update_for_items`, down);
    const later = await billing.api<{ subscription: Sub }>(
      `/subscriptions/${id}/retrieve_with_scheduled_changes`,
    );
    expect(later.body.subscription.subscription_items[0]?.item_price_id).toBe('self-serve-USD-Monthly');
    expect((await subscription(id)).subscription_items[0]?.item_price_id).toBe('starter-USD-Monthly');
    await billing.order('POST', `/subscriptions/${id}/renew`);
    expect((await subscription(id)).subscription_items[0]?.item_price_id).toBe('self-serve-USD-Monthly');
    expect((await invoices()).at(-1)).toMatchObject({ status: 'paid', total: 495_00 });
  });

  test('ends when it was said to end, with the terms before it paid, unless that is taken back', async () => {
    const id = await subscribed(billing);
    const { current_term_end } = await subscription(id);
    const at = current_term_end + 10 * 86_400;
    const cancelled = await billing.api<{ subscription: Sub }>(`/subscriptions/${id}/cancel_for_items`, {
      cancel_option: 'specific_date',
      cancel_at: at,
    });
    expect(cancelled.body.subscription).toMatchObject({
      status: 'non_renewing',
      cancelled_at: at,
      next_billing_at: current_term_end,
    });
    await billing.api(`/subscriptions/${id}/remove_scheduled_cancellation`, {});
    expect(await subscription(id)).toMatchObject({ status: 'active', next_billing_at: current_term_end });
    await billing.api(`/subscriptions/${id}/cancel_for_items`, { cancel_at: at });
    await billing.order('POST', `/subscriptions/${id}/age`, { days: 95 });
    expect((await subscription(id)).status).toBe('cancelled');
    expect(await invoices()).toHaveLength(2);
    await billing.until(() => types().includes('subscription_cancelled'));
    expect((await billing.api<Refusal>(`/subscriptions/${id}/cancel_for_items`, {})).status).toBe(400);
  });

  test('is cancelled at once and refunded', async () => {
    const id = await subscribed(billing);
    await billing.api(`/subscriptions/${id}/cancel_for_items`, { cancel_option: 'immediately' });
    const [invoice] = await invoices();
    const refunded = await billing.api<{ transaction: { type: string; amount: number } }>(
      `/invoices/${invoice?.id}/refund`,
      { 'credit_note[reason_code]': 'product_unsatisfactory' },
    );
    expect(refunded.body.transaction).toMatchObject({ type: 'refund', amount: 995_00 });
    expect((await billing.api<Refusal>(`/invoices/${invoice?.id}/refund`, {})).status).toBe(400);
    await billing.until(() => types().includes('payment_refunded'));
  });

  test('stays active while a renewal is owed; retries end in not_paid, and a payment settles it', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', `/subscriptions/${id}/renew`, { payment: 'fails' });
    const owed = (await invoices()).at(-1);
    expect(owed).toMatchObject({ status: 'payment_due', amount_due: 995_00, dunning_status: 'in_progress' });
    expect(owed?.next_retry_at).toBeGreaterThan(Date.now() / 1000);
    expect(await subscription(id)).toMatchObject({
      status: 'active',
      due_invoices_count: 1,
      total_dues: 995_00,
    });
    await billing.until(() =>
      ['subscription_renewed', 'payment_failed'].every((type) => types().includes(type)),
    );
    await billing.order('POST', `/invoices/${owed?.id}/exhaust`);
    expect((await invoices()).at(-1)).toMatchObject({ status: 'not_paid', dunning_status: 'exhausted' });
    expect((await subscription(id)).status).toBe('active');

    await billing.order('POST', '/customers/brand_42/card', { card: 'declines_later' });
    const refused = await billing.api<Refusal>(`/invoices/${owed?.id}/collect_payment`, {});
    expect(refused.body.api_error_code).toBe('payment_processing_failed');
    await billing.order('POST', '/customers/brand_42/card', { card: 'pays' });
    const paid = await billing.api<{ invoice: Inv }>(`/invoices/${owed?.id}/collect_payment`, {});
    expect(paid.body.invoice).toMatchObject({ status: 'paid', amount_due: 0, dunning_status: 'success' });
    const settled = await subscription(id);
    expect([settled.due_invoices_count, settled.total_dues]).toEqual([0, undefined]);
    expect((await billing.api<Refusal>(`/invoices/${owed?.id}/collect_payment`, {})).status).toBe(400);
  });

  test('is owed when its card has expired', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', '/customers/brand_42/expire-card');
    await billing.order('POST', `/subscriptions/${id}/renew`);
    expect((await invoices()).at(-1)?.status).toBe('payment_due');
    expect((await billing.api<{ card: { status: string } }>('/customers/brand_42')).body.card.status).toBe(
      'expired',
    );
    await billing.until(() => types().includes('card_expired'));
  });

  test('of a year ago has an invoice for every month', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', `/subscriptions/${id}/age`, { days: 365 });
    const all = await billing.api<{ list: { invoice: { date: number; status: string } }[] }>(
      '/invoices?sort_by[asc]=date&limit=100',
    );
    const dates = all.body.list.map(({ invoice }) => invoice.date);
    expect(dates.length).toBeGreaterThanOrEqual(12);
    dates.slice(1).forEach((date, at) => {
      const days = (date - (dates[at] ?? 0)) / 86_400;
      expect(days).toBeGreaterThanOrEqual(27);
      expect(days).toBeLessThanOrEqual(32);
    });
  });

  test('with a card that later declines is retried by itself until that ends', async () => {
    const page = await checkout(billing);
    await billing.order('POST', `/hosted-pages/${page.id}/pay`, { card: 'declines_later' });
    const id =
      (await billing.api<Page>(`/hosted_pages/${page.id}`)).body.hosted_page.content?.subscription.id ?? '';
    await billing.order('POST', `/subscriptions/${id}/renew`);
    await billing.order('POST', `/subscriptions/${id}/age`, { days: 20 });
    expect((await invoices()).at(-1)).toMatchObject({ status: 'not_paid', dunning_status: 'exhausted' });
  });
});

describe('failures on order', () => {
  test.each([
    ['down', 503],
    ['error_500', 500],
    ['rate_limit', 429],
    ['wrong_key', 401],
  ])('%s answers %i, as often as it was ordered', async (failure, status) => {
    await billing.order('POST', '/orders', { call: 'customer', failure, times: 1 });
    const at = `${billing.world.sandbox.origin}/billing/api/v2/customers`;
    const ask = async () =>
      (await fetch(at, { headers: { authorization: `Basic ${btoa(`${KEY}:`)}` } })).status;
    expect((await billing.api('/invoices')).status).toBe(200);
    expect(await ask()).toBe(status);
    expect(await ask()).toBe(200);
  });

  test.each(['down', 'error_500', 'rate_limit', 'garbage'])('%s does nothing besides', async (failure) => {
    await billing.order('POST', '/orders', { call: 'customer.create', failure, times: 1 });
    await billing.api('/customers', { id: 'c' }).catch(() => null);
    expect((await billing.api('/customers/c')).status).toBe(404);
  });

  test('a slow call answers late, one that hangs never', async () => {
    await billing.order('POST', '/orders', { call: '*', failure: 'slow', times: 1, milliseconds: 200 });
    const asked = Date.now();
    expect((await billing.api('/customers')).status).toBe(200);
    expect(Date.now() - asked).toBeGreaterThan(190);
    await billing.order('POST', '/orders', { call: '*', failure: 'hang', times: 1 });
    await expect(
      fetch(`${billing.world.sandbox.origin}/billing/api/v2/customers`, {
        headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
        signal: AbortSignal.timeout(200),
      }),
    ).rejects.toThrow();
  });

  test('an answer that is lost was done all the same, and a repeated key gets it', async () => {
    await billing.order('POST', '/orders', { call: 'customer.create', failure: 'lost', times: 1 });
    const key = { 'chargebee-idempotency-key': 'k' };
    await expect(billing.api('/customers', { id: 'c' }, key)).rejects.toThrow();
    expect(
      (await billing.api('/customers', { id: 'c' }, key)).headers.get('chargebee-idempotency-replayed'),
    ).toBe('true');
  });

  test('refuses an order that makes no sense', async () => {
    await expect(
      billing.order('POST', '/orders', { call: 'customer', failure: 'card_error' }),
    ).rejects.toThrow('checkout');
    await expect(billing.order('POST', '/orders', { call: '*', failure: 'nonsense' })).rejects.toThrow('422');
  });
});

test('everything is still there after a restart, and versions go on', async () => {
  const id = await subscribed(billing);
  const before = await subscription(id);
  await billing.world.restart();
  expect(await subscription(id)).toEqual(before);
  const events = async () => (await billing.api<{ list: object[] }>('/events?limit=100')).body.list;
  const kept = await events();
  expect(kept).toHaveLength(6);
  await appendFile(
    join(billing.world.dataDir, 'billing/events.ndjson'),
    '{"id":"ev_never_written","event_type":"x","content":{}}\n{"id":"ev_cut',
  );
  await billing.world.restart();
  expect(await events()).toEqual(kept);
  await billing.api(`/subscriptions/${id}/cancel_for_items`, { end_of_term: true });
  expect((await subscription(id)).resource_version).toBeGreaterThan(before.resource_version);
});
