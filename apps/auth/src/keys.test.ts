import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Host } from './host.ts';
import { Browser } from './testing/browser.ts';
import { type Instance, password, startInstance } from './testing/instance.ts';

let instance: Instance;
const email = 'alva@larkmoor.test';

beforeAll(async () => {
  instance = await startInstance();
  await instance.addAccount(email);
});

afterAll(async () => await instance?.close());

const browser = () => new Browser(instance.config);

async function published(): Promise<{ kid: string; d?: string }[]> {
  const answer = await fetch(`${instance.config.issuer}/jwks`);
  return ((await answer.json()) as { keys: { kid: string; d?: string }[] }).keys;
}

const signer = async () => decodeProtectedHeader((await browser().logIn(email, password)).access_token).kid;

const rotate = async (...words: string[]) =>
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'rotate-keys.ts'), ...words], {
    env: {
      ...process.env,
      DATABASE_URL: instance.databaseUrl,
      SECRET_KEY: instance.config.secretKey,
    },
  });

test('a new signing key is published before use, and the old one stays valid for its tokens', async () => {
  const [old] = await published();
  expect(await signer()).toBe(old?.kid);
  expect((await rotate()).stdout).toContain('is published and signs from');
  await instance.host.reloadKeys();
  const both = await published();
  expect(both.length).toBe(2);
  expect(both.some((key) => key.d)).toBe(false);
  expect(await signer()).toBe(old?.kid);

  await instance.db.query(`update signing_key set active_from = now() where active_from > now()`);
  await instance.host.reloadKeys();
  const next = both.find((key) => key.kid !== old?.kid);
  expect(await signer()).toBe(next?.kid);
  expect((await published()).length).toBe(2);

  await instance.db.query(`update signing_key set active_from = active_from - interval '16 days'`);
  await instance.host.reloadKeys();
  expect((await published()).map((key) => key.kid)).toEqual([next?.kid]);
});

test('a leaked key is replaced by one that signs immediately', async () => {
  const before = await signer();
  await rotate('--now');
  await instance.host.reloadKeys();
  expect(await signer()).not.toBe(before);
});

test('a revoked key is unpublished within seconds, listed as revoked and replaced', async () => {
  const kid = await signer();
  expect((await rotate('--revoke', kid ?? '')).stdout).toContain(`Key ${kid} is revoked`);
  await vi.waitFor(async () => expect((await published()).map((key) => key.kid)).not.toContain(kid), {
    timeout: 30_000,
    interval: 200,
  });
  const list = await (await fetch(`${instance.config.issuer}/revocations`)).json();
  expect((list as { keys: string[] }).keys).toContain(kid);
  expect(await signer()).not.toBe(kid);
  await expect(rotate('--revoke', kid ?? '')).rejects.toThrow('There is no signing key');
  await expect(rotate('--revoke')).rejects.toThrow('Name the key');
  const discovery = await fetch(`${instance.config.issuer}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({
    revocation_list_uri: `${instance.config.issuer}/revocations`,
  });
});

test('compares its keys with the stored ones at requests, once for all within seconds', async () => {
  const idle = await instance.openAnother();
  const looksOf = ({ db }: Host) => {
    const query = vi.spyOn(db, 'query');
    return () => query.mock.calls.filter(([text]) => String(text).startsWith('select kid from')).length;
  };
  const looks = looksOf(instance.host);
  const looksWhileIdle = looksOf(idle.host);
  let requests = 0;
  await vi.waitFor(
    async () => {
      await Promise.all(Array.from({ length: 5 }, published));
      requests += 5;
      expect(looks()).toBeGreaterThan(1);
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(looks()).toBeLessThan(requests / 2);
  expect(looksWhileIdle()).toBe(0);
  vi.restoreAllMocks();
  await idle.close();
});

test('encrypts private keys, including plain-text keys of earlier versions', async () => {
  const { db, host } = instance;
  const kid = await signer();
  const plain = host.signingKeys.find((key) => key.kid === kid);
  await db.query('update signing_key set private_jwk = $2, sealed_jwk = null where kid = $1', [kid, plain]);
  await host.reloadKeys();
  const { rows } = await db.query<{ row: string }>('select row_to_json(k)::text as row from signing_key k');
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) for (const key of host.signingKeys) expect(row).not.toContain(key.d);
  expect(await signer()).toBe(kid);
});

test('reports a changed SECRET_KEY at startup without creating new keys', async () => {
  const config = { ...instance.config, secretKey: 'another key than before' };
  await expect(Host.open(config, pino({ level: 'silent' }))).rejects.toThrow(
    'SECRET_KEY does not open the signing key',
  );
  expect((await published()).map((key) => key.kid)).toContain(await signer());
});

test('rotates a key after 90 days', async () => {
  await instance.db.query(`update signing_key set active_from = active_from - interval '91 days'`);
  await instance.host.reloadKeys();
  await instance.host.reloadKeys();
  const { rows } = await instance.db.query<{ kid: string }>(
    `select kid from signing_key where active_from > now()`,
  );
  expect(rows.length).toBe(1);
  expect((await published()).map((key) => key.kid)).toContain(rows[0]?.kid);
  expect(await signer()).not.toBe(rows[0]?.kid);
});

test('processes started together share keys and sessions', async () => {
  const others = await Promise.all([instance.openAnother(), instance.openAnother()]);
  const answer = await fetch(`${instance.config.issuer}/jwks`);
  expect(answer.status).toBe(200);
  const one = browser();
  const { page } = await one.startLogin();
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const uid = new URL(page.url).pathname.split('/').at(-1);
  for (const { host } of others) expect(host.formToken(`login:${uid}`)).toBe(token);
  await Promise.all(others.map((other) => other.close()));
});

test('the first start of several processes creates one key', async () => {
  const { db } = instance;
  await db.query('delete from signing_key');
  await db.query('delete from secret');
  const others = await Promise.all([instance.openAnother(), instance.openAnother(), instance.openAnother()]);
  const { rows } = await db.query('select 1 from signing_key');
  expect(rows.length).toBe(1);
  await Promise.all(others.map((other) => other.close()));
});
