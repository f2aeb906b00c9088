import { closeBrand } from '@troupe/contract/account/brand-closing';
import {
  cancelSubscription,
  completeSubscriptionCheckout,
  openSubscriptionCheckout,
} from '@troupe/contract/billing/billing';
import { PAYMENT_FAILED } from '@troupe/domain/billing/checkout';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';
import { checkoutTable } from './checkout/checkout.table.ts';
import { sweepCheckouts } from './checkout-sweep.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

const linesOf = async (buyer: Buyer) =>
  (await w.booksOf(buyer)).invoices.map(({ line_items }) =>
    line_items.map(({ entity_id, amount }) => [entity_id, amount]),
  );

test('[R7.061, R7.062, R3.042, R1.007, R1.024, R1.026] buys a plan: page, payment, completion', async () => {
  const buyer = await w.buyer();
  expect((await w.brand(buyer)).activeSubscriptions).toEqual([]);
  const page = await w.openPlan(buyer, 'starter-yearly');
  expect(page).toMatchObject({ type: 'checkout_new', state: 'created' });
  expect(page.url).toContain(page.id);
  expect(Date.parse(page.expiresAt ?? '')).toBeGreaterThan(Date.now() + 2 * 3_600_000);
  await w.onPage(page.id, 'pay');
  const done = await w.postPlan(buyer, page.id);
  expect(done).toMatchObject({
    first: true,
    purchase: { currency: 'USD', value: 845_00 + 395_00, items: [{ price: 845_00 }, { price: 395_00 }] },
  });
  const brand = await w.brand(buyer);
  expect(brand.activeSubscriptions).toMatchObject([
    { planId: 'starter', period: 'yearly', status: 'active' },
  ]);
  expect(brand.chargebeePastDue).toBe(false);
  expect(await w.credits(buyer)).toBe(25);
  const { subscriptions } = await w.billing(buyer);
  expect(subscriptions).toMatchObject([{ name: 'Starter', price: 845_00, due: 0, ends: null }]);
  // A yearly plan is paid monthly.
  const days = (Date.parse(subscriptions[0]?.termEnds ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  expect(days).toBeLessThan(32);
});

test('[R7.061] a monthly plan costs its monthly price, with or without a trailing slash in the URL', async () => {
  const buyer = await w.buyer();
  const response = await fetch(
    `${w.t.url}/checkout-subscription/${buyer.brandId}/?planId=trailblazer-monthly`,
    {
      headers: { authorization: `Bearer ${buyer.owner.token}` },
    },
  );
  const page = (await response.json()) as { id: string };
  await w.onPage(page.id, 'pay');
  await w.postPlan(buyer, page.id);
  expect(await linesOf(buyer)).toEqual([
    [
      ['trailblazer-USD-Monthly', 2995_00],
      ['setup-fee-USD', 395_00],
    ],
  ]);
});

test('[R9.019, R1.027] charges the setup fee once per brand, with its first plan', async () => {
  const buyer = await w.buyer();
  expect((await w.billing(buyer)).setupFee).toBe(395_00);
  const first = await w.subscribe(buyer);
  expect((await w.billing(buyer)).setupFee).toBe(0);
  await w.sandbox.call('POST', `/api/billing/subscriptions/${first.id}/age`, { days: 1 });
  // It ends at the provider, and the brand buys a plan again.
  await endNow(first.id);
  await expect.poll(async () => (await w.brand(buyer)).activeSubscriptions, { timeout: 60_000 }).toEqual([]);
  await w.subscribe(buyer, 'self-serve-monthly');
  expect((await linesOf(buyer)).flat().filter(([id]) => id === 'setup-fee-USD')).toHaveLength(1);
});

async function endNow(subscriptionId: string): Promise<void> {
  const response = await fetch(
    `${w.sandbox.origin}/billing/api/v2/subscriptions/${subscriptionId}/cancel_for_items`,
    {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox_chargebee_key:').toString('base64')}` },
      body: new URLSearchParams({ cancel_option: 'immediately' }),
    },
  );
  expect(response.status).toBe(200);
}

test("an add-on that isn't for sale can't be bought through either call", async () => {
  w.stopSelling('affiliate');
  const buyer = await w.buyer();
  const before = (await w.books()).hostedPages.length;
  for (const open of [() => w.openAffiliate(buyer), () => w.openAddOn(buyer, 'affiliate')])
    await expect(open()).rejects.toMatchObject({
      status: 409,
      code: 'not_for_sale',
      message: "Affiliate Integration isn't available for purchase yet. You weren't charged.",
    });
  expect((await w.books()).hostedPages).toHaveLength(before);
  expect(await w.t.api.db.$count(checkoutTable, eq(checkoutTable.brandId, buyer.brandId))).toBe(0);
});

test('[R7.063, R7.064] buys Affiliate Integration with or without a plan', async () => {
  const buyer = await w.buyer();
  const page = await w.openAffiliate(buyer);
  await w.onPage(page.id, 'pay');
  await w.postAffiliate(buyer, page.id);
  const brand = await w.brand(buyer);
  expect(brand.affiliateSubscription).toMatchObject({ planId: 'affiliate', period: 'monthly' });
  expect(brand.activeSubscriptions).toEqual([]);
  expect(await linesOf(buyer)).toEqual([[['affiliate-USD-Monthly', 95_00]]]);
  await expect(w.openAffiliate(buyer)).rejects.toMatchObject({ status: 409, code: 'already_subscribed' });
});

test('a brand keeps and can cancel an add-on that is no longer sold', async () => {
  const buyer = await w.buyer();
  const page = await w.openAffiliate(buyer);
  w.stopSelling('affiliate');
  await w.onPage(page.id, 'pay');
  await w.postAffiliate(buyer, page.id);
  expect((await w.brand(buyer)).affiliateSubscription).toMatchObject({ status: 'active' });
  const held = (await w.billing(buyer)).subscriptions[0];
  const { subscription } = await buyer.owner.call(cancelSubscription, {
    params: { brandId: buyer.brandId, subscriptionId: held?.id ?? '' },
  });
  expect(subscription).toMatchObject({ name: 'Affiliate Integration', ends: expect.any(String) });
});

test('[R7.065, R7.066, R7.067] buys add-ons and credit packs for the brand in the URL', async () => {
  const buyer = await w.buyer();
  const addOn = await w.openAddOn(buyer, 'paid-ads-management');
  await w.onPage(addOn.id, 'pay');
  await w.postAddOn(buyer, addOn.id);
  expect((await w.billing(buyer)).subscriptions).toMatchObject([{ kind: 'addon', price: 1495_00 }]);

  const pack = await w.openAddOn(buyer, 'credits-50');
  expect(pack.type).toBe('checkout_one_time');
  await w.onPage(pack.id, 'pay');
  const posts = await Promise.all([1, 2, 3].map(() => w.postAddOn(buyer, pack.id)));
  expect(posts.filter(({ first }) => first)).toHaveLength(1);
  expect(posts[0]?.purchase).toMatchObject({
    value: 225_00,
    items: [{ id: 'credits-50-USD', price: 225_00, quantity: 1 }],
  });
  await w.settled();
  expect(await w.credits(buyer)).toBe(50);
});

test('a page posted twice, or from two tabs, counts once', async () => {
  const buyer = await w.buyer();
  const { id } = await w.openPlan(buyer);
  await w.onPage(id, 'pay');
  const posts = await Promise.all([w.postPlan(buyer, id), w.postPlan(buyer, id)]);
  posts.push(await w.postPlan(buyer, id));
  expect(posts.map(({ first }) => first).filter(Boolean)).toHaveLength(1);
  expect(new Set(posts.map(({ purchase }) => purchase.transactionId)).size).toBe(1);
  expect((await w.booksOf(buyer)).transactions).toHaveLength(1);
  expect(await w.credits(buyer)).toBe(25);
});

test('two clicks and two tabs get the same page until it is paid', async () => {
  const buyer = await w.buyer();
  const pages = await Promise.all([w.openPlan(buyer), w.openPlan(buyer), w.openPlan(buyer)]);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
  await w.onPage(pages[0]?.id ?? '', 'pay');
  // The second tab finds the payment, and nothing is sold twice.
  await expect(w.openPlan(buyer)).rejects.toMatchObject({ code: 'already_subscribed' });
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter' }]);
});

test('refunds the second of two plans paid in two tabs', async () => {
  const buyer = await w.buyer();
  const [one, two] = [await w.openPlan(buyer, 'starter-monthly'), await w.openPlan(buyer, 'bespoke-monthly')];
  await w.onPage(one.id, 'pay');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await w.onPage(two.id, 'pay');
  await w.postPlan(buyer, one.id);
  await expect(w.postPlan(buyer, two.id)).rejects.toMatchObject({ code: 'already_subscribed' });
  await w.settled();
  const { subscriptions, transactions } = await w.booksOf(buyer);
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'cancelled']);
  const sum = (type: string) =>
    transactions.filter((one) => one.type === type).reduce((total, { amount }) => total + amount, 0);
  expect(sum('payment') - sum('refund')).toBe(995_00 + 395_00);
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter' }]);
  expect(await w.credits(buyer)).toBe(25);
});

test('refunds one of two plans even if they are recorded in reverse order', async () => {
  const buyer = await w.buyer();
  await w.reportAt('');
  const [one, two] = [await w.openPlan(buyer, 'starter-monthly'), await w.openPlan(buyer, 'bespoke-monthly')];
  await w.onPage(two.id, 'pay');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await w.onPage(one.id, 'pay');
  await w.postPlan(buyer, one.id);
  await expect(w.postPlan(buyer, two.id)).rejects.toMatchObject({ code: 'already_subscribed' });
  await w.reportAt(w.webhookUrl);
  const { transactions } = await w.booksOf(buyer);
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['payment', 3995_00 + 395_00],
    ['payment', 995_00 + 395_00],
    ['refund', 3995_00 + 395_00],
  ]);
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter' }]);
  expect((await w.postPlan(buyer, one.id)).purchase.value).toBe(995_00 + 395_00);
});

test('refunds a plan paid after the account was closed', async () => {
  const buyer = await w.buyer();
  await w.reportAt('');
  const { id } = await w.openPlan(buyer);
  await buyer.owner.call(closeBrand, { params: { brandId: buyer.brandId }, body: { name: 'Larkmoor' } });
  await w.onPage(id, 'pay');
  await sweepCheckouts(w.parts, buyer.brandId);
  await w.reportAt(w.webhookUrl);
  const { subscriptions, transactions } = await w.booksOf(buyer);
  expect(subscriptions.map(({ status }) => status)).toEqual(['cancelled']);
  expect(transactions.map(({ type }) => type)).toEqual(['payment', 'refund']);
});

test('refunds a payment once the provider is available again', async () => {
  const buyer = await w.buyer();
  await w.reportAt('');
  const [one, two] = [await w.openPlan(buyer, 'starter-monthly'), await w.openPlan(buyer, 'bespoke-monthly')];
  await w.onPage(one.id, 'pay');
  await w.postPlan(buyer, one.id);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await w.onPage(two.id, 'pay');
  await w.fault('invoice.refund', 'down');
  await expect(w.postPlan(buyer, two.id)).rejects.toMatchObject({ status: 503, message: PAYMENT_FAILED });
  expect((await w.booksOf(buyer)).transactions).toHaveLength(2);
  await w.clearFaults();
  await sweepCheckouts(w.parts, buyer.brandId);
  await sweepCheckouts(w.parts, buyer.brandId);
  await w.reportAt(w.webhookUrl);
  const { subscriptions, transactions } = await w.booksOf(buyer);
  expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'cancelled']);
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['payment', 995_00 + 395_00],
    ['payment', 3995_00 + 395_00],
    ['refund', 3995_00 + 395_00],
  ]);
  await expect(w.postPlan(buyer, two.id)).rejects.toMatchObject({ code: 'already_subscribed' });
});

test('[R8.021, R8.022] rejects an unpaid, cancelled, unknown or foreign page with its message', async () => {
  const [buyer, other] = [await w.buyer(), await w.buyer('Copper & Bean')];
  const refused = (id: string, of = buyer) =>
    w.postPlan(of, id).catch(({ status, code, message }) => ({ status, code, message }));
  const message = PAYMENT_FAILED;
  expect(message).toBe('An error occurred while processing your payment. Please try again.');

  const { id } = await w.openPlan(buyer);
  expect(await refused(id)).toEqual({ status: 409, code: 'payment_incomplete', message });
  expect(await w.onPage(id, 'pay', 'declines')).toBe('card_declined');
  expect(await refused(id)).toEqual({ status: 409, code: 'payment_incomplete', message });
  expect(await refused('hp_nothing')).toEqual({ status: 404, code: 'not_found', message });
  await w.onPage(id, 'pay');
  expect(await refused(id, other)).toEqual({ status: 404, code: 'not_found', message });
  await expect(w.postAddOn(buyer, id)).rejects.toMatchObject({ status: 404, message });
  expect((await w.brand(other)).activeSubscriptions).toEqual([]);
  for (const wrong of ['../portal_sessions', '', 'x'.repeat(101), 5 as never, undefined as never])
    expect(await refused(wrong)).toMatchObject({ status: 422, code: 'invalid', message });
  await w.postPlan(buyer, id);

  const cancelled = await w.openPlan(other);
  await w.onPage(cancelled.id, 'cancel');
  expect(await refused(cancelled.id, other)).toEqual({ status: 409, code: 'payment_incomplete', message });
  // The cancelled page can't be paid, so a new one is created.
  expect((await w.openPlan(other)).id).not.toBe(cancelled.id);
});

test('a page created elsewhere for the same customer buys nothing', async () => {
  const buyer = await w.buyer();
  const response = await fetch(
    `${w.sandbox.origin}/billing/api/v2/hosted_pages/checkout_one_time_for_items`,
    {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox_chargebee_key:').toString('base64')}` },
      body: new URLSearchParams({
        'item_prices[item_price_id][0]': 'credits-10-USD',
        'customer[id]': `brand_${buyer.brandId}`,
      }),
    },
  );
  const { hosted_page } = (await response.json()) as { hosted_page: { id: string } };
  await expect(w.postAddOn(buyer, hosted_page.id)).rejects.toMatchObject({ status: 404 });
});

test("completes the purchase of a shopper who doesn't return within seconds", async () => {
  const buyer = await w.buyer();
  const { id } = await w.openPlan(buyer, 'self-serve-yearly');
  await w.onPage(id, 'pay');
  await expect
    .poll(async () => (await w.brand(buyer)).activeSubscriptions, { timeout: 60_000 })
    .toMatchObject([{ planId: 'self-serve', period: 'yearly' }]);
  await expect
    .poll(async () => (await w.books()).hostedPages.find((page) => page.id === id)?.state, {
      timeout: 60_000,
    })
    .toBe('acknowledged');
  // Returning later is harmless and still counts as the first time.
  expect((await w.postPlan(buyer, id)).first).toBe(true);
  expect(await w.credits(buyer)).toBe(10);
});

test('completes purchases without webhooks by checking open pages', async () => {
  const buyer = await w.buyer();
  await w.fault('webhook', 'unsent');
  const { id } = await w.openAddOn(buyer, 'credits-10');
  await w.onPage(id, 'pay');
  await sweepCheckouts(w.parts, buyer.brandId);
  expect(await w.credits(buyer)).toBe(10);
  await sweepCheckouts(w.parts, buyer.brandId);
  expect(await w.credits(buyer)).toBe(10);
});

test('only owners can buy', async () => {
  const buyer = await w.buyer();
  const params = { brandId: buyer.brandId };
  const query = { planId: 'starter-monthly' as const };
  const member = await w.t.person(params);
  const stranger = await w.t.person({ brandId: await w.t.brand('Else'), brandRole: 'owner' });
  for (const person of [member, stranger]) {
    await expect(person.call(openSubscriptionCheckout, { params, query })).rejects.toMatchObject({
      status: 403,
    });
    const body = { hostedPageId: 'hp_x' };
    await expect(person.call(completeSubscriptionCheckout, { params, body })).rejects.toMatchObject({
      status: 403,
    });
  }
  await expect(w.t.anonymous.call(openSubscriptionCheckout, { params, query })).rejects.toMatchObject({
    status: 401,
  });
  const administrator = await w.t.person({ role: 'administrator' });
  expect((await administrator.call(openSubscriptionCheckout, { params, query })).state).toBe('created');
});

test('[R8.021] each checkout step explains a provider outage and works again afterwards', async () => {
  const buyer = await w.buyer();
  const down = { status: 503, code: 'unavailable', message: PAYMENT_FAILED };
  await w.fault('*', 'down');
  await expect(w.openPlan(buyer)).rejects.toMatchObject(down);
  await w.clearFaults();
  const { id } = await w.openPlan(buyer);
  await w.reportAt('');
  await w.onPage(id, 'pay');
  for (const [call, failure] of [
    ['hosted_page.retrieve', 'error_500'],
    ['hosted_page.retrieve', 'garbage'],
    ['hosted_page.acknowledge', 'down'],
    ['hosted_page.acknowledge', 'wrong_key'],
  ] as const) {
    await w.fault(call, failure);
    await expect(w.postPlan(buyer, id)).rejects.toMatchObject(down);
    await w.clearFaults();
  }
  // The acknowledgment succeeded, but its response was lost.
  await w.fault('hosted_page.acknowledge', 'lost', 1);
  await w.postPlan(buyer, id);
  await w.reportAt(w.webhookUrl);
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter' }]);
  expect((await w.booksOf(buyer)).transactions).toHaveLength(1);
});
