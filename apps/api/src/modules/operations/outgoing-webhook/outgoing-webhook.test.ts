import { createHmac } from 'node:crypto';
import * as calls from '@troupe/contract/operations/outgoing-webhook';
import {
  MAX_WEBHOOKS,
  WEBHOOK_RETRY_SECONDS,
  type WebhookDelivery,
} from '@troupe/domain/operations/outgoing-webhook';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { startEndpoint, type TestEndpoint } from './outgoing-webhook.fixture.ts';
import { outgoingWebhookTable, webhookDeliveryTable, webhookEventTable } from './outgoing-webhook.table.ts';
import { announceWebhooks, queueWebhookEvents as emit } from './webhook-delivery.queries.ts';

let t: TestApi;
let endpoint: TestEndpoint;
let brandId: string;
let owner: TestPerson;

beforeAll(async () => {
  t = await startTestApi({ WEBHOOKS_ANYWHERE: 'yes' });
  endpoint = await startEndpoint();
  brandId = await t.brand();
  owner = await t.person({ brandId, brandRole: 'owner', email: 'owner@example.test' });
});
afterEach(async () => {
  t.setNow(null);
  await t.api.db.delete(outgoingWebhookTable);
  endpoint.received.length = 0;
  endpoint.answer(200, 'ok');
});
afterAll(async () => {
  await t.stop();
  await endpoint.stop();
});

const add = (events: ('opt_in.approved' | 'credit.changed')[] = ['opt_in.approved'], url = endpoint.url) =>
  owner.call(calls.createOutgoingWebhook, { params: { brandId }, body: { url, events } });
const of = (id: string) => ({ params: { brandId, outgoingWebhookId: id } });
const happen = (data: Record<string, unknown> = { optInId: newId() }, type = 'opt_in.approved' as const) =>
  withTransaction(t.api.pool, (tx) => emit(tx, [{ brandId, type, data }], t.api.clock.now()));
const deliveries = async (id: string) => (await owner.call(calls.listWebhookDeliveries, of(id))).deliveries;
const hook = async (id: string) =>
  (await owner.call(calls.listOutgoingWebhooks, { params: { brandId } })).outgoingWebhooks.find(
    (one) => one.id === id,
  );

async function until<T>(look: () => T | Promise<T>, good: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await look();
    if (good(value)) return value;
    if (tries > 5000) throw new Error(`not in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Advances the clock and polls the outbox immediately. */
async function later(moment: number): Promise<void> {
  t.setNow(new Date(moment));
  await announceWebhooks(t.api.db);
}
const arrived = (count: number) =>
  until(
    () => endpoint.received,
    (list) => list.length >= count,
  );
const ended = (id: string, count = 1) =>
  until(
    () => deliveries(id),
    (list) => list.length >= count && list.every(({ status }) => status !== 'pending'),
  );
const tried = (id: string, attempts: number) =>
  until(
    () => deliveries(id),
    ([first]: WebhookDelivery[]) => (first?.attempts.length ?? 0) >= attempts,
  );

test('delivers an event once, signed as in Standard Webhooks', async () => {
  const { outgoingWebhook, secret } = await add();
  expect(secret).toMatch(/^whsec_/);
  const optInId = newId();
  await happen({ optInId });
  await happen({ optInId }, 'credit.changed' as never);
  const [got] = await arrived(1);
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = got?.headers ?? {};
  expect(JSON.parse(got?.body ?? '')).toEqual({
    type: 'opt_in.approved',
    timestamp: expect.stringMatching(/Z$/),
    data: { brandId, optInId },
  });
  expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(signature).toBe(
    `v1,${createHmac('sha256', key).update(`${id}.${at}.${got?.body}`).digest('base64')}`,
  );
  const [delivery] = await ended(outgoingWebhook.id);
  expect(delivery).toMatchObject({
    status: 'delivered',
    eventId: id,
    attempts: [{ status: 200, excerpt: 'ok' }],
  });
  expect(endpoint.received).toHaveLength(1);
});

test('sends nothing after a rollback, and stores no event without subscribers', async () => {
  await add();
  await withTransaction(t.api.pool, async (tx) => {
    await emit(tx, [{ brandId, type: 'opt_in.approved', data: {} }], new Date());
    throw new Error('no');
  }).catch(() => {});
  const before = await t.api.db.$count(webhookEventTable);
  await happen({}, 'message.received' as never);
  await withTransaction(t.api.pool, async (tx) =>
    emit(tx, [{ brandId: await t.brand('Other'), type: 'opt_in.approved', data: {} }], new Date()),
  );
  expect(await t.api.db.$count(webhookEventTable)).toBe(before);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(endpoint.received).toHaveLength(0);
});

test('retries a failing endpoint with increasing delays, then gives up', async () => {
  endpoint.answer(503, 'busy');
  const { outgoingWebhook } = await add();
  await happen();
  let now = Date.now();
  for (let attempt = 1; attempt <= WEBHOOK_RETRY_SECONDS.length + 1; attempt++) {
    const [delivery] = await tried(outgoingWebhook.id, attempt);
    expect(delivery?.attempts.at(-1)).toMatchObject({
      status: 503,
      error: 'It responded with 503.',
      excerpt: 'busy',
    });
    const seconds = WEBHOOK_RETRY_SECONDS[attempt - 1];
    if (seconds === undefined) {
      expect(delivery).toMatchObject({ status: 'failed', next: null });
    } else {
      const wait = (Date.parse(delivery?.next ?? '') - now) / 1000;
      expect(wait).toBeGreaterThan(seconds - 5);
      expect(wait).toBeLessThan(seconds * 1.1 + 30);
      now = Date.parse(delivery?.next ?? '') + 1000;
      await later(now);
    }
  }
  const ids = new Set(endpoint.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  expect((await hook(outgoingWebhook.id))?.failingSince).toEqual(expect.any(String));
});

test('a success resets the failures', async () => {
  endpoint.answer(500);
  const { outgoingWebhook } = await add();
  await happen();
  await tried(outgoingWebhook.id, 1);
  endpoint.answer(204);
  await later(Date.now() + 60_000);
  const [delivery] = await ended(outgoingWebhook.id);
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 204]);
  expect((await hook(outgoingWebhook.id))?.failingSince).toBeNull();
});

test("doesn't follow redirects, and truncates the stored response", async () => {
  endpoint.answer(302, 'x'.repeat(5000), { location: `${endpoint.url}/elsewhere` });
  const { outgoingWebhook } = await add();
  await happen();
  const [delivery] = await tried(outgoingWebhook.id, 1);
  expect(delivery?.attempts[0]).toMatchObject({
    status: 302,
    error: "It responded with a redirect, which isn't followed.",
  });
  expect(delivery?.attempts[0]?.excerpt).toHaveLength(1000);
  expect(endpoint.received.map(({ path }) => path)).toEqual(['/']);
});

test('disables an endpoint after long failure, emails the owners, and can be enabled again', async () => {
  endpoint.answer(500);
  const { outgoingWebhook } = await add();
  await t.api.db
    .update(outgoingWebhookTable)
    .set({ failingSince: new Date(Date.now() - 73 * 3_600_000).toISOString() });
  await happen();
  const off = await until(
    () => hook(outgoingWebhook.id),
    (one) => one?.enabled === false,
  );
  expect(off?.disabledReason).toMatch(
    /No successful delivery since \d{4}-\d\d-\d\d. Last error: It responded with 500./,
  );
  const mails = await t.api.db.select().from(mailTable).where(sql`brand_id = ${brandId}`);
  expect(mails.map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
    ['owner@example.test', 'A webhook was disabled'],
  ]);
  expect((await deliveries(outgoingWebhook.id))[0]?.status).toBe('failed');
  await happen();
  expect(await deliveries(outgoingWebhook.id)).toHaveLength(1);
  await expect(owner.call(calls.testOutgoingWebhook, of(outgoingWebhook.id))).rejects.toMatchObject({
    message: 'This webhook is off. Turn it on first.',
  });
  endpoint.answer(200);
  await owner.call(calls.updateOutgoingWebhook, { ...of(outgoingWebhook.id), body: { enabled: true } });
  await happen();
  expect((await ended(outgoingWebhook.id, 2))[0]?.status).toBe('delivered');
});

test('disables an endpoint that responds with 410 Gone', async () => {
  endpoint.answer(410);
  const { outgoingWebhook } = await add();
  await happen();
  const off = await until(
    () => hook(outgoingWebhook.id),
    (one) => one?.enabled === false,
  );
  expect(off?.disabledReason).toBe('It responded with 410 Gone.');
});

test('signs with both the new and the previous secret for a day', async () => {
  const { outgoingWebhook, secret: former } = await add();
  const { secret } = await owner.call(calls.rotateWebhookSecret, of(outgoingWebhook.id));
  expect(secret).not.toBe(former);
  const signed = (at: number) => {
    const { headers, body } = endpoint.received[at] ?? expect.fail('nothing came');
    return [secret, former].map((one) => {
      const key = Buffer.from(one.slice('whsec_'.length), 'base64');
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    });
  };
  await happen();
  await arrived(1);
  expect(endpoint.received[0]?.headers['webhook-signature']).toBe(signed(0).join(' '));
  t.setNow(new Date(Date.now() + 25 * 3_600_000));
  await happen();
  await arrived(2);
  expect(endpoint.received[1]?.headers['webhook-signature']).toBe(signed(1)[0]);
  expect(JSON.stringify(await t.api.db.select().from(outgoingWebhookTable))).not.toContain(secret.slice(6));
});

test('sends a test event, and replays a delivery with the same ID', async () => {
  const { outgoingWebhook } = await add();
  const { delivery } = await owner.call(calls.testOutgoingWebhook, of(outgoingWebhook.id));
  expect(delivery).toMatchObject({ type: 'webhook.test', status: 'pending' });
  await ended(outgoingWebhook.id);
  const again = { params: { brandId, outgoingWebhookId: outgoingWebhook.id, deliveryId: delivery.id } };
  await owner.call(calls.replayWebhookDelivery, again);
  await arrived(2);
  const [replayed] = await ended(outgoingWebhook.id);
  expect(replayed?.attempts).toHaveLength(2);
  const [first, second] = endpoint.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
});

test('a hanging endpoint times out without blocking others', async () => {
  const quick = await startEndpoint();
  endpoint.hang();
  const slow = await add();
  for (let n = 0; n < 6; n++) await happen();
  const fast = await add(['credit.changed'], quick.url);
  await happen({}, 'credit.changed' as never);
  await ended(fast.outgoingWebhook.id);
  expect(quick.received).toHaveLength(1);
  expect((await deliveries(slow.outgoingWebhook.id)).every(({ status }) => status === 'pending')).toBe(true);
  await quick.stop();
  endpoint.answer(200);
});

test("many dead endpoints don't block others, and their deliveries wait", async () => {
  const [dead, quick] = [await startEndpoint(), await startEndpoint()];
  onTestFinished(async () => {
    await Promise.all([dead.stop(), quick.stop()]);
  });
  dead.hang();
  const hooks: string[] = [];
  for (let n = 0; n < 9; n++) hooks.push((await add(['opt_in.approved'], dead.url)).outgoingWebhook.id);
  const since = new Date(Date.now() - 60_000).toISOString();
  await t.api.db.update(outgoingWebhookTable).set({ failingSince: since });
  const events = Array.from({ length: 6 }, () => ({
    brandId,
    type: 'opt_in.approved' as const,
    data: {},
  }));
  await withTransaction(t.api.pool, (tx) => emit(tx, events, new Date()));
  await until(
    () => dead.received,
    (list) => list.length >= 16,
  );
  const fast = await add(['credit.changed'], quick.url);
  await happen({}, 'credit.changed' as never);
  await ended(fast.outgoingWebhook.id);
  expect(dead.received).toHaveLength(16);
  const asked = Date.now();
  await dead.stop();
  const waiting = await until(
    () => Promise.all(hooks.map((id) => deliveries(id))),
    (all) => all.every((some) => some.filter(({ attempts }) => attempts.length > 0).length === 4),
  );
  for (const one of waiting.flat().filter(({ attempts }) => attempts.length === 0))
    expect(Date.parse(one.next ?? '') - asked).toBeGreaterThan(50_000);
});

test('another process retries a delivery of a killed one after a minute', async () => {
  const { outgoingWebhook } = await add();
  const [eventId, at] = [newId(), new Date().toISOString()];
  await t.api.db
    .insert(webhookEventTable)
    .values({ id: eventId, brandId, type: 'opt_in.approved', data: { brandId }, createdAt: at });
  await t.api.db.insert(webhookDeliveryTable).values({
    id: newId(),
    brandId,
    webhookId: outgoingWebhook.id,
    eventId,
    attempts: 1,
    dueAt: new Date(Date.now() + 60_000).toISOString(),
  });
  await later(Date.now() + 61_000);
  const [delivery] = await ended(outgoingWebhook.id);
  expect(delivery).toMatchObject({ status: 'delivered', eventId });
});

test('delivers a burst of 300 events completely, each once', async () => {
  const { outgoingWebhook } = await add();
  const events = Array.from({ length: 300 }, (_, n) => ({
    brandId,
    type: 'opt_in.approved' as const,
    data: { n },
  }));
  await withTransaction(t.api.pool, (tx) => emit(tx, events, new Date()));
  await arrived(300);
  await until(
    () =>
      t.api.db.$count(webhookDeliveryTable, sql`webhook_id = ${outgoingWebhook.id} and status = 'delivered'`),
    (count) => count === 300,
  );
  const numbers = endpoint.received.map(({ body }) => JSON.parse(body).data.n as number);
  expect(new Set(numbers).size).toBe(300);
  expect(endpoint.received).toHaveLength(300);
  const { deliveries: page, next } = await owner.call(calls.listWebhookDeliveries, of(outgoingWebhook.id));
  expect(page).toHaveLength(24);
  const older = await owner.call(calls.listWebhookDeliveries, {
    ...of(outgoingWebhook.id),
    query: { before: next ?? '' },
  });
  expect(older.deliveries.some(({ id }) => page.some((one) => one.id === id))).toBe(false);
});

test('a disabled endpoint drops pending deliveries and gets no later events', async () => {
  endpoint.answer(500);
  const { outgoingWebhook } = await add();
  await happen();
  await tried(outgoingWebhook.id, 1);
  const turn = (enabled: boolean) =>
    owner.call(calls.updateOutgoingWebhook, { ...of(outgoingWebhook.id), body: { enabled } });
  await turn(false);
  await happen();
  expect((await deliveries(outgoingWebhook.id)).map(({ status }) => status)).toEqual(['failed']);
  endpoint.answer(200);
  await turn(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(endpoint.received).toHaveLength(1);
});

test('validates the URL, rejects credentials in it, and limits the number of endpoints', async () => {
  const wrong = [
    '',
    'nonsense',
    'ftp://example.com',
    'https://user:word@example.com/',
    'javascript:alert(1)',
  ];
  for (const url of wrong)
    await expect(add(['opt_in.approved'], url)).rejects.toMatchObject({ code: 'invalid' });
  await expect(
    owner.call(calls.createOutgoingWebhook, { params: { brandId }, body: { url: endpoint.url, events: [] } }),
  ).rejects.toMatchObject({ body: { fields: { events: 'Choose at least one event' } } });
  const made = await Promise.allSettled(Array.from({ length: MAX_WEBHOOKS + 3 }, () => add()));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS);
});

test('rejects members and other brands', async () => {
  const { outgoingWebhook } = await add();
  const member = await t.person({ brandId });
  await expect(member.call(calls.listOutgoingWebhooks, { params: { brandId } })).rejects.toMatchObject({
    status: 403,
  });
  const other = await t.brand('Elsewhere');
  const stranger = await t.person({ brandId: other, brandRole: 'owner' });
  const theirs = { params: { brandId: other, outgoingWebhookId: outgoingWebhook.id } };
  for (const call of [calls.listWebhookDeliveries, calls.testOutgoingWebhook, calls.rotateWebhookSecret])
    await expect(stranger.call(call, theirs)).rejects.toMatchObject({ status: 404 });
  await expect(stranger.call(calls.removeOutgoingWebhook, theirs)).rejects.toMatchObject({ status: 404 });
  await owner.call(calls.removeOutgoingWebhook, of(outgoingWebhook.id));
  expect(await hook(outgoingWebhook.id)).toBeUndefined();
});
