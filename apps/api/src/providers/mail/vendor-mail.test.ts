import { randomBytes } from 'node:crypto';
import type { MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { openGmail } from './gmail.ts';
import { openGraph } from './graph.ts';
import { mailboxVendor } from './mailbox-oauth.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

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

test.each([
  { vendor: 'google' as const, path: 'all' },
  { vendor: 'microsoft' as const, path: 'inbox' },
])(
  'a search with the API of $vendor finds more than one page and more than 1,000 emails',
  async ({ vendor, path }) => {
    const address = `many@${vendor}.test`;
    const token = await tokenOf(vendor, address);
    const put = (from: string, copies: number, daysAgo: number) =>
      sandbox.call('POST', `/api/mailboxes/accounts/${address}/messages`, {
        from,
        to: address,
        copies,
        text: 'Hello',
        date: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      });
    await put('ana@creators.test', 1, 20);
    await put('ana@creators.test', 700, 9);
    await put('someone@else.test', 50, 5);
    await put('ana@creators.test', 700, 3);
    const session = await (vendor === 'google'
      ? openGmail(`${sandbox.origin}/gmail-api`, token)
      : openGraph(`${sandbox.origin}/graph-api/v1.0`, token));
    const since = new Date(Date.now() - 10 * 86_400_000);
    const ids = await session.search(path, ['ana@creators.test', 'ben@creators.test'], since, undefined);
    expect(new Set(ids).size).toBe(1400);
    const [first, last] = await session.headers(path, [ids[0] ?? '', ids.at(-1) ?? '']);
    expect(first?.from).toBe('ana@creators.test');
    expect(Date.parse(last?.date ?? '') - Date.parse(first?.date ?? '')).toBeGreaterThan(5 * 86_400_000);
  },
);

test('a token is sent only to the host of the API', async () => {
  const token = await tokenOf('microsoft', 'moved@microsoft.test');
  const session = await openGraph(`${sandbox.origin}/graph-api/v1.0`, token);
  const at = new Date().toISOString();
  // A position on another host is replaced with a new query.
  const found = await session.since('inbox', { token: 'http://elsewhere.test/delta', at });
  for await (const { next } of found ?? [])
    expect(next).toMatchObject({ token: expect.stringMatching(sandbox.origin) });
  expect(found).not.toBeNull();
});
