import { createHmac } from 'node:crypto';
import { getPayable, movePayables } from '@troupe/contract/campaigns/payable';
import * as calls from '@troupe/contract/campaigns/payout';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi } from '../../testing/test-api.ts';
import { startPayoutWorld } from './payouts.fixture.ts';

type World = Awaited<ReturnType<typeof startPayoutWorld>>;
type Payment = Awaited<ReturnType<World['approved']>>;
let p: World;
beforeAll(async () => {
  p = await startPayoutWorld();
});
beforeEach(() => p.noFaults());
afterAll(() => p?.stop());

const becomes = (payment: Payment, state: string) =>
  expect.poll(async () => (await payment.find()).state, { timeout: 20_000, interval: 50 }).toBe(state);

test('a creator sets up payouts on the provider’s page, whose link works once', async () => {
  const creator = await p.w.account();
  const before = await creator.call(calls.getOwnPayoutAccount, {});
  expect(before).toMatchObject({ available: true, account: null });
  expect(before.countries).toContain('DE');
  const { url, back } = await p.submitForm(creator, 'document', 'DE');
  expect(back).toBe('http://localhost:3001/account?payouts=done#payouts');
  await expect
    .poll(() => p.accountOf(creator), { timeout: 10_000 })
    .toMatchObject({ status: 'restricted', country: 'DE', missing: ['document'] });
  const again = await fetch(url, { redirect: 'manual' });
  expect(again.headers.get('location')).toBe('http://localhost:3001/account?payouts=continue#payouts');
  // Once submitted, the country stays.
  await p.submitForm(creator, 'verified', 'FR');
  await expect
    .poll(() => p.accountOf(creator), { timeout: 10_000 })
    .toMatchObject({ status: 'ready', country: 'DE', missing: [] });
});

test('a country without payouts is refused', async () => {
  const creator = await p.w.account();
  const failed = creator.call(calls.setUpOwnPayouts, { body: { country: 'KP' } });
  await expect(failed).rejects.toMatchObject({
    code: 'invalid',
    body: { fields: { country: 'Choose a country' } },
  });
});

test('[R9.022] [R9.023] a payment sends the creator the fee less 5% and notifies them', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const payable = await payment.find();
  expect(payable).toMatchObject({ payee: 'ready', sending: false, brandPays: 63_011 });
  expect(payable.abilities.pay).toEqual({ allowed: true, reason: null });
  expect(Date.parse(payable.payBy) - Date.parse(payable.created)).toBe(14 * 86_400_000);
  const { payable: sent } = await p.pay(payable);
  expect(sent).toMatchObject({ state: 'approved', sending: true });
  await becomes(payment, 'paid');
  const [transfer, ...others] = await p.transfers(creator);
  expect(others).toEqual([]);
  expect(transfer).toMatchObject({ amount: 57_009, currency: 'usd' });
  const paid = await payment.find();
  expect(paid).toMatchObject({ sending: false, payoutState: 'sent', reference: transfer?.id, reason: null });
  expect(await p.own(creator)).toMatchObject([
    { state: 'paid', creatorGets: 57_009, reference: transfer?.id },
  ]);
  await expect.poll(() => p.notices(creator)).toContainEqual(expect.stringContaining("You've been paid"));
  const { history } = await p.w.person.call(getPayable, { params: { ...p.params, payableId: paid.id } });
  expect(history.map(({ text }) => text)).toEqual([
    'Due: the collaboration is completed',
    'Approved',
    'Sent to Stripe',
    `Paid through Stripe: ${transfer?.id}`,
  ]);
  // Marking it as failed by hand and paying again would pay twice.
  expect(paid.abilities.failed).toEqual({
    allowed: false,
    reason: 'This payment was sent through Stripe. Reverse it there.',
  });
  await expect(p.pay(paid)).rejects.toMatchObject({ code: 'invalid_transition' });
});

test('pays once when several teammates press the button at the same time', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const payable = await payment.find();
  const mate = await p.w.t.person({ brandId: p.w.brandId });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => p.pay(payable, at % 2 ? mate : p.w.person).catch((error) => error)),
  );
  expect(answers.map((one) => 'payable' in one)).toEqual(Array(8).fill(true));
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});

test('pays once when the answer is lost after the money moved', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('transfers.create', 'lost', { times: 3 });
  await p.pay(await payment.find());
  // The event of the transfer arrives, and it is looked up.
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});

test('waits while the idempotency key is in use', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('transfers.create', 'key_in_use', { times: 2 });
  await p.pay(await payment.find());
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});

test('a payment stays on its way while the provider is down, and no one else can change it', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('transfers.create', 'error_500', {});
  await p.pay(await payment.find());
  await expect
    .poll(async () => (await p.stripe<{ calls: { call: string; status: number }[] }>('GET', '/')).calls[0])
    .toMatchObject({ call: 'transfers.create', status: 500 });
  const payable = await payment.find();
  expect(payable).toMatchObject({ state: 'approved', sending: true });
  const move = (state: 'paid' | 'failed' | 'due') =>
    p.w.person.call(movePayables, {
      params: p.params,
      body: { payables: [{ id: payable.id, version: payable.version }], state, reason: 'x' },
    });
  for (const state of ['paid', 'failed', 'due'] as const)
    await expect(move(state)).rejects.toMatchObject({
      code: 'invalid_transition',
      message: 'This payment is being sent.',
    });
  // Reopening the collaboration doesn't cancel what may already be paid.
  await p.w.change(payment.optInId, { status: 'approved' });
  expect(await payment.find()).toMatchObject({ state: 'approved', sending: true });
  expect(await p.transfers(creator)).toEqual([]);
});

test('too little balance fails with the reason for both sides, and a retry pays once', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('transfers', 'insufficient_balance');
  await p.pay(await payment.find());
  await becomes(payment, 'failed');
  const reason = "There wasn't enough money in the payout balance.";
  const failed = await payment.find();
  expect(failed).toMatchObject({ reason, failure: 'balance', payoutState: 'failed', sending: false });
  expect(await p.own(creator)).toMatchObject([{ state: 'failed', reason, failure: 'balance' }]);
  expect(await p.notices(creator)).toContain(`Your payment failed: ${reason}`);
  expect(await p.notices(p.w.person)).toContain(`A payment to a creator failed: ${reason}`);
  await p.pay(failed);
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});

test('a creator whose account is restricted can’t be paid, and both sides learn it at once', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const payable = await payment.find();
  await p.stripe('POST', `/accounts/${await p.accountIdOf(creator)}/restrict`, { reason: 'past_due' });
  await expect.poll(async () => (await payment.find()).payee, { timeout: 10_000 }).toBe('restricted');
  await expect(p.pay(payable)).rejects.toMatchObject({
    code: 'invalid_transition',
    message: 'Stripe needs more details from the creator before they can be paid.',
  });
  expect(await p.notices(creator)).toContainEqual(expect.stringContaining('Your payouts are paused'));
  expect(await p.notices(p.w.person)).toContainEqual(
    expect.stringContaining("Ana Lima can't be paid through Stripe"),
  );
  // Restricted without our knowing.
  await p.submitForm(creator);
  await expect.poll(async () => (await payment.find()).payee, { timeout: 10_000 }).toBe('ready');
  await p.fault('webhook', 'unsent', { times: 1 });
  await p.stripe('POST', `/accounts/${await p.accountIdOf(creator)}/restrict`, { reason: 'past_due' });
  await p.pay(await payment.find());
  await becomes(payment, 'failed');
  expect(await payment.find()).toMatchObject({ failure: 'account' });
  expect(await p.transfers(creator)).toEqual([]);
});

test('a reversed transfer fails the payment, whatever the order and number of events', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('webhook', 'twice', { times: 1 });
  await p.pay(await payment.find());
  await becomes(payment, 'paid');
  const [transfer] = await p.transfers(creator);
  await p.stripe('POST', `/transfers/${transfer?.id}/reverse`, { amount: 100 });
  await p.stripe('POST', `/transfers/${transfer?.id}/reverse`, {});
  await becomes(payment, 'failed');
  expect(await payment.find()).toMatchObject({ failure: 'returned', reason: 'The payment was returned.' });
  expect(await p.notices(p.w.person)).toContain('A payment to a creator failed: The payment was returned.');
  const { events } = await p.stripe<{ events: { id: string; type: string }[] }>('GET', '/');
  for (const { id } of events.slice(-6)) await p.stripe('POST', `/events/${id}/replay`);
  await p.pay(await payment.find());
  await becomes(payment, 'paid');
  expect((await p.transfers(creator)).map(({ reversed }) => reversed)).toEqual([true, false]);
});

test('a bank that refuses a payout is reported to both sides until one arrives', async () => {
  const creator = await p.payee();
  await p.approved(creator);
  const account = await p.accountIdOf(creator);
  await p.stripe('POST', `/accounts/${account}/payout`, { result: 'failed' });
  await expect
    .poll(async () => (await p.accountOf(creator))?.bankFailure, { timeout: 10_000 })
    .toBe('The bank account has been closed.');
  expect(await p.notices(creator)).toContainEqual(expect.stringContaining('Your bank refused a payout'));
  expect(await p.notices(p.w.person)).toContainEqual(expect.stringContaining('Their bank refused a payout'));
});

test('webhooks without a recent signature of ours are refused', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'account.updated', created: 1, data: { object: {} } });
  const post = (signature: string | null, text = body) =>
    fetch(`${p.w.t.url}/webhooks/stripe`, {
      method: 'POST',
      headers: signature === null ? {} : { 'stripe-signature': signature },
      body: text,
    });
  const sign = (at: number, secret = 'sandbox_stripe_webhook_secret') =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const now = Math.floor(Date.now() / 1000);
  const statuses = [];
  for (const signature of [null, '', 't=,v1=', sign(now, 'wrong'), sign(now - 301), sign(now + 400)])
    statuses.push((await post(signature)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
  expect((await post(sign(now), `${body} `)).status).toBe(401);
  expect((await post(`${sign(now, 'wrong')},v1=${'0'.repeat(64)}`)).status).toBe(401);
  expect((await post(sign(now))).status).toBe(200);
  expect((await post(sign(now, 'an-older-secret'))).status).toBe(200);
});

test('currencies without decimals are sent exactly, and steps that Stripe lacks are refused', async () => {
  const creator = await p.payee();
  const yen = await p.approved(creator, 150_000, 'JPY');
  await p.pay(await yen.find());
  await becomes(yen, 'paid');
  expect(await p.transfers(creator)).toMatchObject([{ amount: 142_500, currency: 'jpy' }]);
  // 60.001 less 3.000 is 57.001 dinars; Stripe sends hundredths.
  const dinar = await p.approved(creator, 60_001, 'KWD');
  await expect(p.pay(await dinar.find())).rejects.toMatchObject({
    code: 'invalid_transition',
    message: 'Stripe can only send KWD in steps of 0.010. Pay by bank transfer instead.',
  });
  const real = await p.approved(creator, 10_000, 'BRL');
  await p.pay(await real.find());
  await becomes(real, 'failed');
  expect(await real.find()).toMatchObject({ failure: 'currency' });
});

test('payments of other brands and outdated versions are refused', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const payable = await payment.find();
  const otherId = await p.w.brand({ name: 'Other' });
  const other = await p.w.t.person({ brandId: otherId, brandRole: 'owner' });
  await other.call(calls.updatePayoutSettings, {
    params: { brandId: otherId },
    body: { method: 'stripe', paymentDays: 0 },
  });
  const body = { version: payable.version };
  const pay = (brandId: string) =>
    other.call(calls.payPayable, { params: { brandId, payableId: payable.id }, body });
  await expect(pay(otherId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(pay(p.w.brandId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(p.pay({ id: payable.id, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  await p.owner.call(calls.updatePayoutSettings, {
    params: p.params,
    body: { method: 'manual', paymentDays: 14 },
  });
  await expect(p.pay(payable)).rejects.toMatchObject({ message: 'This brand pays creators manually.' });
  await p.owner.call(calls.updatePayoutSettings, {
    params: p.params,
    body: { method: 'stripe', paymentDays: 14 },
  });
  expect(await p.transfers(creator)).toEqual([]);
});

test('brands whose payments the operator doesn’t fund pay manually', async () => {
  const t = await startTestApi({ TROUPE_ROLES: 'http', STRIPE_KEY: 'sk', STRIPE_BRANDS: 'another-brand' });
  const bare = await startTestApi({ TROUPE_ROLES: 'http' });
  for (const api of [t, bare]) {
    const brandId = await api.brand();
    const owner = await api.person({ brandId, brandRole: 'owner' });
    const member = await api.person({ brandId });
    const params = { brandId };
    const before = { settings: { method: 'manual', paymentDays: 30 }, methods: ['manual'] };
    expect(await owner.call(calls.getPayoutSettings, { params })).toEqual({ ...before, canChange: true });
    expect(await member.call(calls.getPayoutSettings, { params })).toEqual({ ...before, canChange: false });
    const body = { method: 'stripe' as const, paymentDays: 30 };
    await expect(owner.call(calls.updatePayoutSettings, { params, body })).rejects.toMatchObject({
      code: 'invalid_transition',
      message: "Payments through Stripe aren't available for your brand.",
    });
  }
  const creator = await bare.person({ role: 'creator' });
  expect(await creator.call(calls.getOwnPayoutAccount, {})).toMatchObject({
    available: false,
    account: null,
  });
  await expect(creator.call(calls.setUpOwnPayouts, { body: { country: 'US' } })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await Promise.all([t.stop(), bare.stop()]);
});

test('asks the creator to retry while the provider is down', async () => {
  const creator = await p.w.account();
  await p.fault('accounts', 'down', { times: 10 });
  const failed = creator.call(calls.setUpOwnPayouts, { body: { country: 'US' } });
  await expect(failed).rejects.toMatchObject({ code: 'unavailable' });
  expect(await p.accountOf(creator)).toBeNull();
});
