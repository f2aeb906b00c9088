import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import type { DnsRecord, SeenLookup } from './dns.ts';

let at: TestSandbox;
type World = { address: string; records: DnsRecord[]; lookups: SeenLookup[] };

beforeAll(async () => {
  at = await startTestSandbox();
});
afterAll(() => at.close());
beforeEach(async () => {
  await send('DELETE', '/api/faults');
  await send('DELETE', '/api/dns/records?domain=acme.test');
});

const send: TestSandbox['ask'] = (...asked) => at.ask(...asked);

async function add(record: object): Promise<DnsRecord> {
  const answer = await send('POST', '/api/dns/records', record);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { record: DnsRecord }).record;
}

function resolver(): Resolver {
  const one = new Resolver({ timeout: 300, tries: 1 });
  one.setServers([`127.0.0.1:${at.sandbox.dnsPort}`]);
  return one;
}

const txt = (name: string) => resolver().resolveTxt(name);
const code = (look: Promise<unknown>) =>
  look.then(
    () => 'found',
    (error: NodeJS.ErrnoException) => error.code,
  );

test('serves the names Troupe publishes for its brands', async () => {
  expect(await txt('_spf.troupe.test')).toEqual([['v=spf1 ip4:127.0.0.0/8 ip6:::1 ~all']]);
  expect(await resolver().resolveMx('reply.troupe.test')).toMatchObject([
    { exchange: 'mx.troupe.test', priority: 10 },
  ]);
  expect(await resolver().resolve4('mx.troupe.test')).toEqual(['127.0.0.1']);
  await add({ name: 'bounce.Acme.test.', type: 'CNAME', value: 'Bounce.Troupe.test.' });
  expect(await resolver().resolveCname('BOUNCE.acme.test')).toEqual(['bounce.troupe.test']);
  expect(await resolver().resolveMx('bounce.acme.test')).toMatchObject([
    { exchange: 'mx.troupe.test', priority: 10 },
  ]);
  expect(await txt('bounce.acme.test')).toEqual([['v=spf1 include:_spf.troupe.test ~all']]);
});

test("distinguishes a name without such a record from one that doesn't exist", async () => {
  await add({ name: 'a.b.acme.test', type: 'A', value: '192.0.2.1' });
  expect(await code(txt('a.b.acme.test'))).toBe('ENODATA');
  expect(await code(txt('b.acme.test'))).toBe('ENODATA');
  expect(await code(txt('c.acme.test'))).toBe('ENOTFOUND');
});

test('splits long values into strings of 255 bytes, and uses TCP if too long for UDP', async () => {
  const value = `v=DKIM1; k=rsa; p=${'A'.repeat(900)}`;
  await add({ name: 'k._domainkey.acme.test', type: 'TXT', value });
  const [strings = []] = await txt('k._domainkey.acme.test');
  expect(strings.map(({ length }) => length)).toEqual([255, 255, 255, 153]);
  expect(strings.join('')).toBe(value);
});

test('records can be absent, split and removed later', async () => {
  const value = `v=spf1 ${'a '.repeat(40)}-all`;
  const spf = await add({ name: 'acme.test', type: 'TXT', value });
  const change = async (body: object) =>
    expect((await send('PUT', `/api/dns/records/${spf.id}`, body)).status).toBe(200);
  await change({ state: 'split' });
  expect((await txt('acme.test'))[0]?.map(({ length }) => length)).toEqual([60, 31]);
  await change({ state: 'absent' });
  expect(await code(txt('acme.test'))).toBe('ENOTFOUND');
  await change({ state: 'present', goneIn: 10 });
  expect(await txt('acme.test')).toEqual([[value]]);
  await change({ goneIn: 0 });
  expect(await code(txt('acme.test'))).toBe('ENOTFOUND');
});

test('lookups fail for a number of times or until the fault is removed', async () => {
  await add({ name: 'acme.test', type: 'TXT', value: 'v=spf1 -all' });
  const expected = {
    servfail: 'ESERVFAIL',
    nxdomain: 'ENOTFOUND',
    refused: 'EREFUSED',
    silent: 'ETIMEOUT',
    garbage: 'EBADRESP',
    lies: 'found',
  };
  for (const [failure, wanted] of Object.entries(expected)) {
    await send('POST', '/api/faults', { provider: 'dns', target: '*.acme.test', failure, times: 1 });
    expect(await code(txt('acme.test')), failure).toBe(wanted);
    expect(await txt('acme.test')).toEqual([['v=spf1 -all']]);
  }
  await send('POST', '/api/faults', { provider: 'dns', failure: 'lies' });
  expect(await txt('acme.test')).toEqual([['v=spf1 include:_spf.elsewhere.test ~all']]);
  const { lookups } = await at.json<World>('/api/dns');
  expect(lookups[0]).toMatchObject({ name: 'acme.test', type: 'TXT', answer: 'lies' });
});

test('imports lines of a zone file and reports invalid ones', async () => {
  const text = `; records of acme
acme.test. 300 IN TXT "v=spf1 include:_spf.troupe.test" " ~all"
k._domainkey.acme.test\tTXT\tv=DKIM1; k=rsa; p=MIIB
acme.test IN MX 5 mx.acme.test.
bounce.acme.test CNAME bounce.troupe.test`;
  expect((await send('POST', '/api/dns/zone', { text })).status).toBe(201);
  expect(await txt('acme.test')).toEqual([['v=spf1 include:_spf.troupe.test ~all']]);
  expect(await txt('k._domainkey.acme.test')).toEqual([['v=DKIM1; k=rsa; p=MIIB']]);
  expect(await resolver().resolveMx('acme.test')).toMatchObject([{ exchange: 'mx.acme.test', priority: 5 }]);
  const wrong = await send('POST', '/api/dns/zone', { text: 'acme.test TXT a\nacme.test is mine' });
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({
    message: 'Line 2 cannot be read. Write a name, a type (TXT, CNAME, MX, A) and a value.',
  });
});

test('the control page shows records, lookups and faults, escaped, and rejects other sites', async () => {
  await add({ name: 'acme.test', type: 'TXT', value: '<b>bold</b>' });
  await send('POST', '/api/faults', { provider: 'dns', target: '*.acme.test', failure: 'silent' });
  const shown = await (await at.get('/dns')).text();
  for (const part of ['&lt;b&gt;bold&lt;/b&gt;', 'records: acme.test', 'remove: silent of *.acme.test'])
    expect(shown).toContain(part);
  const foreign = await fetch(`${at.sandbox.origin}/api/dns/records?domain=acme.test`, {
    method: 'DELETE',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});

test('explains why a record is invalid', async () => {
  const cases: [object, string][] = [
    [{ name: 'a b', type: 'A', value: '192.0.2.1' }, '"a b" is not a name of DNS.'],
    [{ name: `${'a'.repeat(64)}.test`, type: 'A', value: '192.0.2.1' }, 'is not a name of DNS.'],
    [{ name: 'acme.test', type: 'A', value: '192.0.2' }, 'The value of an A record is an IPv4 address.'],
    [{ name: 'acme.test', type: 'CNAME', value: 'http://x' }, '"http://x" is not a name of DNS.'],
    [{ name: 'acme.test', type: 'TXT', value: 'a\nb' }, 'A TXT value holds 1 to 4,000 plain characters.'],
  ];
  for (const [record, message] of cases) {
    const answer = await send('POST', '/api/dns/records', record);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { message: string }).message).toContain(message);
  }
  for (const record of [
    {},
    { name: 'acme.test', type: 'NS', value: 'x' },
    { name: '', type: 'A', value: '' },
  ])
    expect((await send('POST', '/api/dns/records', record)).status).toBe(422);
  expect((await send('DELETE', '/api/dns/records/x')).status).toBe(404);
});

test("invalid packets don't stop the server, and records survive a restart", async () => {
  await add({ name: 'acme.test', type: 'TXT', value: 'v=spf1 -all' });
  const socket = createSocket('udp4');
  for (const noise of [Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(12, 0xff), Buffer.alloc(500, 0xc0)])
    await new Promise((sent) => socket.send(noise, at.sandbox.dnsPort, '127.0.0.1', sent));
  socket.close();
  expect(await txt('acme.test')).toEqual([['v=spf1 -all']]);
  await at.restart();
  expect(await txt('acme.test')).toEqual([['v=spf1 -all']]);
  expect((await at.json<World>('/api/dns')).address).toBe(`localhost:${at.sandbox.dnsPort}`);
});
