import { once } from 'node:events';
import { completeSubscriptionCheckout, openSubscriptionCheckout } from '@troupe/contract/billing/billing';
import { type Client, createClient } from '@troupe/contract/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestProcess, type TestProcess } from '../../testing/test-process.ts';
import { type BillingWorld, type Buyer, startBillingWorld } from './billing.fixture.ts';
import { sweepCheckouts } from './checkout-sweep.ts';

let w: BillingWorld;
const running = new Set<TestProcess>();
beforeAll(async () => {
  w = await startBillingWorld();
  // Purchases must be completed by checking pages, without webhooks.
  await w.tellAt('');
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  running.clear();
  await w.clearFaults();
});
afterAll(() => w.stop());

/** Starts the API as a process that serves calls without running jobs. */
async function startServer(buyer: Buyer): Promise<{ client: Client; kill(): Promise<void> }> {
  const server = await startTestProcess(w.t, {
    ...w.environment,
    CHARGEBEE_TIMEOUT_MS: '30000',
    TROUPE_ROLES: 'http',
    LOG_LEVEL: 'silent',
  });
  running.add(server);
  return {
    client: createClient({ baseUrl: server.url, token: () => buyer.owner.token }),
    async kill() {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
      running.delete(server);
    },
  };
}

const open = (client: Client, { brandId }: Buyer) =>
  client.call(openSubscriptionCheckout, { params: { brandId }, query: { planId: 'starter-monthly' } });
const complete = (client: Client, { brandId }: Buyer, hostedPageId: string) =>
  client.call(completeSubscriptionCheckout, { params: { brandId }, body: { hostedPageId } });

const callsOf = async (path: RegExp) => {
  const { calls } = await w.vendor<{ calls: { call: string }[] }>('GET', '');
  return calls.filter(({ call }) => path.test(call)).length;
};

/** Expects one plan, paid once with credits granted once, here and at the provider. */
async function expectOneSale(buyer: Buyer, pageId: string): Promise<void> {
  const { subscriptions, transactions, invoices } = await w.booksOf(buyer);
  expect(subscriptions.map(({ status }) => status)).toEqual(['active']);
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([['payment', 995_00 + 395_00]]);
  expect((await w.brand(buyer)).activeSubscriptions).toMatchObject([{ planId: 'starter', status: 'active' }]);
  const { rows } = await w.t.api.pool.query(
    `select s.provider_id, c.state, c.invoice_id from checkout c join subscription s
      on s.brand_id = c.brand_id and s.provider_id = c.subscription_id where c.hosted_page_id = $1`,
    [pageId],
  );
  expect(rows).toEqual([
    { provider_id: subscriptions[0]?.id, state: 'completed', invoice_id: invoices[0]?.id },
  ]);
  expect((await w.books()).hostedPages.find(({ id }) => id === pageId)?.state).toBe('acknowledged');
  expect(await w.credits(buyer)).toBe(25);
}

/** Runs the minutely job. */
async function minuteLater(): Promise<void> {
  w.t.setNow(new Date(Date.now() + 60_000));
  try {
    await sweepCheckouts(w.parts);
  } finally {
    w.t.setNow(null);
  }
}

test('a server killed before or after creating the page leads to one page', async () => {
  const buyer = await w.buyer();
  for (const failure of ['hang', 'lost'] as const) {
    const server = await startServer(buyer);
    const before = await callsOf(/hosted_page.*checkout/);
    await w.fault('hosted_page.checkout_new_for_items', failure, 1);
    const opening = open(server.client, buyer).catch(() => 'killed');
    await expect.poll(() => callsOf(/hosted_page.*checkout/), { timeout: 60_000 }).toBeGreaterThan(before);
    await server.kill();
    await opening;
    await w.clearFaults();
  }
  const page = await w.openPlan(buyer);
  expect((await w.openPlan(buyer)).id).toBe(page.id);
  await w.onPage(page.id, 'pay');
  await w.postPlan(buyer, page.id);
  await expectOneSale(buyer, page.id);
});

test.each([
  ['while it asks about the page', 'hosted_page.retrieve', 'hang'],
  ['before the page is acknowledged', 'hosted_page.acknowledge', 'hang'],
  ['after the page was acknowledged', 'hosted_page.acknowledge', 'lost'],
])('recovers within a minute from a server killed %s', async (_when, call, failure) => {
  const buyer = await w.buyer();
  const server = await startServer(buyer);
  const { id } = await open(server.client, buyer);
  await w.onPage(id, 'pay');
  const step = new RegExp(call.split('.')[1] ?? '');
  const before = await callsOf(step);
  await w.fault(call, failure);
  const posting = complete(server.client, buyer, id).catch(() => 'killed');
  await expect.poll(() => callsOf(step), { timeout: 60_000 }).toBeGreaterThan(before);
  await server.kill();
  expect(await posting).toBe('killed');
  await w.clearFaults();
  await minuteLater();
  await expectOneSale(buyer, id);
  // The shopper retries on the new server.
  expect((await w.postPlan(buyer, id)).first).toBe(true);
  await expectOneSale(buyer, id);
});

test('a server killed while recording a purchase leaves no partial record', async () => {
  const buyer = await w.buyer();
  const server = await startServer(buyer);
  const { id } = await open(server.client, buyer);
  await w.onPage(id, 'pay');
  const holder = await w.t.api.pool.connect();
  try {
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`billing:${buyer.brandId}`]);
    const posting = complete(server.client, buyer, id).catch(() => 'killed');
    await expect
      .poll(
        async () =>
          (
            await holder.query(
              `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`,
            )
          ).rows[0].n,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await server.kill();
    expect(await posting).toBe('killed');
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  }
  expect((await w.brand(buyer)).activeSubscriptions).toEqual([]);
  await minuteLater();
  await expectOneSale(buyer, id);
});
