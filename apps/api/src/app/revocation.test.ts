import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../platform/id.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const seconds = () => Math.floor(Date.now() / 1000);
const statusOf = async (token: string, api = t) =>
  (await fetch(`${api.url}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
const signFor = (claims: object = {}, options: { key?: 'second' } = {}, api = t) =>
  api.issuer.sign({ sub: newId(), email: `${newId()}@example.test`, ...claims }, options);

/** Waits for a rejection, for at most as long as a revocation may take. */
const refusedSoon = (token: string) =>
  vi.waitFor(async () => expect(await statusOf(token)).toBe(401), { timeout: 30_000, interval: 200 });

test('rejects tokens of an ended session within seconds, and no others', async () => {
  const ended = await signFor({ sid: 'ended', gid: 'one' });
  const open = await signFor({ sid: 'open', gid: 'two' });
  expect(await statusOf(ended)).toBe(200);
  expect(await statusOf(open)).toBe(200);
  t.issuer.revoke({ sessions: ['ended'] });
  await refusedSoon(ended);
  expect(await statusOf(await signFor({ sid: 'ended', gid: 'three' }))).toBe(401);
  expect(await statusOf(open)).toBe(200);
});

test('rejects tokens of a grant whose refresh token was reused', async () => {
  const stolen = await signFor({ sid: 'kept', gid: 'stolen' });
  const other = await signFor({ sid: 'kept', gid: 'other' });
  expect(await statusOf(stolen)).toBe(200);
  t.issuer.revoke({ grants: ['stolen'] });
  await refusedSoon(stolen);
  expect(await statusOf(other)).toBe(200);
});

test('rejects tokens of a revoked key within seconds, including new ones', async () => {
  const before = await signFor({}, { key: 'second' });
  expect(await statusOf(before)).toBe(200);
  t.issuer.revoke({ keys: ['second'] });
  await refusedSoon(before);
  const forged = await signFor({ groups: ['admin'] }, { key: 'second' });
  expect(await statusOf(forged)).toBe(401);
  expect(await statusOf(await signFor())).toBe(200);
});

test('rejects a token without issue time or issued too long ago, whatever its expiry', async () => {
  const farAway = seconds() + 115 * 24 * 3600;
  expect(await statusOf(await signFor({ iat: seconds() - 3500, exp: farAway }))).toBe(200);
  expect(await statusOf(await signFor({ iat: seconds() - 3700, exp: farAway }))).toBe(401);
  expect(await statusOf(await signFor({ iat: seconds() + 3700, exp: farAway }))).toBe(401);
  expect(await statusOf(await signFor({ iat: undefined, exp: farAway }))).toBe(401);
});

test('closes an event stream whose session ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const other = await startTestApi();
  try {
    const brandId = await other.brand();
    const person = await other.person({ brandId });
    const token = await other.issuer.sign({ sub: person.userId, sid: 'leaving' });
    const stream = await fetch(`${other.url}/brand/${brandId}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(stream.status).toBe(200);
    other.issuer.revoke({ sessions: ['leaving'] });
    const ended = stream.text();
    await vi.waitFor(
      async () => {
        expect(await statusOf(token, other)).toBe(401);
      },
      { timeout: 30_000, interval: 200 },
    );
    await vi.advanceTimersByTimeAsync(25_000);
    await ended;
  } finally {
    vi.useRealTimers();
    await other.stop();
  }
});

test('accepts tokens of an issuer without a revocation list', async () => {
  const foreign = await startTestApi({}, undefined, { foreign: true });
  try {
    expect(await statusOf(await signFor({}, {}, foreign), foreign)).toBe(200);
  } finally {
    await foreign.stop();
  }
});

test('keeps users signed in, and ended sessions out, while the login host is down', async () => {
  const other = await startTestApi();
  try {
    const gone = await signFor({ sid: 'gone' }, {}, other);
    const here = await signFor({ sid: 'here' }, {}, other);
    other.issuer.revoke({ sessions: ['gone'] });
    expect(await statusOf(gone, other)).toBe(401);
    expect(await statusOf(here, other)).toBe(200);
    other.issuer.setDown(true);
    expect(await statusOf(here, other)).toBe(200);
    expect(await statusOf(gone, other)).toBe(401);
  } finally {
    await other.stop();
  }
});
