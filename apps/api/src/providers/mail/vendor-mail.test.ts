import { randomBytes } from 'node:crypto';
import type { MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FolderPosition, MailboxSession } from '../../platform/outgoing/mailbox-session.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { openGmail } from './gmail.ts';
import { openGraph } from './graph.ts';
import { mailboxVendor } from './mailbox-oauth.ts';
import { type HeaderCache, headerCaches, RECENT_MS } from './vendor-session.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PATHS = {
  google: { authorize: '/google-mail/o/oauth2/v2/auth', token: '/google-mail/token' },
  microsoft: {
    authorize: '/microsoft-mail/common/oauth2/v2.0/authorize',
    token: '/microsoft-mail/common/oauth2/v2.0/token',
  },
};

/** Adds an account and allows access to it; returns its access token. */
async function tokenOf(vendor: MailboxVendor, address: string): Promise<string> {
  await sandbox.call('POST', '/api/mailboxes/accounts', { address, host: vendor });
  const none = { host: 'none.test', port: 1, security: 'tls' as const };
  const port = mailboxVendor(vendor, {
    access: 'api',
    clientId: 'sandbox-mail-client',
    clientSecret: 'sandbox-mail-secret',
    authorizeUrl: sandbox.origin + PATHS[vendor].authorize,
    tokenUrl: sandbox.origin + PATHS[vendor].token,
    imap: none,
    smtp: none,
  });
  const verifier = randomBytes(48).toString('base64url');
  const redirectUri = 'http://localhost:3000/account/mailboxes';
  const url = port.consentUrl({ state: 'one', verifier, redirectUri });
  const body = new URLSearchParams({ account: address });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return (await port.accept({ code, verifier, redirectUri }))?.accessToken ?? '';
}

const open = (vendor: MailboxVendor, token: string, known?: HeaderCache) =>
  vendor === 'google'
    ? openGmail(`${sandbox.origin}/gmail-api`, token, known)
    : openGraph(`${sandbox.origin}/graph-api/v1.0`, token, known);
const account = (address: string, method: string, path: string, body?: object) =>
  sandbox.call<{ messages: { id: string; folder: string }[] }>(
    method,
    `/api/mailboxes/accounts/${address}${path}`,
    body,
  );
const put = (address: string, mail: object) =>
  account(address, 'POST', '/messages', { from: 'ana@creators.test', to: address, text: 'Hello', ...mail });
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const fault = (target: string, failure: string, more = {}) =>
  sandbox.call('POST', '/api/faults', { provider: 'mailboxes', target, failure, ...more });

/** Returns the subjects of new emails, and the position after them. */
async function news(session: MailboxSession, path: string, position: FolderPosition) {
  const subjects: string[] = [];
  let end = position;
  for await (const { header, next } of (await session.since(path, position)) ?? []) {
    if (header) subjects.push(header.subject);
    end = next;
  }
  return { subjects, end };
}

const VENDORS = [
  { vendor: 'google' as const, path: 'all' },
  { vendor: 'microsoft' as const, path: 'inbox' },
];

test.each(VENDORS)(
  'a search with the API of $vendor finds more than one page and more than 1,000 emails',
  async ({ vendor, path }) => {
    const address = `many@${vendor}.test`;
    const token = await tokenOf(vendor, address);
    await put(address, { date: ago(20) });
    // Its sender's clock is wrong.
    await put(address, { raw: `From: ana@creators.test\r\nDate: ${ago(-2)}\r\n\r\nHello`, date: ago(9.5) });
    await put(address, { copies: 700, date: ago(9) });
    await put(address, { from: 'someone@else.test', copies: 50, date: ago(5) });
    await put(address, { copies: 700, date: ago(3) });
    const session = await open(vendor, token);
    const since = new Date(ago(10));
    const ids = await session.search(path, ['ana@creators.test', 'ben@creators.test'], since, undefined);
    expect(new Set(ids).size).toBe(1401);
    const [first, last] = await session.headers(path, [ids[0] ?? '', ids.at(-1) ?? '']);
    expect(first?.from).toBe('ana@creators.test');
    expect(Date.parse(last?.date ?? '') - Date.parse(first?.date ?? '')).toBeGreaterThan(5 * 86_400_000);
  },
);

test('a token is sent only to the host of the API', async () => {
  const token = await tokenOf('microsoft', 'moved@microsoft.test');
  const session = await open('microsoft', token);
  const at = new Date().toISOString();
  // A position on another host is replaced with a new query.
  const found = await session.since('inbox', { token: 'http://elsewhere.test/delta', at });
  for await (const { next } of found ?? [])
    expect(next).toMatchObject({ token: expect.stringMatching(sandbox.origin) });
  expect(found).not.toBeNull();
});

describe.each(VENDORS)('with the API of $vendor', ({ vendor, path }) => {
  test('an email that arrived before the mailbox was connected, and that searches did not find yet, is new', async () => {
    const address = `late@${vendor}.test`;
    const session = await open(vendor, await tokenOf(vendor, address));
    await fault(address, 'late_index', { seconds: 60 });
    await put(address, { subject: 'Just before' });
    const first = await news(session, path, await session.end(path));
    expect(await session.search(path, ['ana@creators.test'], new Date(ago(9)), undefined)).toEqual(
      // Microsoft lists it at once.
      vendor === 'google' ? [] : [expect.any(String)],
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + RECENT_MS + 1000 });
    await put(address, { subject: 'Just after' });
    const second = await news(session, path, first.end);
    expect([...first.subjects, ...second.subjects]).toEqual(['Just before', 'Just after']);
    expect((await news(session, path, second.end)).subjects).toEqual([]);
  });

  test('an email that was listed as new before its sender was known is found before searches have it', async () => {
    const address = `known@${vendor}.test`;
    const session = await open(vendor, await tokenOf(vendor, address));
    const end = await session.end(path);
    await fault(address, 'late_index', { seconds: 60 });
    await put(address, { subject: 'First contact' });
    await put(address, { from: 'ben@creators.test', subject: 'Other' });
    await news(session, path, end);
    const ids = await session.search(path, ['ana@creators.test'], new Date(ago(9)), undefined);
    const headers = await session.headers(path, ids);
    expect(headers.map(({ subject }) => subject)).toEqual(['First contact']);
  });

  test('a new token does not read headers again', async () => {
    const address = `renewed@${vendor}.test`;
    const token = await tokenOf(vendor, address);
    await put(address, { copies: 5, date: ago(1) });
    const caches = headerCaches();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const read = async (cache: HeaderCache) => {
      const session = await open(vendor, token, cache);
      const ids = await session.search(path, ['ana@creators.test'], new Date(ago(9)), undefined);
      fetched.mockClear();
      return session.headers(path, ids);
    };
    const first = await read(caches(address));
    expect(fetched).toHaveBeenCalledTimes(5);
    expect(await read(caches(address))).toEqual(first);
    expect(fetched).not.toHaveBeenCalled();
    // Another mailbox has its own.
    await read(caches('other'));
    expect(fetched).toHaveBeenCalledTimes(5);
  });
});

test('an email keeps its ID when it is moved', async () => {
  const address = 'sorted@microsoft.test';
  const session = await open('microsoft', await tokenOf('microsoft', address));
  const end = await session.end('inbox');
  await put(address, { subject: 'Sorted' });
  const [found] = await Array.fromAsync((await session.since('inbox', end)) ?? []);
  const id = found?.header?.id ?? '';
  await account(address, 'POST', '/move', { message: id, folder: 'Junk Email' });
  expect((await session.source('inbox', id))?.toString()).toContain('Sorted');
});

test.each([{ invalid: false }, { invalid: true }])(
  'a lost state of Graph (invalid: $invalid) starts again shortly before it was lost',
  async (how) => {
    const address = `lost-${how.invalid}@microsoft.test`;
    const session = await open('microsoft', await tokenOf('microsoft', address));
    const { end } = await news(session, 'inbox', await session.end('inbox'));
    await put(address, { subject: 'Long ago', date: ago(1) });
    await put(address, { subject: 'Missed' });
    await account(address, 'POST', '/forget', how);
    expect((await news(session, 'inbox', end)).subjects).toEqual(['Missed']);
  },
);
