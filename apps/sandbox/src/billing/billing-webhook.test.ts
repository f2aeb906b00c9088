import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pause } from '../platform/listener.testing.ts';
import { type BillingWorld, startBilling, subscribed } from './billing.testing.ts';

let billing: BillingWorld;
beforeAll(async () => {
  billing = await startBilling();
});
afterEach(() => billing.anew());
afterAll(() => billing.close());

const customer = (id: string) => billing.api('/customers', { id });
const stateOf = async (id: string) => {
  const { events } = await billing.order<{
    events: { id: string; delivery: { status: string; attempts: { status: number }[] } }[];
  }>('GET', '');
  return events.find((event) => event.id === id)?.delivery;
};

test('a webhook has credentials and a snapshot of the event', async () => {
  await customer('c1');
  const [hook] = await billing.until((arrived) => arrived.length === 1);
  expect(hook?.headers.authorization).toBe(`Basic ${btoa('chargebee:secret')}`);
  expect(hook?.body).toMatchObject({
    event_type: 'customer_created',
    api_version: 'v2',
    object: 'event',
    content: { customer: { id: 'c1', object: 'customer' } },
  });
  await expect.poll(async () => (await stateOf(hook?.body.id ?? ''))?.status).toBe('delivered');
});

test('a rejected webhook is retried with the same id until accepted or given up', async () => {
  billing.hooks.status = 503;
  await customer('c1');
  await billing.until((arrived) => arrived.length === 2);
  billing.hooks.status = 200;
  const arrived = await billing.until((all) => all.length === 3);
  expect(new Set(arrived.map(({ body }) => body.id)).size).toBe(1);

  billing.hooks.status = 500;
  await customer('c2');
  const last = (await billing.until((all) => all.length === 6)).at(-1);
  await pause(100);
  expect(await stateOf(last?.body.id ?? '')).toMatchObject({ status: 'failed', nextAt: null });
  billing.hooks.status = 200;
  await billing.order('POST', `/events/${last?.body.id}/replay`);
  await billing.until((all) => all.length === 7);
});

test('webhooks can be duplicated, delayed, sent with a wrong password first, or lost', async () => {
  await billing.fault('webhook', 'twice', { times: 1 });
  await customer('twice');
  const twice = await billing.until((arrived) => arrived.length === 2);
  expect(twice[0]?.body.id).toBe(twice[1]?.body.id);

  await billing.fault('webhook', 'late', { times: 1, seconds: 0.3 });
  const asked = Date.now();
  await customer('late');
  const late = (await billing.until((arrived) => arrived.length === 3)).at(-1);
  expect((late?.at ?? 0) - asked).toBeGreaterThan(250);

  await billing.fault('webhook', 'wrong_signature', { times: 1 });
  await customer('wrong');
  const wrong = (await billing.until((arrived) => arrived.length === 4)).at(-1);
  expect(wrong?.headers.authorization).toBe(`Basic ${btoa('chargebee:secret-wrong')}`);

  await billing.fault('webhook', 'unsent', { times: 1 });
  await customer('lost');
  await customer('after');
  const after = (await billing.until((arrived) => arrived.length === 5)).at(-1);
  expect(after?.body.content.customer?.id).toBe('after');
});

test('out_of_order delivers newer events first', async () => {
  await billing.fault('webhook', 'out_of_order');
  for (const id of ['1', '2', '3']) await customer(id);
  const arrived = await billing.until((all) => all.length === 3);
  expect(arrived.map(({ body }) => body.content.customer?.id)).toEqual(['3', '2', '1']);
});

test('while paused nothing is sent; afterwards, also after a restart, everything is', async () => {
  await billing.order('PUT', '/webhooks', { stopped: true });
  await customer('held');
  await pause(150);
  expect(billing.hooks.arrived).toEqual([]);
  await billing.world.restart();
  await billing.order('PUT', '/webhooks', { stopped: false });
  await billing.until((arrived) => arrived.length === 1);
});

test('a burst of 1,000 changes arrives completely, shuffled and duplicated', async () => {
  const id = await subscribed(billing);
  await billing.until((arrived) => arrived.length === 5);
  billing.hooks.arrived.length = 0;
  await billing.order('POST', '/webhooks/burst', { count: 1000, duplicates: 50, shuffled: true });
  await expect.poll(() => billing.hooks.arrived.length).toBe(1050);
  const bursts = billing.hooks.arrived.map(({ body }) => body.content.subscription);
  expect(bursts).toHaveLength(1050);
  expect(new Set(bursts.map((one) => one?.meta_data?.burst)).size).toBe(1000);
  const newest = bursts.reduce((one, other) =>
    (one?.resource_version ?? 0) > (other?.resource_version ?? 0) ? one : other,
  );
  const { body } = await billing.api<{ subscription: { meta_data: object } }>(`/subscriptions/${id}`);
  expect(newest?.meta_data).toEqual(body.subscription.meta_data);
});
