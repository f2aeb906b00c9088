import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type { OutgoingMail } from '../../platform/outgoing/mail-transport.ts';
import { openGmail } from './gmail.ts';
import { graphTransport, openGraph } from './graph.ts';
import { VendorApi } from './vendor-api.ts';
import { headerCaches } from './vendor-session.ts';

interface Response {
  status?: number;
  headers?: Record<string, string>;
  body?: object;
}

let server: Server;
let base: string;
let respond: (url: URL) => Response;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body = {} } = respond(new URL(request.url ?? '', base));
    request.resume().on('end', () => response.writeHead(status, headers).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const send = () =>
  new VendorApi(base, 'token').send('/send', { body: 'one', headers: {} }, async () => ({
    outcome: 'accepted',
    answer: '202',
    messageId: '<one@here.test>',
  }));
const error = (status: number, code: string, message = 'No', headers = {}): Response => ({
  status,
  headers,
  body: { error: { code, message } },
});

test.each([
  [error(400, 'ErrorInvalidRecipients'), { outcome: 'refused', aboutRecipient: true }],
  [error(400, 'invalidArgument', 'Invalid To header'), { outcome: 'refused', aboutRecipient: true }],
  [error(400, 'ErrorMimeContentInvalid'), { outcome: 'refused', aboutRecipient: false }],
  [error(400, 'failedPrecondition', 'Mail service not enabled'), { outcome: 'later' }],
  [error(413, 'uploadTooLarge'), { outcome: 'refused', aboutRecipient: false }],
  [error(413, 'ErrorQuotaExceeded'), { outcome: 'later' }],
  [error(403, 'ErrorSendAsDenied'), { outcome: 'later' }],
  [error(403, 'domainPolicy'), { outcome: 'later' }],
  [error(403, 'userRateLimitExceeded'), { outcome: 'later' }],
  [error(404, 'MailboxNotEnabledForRESTAPI'), { outcome: 'later' }],
  [error(429, 'TooManyRequests', 'No', { 'retry-after': '90' }), { outcome: 'later', retryMs: 90_000 }],
  [
    error(429, 'TooManyRequests', 'No', { 'retry-after': '999999' }),
    { outcome: 'later', retryMs: 3_600_000 },
  ],
  [error(503, 'backendError'), { outcome: 'later' }],
  [error(503, 'backendError', 'No', { 'retry-after': '0' }), { outcome: 'later', retryMs: 1000 }],
  [error(403, 'rateLimitExceeded'), { outcome: 'later', retryMs: undefined }],
  [error(408, 'timeout'), { outcome: 'unknown' }],
  [error(500, 'backendError'), { outcome: 'unknown' }],
  [error(504, 'UnknownError'), { outcome: 'unknown' }],
  [{ status: 202 }, { outcome: 'accepted' }],
])('classifies the response %j to an email', async (response, outcome) => {
  respond = () => response;
  expect(await send()).toMatchObject(outcome);
});

test('a date in Retry-After becomes the time until then', async () => {
  respond = () =>
    error(429, 'TooManyRequests', 'No', { 'retry-after': new Date(Date.now() + 120_000).toUTCString() });
  const { retryMs = 0 } = (await send()) as { retryMs?: number };
  expect(retryMs).toBeGreaterThan(100_000);
  expect(retryMs).toBeLessThanOrEqual(120_000);
});

test.each([
  [error(401, 'InvalidAuthenticationToken')],
  [error(403, 'ErrorAccessDenied')],
  [error(403, 'insufficientPermissions')],
])('the rejected login %j is a failure of the mailbox', async (response) => {
  respond = () => response;
  await expect(send()).rejects.toMatchObject({ problem: 'credentials', isTemporary: false });
});

const connect = (code: string) => ({ code, syscall: 'connect' });
test.each([
  [connect('ECONNREFUSED'), 'unreachable'],
  [connect('ENETUNREACH'), 'unreachable'],
  [connect('EHOSTUNREACH'), 'unreachable'],
  [connect('ETIMEDOUT'), 'unreachable'],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'unreachable'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'unreachable'],
  [{ code: 'ETIMEDOUT', errors: [connect('ETIMEDOUT'), connect('ENETUNREACH')] }, 'unreachable'],
  [{ code: 'ETIMEDOUT', syscall: 'read' }, 'unknown'],
  [{ code: 'ECONNRESET', syscall: 'write' }, 'unknown'],
  [{ code: 'UND_ERR_SOCKET' }, 'unknown'],
])('an email whose request fails with %j is %s', async (cause, outcome) => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(
    new TypeError('fetch failed', { cause: Object.assign(new Error('No connection'), cause) }),
  );
  expect(await send()).toMatchObject({ outcome });
});

test('a request that times out leaves an email uncertain', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new DOMException('Timed out', 'TimeoutError'));
  expect(await send()).toMatchObject({ outcome: 'unknown' });
});

test.each([
  [400, {}, { isInvalid: true }],
  [403, {}, {}],
  [404, {}, {}],
  [408, {}, {}],
  [410, {}, {}],
  [413, {}, {}],
  [429, { 'retry-after': '30' }, { retryMs: 30_000 }],
  [500, {}, { isInternal: true }],
  [503, {}, {}],
  [504, {}, { isInternal: true }],
])('reading that fails with %i is tried again', async (status, headers, failure) => {
  respond = () => error(status, 'someReason', 'No', headers);
  await expect(new VendorApi(base, 'token').json(z.object({}), '/read')).rejects.toMatchObject({
    problem: 'server',
    isTemporary: true,
    isInvalid: false,
    isInternal: false,
    retryMs: undefined,
    ...failure,
  });
});

test.each([
  [400, 2],
  [500, 29],
])('an email that the vendor answers with %i is skipped after %i attempts', async (status, attempts) => {
  respond = ({ pathname }) =>
    pathname.includes('broken') ? error(status, 'someReason') : { body: { id: 'inbox', value: [] } };
  const skipped: string[] = [];
  const caches = headerCaches((mailbox, reason) => skipped.push(`${mailbox} ${reason}`));
  // Connections change, attempts are still counted.
  for (let attempt = 0; attempt < attempts; attempt++) {
    const session = await openGraph(base, 'token', caches('one'));
    await expect(session.source('inbox', 'broken-source')).rejects.toBeInstanceOf(MailboxFailure);
    await expect(session.headers('inbox', ['broken-header'])).rejects.toBeInstanceOf(MailboxFailure);
  }
  const other = await openGraph(base, 'token', caches('two'));
  await expect(other.source('inbox', 'broken-source')).rejects.toBeInstanceOf(MailboxFailure);
  const session = await openGraph(base, 'token', caches('one'));
  expect(await session.source('inbox', 'broken-source')).toBeNull();
  expect(await session.headers('inbox', ['broken-header'])).toEqual([]);
  expect(skipped).toEqual([`one ${status} No`, `one ${status} No`]);
});

test.each([
  [429, {}],
  [403, {}],
  [503, { 'retry-after': '60' }],
])('a limit or outage that answers %i never skips an email', async (status, headers) => {
  respond = ({ pathname }) =>
    pathname.includes('one') ? error(status, 'rateLimitExceeded', 'No', headers) : { body: { id: 'inbox' } };
  const session = await openGraph(base, 'token');
  for (let attempt = 0; attempt < 40; attempt++)
    await expect(session.source('inbox', 'one')).rejects.toMatchObject({ isTemporary: true });
});

test('an empty page of Gmail history does not move the position back', async () => {
  const pages = [
    {
      history: [{ id: '5', messagesAdded: [{ message: { id: 'gone' } }] }],
      nextPageToken: '1',
      historyId: '9',
    },
    { nextPageToken: '2', historyId: '9' },
    { historyId: '9' },
  ];
  respond = ({ pathname, searchParams }) => {
    if (pathname.endsWith('/profile')) return { body: { historyId: '9' } };
    if (pathname.endsWith('/history'))
      return { body: pages[Number(searchParams.get('pageToken') ?? 0)] ?? {} };
    return error(404, 'notFound');
  };
  const session = await openGmail(base, 'token');
  const tokens = [];
  for await (const { next } of (await session.since('all', { token: '1', at: new Date().toISOString() })) ??
    [])
    tokens.push('token' in next && next.token);
  expect(tokens).toEqual(['5', '5', '9']);
});

test('an email that Graph temporarily does not return is read later, one that is gone is not', async () => {
  respond = ({ pathname }) =>
    pathname.endsWith('/inbox')
      ? { body: { id: 'inbox' } }
      : error(pathname.includes('gone') ? 404 : 400, 'ErrorItemNotFound');
  const session = await openGraph(base, 'token');
  expect(await session.source('inbox', 'gone')).toBeNull();
  await expect(session.source('inbox', 'other')).rejects.toBeInstanceOf(MailboxFailure);
});

test('Graph refuses emails over 3 MB without sending them', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const person = { name: 'Ana', address: 'ana@here.test' };
  const mail: OutgoingMail = {
    from: person,
    to: person,
    replyTo: person.address,
    envelopeFrom: person.address,
    messageId: '<one@here.test>',
    inReplyTo: null,
    references: [],
    subject: 'Large',
    html: '<p>Large</p>',
    plain: 'Large',
    date: new Date(),
    attachments: [{ name: 'a.bin', type: 'application/octet-stream', content: Buffer.alloc(3_000_000) }],
    unsubscribe: null,
    signing: null,
  };
  expect(await graphTransport(base, 'token').send(mail)).toMatchObject({
    outcome: 'refused',
    aboutRecipient: false,
  });
  expect(fetched).not.toHaveBeenCalled();
});
