import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hasher } from './passwords.ts';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance({
    address: { free: 12, delay: 30, cap: 3600, window: 3600 },
    mail: { free: 3, delay: 300, cap: 3600, window: 3600 },
  });
});

afterAll(async () => await instance?.close());

let lastAddress = 0;
const browser = (address = `192.0.2.${++lastAddress}`) => new Browser(instance.config, { address });

async function attempt(email: string, given: string, address?: string) {
  const one = browser(address);
  const { page } = await one.startLogin();
  return await one.send(page, { email, password: given });
}

const unblock = () => instance.db.query('update throttle set blocked_until = now()');

test('after five wrong passwords an account rests, and the right one has to wait as well', async () => {
  await instance.addAccount('alva@larkmoor.test');
  for (let i = 0; i < 5; i++) expect((await attempt('alva@larkmoor.test', `wrong ${i}`)).status).toBe(422);
  const blocked = await attempt('alva@larkmoor.test', password);
  expect(blocked.status).toBe(429);
  expect(blocked.body).toMatch(/Too many attempts\. Try again in \d+ seconds/);
  await unblock();
  expect((await attempt('alva@larkmoor.test', 'wrong again')).status).toBe(422);
  expect((await attempt('alva@larkmoor.test', password)).body).toMatch(
    /Try again in (1 minute|60 seconds|5\d seconds)/,
  );
  await unblock();
  expect((await attempt('alva@larkmoor.test', password)).leftTo).toBeDefined();
  expect((await attempt('alva@larkmoor.test', 'wrong once')).status).toBe(422);
  expect((await attempt('alva@larkmoor.test', password)).leftTo).toBeDefined();
});

test('an email without an account is answered in the same words, and rests in the same way', async () => {
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

test('an unknown email costs the same work as a wrong password, so that time tells nothing', async () => {
  await instance.addAccount('work@larkmoor.test');
  const verify = vi.spyOn(hasher, 'verify');
  const workFor = async (email: string) => {
    verify.mockClear();
    expect((await attempt(email, 'wrong one')).status).toBe(422);
    // What it costs stands before the salt: algorithm, memory, passes, lanes.
    return verify.mock.calls.map(([stored, given]) => [String(stored).split('$').slice(1, 4), given]);
  };
  const known = await workFor('work@larkmoor.test');
  expect(known).toEqual([[['argon2id', 'v=19', 'm=19456,t=2,p=1'], 'wrong one']]);
  expect(await workFor('nobody-works@larkmoor.test')).toEqual(known);
  verify.mockRestore();
});

test('one address trying many accounts rests, others go on', async () => {
  const address = '198.51.100.7';
  for (let i = 0; i < 12; i++)
    expect((await attempt(`many${i}@larkmoor.test`, 'wrong one', address)).status).toBe(422);
  expect((await attempt('many13@larkmoor.test', 'wrong one', address)).status).toBe(429);
  expect((await attempt('many13@larkmoor.test', 'wrong one', '198.51.100.8')).status).toBe(422);
});

test('tries sent all at once do not slip through together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => (await attempt('burst@larkmoor.test', 'wrong one')).status),
  );
  expect(answers.filter((status) => status === 422).length).toBe(5);
  expect(answers.filter((status) => status === 429).length).toBe(7);
});

test('one mailbox does not get mail without end', async () => {
  const one = browser();
  const { page } = await one.startLogin();
  const path = `${new URL(page.url).pathname}/forgot`;
  for (let i = 0; i < 3; i++) await one.send(await one.open(path), { email: 'box@larkmoor.test' });
  const refused = await one.send(await one.open(path), { email: 'box@larkmoor.test' });
  expect(refused.status).toBe(429);
  expect(refused.body).toContain('Try again in 5 minutes');
});

test('the counters hold neither emails nor addresses', async () => {
  const { rows } = await instance.db.query<{ row: string }>(
    'select row_to_json(t)::text as row from throttle t',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes('larkmoor') || row.includes('192.0.2'))).toBe(false);
});
