import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changePassword } from './accounts/accounts.ts';
import { defaultLimits } from './config.ts';
import { countAttempt } from './limits/throttle.ts';
import { hasher, hashPassword } from './proofs/passwords.ts';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance({
    anywhere: { free: 9, delay: 30, cap: 900, window: 24 * 3600 },
    address: { free: 12, delay: 30, cap: 3600, window: 3600 },
    mail: { free: 3, delay: 300, cap: 3600, window: 3600 },
  });
});

afterAll(async () => await instance?.close());

let lastAddress = 0;
const browser = (address = `192.0.2.${++lastAddress}`) => new Browser(instance.config, { address });

async function attempt(email: string, given: string, address?: string) {
  return await attemptIn(browser(address), email, given);
}

async function attemptIn(one: Browser, email: string, given: string) {
  const { page } = await one.startLogin({ prompt: 'login' });
  return await one.send(page, { email, password: given });
}

const unblock = () => instance.db.query('update throttle set blocked_until = now()');

test('after five wrong passwords from a network an account is blocked there for doubling times', async () => {
  const network = '203.0.113.1';
  await instance.addAccount('alva@larkmoor.test');
  const from = (given: string) => attempt('alva@larkmoor.test', given, network);
  for (let i = 0; i < 5; i++) expect((await from(`wrong ${i}`)).status).toBe(422);
  const blocked = await from(password);
  expect(blocked.status).toBe(429);
  expect(blocked.body).toMatch(/Too many attempts\. Try again in \d+ seconds/);
  await unblock();
  expect((await from('wrong again')).status).toBe(422);
  expect((await from(password)).body).toMatch(/Try again in (1 minute|60 seconds|5\d seconds)/);
  await unblock();
  expect((await from(password)).leftTo).toBeDefined();
  expect((await from('wrong once')).status).toBe(422);
  expect((await from(password)).leftTo).toBeDefined();
});

test('the owner can sign in from a known browser and network during an attack', async () => {
  const email = 'owner@larkmoor.test';
  await instance.addAccount(email);
  const owner = browser('203.0.113.10');
  await owner.logIn(email, password);
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) statuses.push((await attempt(email, `wrong ${i}`)).status);
  // Nine networks share one budget for the account.
  expect(statuses).toEqual([...Array(9).fill(422), ...Array(5).fill(429)]);
  expect((await attempt(email, password)).status).toBe(429);
  expect((await attempt(email, password, '203.0.113.10')).leftTo).toBeDefined();
  owner.moveTo('198.51.100.99');
  expect((await attemptIn(owner, email, 'mistyped')).status).toBe(422);
  expect((await attemptIn(owner, email, password)).leftTo).toBeDefined();
});

test('by default, unknown networks get at most 142 passwords per account and day', async () => {
  const { db } = instance;
  let passed = 0;
  let seconds = 0;
  while (seconds < 24 * 3600) {
    const wait = await countAttempt(db, 'account', 'a day of guesses', defaultLimits.anywhere);
    if (wait === 0) passed++;
    seconds += wait;
    await db.query(
      'update throttle set last_at = last_at - make_interval(secs => $1), blocked_until = blocked_until - make_interval(secs => $1)',
      [wait],
    );
  }
  expect(passed).toBeGreaterThan(130);
  expect(passed).toBeLessThanOrEqual(142);
});

test('a stolen or forged device cookie gives no second budget', async () => {
  const email = 'cookie@larkmoor.test';
  await instance.addAccount(email);
  await instance.addAccount('thief@larkmoor.test');
  const thief = browser();
  await thief.logIn('thief@larkmoor.test', password);
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) statuses.push((await attemptIn(thief, email, `wrong ${i}`)).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  // The owner's browser also has five attempts.
  const owner = browser();
  await owner.logIn(email, password);
  const own: number[] = [];
  for (let i = 0; i < 7; i++) own.push((await attemptIn(owner, email, `wrong ${i}`)).status);
  expect(own).toEqual([422, 422, 422, 422, 422, 429, 429]);
});

test('a new password forgets browsers that knew the old one', async () => {
  const email = 'changed@larkmoor.test';
  const id = await instance.addAccount(email);
  const intruder = browser();
  await intruder.logIn(email, password);
  await changePassword(instance.db, id, await hashPassword('another long password'));
  const { rows } = await instance.db.query('select 1 from known_place where account_id = $1', [id]);
  expect(rows).toEqual([]);
});

test("thirty failures of one person don't block colleagues on the same network", async () => {
  const office = '198.51.100.50';
  await instance.addAccount('colleague@larkmoor.test');
  for (let i = 0; i < 30; i++) {
    await instance.db.query('update throttle set blocked_until = now()');
    await attempt('forgetful@larkmoor.test', `wrong ${i}`, office);
  }
  expect((await attempt('colleague@larkmoor.test', password, office)).leftTo).toBeDefined();
});

test('an email without account gets the same messages and throttling', async () => {
  const plain = (body: string) =>
    body
      .replace(/[\w-]{20,}/g, 'x')
      .replace(/\w+@larkmoor/g, 'x@larkmoor')
      .replace(/\d+ seconds/, 'n seconds');
  await instance.addAccount('here@larkmoor.test');
  for (let i = 0; i < 6; i++) {
    const known = await attempt('here@larkmoor.test', 'wrong one');
    const unknown = await attempt('gone@larkmoor.test', 'wrong one');
    expect(unknown.status).toBe(known.status);
    expect(plain(unknown.body)).toBe(plain(known.body));
  }
});

test('an unknown email takes as much time as a wrong password', async () => {
  await instance.addAccount('work@larkmoor.test');
  const verify = vi.spyOn(hasher, 'verify');
  const workFor = async (email: string) => {
    verify.mockClear();
    expect((await attempt(email, 'wrong one')).status).toBe(422);
    // The parameters come before the salt: algorithm, memory, passes, lanes.
    return verify.mock.calls.map(([stored, given]) => [String(stored).split('$').slice(1, 4), given]);
  };
  const known = await workFor('work@larkmoor.test');
  expect(known).toEqual([[['argon2id', 'v=19', 'm=19456,t=2,p=1'], 'wrong one']]);
  expect(await workFor('nobody-works@larkmoor.test')).toEqual(known);
  verify.mockRestore();
});

test('throttles an address that tries many accounts, but no others', async () => {
  const address = '198.51.100.7';
  for (let i = 0; i < 12; i++)
    expect((await attempt(`many${i}@larkmoor.test`, 'wrong one', address)).status).toBe(422);
  expect((await attempt('many13@larkmoor.test', 'wrong one', address)).status).toBe(429);
  expect((await attempt('many13@larkmoor.test', 'wrong one', '198.51.100.8')).status).toBe(422);
});

test('a password reset gives a throttled network no further attempts', async () => {
  const email = 'reset@larkmoor.test';
  const network = '198.51.100.60';
  await instance.addAccount(email);
  const one = browser(network);
  const { page } = await one.startLogin();
  const forgot = `${new URL(page.url).pathname}/forgot`;
  await one.send(await one.open(forgot), { email });
  const reset = await one.open(await instance.mailbox.link(email));
  for (let i = 0; i < 9; i++) await attempt(email, `wrong ${i}`);
  expect((await attempt(email, password)).status).toBe(429);
  for (let i = 0; i < 10; i++)
    expect((await attempt(`strange${i}@larkmoor.test`, 'wrong one', network)).status).toBe(422);
  await one.send(reset, { password: 'another long password' });
  // The network has 12 free attempts, of which 10 are used.
  const more: number[] = [];
  for (let i = 0; i < 3; i++)
    more.push((await attempt(`strange1${i}@larkmoor.test`, 'wrong one', network)).status);
  expect(more).toEqual([422, 422, 429]);
});

test("concurrent attempts can't bypass throttling", async () => {
  const answers = await Promise.all(
    Array.from(
      { length: 12 },
      async () => (await attempt('burst@larkmoor.test', 'wrong one', '203.0.113.77')).status,
    ),
  );
  expect(answers.filter((status) => status === 422).length).toBe(5);
  expect(answers.filter((status) => status === 429).length).toBe(7);
});

test('limits emails per mailbox', async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const path = `${new URL(page.url).pathname}/forgot`;
  for (let i = 0; i < 3; i++) await one.send(await one.open(path), { email: 'box@larkmoor.test' });
  const refused = await one.send(await one.open(path), { email: 'box@larkmoor.test' });
  expect(refused.status).toBe(429);
  expect(refused.body).toContain('Try again in 5 minutes');
});

test('counters store neither emails nor addresses', async () => {
  const { rows } = await instance.db.query<{ row: string }>(
    'select row_to_json(t)::text as row from throttle t',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes('larkmoor') || row.includes('192.0.2'))).toBe(false);
  const places = await instance.db.query('select row_to_json(p)::text as row from known_place p');
  expect(places.rows.length).toBeGreaterThan(0);
  expect(places.rows.some(({ row }) => row.includes('192.0.2') || row.includes('203.0.113'))).toBe(false);
});
