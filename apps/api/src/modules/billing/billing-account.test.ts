import {
  cancelSubscription,
  changePlan,
  getInvoiceFile,
  listInvoices,
  previewPlanChange,
  resumeSubscription,
  undoPlanChange,
} from '@troupe/contract/billing/billing';
import { urlOf } from '@troupe/contract/client';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import type { PlanChoice } from '@troupe/domain/billing/plan';
import { addMonths } from '@troupe/domain/billing/subscription';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listen } from '../inbox/conversation/conversation.fixture.ts';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

const preview = ({ brandId, owner }: Buyer, planId: PlanChoice) =>
  owner.call(previewPlanChange, { params: { brandId }, query: { planId } });
const change = (
  { brandId, owner }: Buyer,
  planId: PlanChoice,
  shown: { kind: 'upgrade' | 'downgrade'; dueNow: number } = { kind: 'upgrade', dueNow: 4000_00 },
) =>
  owner.call(changePlan, { params: { brandId }, body: { planId, kind: shown.kind, dueNow: shown.dueNow } });
const later = { kind: 'downgrade', dueNow: 0 } as const;
const held = async (buyer: Buyer) => (await w.billing(buyer)).subscriptions[0];
const planOf = async (buyer: Buyer) => (await w.brand(buyer)).activeSubscriptions[0];

test("an upgrade starts immediately, costs what the preview showed and grants the larger plan's credits", async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  const shown = await preview(buyer, 'trailblazer-monthly');
  expect(shown).toMatchObject({ kind: 'upgrade', planId: 'trailblazer', price: 2995_00, currency: 'USD' });
  expect(shown.dueNow).toBeGreaterThan(0);
  expect(shown.dueNow).toBeLessThanOrEqual(2995_00 - 995_00 + 1_00);
  expect((await planOf(buyer))?.planId).toBe('starter');
  const { invoice } = await change(buyer, 'trailblazer-monthly');
  expect((await planOf(buyer))?.planId).toBe('trailblazer');
  const { transactions, invoices } = await w.booksOf(buyer);
  // The confirmation names the invoice and the amount charged.
  expect(invoice).toEqual({
    id: invoices.at(-1)?.id,
    paid: transactions.at(-1)?.amount,
    currency: 'USD',
  });
  expect(transactions.at(-1)?.amount).toBeCloseTo(shown.dueNow, -2);
  expect(await w.credits(buyer)).toBe(75);
  await w.settled();
  expect(await w.credits(buyer)).toBe(75);
});

test('a downgrade is scheduled for the end of the term, can be undone, and then takes effect', async () => {
  const buyer = await w.buyer();
  const { id } = await w.subscribe(buyer, 'trailblazer-monthly');
  const termEnds = (await held(buyer))?.termEnds;
  expect(await preview(buyer, 'starter-monthly')).toMatchObject({
    kind: 'downgrade',
    at: termEnds,
    dueNow: 0,
    price: 995_00,
  });
  await change(buyer, 'starter-monthly', later);
  expect(await held(buyer)).toMatchObject({
    planId: 'trailblazer',
    change: { planId: 'starter', name: 'Starter', price: 995_00, at: termEnds },
  });
  // If the process that recorded the change was killed, the minutely job finds it at the provider.
  await w.t.api.pool.query('update subscription set next_item_price_id = null where provider_id = $1', [id]);
  await w.t.api.jobs.send('billing-sweep', {});
  await expect.poll(async () => (await held(buyer))?.change?.planId, { timeout: 60_000 }).toBe('starter');
  const params = { brandId: buyer.brandId };
  const undone = await buyer.owner.call(undoPlanChange, { params });
  expect(undone.subscription.change).toBeNull();
  await expect(buyer.owner.call(undoPlanChange, { params })).rejects.toMatchObject({ status: 409 });
  await change(buyer, 'starter-monthly', later);
  await w.settled();
  await w.vendor('POST', `/subscriptions/${id}/renew`, {});
  await expect.poll(async () => (await planOf(buyer))?.planId, { timeout: 60_000 }).toBe('starter');
  expect((await held(buyer))?.change).toBeNull();
  // The larger plan's credits of this month are kept, with nothing added.
  expect(await w.credits(buyer)).toBe(75);
});

test('a downgrade made at the provider reaches open screens at once', async () => {
  const buyer = await w.buyer();
  const { id } = await w.subscribe(buyer, 'trailblazer-monthly');
  await w.settled();
  const params = { brandId: buyer.brandId };
  const stream = await listen(w.t.url + urlOf(listenToBrand, { params }), buyer.owner.token);
  try {
    const { provider } = w.parts;
    await provider.changeSubscription(id, {
      itemPriceId: 'starter-USD-Monthly',
      atTermEnd: true,
      key: 'elsewhere',
    });
    // Reads again at each event, as screens do; the minutely job would be too late.
    let [seen, shown] = [0, await held(buyer)];
    await expect
      .poll(
        async () => {
          if (stream.heard.length > seen) [seen, shown] = [stream.heard.length, await held(buyer)];
          return shown?.change?.planId;
        },
        { timeout: 20_000 },
      )
      .toBe('starter');
    await buyer.owner.call(undoPlanChange, { params });
    expect((await held(buyer))?.change).toBeNull();
  } finally {
    stream.stop();
  }
});

test('a yearly plan can be upgraded immediately, and downgraded only in its last month', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-yearly');
  await expect(preview(buyer, 'self-serve-yearly')).rejects.toMatchObject({
    status: 409,
    code: 'invalid_transition',
    message: /runs until/,
  });
  await expect(change(buyer, 'starter-monthly')).rejects.toMatchObject({ code: 'invalid_transition' });
  expect((await change(buyer, 'bespoke-yearly')).kind).toBe('upgrade');
  expect(await planOf(buyer)).toMatchObject({ planId: 'bespoke', period: 'yearly' });
});

test('switching to a yearly plan starts a one-year commitment', async () => {
  const buyer = await w.buyer();
  const { id } = await w.subscribe(buyer, 'starter-monthly');
  await w.settled();
  // It has been a monthly plan for more than a year.
  await w.t.api.pool.query(
    `update subscription set created_at = created_at - interval '400 days' where provider_id = $1`,
    [id],
  );
  await change(buyer, 'starter-yearly');
  await w.t.api.pool.query(
    `update subscription set created_at = created_at - interval '400 days' where provider_id = $1`,
    [id],
  );
  const ends = Date.parse((await held(buyer))?.endsIfCancelled ?? '');
  expect(ends).toBeGreaterThan(Date.now() + 360 * 86_400_000);
  for (const choice of ['self-serve-yearly', 'starter-monthly', 'bespoke-monthly'] as const)
    await expect(preview(buyer, choice)).rejects.toMatchObject({ status: 409, message: /runs until/ });
  expect((await preview(buyer, 'bespoke-yearly')).kind).toBe('upgrade');
});

test('changes nothing if the change costs more than the preview or differs from it', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  const shown = await preview(buyer, 'trailblazer-monthly');
  const refused = { status: 409, code: 'conflict', body: { preview: { kind: 'upgrade', price: 2995_00 } } };
  for (const seen of [{ kind: 'upgrade', dueNow: shown.dueNow - 500_00 } as const, later])
    await expect(change(buyer, 'trailblazer-monthly', seen)).rejects.toMatchObject(refused);
  expect((await planOf(buyer))?.planId).toBe('starter');
  expect((await w.booksOf(buyer)).transactions).toHaveLength(1);
  await change(buyer, 'trailblazer-monthly', shown);
  expect((await planOf(buyer))?.planId).toBe('trailblazer');
});

test('retrying a change whose response was lost applies it once', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  await w.reportAt('');
  await w.fault('subscription.update_for_items', 'lost', 3);
  const body = { planId: 'bespoke-monthly', kind: 'upgrade', dueNow: 4000_00 } as const;
  const input = { params: { brandId: buyer.brandId }, body };
  const ask = () => buyer.owner.call(changePlan, input, { idempotencyKey: 'once' });
  await ask().catch(() => ask());
  await w.reportAt(w.webhookUrl);
  expect((await planOf(buyer))?.planId).toBe('bespoke');
  expect((await w.booksOf(buyer)).transactions).toHaveLength(2);
});

test('changing to the same plan, without a plan or with a declined card changes nothing', async () => {
  const prospect = await w.buyer();
  await expect(change(prospect, 'starter-monthly')).rejects.toMatchObject({
    status: 402,
    code: 'subscription_required',
  });
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'starter-monthly');
  await expect(preview(buyer, 'starter-monthly')).rejects.toMatchObject({ code: 'invalid_transition' });
  await w.vendor('POST', `/customers/brand_${buyer.brandId}/card`, { card: 'declines' });
  await expect(change(buyer, 'bespoke-monthly')).rejects.toMatchObject({
    status: 402,
    code: 'payment_failed',
  });
  expect((await planOf(buyer))?.planId).toBe('starter');
  await w.fault('subscription', 'down');
  await expect(change(buyer, 'bespoke-monthly')).rejects.toMatchObject({ status: 503, code: 'unavailable' });
});

test('[R9.020, R9.021] a cancelled new plan ends after its third month, resuming keeps it', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer, 'self-serve-monthly');
  const before = await held(buyer);
  const third = addMonths(new Date(before?.started ?? ''), 3);
  expect(Math.abs(Date.parse(before?.endsIfCancelled ?? '') - third.getTime())).toBeLessThan(2 * 86_400_000);
  const params = { brandId: buyer.brandId, subscriptionId: before?.id ?? '' };
  const { subscription } = await buyer.owner.call(cancelSubscription, { params });
  expect(subscription).toMatchObject({
    status: 'active',
    ends: before?.endsIfCancelled,
    endsIfCancelled: null,
  });
  await expect(buyer.owner.call(cancelSubscription, { params })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  await expect(change(buyer, 'starter-monthly')).rejects.toMatchObject({ code: 'invalid_transition' });
  expect((await w.booksOf(buyer)).subscriptions[0]?.status).toMatch(/non_renewing|active/);
  const resumed = await buyer.owner.call(resumeSubscription, { params });
  expect(resumed.subscription.ends).toBeNull();
  await expect(buyer.owner.call(resumeSubscription, { params })).rejects.toMatchObject({ status: 409 });
  await w.settled();
  expect((await held(buyer))?.ends).toBeNull();
});

test("rejects cancelling another brand's subscription", async () => {
  const [buyer, other] = [await w.buyer(), await w.buyer('Else')];
  await w.subscribe(buyer);
  const subscriptionId = (await held(buyer))?.id ?? '';
  await expect(
    other.owner.call(cancelSubscription, { params: { brandId: other.brandId, subscriptionId } }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    other.owner.call(cancelSubscription, { params: { brandId: buyer.brandId, subscriptionId } }),
  ).rejects.toMatchObject({ status: 403 });
});

test('lists invoices newest first with their lines, and downloads them from the provider', async () => {
  const buyer = await w.buyer();
  const { id } = await w.subscribe(buyer, 'starter-monthly');
  await w.vendor('POST', `/subscriptions/${id}/renew`, {});
  const params = { brandId: buyer.brandId };
  const list = () => buyer.owner.call(listInvoices, { params });
  await expect.poll(async () => (await list()).total, { timeout: 60_000 }).toBe(2);
  const { invoices } = await list();
  const first = invoices.find(({ total }) => total === 995_00 + 395_00);
  expect(first).toMatchObject({ status: 'paid', due: 0, currency: 'USD' });
  expect(first?.lines.map(({ amount }) => amount)).toEqual([995_00, 395_00]);
  const { url } = await buyer.owner.call(getInvoiceFile, {
    params: { ...params, invoiceId: first?.id ?? '' },
  });
  expect((await fetch(url)).headers.get('content-type')).toContain('pdf');
  const other = await w.buyer('Else');
  await expect(
    other.owner.call(getInvoiceFile, { params: { brandId: other.brandId, invoiceId: first?.id ?? '' } }),
  ).rejects.toMatchObject({ status: 404 });
  expect((await other.owner.call(listInvoices, { params: { brandId: other.brandId } })).invoices).toEqual([]);
});
