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
  await w.reportAt('');
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  running.clear();
  await w.clearFaults();
});
afterAll(() => w.stop());

interface Server {
  clientOf(buyer: Buyer): Client;
  kill(): Promise<void>;
}

/** Starts the API as a process that serves calls without running jobs. */
async function startServer(): Promise<Server> {
  const server = await startTestProcess(w.t, {
    ...w.environment,
    // Calls that hang must not end before the kill.
    CHARGEBEE_TIMEOUT_MS: '60000',
    TROUPE_ROLES: 'http',
    LOG_LEVEL: 'silent',
  });
  running.add(server);
  return {
    clientOf: ({ owner }) => createClient({ baseUrl: server.url, token: () => owner.token }),
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
async function expectOneSale(buyer: Buyer, pageId: string, when: string): Promise<void> {
  const { subscriptions, transactions, invoices } = await w.booksOf(buyer);
  expect(
    subscriptions.map(({ status }) => status),
    when,
  ).toEqual(['active']);
  expect(
    transactions.map(({ type, amount }) => [type, amount]),
    when,
  ).toEqual([['payment', 995_00 + 395_00]]);
  expect((await w.brand(buyer)).activeSubscriptions, when).toMatchObject([
    { planId: 'starter', status: 'active' },
  ]);
  const { rows } = await w.t.api.pool.query(
    `select s.provider_id, c.state, c.invoice_id from checkout c join subscription s
      on s.brand_id = c.brand_id and s.provider_id = c.subscription_id where c.hosted_page_id = $1`,
    [pageId],
  );
  expect(rows, when).toEqual([
    { provider_id: subscriptions[0]?.id, state: 'completed', invoice_id: invoices[0]?.id },
  ]);
  expect((await w.books()).hostedPages.find(({ id }) => id === pageId)?.state, when).toBe('acknowledged');
  expect(await w.credits(buyer), when).toBe(25);
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

/** A purchase that a server is completing. */
interface Purchase {
  when: string;
  buyer: Buyer;
  id: string;
  posting: Promise<unknown>;
}

async function paidPage(server: Server): Promise<{ buyer: Buyer; id: string }> {
  const buyer = await w.buyer();
  const { id } = await open(server.clientOf(buyer), buyer);
  await w.onPage(id, 'pay');
  return { buyer, id };
}

/** Completes a purchase; returns once the provider got a call, which fails. */
async function purchase(server: Server, when: string, call: string, failure: string, times?: number) {
  const { buyer, id } = await paidPage(server);
  const step = new RegExp(call.split('.')[1] ?? '');
  const before = await callsOf(step);
  await w.fault(call, failure, times);
  const posting = complete(server.clientOf(buyer), buyer, id).catch(() => 'killed');
  await expect.poll(() => callsOf(step), { timeout: 60_000 }).toBeGreaterThan(before);
  return { when, buyer, id, posting };
}

/** Opens a page; returns once the provider got the call, which fails. */
async function openPage(server: Server, buyer: Buyer, failure: string, times?: number) {
  const before = await callsOf(/hosted_page.*checkout/);
  await w.fault('hosted_page.checkout_new_for_items', failure, times);
  const opening = open(server.clientOf(buyer), buyer).catch(() => 'killed');
  await expect.poll(() => callsOf(/hosted_page.*checkout/), { timeout: 60_000 }).toBeGreaterThan(before);
  return { opening };
}

/** Completes a purchase whose record waits for a lock. Runs `kill` before it releases the lock. */
async function purchaseWhileLocked(server: Server, kill: () => Promise<void>): Promise<Purchase> {
  const { buyer, id } = await paidPage(server);
  const holder = await w.t.api.pool.connect();
  const waiting = async () =>
    (
      await holder.query(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows[0].n;
  try {
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`billing:${buyer.brandId}`]);
    const posting = complete(server.clientOf(buyer), buyer, id).catch(() => 'killed');
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
    await kill();
    return { when: 'while it records the purchase', buyer, id, posting };
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  }
}

// A start of a server costs seconds, so each is killed in the middle of several purchases.
test('recovers within a minute from servers killed at every step, with one page and one sale', async () => {
  const opener = await w.buyer();
  const first = await startServer();
  const purchases: Purchase[] = [
    await purchase(first, 'while it asks about the page', 'hosted_page.retrieve', 'hang', 1),
    await purchase(first, 'before the page is acknowledged', 'hosted_page.acknowledge', 'hang', 1),
  ];
  const { opening } = await openPage(first, opener, 'hang', 1);
  await first.kill();
  await opening;
  await w.clearFaults();

  const second = await startServer();
  const locked = await purchaseWhileLocked(second, async () => {
    // Killed at once: the server would retry these.
    const when = 'after the page was acknowledged';
    purchases.push(await purchase(second, when, 'hosted_page.acknowledge', 'lost'));
    const { opening } = await openPage(second, opener, 'lost');
    await second.kill();
    await opening;
  });
  purchases.push(locked);
  await w.clearFaults();
  for (const { when, posting } of purchases) expect(await posting, when).toBe('killed');
  // No partial record.
  expect((await w.brand(locked.buyer)).activeSubscriptions).toEqual([]);

  await minuteLater();
  for (const { when, buyer, id } of purchases) {
    await expectOneSale(buyer, id, when);
    // The shopper retries on the new server.
    expect((await w.postPlan(buyer, id)).first, when).toBe(true);
    await expectOneSale(buyer, id, when);
  }
  // Killed before and after the provider created the page.
  const page = await w.openPlan(opener);
  expect((await w.openPlan(opener)).id).toBe(page.id);
  await w.onPage(page.id, 'pay');
  await w.postPlan(opener, page.id);
  await expectOneSale(opener, page.id, 'while it opens pages');
});
