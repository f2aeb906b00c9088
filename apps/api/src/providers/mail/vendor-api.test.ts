import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type { OutgoingMail } from '../../platform/outgoing/mail-transport.ts';
import { openGmail } from './gmail.ts';
import { graphTransport, openGraph } from './graph.ts';
import { VendorApi } from './vendor-api.ts';

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
