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
  date: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  credits_applied: number;
  line_items: { entity_id?: string; amount: number }[];
};
const types = () => billing.hooks.arrived.map(({ body }) => body.event_type);
const state = () =>
  billing.order<{
    customers: { company?: string }[];
    invoices: Inv[];
    hostedPages: object[];
    events: object[];
  }>('GET', '');
const invoices = async () => (await state()).invoices;
const subscription = async (id: string) =>
  (await billing.api<{ subscription: Sub }>(`/subscriptions/${id}`)).body.subscription;

describe("the provider's API", () => {
  test("requires its key and returns errors in the provider's format", async () => {
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

  test('creates customers once and rejects hostile forms', async () => {
    const made = await billing.api<{ customer: { id: string } }>('/customers', {
      id: 'brand_1',
      email: 'a@b.test',
      company: '<b>Acme',
    });
    expect(made.body.customer).toMatchObject({ id: 'brand_1', company: '<b>Acme', card_status: 'no_card' });
    expect((await billing.api<Refusal>('/customers', { id: 'brand_1' })).body).toMatchObject({
      api_error_code: 'param_wrong_value',
      param: 'id',
    });
    for (const [name, value] of [
      ['email', 'no address'],
      ['first_name', 'x'.repeat(251)],
    ] as const)
      expect((await billing.api('/customers', { [name]: value })).status).toBe(400);
    expect((await billing.api('/invoices?__proto__[is]=x')).status).toBe(400);
    expect((await billing.api('/invoices?offset=nonsense')).status).toBe(400);
  });

  test('repeats the response of an idempotency key and marks it as a replay', async () => {
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
    expect((await state()).hostedPages).toHaveLength(1);
  });

  test('pages through lists without duplicates', async () => {
    for (let at = 0; at < 7; at++) await subscribed(billing, { 'customer[id]': `c${at}` });
    const seen: string[] = [];
    let offset: string | undefined = '';
    while (offset !== undefined) {
      const query = new URLSearchParams({ limit: '3', ...(offset && { offset }) });
      const { body } = await billing.api<{ list: { subscription: Sub }[]; next_offset?: string }>(
        `/subscriptions?${query}`,
      );
      seen.push(...body.list.map(({ subscription }) => subscription.customer_id));
      offset = body.next_offset;
    }
    expect(seen.sort()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
  });
});

describe('a checkout', () => {
  test('is created, requested, succeeded and acknowledged once, with content only after success', async () => {
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
    expect((await state()).customers).toHaveLength(0);

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
    await billing.until(() => types().length >= 5);
    expect(new Set(types())).toEqual(
      new Set([
        'customer_created',
        'card_added',
        'subscription_created',
        'invoice_generated',
        'payment_succeeded',
      ]),
    );
  });

  test('adds the setup fee to the plan and reuses a known customer', async () => {
    await billing.api('/customers', { id: 'brand_42', company: 'Known' });
    await subscribed(billing, {
      'subscription_items[item_price_id][1]': 'setup-fee-USD',
      'subscription_items[quantity][1]': '1',
    });
    expect((await invoices())[0]).toMatchObject({
      total: 995_00 + 395_00,
      line_items: [{ entity_id: 'starter-USD-Monthly' }, { entity_id: 'setup-fee-USD' }],
    });
    expect((await state()).customers.map(({ company }) => company)).toEqual(['Known']);
  });

  test('creates one invoice for charges and rejects unknown or misplaced items', async () => {
    const once = (form: Record<string, string>) =>
      billing.api<Page & Refusal>('/hosted_pages/checkout_one_time_for_items', {
        'customer[id]': 'b',
        ...form,
      });
    const { body } = await once({
      'item_prices[item_price_id][0]': 'credits-50-USD',
    });
    await billing.order('POST', `/hosted-pages/${body.hosted_page.id}/pay`);
    expect((await invoices())[0]).toMatchObject({ status: 'paid', recurring: false, total: 225_00 });
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

  test('can fail, be cancelled or expire', async () => {
    await billing.fault('checkout', 'server_error', { times: 1 });
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

describe('a subscription', () => {
  test('is upgraded immediately at the estimated cost', async () => {
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
      };
    }>('/estimates/update_subscription_for_items', { 'subscription[id]': id, ...change });
    const { invoice_estimate: now, credit_note_estimates: credits } = body.estimate;
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

  test("isn't upgraded if the card is declined", async () => {
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

  test('is downgraded at the end of the term, which can be undone', async () => {
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

  test('ends on schedule with all terms paid, unless undone', async () => {
    const id = await subscribed(billing);
    const { current_term_end } = await subscription(id);
    const at = current_term_end + 10 * 86_400;
    const cancelled = await billing.api<{ subscription: Sub }>(`/subscriptions/${id}/cancel_for_items`, {
      cancel_option: 'specific_date',
      cancel_at: at,
    });
    expect(cancelled.body.subscription).toMatchObject({ status: 'non_renewing', cancelled_at: at });
    await billing.api(`/subscriptions/${id}/remove_scheduled_cancellation`, {});
    expect(await subscription(id)).toMatchObject({ status: 'active', current_term_end });
    await billing.api(`/subscriptions/${id}/cancel_for_items`, {
      cancel_option: 'specific_date',
      cancel_at: at,
    });
    await billing.order('POST', `/subscriptions/${id}/age`, { days: 95 });
    expect((await subscription(id)).status).toBe('cancelled');
    expect(await invoices()).toHaveLength(2);
    await billing.until(() => types().includes('subscription_cancelled'));
    expect((await billing.api<Refusal>(`/subscriptions/${id}/cancel_for_items`, {})).status).toBe(400);
  });

  test('can be cancelled immediately and refunded', async () => {
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

  test('stays active while a renewal is unpaid; retries end in not_paid, and a payment settles it', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', `/subscriptions/${id}/renew`, { payment: 'fails' });
    const owed = (await invoices()).at(-1);
    expect(owed).toMatchObject({ status: 'payment_due', amount_due: 995_00 });
    expect(await subscription(id)).toMatchObject({
      status: 'active',
      due_invoices_count: 1,
      total_dues: 995_00,
    });
    await billing.until(() =>
      ['subscription_renewed', 'payment_failed'].every((type) => types().includes(type)),
    );
    await billing.order('POST', `/invoices/${owed?.id}/exhaust`);
    expect((await invoices()).at(-1)).toMatchObject({ status: 'not_paid' });
    expect((await subscription(id)).status).toBe('active');

    await billing.order('POST', `/invoices/${owed?.id}/collect`);
    expect((await invoices()).at(-1)).toMatchObject({
      status: 'paid',
      amount_due: 0,
    });
    const settled = await subscription(id);
    expect([settled.due_invoices_count, settled.total_dues]).toEqual([0, undefined]);
    await expect(billing.order('POST', `/invoices/${owed?.id}/collect`)).rejects.toThrow('400');
  });

  test('started a year ago has an invoice per month', async () => {
    const id = await subscribed(billing);
    await billing.order('POST', `/subscriptions/${id}/age`, { days: 365 });
    const dates = (await invoices()).map(({ date }) => date);
    expect(dates.length).toBeGreaterThanOrEqual(12);
    dates.slice(1).forEach((date, at) => {
      const days = (date - (dates[at] ?? 0)) / 86_400;
      expect(days).toBeGreaterThanOrEqual(27);
      expect(days).toBeLessThanOrEqual(32);
    });
  });
});

describe('faults', () => {
  const ask = (signal?: AbortSignal) =>
    fetch(`${billing.world.sandbox.origin}/billing/api/v2/subscriptions`, {
      headers: { authorization: `Basic ${btoa(`${KEY}:`)}` },
      ...(signal && { signal }),
    });

  test.each([
    ['down', 503],
    ['error_500', 500],
    ['rate_limit', 429],
    ['wrong_key', 401],
  ])('%s answers %i, as often as it was ordered', async (failure, status) => {
    await billing.fault('subscription', failure, { times: 1 });
    expect((await billing.api('/invoices')).status).toBe(200);
    expect((await ask()).status).toBe(status);
    expect((await ask()).status).toBe(200);
  });

  test.each(['down', 'error_500', 'rate_limit', 'garbage'])('%s does nothing besides', async (failure) => {
    await billing.fault('customer.create', failure, { times: 1 });
    await billing.api('/customers', { id: 'c' }).catch(() => null);
    expect((await billing.api('/customers/c')).status).toBe(404);
  });

  test('a slow call responds late, a hanging one never', async () => {
    await billing.fault('*', 'slow', { times: 1, seconds: 0.2 });
    const asked = Date.now();
    expect((await ask()).status).toBe(200);
    expect(Date.now() - asked).toBeGreaterThan(190);
    await billing.fault('*', 'hang', { times: 1 });
    await expect(ask(AbortSignal.timeout(200))).rejects.toThrow();
  });

  test('a call whose response is lost still takes effect, and a repeated key returns it', async () => {
    await billing.fault('customer.create', 'lost', { times: 1 });
    const key = { 'chargebee-idempotency-key': 'k' };
    await expect(billing.api('/customers', { id: 'c' }, key)).rejects.toThrow();
    expect(
      (await billing.api('/customers', { id: 'c' }, key)).headers.get('chargebee-idempotency-replayed'),
    ).toBe('true');
  });

  test("rejects a fault its target doesn't support", async () => {
    await expect(billing.fault('customer', 'card_error')).rejects.toThrow('cannot fail');
    await expect(billing.fault('webhook', 'down')).rejects.toThrow('cannot fail');
    await expect(billing.fault('*', 'nonsense')).rejects.toThrow('422');
  });
});

test('state survives a restart, and versions continue', async () => {
  const id = await subscribed(billing);
  const before = await subscription(id);
  await billing.world.restart();
  expect(await subscription(id)).toEqual(before);
  expect((await state()).events).toHaveLength(5);
  await billing.api(`/subscriptions/${id}/cancel_for_items`, {});
  expect((await subscription(id)).resource_version).toBeGreaterThan(before.resource_version);
});
