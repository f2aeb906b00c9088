import { openInvite } from '@troupe/contract/campaigns/invite';
import { urlOf } from '@troupe/contract/client';
import { listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { requestDemo } from '@troupe/contract/site/demo-request';
import { RateCounters } from '@troupe/server/rate-counters';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { startTestProcess, type TestProcess } from '../testing/test-process.ts';

let t: TestApi;
let processes: TestProcess[] = [];
/** Tests of one limit stay below the others: each uses separate networks, people and brands. */
beforeAll(async () => {
  t = await startTestApi({ RATE_LIMIT_PER_MINUTE: '5', PUBLIC_WRITES_PER_MINUTE: '3' });
  const limits = {
    RATE_LIMIT_PER_MINUTE: '150',
    PUBLIC_WRITES_PER_MINUTE: '1000000',
    CALLS_PER_USER_PER_MINUTE: '4',
    CALLS_PER_BRAND_PER_MINUTE: '6',
  };
  processes = await Promise.all([startTestProcess(t, limits), startTestProcess(t, limits)]);
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await t.stop();
});

/** A request from an address reported by a local proxy. */
const from = (address: string, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }).then((r) => r.status);

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

test('shares a limit between two processes', async () => {
  const path = openInvite.path.replace(':token', 'x'.repeat(20));
  const visit = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const statuses = await Promise.all(
    Array.from({ length: 90 }, (_, n) => from('203.0.113.7', processes[n % 2]?.url + path, visit)),
  );
  expect([count(statuses, 404), count(statuses, 429)]).toEqual([60, 30]);
});

test('shares the limit of a network with other processes', async () => {
  const [one, other] = processes.map(({ url }) => `${url}/openapi.json`) as [string, string];
  for (let n = 0; n < 150; n++) expect(await from('203.0.113.8', one, { method: 'HEAD' })).toBe(200);
  expect(await from('203.0.113.8', one, { method: 'HEAD' })).toBe(429);
  // The other process learns of the count within a second, which bounds what it allows in between.
  await expect
    .poll(() => from('203.0.113.8', other, { method: 'HEAD' }), { timeout: 60_000, interval: 500 })
    .toBe(429);
  expect(await from('203.0.113.9', other, { method: 'HEAD' })).toBe(200);
});

test('limits the calls of a person and of a brand, in all processes together', async () => {
  const [one, other] = processes.map(({ url }) => url) as [string, string];
  const [brandId, otherBrandId] = [await t.brand(), await t.brand()];
  const people = [
    await t.person({ brandId }),
    await t.person({ brandId }),
    await t.person({ brandId: otherBrandId }),
  ];
  const call = async (n: number, url = one, brand = brandId) => {
    const path = urlOf(listCreatorLists, { params: { brandId: brand } });
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${people[n]?.token}` } });
    return [answer.status, answer.headers.get('retry-after')];
  };
  for (const url of [one, other, one, other]) expect(await call(0, url)).toEqual([200, null]);
  expect(await call(0)).toEqual([429, '60']);
  expect(await call(0, other)).toEqual([429, '60']);
  // Refused calls of the first person don't count against the brand.
  for (let n = 0; n < 2; n++) expect(await call(1)).toEqual([200, null]);
  expect(await call(1)).toEqual([429, '60']);
  expect(await call(2, one, otherBrandId)).toEqual([200, null]);
});

test('starts at zero in a new window', async () => {
  const rates = new RateCounters(t.api.pool, t.api.log);
  onTestFinished(() => rates.stop());
  const [key, minute] = ['window', 60_000];
  for (const n of [1, 2, 3]) expect(await rates.addNow(key, minute, 3)).toMatchObject({ count: n });
  expect(rates.add(key, minute, 3)).toMatchObject({ count: 4 });
  // The window ends by the database's clock, which is ahead of this process.
  await t.api.pool.query(`update rate_limit set expires_at = now() - interval '1 second' where key = $1`, [
    key,
  ]);
  expect(await rates.addNow(key, minute, 3)).toMatchObject({ count: 1 });
  expect([rates.add(key, minute, 3).count, rates.add(key, minute, 3).count]).toEqual([2, 3]);
  expect(rates.add(key, minute, 3)).toMatchObject({ count: 4 });
});

test('shares a limit among all addresses of an IPv6 network', async () => {
  const url = `${t.url}/openapi.json`;
  const statuses: number[] = [];
  for (let n = 1; n <= 8; n++) statuses.push(await from(`2001:db8:1:2:${n}::${n}`, url));
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([5, 3]);
  expect(await from('2001:db8:1:3::1', url)).toBe(200);
});

test('rejects excessive anonymous writes before reading their bodies', async () => {
  const send = () =>
    from('203.0.113.10', t.url + requestDemo.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Invalid JSON: reading it would respond with 422.
      body: '{'.repeat(1000),
    });
  expect([await send(), await send(), await send(), await send()]).toEqual([422, 422, 422, 429]);
  expect(await from('203.0.113.10', `${t.url}/openapi.json`)).toBe(200);
});
