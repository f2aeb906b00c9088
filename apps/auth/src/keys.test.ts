import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    env: { ...process.env, DATABASE_URL: instance.databaseUrl },
  });

test('a new signing key is published before it signs, and the old one stays for its tokens', async () => {
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

test('a leaked key is followed by one that signs at once', async () => {
  const before = await signer();
  await rotate('--now');
  await instance.host.reloadKeys();
  expect(await signer()).not.toBe(before);
});

test('a key that has signed for 90 days is followed by itself', async () => {
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

test('several processes started together share one set of keys and one set of sessions', async () => {
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

test('the first start of several processes at once makes one key', async () => {
  const { db } = instance;
  await db.query('delete from signing_key');
  await db.query('delete from secret');
  const others = await Promise.all([instance.openAnother(), instance.openAnother(), instance.openAnother()]);
  const { rows } = await db.query('select 1 from signing_key');
  expect(rows.length).toBe(1);
  await Promise.all(others.map((other) => other.close()));
});
