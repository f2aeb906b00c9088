import { listBillingEvents, replayBillingEvent } from '@troupe/contract/billing/billing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { type BillingWorld, startBillingWorld, WEBHOOK_PASSWORD } from './billing.fixture.ts';
import { billingEvents } from './billing-event/billing-event.queries.ts';
import { billingEventTable } from './billing-event/billing-event.table.ts';
import { processEvents } from './billing-events.ts';

let w: BillingWorld;
let administrator: TestPerson;
beforeAll(async () => {
  w = await startBillingWorld();
  administrator = await w.t.person({ role: 'administrator' });
});
afterEach(() => w.clearFaults());
afterAll(() => w.stop());

const basic = (password: string, user = 'chargebee') =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const post = (body: string, authorization: string | null = basic(WEBHOOK_PASSWORD)) =>
  fetch(w.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body,
  });

const eventOf = (id: string, content: unknown, type = 'invoice_updated') =>
  JSON.stringify({ id, occurred_at: 1_790_000_000, event_type: type, api_version: 'v2', content });

const stored = async (id: string) =>
  (await administrator.call(listBillingEvents, {})).events.find((event) => event.id === id);

test('rejects webhooks with wrong credentials', async () => {
  const body = eventOf('ev_forged', {});
  for (const authorization of [
    null,
    basic('wrong'),
    basic(WEBHOOK_PASSWORD, 'other'),
    basic(`${WEBHOOK_PASSWORD} `),
    'Bearer x',
    basic(''),
  ]) {
    const response = await post(body, authorization);
    expect(response.status).toBe(401);
  }
  expect(await stored('ev_forged')).toBeUndefined();
});

test("rejects and discards bodies that aren't events", async () => {
  for (const body of ['', '{', 'null', '[]', '{"id":1}', JSON.stringify({ id: 'ev_x' }), '"ev"'])
    expect((await post(body)).status).toBe(422);
  expect((await post(JSON.stringify({ id: 'x', event_type: 'y', occurred_at: 1e15 }))).status).toBe(422);
  expect((await post(`{"id":"${'x'.repeat(2_000_000)}"}`)).status).toBe(413);
});

test('stores an event once and shows its result to administrators', async () => {
  const body = eventOf('ev_stranger', {
    invoice: { id: '77', customer_id: 'somebody', status: 'paid', resource_version: 1, line_items: [] },
  });
  const answers = await Promise.all([post(body), post(body), post(body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await w.settled();
  expect(await stored('ev_stranger')).toMatchObject({
    state: 'ignored',
    note: "The customer isn't one of our brands.",
    attempts: 1,
    brand: null,
  });
  const [row] = (await w.t.api.db.select().from(billingEventTable)).filter(({ id }) => id === 'ev_stranger');
  expect(row?.body).toBe(body);
});

test('retries an event in an unknown format and shows it to administrators', async () => {
  await post(eventOf('ev_shape', { invoice: { id: '78', customer_id: 'somebody', status: 'new_status' } }));
  await expect.poll(async () => (await stored('ev_shape'))?.state, { timeout: 60_000 }).toBe('failed');
  expect((await stored('ev_shape'))?.note).toBe('Unknown format.');
  await w.t.api.pool.query(`delete from billing_event where id = 'ev_shape' and due_at is not null`);
  expect(await stored('ev_shape')).toBeUndefined();
});

test('an older event never replaces newer data, in any order and number', async () => {
  const buyer = await w.buyer();
  const subscription = await w.subscribe(buyer);
  const word = (id: string, version: number, status: string) =>
    eventOf(
      id,
      { subscription: { ...subscription, status, resource_version: version } },
      'subscription_changed',
    );
  const now = Date.now() + 60_000;
  await post(word('ev_3', now + 3, 'active'));
  await post(word('ev_1', now + 1, 'cancelled'));
  await w.settled();
  await post(word('ev_2', now + 2, 'cancelled'));
  await post(word('ev_2', now + 2, 'cancelled'));
  await w.settled();
  expect((await w.brand(buyer)).activeSubscriptions).toHaveLength(1);
  expect(await stored('ev_2')).toMatchObject({
    state: 'processed',
    note: 'Newer data was already stored.',
    brand: { id: buyer.brandId },
  });
  await post(word('ev_4', now + 4, 'cancelled'));
  await w.settled();
  expect((await w.brand(buyer)).activeSubscriptions).toEqual([]);
  // Reprocessing an old event changes nothing.
  const again = await administrator.call(replayBillingEvent, { params: { eventId: 'ev_3' } });
  expect(again).toMatchObject({ state: 'processed', attempts: 2 });
  expect((await w.brand(buyer)).activeSubscriptions).toEqual([]);
});

test("an event that fails doesn't block others and can be replayed by an administrator", async () => {
  const buyer = await w.buyer();
  await w.subscribe(buyer);
  await w.settled();
  const invoice = (id: string) =>
    eventOf(id, {
      invoice: {
        id: `inv_${id}`,
        customer_id: `brand_${buyer.brandId}`,
        status: 'paid',
        resource_version: 5,
        line_items: [{ entity_id: 'credits-10-USD', quantity: 1, amount: 50_00 }],
      },
    });
  await w.t.api.pool.query(`alter table billing_state add constraint breaks check (id <> 'inv_ev_broken')`);
  const before = await w.credits(buyer);
  for (const id of ['ev_broken', 'ev_fine']) expect((await post(invoice(id))).status).toBe(200);
  await expect.poll(async () => (await stored('ev_fine'))?.state, { timeout: 60_000 }).toBe('processed');
  await expect.poll(async () => (await stored('ev_broken'))?.state, { timeout: 60_000 }).toBe('failed');
  expect((await stored('ev_broken'))?.note).toBeTruthy();
  expect(await w.credits(buyer)).toBe(before + 10);
  await w.t.api.pool.query('alter table billing_state drop constraint breaks');
  await administrator.call(replayBillingEvent, { params: { eventId: 'ev_broken' } });
  await administrator.call(replayBillingEvent, { params: { eventId: 'ev_broken' } });
  expect(await stored('ev_broken')).toMatchObject({ state: 'processed' });
  expect(await w.credits(buyer)).toBe(before + 20);
  await expect(
    administrator.call(replayBillingEvent, { params: { eventId: 'ev_nothing' } }),
  ).rejects.toMatchObject({ status: 404 });
});

test('replaying an event that is being processed returns its result', async () => {
  const { pool, db } = w.t.api;
  const [id, late] = ['ev_in_hand', '2099-01-01T00:00:00Z'];
  await db
    .insert(billingEventTable)
    .values({ id, type: 'x', body: '{}', occurredAt: late, receivedAt: late, dueAt: late });
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select 1 from billing_event where id = $1 for update', [id]);
  const asked = billingEvents.lockDue(db, new Date('2100-01-01'), { limit: 1, keys: [id], waits: true });
  const waiting = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
  await other.query(`update billing_event set due_at = null where id = $1`, [id]);
  await other.query('commit');
  other.release();
  expect(await asked).toEqual([]);
});

test("one failing event in a batch doesn't split the whole batch", async () => {
  const buyer = await w.buyer();
  const { pool, db } = w.t.api;
  await pool.query(`alter table billing_state add constraint breaks check (id <> 'inv_many_7')`);
  const at = new Date().toISOString();
  const bodyOf = (id: string, customer: string) =>
    eventOf(id, { invoice: { id: `inv_${id}`, customer_id: customer, status: 'paid', resource_version: 5 } });
  await db.insert(billingEventTable).values(
    Array.from({ length: 20 }, (_, at) => `many_${at}`).map((id) => ({
      id,
      type: 'invoice_updated',
      occurredAt: at,
      receivedAt: at,
      dueAt: at,
      body: bodyOf(id, id === 'many_7' ? `brand_${buyer.brandId}` : 'somebody else'),
    })),
  );
  const begun = vi.spyOn(pool, 'connect');
  await processEvents(w.parts);
  // Plain queries pass no callback.
  const transactions = begun.mock.calls.filter(([callBack]) => callBack === undefined).length;
  begun.mockRestore();
  const { rows } = await pool.query(
    `select state, count(*)::int as n from billing_event where id like 'many\\_%' group by state order by state`,
  );
  await pool.query('alter table billing_state drop constraint breaks');
  // The failed one would be due for a minute or more, and later tests wait until nothing is.
  await pool.query(`delete from billing_event where id like 'many\\_%'`);
  expect(rows).toEqual([
    { state: 'failed', n: 1 },
    { state: 'ignored', n: 19 },
  ]);
  // One each for the batch, the failed event, the rest and a final check.
  expect(transactions).toBeLessThanOrEqual(5);
});

test('processes events left by a killed process within a minute', async () => {
  const buyer = await w.buyer();
  const subscription = await w.subscribe(buyer);
  await w.settled();
  const body = eventOf(
    'ev_left_behind',
    { subscription: { ...subscription, status: 'cancelled', resource_version: Date.now() + 60_000 } },
    'subscription_cancelled',
  );
  const at = new Date().toISOString();
  await w.t.api.db
    .insert(billingEventTable)
    .values({ id: 'ev_left_behind', type: 'x', body, occurredAt: at, receivedAt: at, dueAt: at });
  await w.t.api.jobs.send('billing-sweep', {});
  await expect.poll(async () => (await w.brand(buyer)).activeSubscriptions, { timeout: 60_000 }).toEqual([]);
});

test('late, duplicate and reordered webhooks, some with a wrong password, give the same result', async () => {
  const [one, two] = [await w.buyer('One'), await w.buyer('Two')];
  for (const failure of ['twice', 'out_of_order', 'wrong_signature']) await w.fault('webhook', failure);
  for (const buyer of [one, two]) {
    const { id } = await w.openPlan(buyer, 'trailblazer-yearly');
    await w.onPage(id, 'pay');
    const pack = await w.openAddOn(buyer, 'credits-10');
    await w.onPage(pack.id, 'pay');
  }
  for (const buyer of [one, two]) {
    await expect
      .poll(async () => (await w.brand(buyer)).activeSubscriptions, { timeout: 60_000 })
      .toMatchObject([{ planId: 'trailblazer' }]);
    await expect.poll(() => w.credits(buyer), { timeout: 60_000 }).toBe(75 + 10);
  }
});

test('processes a burst of webhooks completely and once', async () => {
  const buyers = await Promise.all(['A', 'B', 'C'].map((name) => w.buyer(name)));
  const subscriptions: string[] = [];
  for (const buyer of buyers) subscriptions.push((await w.subscribe(buyer)).id);
  await w.vendor('POST', '/webhooks/burst', { count: 60, subscriptions, duplicates: 20, shuffled: true });
  const told = (await w.books()).events.length;
  await expect
    .poll(
      async () =>
        (await w.t.api.pool.query(`select count(*)::int as n from billing_event where id like 'ev\\_%'`))
          .rows[0].n,
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(60);
  await w.settled();
  expect(told).toBeGreaterThanOrEqual(60);
  const { rows } = await w.t.api.pool.query(
    `select id, version from billing_state where kind = 'subscription' and id = any($1)`,
    [subscriptions],
  );
  const books = (await w.books()).subscriptions as unknown as { id: string; resource_version: number }[];
  for (const { id, version } of rows)
    expect(Number(version)).toBe(books.find((one) => one.id === id)?.resource_version);
  for (const buyer of buyers) expect(await w.credits(buyer)).toBe(25);
});
