import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargebee } from './chargebee.ts';

/** Responses by method and path; a number is an error status. */
const answers = new Map<string, unknown>();
const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/\?.*$/, '').replace('/api/v2', '');
  const answer = answers.get(`${request.method} ${path}`) ?? 404;
  const refused = typeof answer === 'number';
  response.writeHead(refused ? answer : 200, { 'content-type': 'application/json' });
  const refusal = { message: 'No', type: 'invalid_request', api_error_code: 'invalid_state_for_request' };
  response.end(JSON.stringify(refused ? refusal : answer));
});

const calls: { ok: boolean }[] = [];
let provider: ReturnType<typeof chargebee>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider = chargebee({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
    site: 'test',
    key: 'key',
    timeoutMs: 2000,
    book: {
      circuitOpenUntil: async () => null,
      reserveUnits: async () => true,
      recordCall: async ({ ok }) => void calls.push({ ok }),
    },
  });
});
afterAll(() => {
  server.close();
});

const subscription = (more: object = {}) => ({
  id: 'sub',
  customer_id: 'customer',
  resource_version: 1,
  status: 'active',
  ...more,
});
const invoice = (more: object = {}) => ({
  id: 'inv',
  customer_id: 'customer',
  resource_version: 1,
  status: 'paid',
  total: 100,
  amount_paid: 100,
  ...more,
});

test('a purchase is undone once refunded, whatever the refund request returned', async () => {
  answers.set('POST /subscriptions/sub/cancel_for_items', 400);
  answers.set('POST /invoices/inv/refund', 400);
  const undo = () => provider.undoPurchase('sub', 'inv', 'key');
  const refused = { name: 'BillingFailure', kind: 'unavailable' };
  answers.set('GET /invoices/inv', { invoice: invoice() });
  answers.set('GET /subscriptions/sub', { subscription: subscription() });
  await expect(undo()).rejects.toMatchObject(refused);
  answers.set('GET /subscriptions/sub', { subscription: subscription({ status: 'cancelled' }) });
  await expect(undo()).rejects.toMatchObject({ ...refused, message: /inv is not given back/ });
  // The payment is in progress.
  answers.set('GET /invoices/inv', { invoice: invoice({ status: 'posted', amount_paid: 0 }) });
  await expect(undo()).rejects.toMatchObject(refused);
  const note = (cn_total: number) => ({ cn_id: 'cn', cn_total, cn_status: 'refunded' });
  answers.set('GET /invoices/inv', { invoice: invoice({ issued_credit_notes: [note(60)] }) });
  await expect(undo()).rejects.toMatchObject(refused);
  answers.set('GET /invoices/inv', { invoice: invoice({ issued_credit_notes: [note(60), note(40)] }) });
  expect((await undo()).subscriptions).toMatchObject([{ id: 'sub', status: 'cancelled' }]);
});

test("a scheduled change doesn't count as undone if the provider refused to undo it", async () => {
  answers.set('POST /subscriptions/sub/remove_scheduled_changes', 400);
  answers.set('GET /subscriptions/sub', { subscription: subscription({ has_scheduled_changes: true }) });
  await expect(provider.undoChange('sub')).rejects.toMatchObject({ kind: 'refused' });
  answers.set('GET /subscriptions/sub', { subscription: subscription() });
  expect((await provider.undoChange('sub')).subscriptions).toMatchObject([{ hasScheduledChanges: false }]);
});

test('an unreadable list entry is reported without hiding others', async () => {
  const list = [
    { subscription: subscription() },
    { subscription: subscription({ id: 'odd', resource_version: 'x' }) },
    {},
  ];
  answers.set('GET /subscriptions', { list });
  const pages = await Array.fromAsync(provider.eachSubscription());
  expect(pages).toMatchObject([{ entries: [{ id: 'sub' }], unreadable: ['odd', 'without an id'] }]);
  answers.set('GET /invoices', {
    list: [{ invoice: invoice({ status: 'new_status' }) }, { invoice: invoice() }],
  });
  const invoices = await Array.fromAsync(provider.eachInvoice(new Date(0)));
  expect(invoices).toMatchObject([{ entries: [{ id: 'inv' }], unreadable: ['inv'] }]);
});

test("a page in an unknown state counts as unpaid and isn't a provider failure", async () => {
  answers.set('GET /hosted_pages/hp', {
    hosted_page: { id: 'hp', type: 'checkout_new', state: 'new_state' },
  });
  calls.length = 0;
  expect(await provider.readPage('hp')).toMatchObject({ state: 'requested' });
  expect(calls).toEqual([{ ok: true }]);
});
