import { createPortalSession } from '@troupe/contract/billing/billing';
import { listCredits } from '@troupe/contract/billing/credit';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { listBrandExports, requestBrandExport } from '@troupe/contract/operations/brand-export';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';
import { endGrace } from './subscription/subscription.queries.ts';

let w: BillingWorld;
beforeAll(async () => {
  w = await startBillingWorld();
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

/** Creates a brand whose renewal failed. */
async function late(): Promise<{ buyer: Buyer; invoiceId: string }> {
  const buyer = await w.buyer();
  const { id } = await w.subscribe(buyer);
  await w.settled();
  await w.vendor('POST', `/subscriptions/${id}/renew`, { payment: 'fails' });
  const { invoices } = await w.booksOf(buyer);
  const owed = invoices.find(({ status }) => status === 'payment_due');
  if (!owed) throw new Error('The renewal did not fail.');
  return { buyer, invoiceId: owed.id };
}

const pastDue = (buyer: Buyer) => w.brand(buyer).then(({ chargebeePastDue }) => chargebeePastDue);

test('[R3.017, R4.048, R4.049, R6.013] a failed renewal blocks members and owners but not administrators, until it is settled', async () => {
  const { buyer, invoiceId } = await late();
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  const params = { brandId: buyer.brandId };
  const member = await w.t.person(params);
  const administrator = await w.t.person({ role: 'administrator' });
  for (const person of [member, buyer.owner]) {
    await expect(person.call(listCredits, { params })).rejects.toMatchObject({
      status: 402,
      code: 'payment_past_due',
    });
    await expect(person.call(listCampaigns, { params })).rejects.toMatchObject({ status: 402 });
    expect((await person.call(getBrand, { params })).chargebeePastDue).toBe(true);
  }
  expect((await administrator.call(getBrand, { params })).chargebeePastDue).toBe(true);
  expect((await administrator.call(listCampaigns, { params })).campaigns).toEqual([]);
  // Nothing new is sold while a payment is past due.
  await expect(w.openAddOn(buyer, 'credits-10')).rejects.toMatchObject({ code: 'payment_past_due' });
  const { due, pastDue: blocked } = await w.billing(buyer);
  expect({ due, blocked }).toEqual({ due: 995_00, blocked: true });

  await w.vendor('POST', `/invoices/${invoiceId}/collect`);
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(false);
  expect((await member.call(listCampaigns, { params })).campaigns).toEqual([]);
  expect((await w.billing(buyer)).due).toBe(0);
});

test("owners of a past-due brand can export its data, members can't", async () => {
  const { buyer } = await late();
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  const params = { brandId: buyer.brandId };
  const archives = async () => (await buyer.owner.call(listBrandExports, { params })).brandExports;
  await buyer.owner.call(requestBrandExport, { params, body: {} });
  await expect.poll(async () => (await archives())[0]?.status, { timeout: 60_000 }).toBe('done');
  const [archive] = await archives();
  const file = await fetch(w.t.url + new URL(archive?.url ?? '').pathname);
  expect(file.status).toBe(200);
  expect((await file.arrayBuffer()).byteLength).toBe(archive?.bytes);
  const member = await w.t.person(params);
  await expect(member.call(listBrandExports, { params })).rejects.toMatchObject({ status: 403 });
});

test('[R2.114, R7.060] Open Billing works for members while a payment is past due, and always for owners', async () => {
  const { buyer, invoiceId } = await late();
  const params = { brandId: buyer.brandId };
  const member = await w.t.person(params);
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  const { url } = await member.call(createPortalSession, { params });
  expect(url).toContain('/billing/');
  await w.vendor('POST', `/invoices/${invoiceId}/collect`);
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(false);
  await expect(member.call(createPortalSession, { params })).rejects.toMatchObject({ status: 403 });
  expect((await buyer.owner.call(createPortalSession, { params })).url).not.toBe(url);
  const newcomer = await w.buyer();
  await expect(
    newcomer.owner.call(createPortalSession, { params: { brandId: newcomer.brandId } }),
  ).rejects.toMatchObject({ status: 409, code: 'no_billing' });
});

test('the portal reports a provider outage', async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer);
  await w.fault('portal_session', 'down');
  await expect(
    buyer.owner.call(createPortalSession, { params: { brandId: buyer.brandId } }),
  ).rejects.toMatchObject({ status: 503, code: 'unavailable' });
});

test('a brand stays past due after the last retry until it adds a new card', async () => {
  const { buyer, invoiceId } = await late();
  await w.vendor('POST', `/invoices/${invoiceId}/exhaust`);
  await w.settled();
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  expect((await w.billing(buyer)).due).toBe(995_00);
  await w.vendor('POST', `/invoices/${invoiceId}/collect`);
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(false);
});

test('a past-due plan grants no credits for a new month until it is settled', async () => {
  const { buyer, invoiceId } = await late();
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, 2);
  w.t.setNow(next);
  try {
    const administrator = await w.t.person({ role: 'administrator' });
    const balance = async () =>
      (await administrator.call(listCredits, { params: { brandId: buyer.brandId } })).balance;
    expect(await balance()).toBe(25);
    await w.vendor('POST', `/invoices/${invoiceId}/collect`);
    await expect.poll(balance, { timeout: 60_000 }).toBe(50);
    expect(await balance()).toBe(50);
  } finally {
    w.t.setNow(null);
  }
});

test('notifies owners once of a failed payment, and not after it is settled', async () => {
  const { buyer, invoiceId } = await late();
  const { owner, brandId } = buyer;
  const member = await w.t.person({ brandId });
  const bell = () => owner.call(listNotifications, {});
  await expect.poll(async () => (await bell()).unread, { timeout: 60_000 }).toBe(1);
  // The provider retries and reports the failure again.
  await w.vendor('POST', `/invoices/${invoiceId}/fail`);
  await w.settled();
  const { notifications, unread } = await bell();
  expect(unread).toBe(1);
  expect(notifications).toMatchObject([
    {
      kind: 'payment',
      title: 'The payment for your Starter subscription failed',
      href: '/account#subscription',
      brandId,
    },
  ]);
  expect(notifications[0]?.text).toMatch(/^We couldn't charge \$995\./);
  expect((await member.call(listNotifications, {})).total).toBe(0);
  await w.vendor('POST', `/invoices/${invoiceId}/collect`);
  await expect.poll(async () => (await bell()).unread, { timeout: 60_000 }).toBe(0);
  const { rows } = await w.t.api.pool.query(
    'select 1 from notification where user_id = $1 and mailed_at is null',
    [owner.userId],
  );
  expect(rows).toEqual([]);
});

test('notifies owners of a plan the provider ended because of nonpayment', async () => {
  const { buyer } = await late();
  await expect.poll(() => pastDue(buyer), { timeout: 60_000 }).toBe(true);
  const { id } = await w.subscription(buyer);
  const { CHARGEBEE_URL: url, CHARGEBEE_KEY: key } = w.environment;
  const ended = await fetch(`${url}/subscriptions/${id}/cancel_for_items`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams({ cancel_option: 'immediately' }),
  });
  expect(ended.status).toBe(200);
  await expect.poll(async () => (await w.brand(buyer)).activeSubscriptions, { timeout: 60_000 }).toEqual([]);
  const { notifications, unread } = await buyer.owner.call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toEqual([
    'Your Starter subscription has ended',
    'The payment for your Starter subscription failed',
  ]);
  expect(unread).toBe(1);
});

test('with a grace period, members are blocked when it ends', async () => {
  const patient = await startBillingWorld({ BILLING_GRACE_DAYS: '7' });
  try {
    const buyer = await patient.buyer();
    const { id } = await patient.subscribe(buyer);
    await patient.vendor('POST', `/subscriptions/${id}/renew`, { payment: 'fails' });
    await expect.poll(async () => (await patient.billing(buyer)).due, { timeout: 60_000 }).toBe(995_00);
    expect((await patient.brand(buyer)).chargebeePastDue).toBe(false);
    // Open but unpaid: the credits of a new month depend on the payment.
    const next = new Date();
    next.setUTCMonth(next.getUTCMonth() + 1, 2);
    patient.t.setNow(next);
    expect(await patient.credits(buyer)).toBe(25);
    patient.t.setNow(null);
    const { api } = patient.t;
    const day = 86_400_000;
    expect(await endGrace(api.db, new Date(Date.now() + 6 * day), 7)).toEqual([]);
    expect(await endGrace(api.db, new Date(Date.now() + 8 * day), 7)).toEqual([buyer.brandId]);
    expect((await patient.brand(buyer)).chargebeePastDue).toBe(true);
  } finally {
    await patient.stop();
  }
});
