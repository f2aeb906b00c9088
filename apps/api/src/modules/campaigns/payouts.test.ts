import { createHmac } from 'node:crypto';
import { getPayable, movePayables } from '@troupe/contract/campaigns/payable';
import * as calls from '@troupe/contract/campaigns/payout';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi } from '../../testing/test-api.ts';
import { payoutEventTable } from './payout/payout.table.ts';
import { refreshAccount } from './payout-accounts.ts';
import { startPayoutWorld, stripeOf } from './payouts.fixture.ts';

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

/** Statuses of the latest calls to Stripe, latest first; 0 where the answer was lost. */
const latestStatuses = async () => (await p.calls()).slice(0, 3).map(({ status }) => status);

const nowSeconds = () => Math.floor(Date.now() / 1000);
/** Delivers an event under a new id and waits until it is processed. @param created when it happened */
async function deliver(event: object, created = nowSeconds()) {
  const id = `evt_${crypto.randomUUID()}`;
  const body = JSON.stringify({ ...event, id, created });
  const now = nowSeconds();
  const v1 = createHmac('sha256', 'sandbox_stripe_webhook_secret').update(`${now}.${body}`).digest('hex');
  const response = await fetch(`${p.w.t.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': `t=${now},v1=${v1}` },
    body,
  });
  expect(response.status).toBe(200);
  const stateOf = async () =>
    (await p.w.db.select().from(payoutEventTable).where(eq(payoutEventTable.id, id)))[0]?.state;
  await expect.poll(stateOf, { timeout: 10_000 }).toMatch(/processed|ignored/);
}

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
  await p.fault('transfers.create', 'slow', { times: 1, seconds: 2 });
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

test('a refused look-up fails no payment whose answer was lost', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('webhook', 'unsent', {});
  await p.fault('transfers.create', 'lost', { times: 3 });
  const { payable } = await p.pay(await payment.find());
  await expect.poll(latestStatuses).toEqual([0, 0, 0]);
  const isRefused = (call: string) =>
    expect.poll(async () => (await p.calls())[0]).toMatchObject({ call, status: 401 });
  await p.fault('transfers.list', 'wrong_key', { times: 1 });
  await p.resend(payable.id);
  await isRefused('transfers.list');
  expect(await payment.find()).toMatchObject({ state: 'approved', sending: true });
  await p.resend(payable.id);
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
  const { history } = await p.w.person.call(getPayable, { params: { ...p.params, payableId: payable.id } });
  expect(history.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('Failed'));
});

test('a key that is refused after a lost answer leaves the payment on its way', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('webhook', 'unsent', {});
  await p.fault('transfers', 'wrong_key', { times: 2 });
  await p.fault('transfers.create', 'lost', { times: 1 });
  const { payable } = await p.pay(await payment.find());
  await expect.poll(latestStatuses, { timeout: 10_000 }).toEqual([401, 401, 0]);
  await p.resend(payable.id);
  await becomes(payment, 'paid');
  expect(await p.transfers(creator)).toHaveLength(1);
});

test.each([
  ['before the retry looks it up', { webhook: 'unsent' }],
  ['whose event arrives first', { webhook: null }],
])(
  'a transfer that was reversed while its answer was lost, %s, isn’t paid or sent again',
  async (_, { webhook }) => {
    const creator = await p.payee();
    const payment = await p.approved(creator);
    if (webhook) await p.fault('webhook', webhook, {});
    else await p.fault('transfers.list', 'wrong_key', {});
    await p.fault('transfers.create', 'lost', { times: 3 });
    const { payable } = await p.pay(await payment.find());
    await expect.poll(async () => (await p.transfers(creator)).length).toBe(1);
    const [transfer] = await p.transfers(creator);
    await p.stripe('POST', `/transfers/${transfer?.id}/reverse`, {});
    if (webhook) {
      await expect.poll(async () => (await p.calls())[2]?.status).toBe(0);
      // As a day later: Stripe forgets its keys.
      await p.stripe('DELETE', '/keys');
      await p.resend(payable.id);
    }
    await becomes(payment, 'failed');
    expect(await payment.find()).toMatchObject({
      failure: 'returned',
      payoutState: 'returned',
      sending: false,
    });
    expect(await p.transfers(creator)).toMatchObject([{ id: transfer?.id, reversed: true }]);
    await p.noFaults();
    await p.pay(await payment.find());
    await becomes(payment, 'paid');
    expect((await p.transfers(creator)).map(({ reversed }) => reversed)).toEqual([true, false]);
  },
);

/** Carries out a payment that Stripe had refused. */
async function transferLate(payableId: string, account: string, amount: number) {
  const [payout] = await p.attempts(payableId);
  const response = await fetch(`${p.sandbox.origin}/stripe/v1/transfers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox_stripe_key' },
    body: new URLSearchParams({
      amount: String(amount),
      currency: 'usd',
      destination: account,
      transfer_group: `payable_${payableId}`,
      'metadata[payout_id]': payout?.id ?? '',
    }),
  });
  expect(response.status).toBe(200);
}

async function failedPayment() {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  await p.fault('transfers', 'insufficient_balance');
  await p.pay(await payment.find());
  await becomes(payment, 'failed');
  return { creator, payment, payable: await payment.find(), account: await p.accountIdOf(creator) };
}

test('a failed payment whose transfer turns up is paid, for both sides', async () => {
  const { creator, payment, payable, account } = await failedPayment();
  await transferLate(payable.id, account, 57_009);
  await becomes(payment, 'paid');
  const [transfer] = await p.transfers(creator);
  const paid = await payment.find();
  expect(paid).toMatchObject({ payoutState: 'sent', reference: transfer?.id, reason: null, failure: null });
  expect(paid.abilities.failed.allowed).toBe(false);
  await expect.poll(() => p.notices(creator)).toContainEqual(expect.stringContaining("You've been paid"));
  // It can come back like any other.
  await p.stripe('POST', `/transfers/${transfer?.id}/reverse`, {});
  await becomes(payment, 'failed');
  expect(await payment.find()).toMatchObject({ failure: 'returned' });
});

test('an earlier transfer of another amount is neither taken for the payment nor sent again', async () => {
  const { creator, payment, payable, account } = await failedPayment();
  await transferLate(payable.id, account, 50_000);
  await expect.poll(async () => (await p.calls())[0]).toMatchObject({ call: 'transfers.list', status: 200 });
  await p.pay(await payment.find());
  await expect.poll(async () => (await payment.find()).failure, { timeout: 10_000 }).toBe('earlier');
  expect(await payment.find()).toMatchObject({
    state: 'failed',
    reason: 'A different amount was already sent for this payment.',
  });
  const [transfer, ...others] = await p.transfers(creator);
  expect(others).toEqual([]);
  await p.stripe('POST', `/transfers/${transfer?.id}/reverse`, {});
  await p.pay(await payment.find());
  await becomes(payment, 'paid');
  expect((await p.transfers(creator)).map(({ amount, reversed }) => [amount, reversed])).toEqual([
    [50_000, true],
    [57_009, false],
  ]);
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
  // All of its attempts, or the last would meet the fault of the next test.
  await expect.poll(latestStatuses, { timeout: 10_000 }).toEqual([500, 500, 500]);
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
  expect(await p.notices(creator)).toContain(`A payment to you failed: ${reason}`);
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
    expect.stringContaining("You can't pay Ana Lima through Stripe"),
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
  const id = transfer?.id ?? '';
  await deliver({ type: 'transfer.created', data: { object: { ...transfer, id, reversed: false } } });
  expect(await payment.find()).toMatchObject({ state: 'failed', failure: 'returned' });
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
  expect(await p.notices(creator)).toContainEqual(expect.stringContaining('Your bank rejected a payout'));
  expect(await p.notices(p.w.person)).toContainEqual(expect.stringContaining('Their bank rejected a payout'));
  // Events carry whole seconds.
  await deliver({ account, type: 'payout.paid', data: { object: {} } }, nowSeconds() + 1);
  expect((await p.accountOf(creator))?.bankFailure).toBeNull();
});

test('a payout refused within the second of a successful one is reported, in any order', async () => {
  const creator = await p.payee();
  const account = await p.accountIdOf(creator);
  const paid = { account, type: 'payout.paid', data: { object: {} } };
  const failed = { account, type: 'payout.failed', data: { object: { failure_code: 'account_closed' } } };
  const failure = async () => (await p.accountOf(creator))?.bankFailure;
  const at = nowSeconds();
  await deliver(paid, at);
  expect(await failure()).toBeNull();
  await deliver(failed, at);
  expect(await failure()).toBe('account_closed');
  await deliver(paid, at);
  expect(await failure()).toBe('account_closed');
  await deliver(paid, at + 1);
  await deliver(failed, at);
  expect(await failure()).toBeNull();
});

test('of two overlapping refreshes of a payout account, the one that asked later counts', async () => {
  const creator = await p.payee();
  const accountId = await p.accountIdOf(creator);
  const { api } = p.w.t;
  const provider = stripeOf(api);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = refreshAccount(
    {
      api,
      provider: {
        ...provider,
        async readAccount(id) {
          const state = await provider.readAccount(id);
          asked.resolve();
          await answered.promise;
          return state;
        },
      },
    },
    accountId,
  );
  await asked.promise;
  await p.fault('webhook', 'unsent', {});
  await p.stripe('POST', `/accounts/${accountId}/restrict`, { reason: 'past_due' });
  await creator.call(calls.refreshOwnPayoutAccount, {});
  answered.resolve();
  await slow;
  expect(await p.accountOf(creator)).toMatchObject({ status: 'restricted' });
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
    message: 'Stripe can only send KWD in multiples of 0.010. Pay by bank transfer instead.',
  });
  const real = await p.approved(creator, 10_000, 'BRL');
  await p.pay(await real.find());
  await becomes(real, 'failed');
  expect(await real.find()).toMatchObject({ failure: 'currency' });
});

/** Changes how the brand pays creators. */
async function choose(method: 'manual' | 'stripe', paymentDays = 14) {
  const { settings } = await p.owner.call(calls.getPayoutSettings, { params: p.params });
  const body = { method, paymentDays, version: settings.version };
  return p.owner.call(calls.updatePayoutSettings, { params: p.params, body });
}

test('keeps the settings of the owner who saved first', async () => {
  const brandId = await p.w.brand({ name: 'Two owners' });
  const params = { brandId };
  const owners = await Promise.all([1, 2].map(() => p.w.t.person({ brandId, brandRole: 'owner' })));
  const save = (paymentDays: number, version: number, by = owners[0]) =>
    by?.call(calls.updatePayoutSettings, { params, body: { method: 'manual', paymentDays, version } });
  const both = await Promise.allSettled([save(7, 0, owners[0]), save(7, 0, owners[1])]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await save(14, 1)).toMatchObject({ settings: { paymentDays: 14, version: 2 } });
  await expect(save(60, 1)).rejects.toMatchObject({
    code: 'conflict',
    body: { method: 'manual', paymentDays: 14, version: 2 },
  });
  expect(await owners[1]?.call(calls.getPayoutSettings, { params })).toMatchObject({
    settings: { paymentDays: 14, version: 2 },
  });
});

test('offers no payment through Stripe once the operator stops funding the brand', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const { STRIPE_BRANDS: brands } = p.w.t.api.config;
  brands.splice(0);
  try {
    const payable = await payment.find();
    expect(payable).toMatchObject({
      method: 'manual',
      abilities: {
        pay: { allowed: false, reason: 'This brand pays creators manually, not through Stripe.' },
      },
    });
    await expect(p.pay(payable)).rejects.toMatchObject({ code: 'invalid_transition' });
    // The days can still change.
    expect(await choose('stripe', 21)).toMatchObject({ settings: { paymentDays: 21 }, methods: ['manual'] });
  } finally {
    brands.push('*');
  }
  await choose('stripe');
  expect((await payment.find()).abilities.pay.allowed).toBe(true);
});

test('payments of other brands and outdated versions are refused', async () => {
  const creator = await p.payee();
  const payment = await p.approved(creator);
  const payable = await payment.find();
  const otherId = await p.w.brand({ name: 'Other' });
  const other = await p.w.t.person({ brandId: otherId, brandRole: 'owner' });
  await other.call(calls.updatePayoutSettings, {
    params: { brandId: otherId },
    body: { method: 'stripe', paymentDays: 0, version: 0 },
  });
  const body = { version: payable.version };
  const pay = (brandId: string) =>
    other.call(calls.payPayable, { params: { brandId, payableId: payable.id }, body });
  await expect(pay(otherId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(pay(p.w.brandId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(p.pay({ id: payable.id, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  await choose('manual');
  await expect(p.pay(payable)).rejects.toMatchObject({
    message: 'This brand pays creators manually, not through Stripe.',
  });
  await choose('stripe');
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
    const before = { settings: { method: 'manual', paymentDays: 30, version: 0 }, methods: ['manual'] };
    expect(await owner.call(calls.getPayoutSettings, { params })).toEqual({ ...before, canChange: true });
    expect(await member.call(calls.getPayoutSettings, { params })).toEqual({ ...before, canChange: false });
    const body = { method: 'stripe' as const, paymentDays: 30, version: 0 };
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
