import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';

let s: TestSandbox;
beforeAll(async () => {
  s = await startTestSandbox();
});
afterAll(() => s.close());

const KEY = { authorization: 'Bearer sandbox_stripe_key' };
async function post(path: string, form: Record<string, string>, key?: string) {
  const response = await fetch(`${s.sandbox.origin}/stripe/v1${path}`, {
    method: 'POST',
    headers: { ...KEY, ...(key ? { 'idempotency-key': key } : {}) },
    body: new URLSearchParams(form),
  });
  const { replayed } = { replayed: response.headers.get('idempotent-replayed') };
  const body = (await response.json()) as {
    id: string;
    error?: { code?: string; param?: string; type?: string };
  };
  return { status: response.status, replayed, ...body };
}
async function account(isReady = true) {
  const { id } = await post('/accounts', { country: 'US', email: 'ana@example.test' });
  if (isReady) await s.order('POST', `/api/stripe/accounts/${id}/submit`, {});
  return id;
}
const transfer = (destination: string, more: Record<string, string> = {}, key?: string) =>
  post('/transfers', { amount: '1000', currency: 'usd', destination, transfer_group: 'g', ...more }, key);

test('replays the first response to an idempotency key and refuses other parameters', async () => {
  const destination = await account();
  const first = await transfer(destination, {}, 'key-1');
  expect(first).toMatchObject({ status: 200, replayed: null });
  expect(await transfer(destination, {}, 'key-1')).toMatchObject({ id: first.id, replayed: 'true' });
  const other = await transfer(destination, { amount: '2000' }, 'key-1');
  expect(other).toMatchObject({ status: 400, error: { type: 'idempotency_error' } });
  await s.order('DELETE', '/api/stripe/keys');
  expect((await transfer(destination, {}, 'key-1')).id).not.toBe(first.id);
});

test('refuses transfers as Stripe does', async () => {
  const destination = await account();
  const codes = [];
  const refused: Record<string, string>[] = [
    { amount: '0' },
    { amount: '1001', currency: 'kwd' },
    { currency: 'xxx' },
    { amount: '9000000' },
  ];
  for (const more of refused) codes.push((await transfer(destination, more)).error?.code);
  expect(codes).toEqual([
    'parameter_invalid_integer',
    'parameter_invalid_integer',
    '',
    'balance_insufficient',
  ]);
  expect((await transfer('acct_unknown')).error).toMatchObject({
    code: 'resource_missing',
    param: 'destination',
  });
  expect((await transfer(await account(false))).error?.code).toBe('insufficient_capabilities_for_transfer');
  const wrong = await fetch(`${s.sandbox.origin}/stripe/v1/transfers`, {
    headers: { authorization: 'Bearer x' },
  });
  expect(wrong.status).toBe(401);
});

test('lists the transfers of a group, newest first', async () => {
  const destination = await account();
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.push((await transfer(destination, { transfer_group: 'mine' })).id);
  const found = await s.json<{ data: { id: string }[]; has_more: boolean }>(
    '/stripe/v1/transfers?transfer_group=mine&limit=2',
    { headers: KEY },
  );
  expect(found).toMatchObject({ has_more: true, data: [{ id: ids[2] }, { id: ids[1] }] });
});

test('a creator in another country needs the recipient agreement', async () => {
  expect((await post('/accounts', { country: 'DE' })).status).toBe(400);
  const form = { country: 'DE', 'tos_acceptance[service_agreement]': 'recipient' };
  expect((await post('/accounts', form)).status).toBe(200);
});
