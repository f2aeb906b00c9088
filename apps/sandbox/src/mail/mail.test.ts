import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import { type MailDetail, MailStore, type MailSummary } from './mail-store.ts';

let at: TestSandbox;
type Mails = { mails: MailSummary[]; total: number };

beforeAll(async () => {
  at = await startTestSandbox();
});
afterAll(() => at.close());
beforeEach(async () => {
  await fetch(`${at.sandbox.origin}/api/mail`, { method: 'DELETE' });
  await fetch(`${at.sandbox.origin}/api/faults`, { method: 'DELETE' });
});

async function only(to: string): Promise<MailDetail> {
  const { mails } = await at.json<Mails>(`/api/mail?to=${encodeURIComponent(to)}&wait=2000`);
  expect(mails).toHaveLength(1);
  return at.json<MailDetail>(`/api/mail/${mails[0]!.id}`);
}

/** Sends raw SMTP commands; returns all responses. */
function talk(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at.sandbox.smtpPort, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      heard += text;
      const next = /^\d{3} /m.test(String(text)) ? lines.shift() : undefined;
      if (next !== undefined) socket.write(`${next}\r\n`);
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

test('an email to any address can be read and its link followed', async () => {
  const answer = await at.send({
    to: 'Ann <Ann+New@Brand.test>',
    cc: 'bob@brand.test',
    subject: 'Confirm your email – Grüße',
    text: 'Open http://localhost:3000/verify?code=1&x=2.',
    html: '<p>Hello</p><a href="http://localhost:3000/verify?code=1&amp;x=2"><b>Confirm</b> email</a>',
  });
  expect(answer).toMatch(/^250 /);
  const mail = await only('ann+new@brand.test');
  expect(mail).toMatchObject({
    envelopeFrom: 'hello@troupe.test',
    recipients: ['ann+new@brand.test', 'bob@brand.test'],
    from: { name: 'Troupe', address: 'hello@troupe.test' },
    to: [{ name: 'Ann', address: 'Ann+New@brand.test' }],
    cc: [{ name: '', address: 'bob@brand.test' }],
    subject: 'Confirm your email – Grüße',
    unreadable: null,
  });
  expect(mail.links).toEqual([{ url: 'http://localhost:3000/verify?code=1&x=2', text: 'Confirm email' }]);
  expect(mail.headers.map(({ name }) => name)).toContain('Message-ID');
});

test('finds emails by recipient and words', async () => {
  for (let n = 1; n <= 55; n++) await at.send({ to: `p${n % 2}@a.test`, subject: `Note ${n}`, text: 'Rain' });
  const all = await (await at.get('/mail')).text();
  expect(all).toContain('55 mails');
  expect(all).toContain('Note 55');
  expect(await (await at.get('/mail?to=p0@a.test')).text()).toContain('27 mails to p0@a.test');
  expect(await (await at.get('/mail?search=note+54')).text()).toContain('1 mail with');
  expect(await (await at.get('/mail?search=snow')).text()).toContain('0 mails with');
  expect(
    (await at.json<Mails>('/api/mail?to=p1@a.test&limit=3')).mails.map(({ subject }) => subject),
  ).toEqual(['Note 55', 'Note 53', 'Note 51']);
});

test('a call can wait for an incoming email', async () => {
  const waiting = at.json<Mails>('/api/mail?to=late@a.test&wait=5000');
  await at.send({ to: 'other@a.test', subject: 'Not this one', text: 'x' });
  await at.send({ to: 'late@a.test', subject: 'This one', text: 'x' });
  expect((await waiting).mails[0]!.subject).toBe('This one');
  expect(await at.json<Mails>('/api/mail?to=never@a.test&wait=50')).toEqual({ mails: [], total: 0 });
});

test('emails survive a restart, even with a truncated index', async () => {
  await at.send({ to: 'one@a.test', subject: 'First', text: 'x' });
  await at.send({ to: 'two@a.test', subject: 'Second', text: 'x' });
  const index = join(at.dataDir, 'mail', 'index.jsonl');
  await at.restart();
  expect((await at.json<Mails>('/api/mail')).mails.map(({ subject }) => subject)).toEqual([
    'Second',
    'First',
  ]);
  await appendFile(index, '{"id":"01a1');
  await writeFile(join(at.dataDir, 'mail', 'half.part'), 'cut off');
  await at.restart();
  await at.send({ to: 'three@a.test', subject: 'Third', text: 'x' });
  await at.restart();
  const { mails } = await at.json<Mails>('/api/mail');
  expect(mails.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First']);
  expect(await readdir(join(at.dataDir, 'mail'))).not.toContain('half.part');
});

test('keeps only the newest emails', async () => {
  const store = new MailStore(join(at.dataDir, 'bounded'), 3);
  await store.open();
  const content = (n: number) =>
    (async function* () {
      yield Buffer.from(`Subject: ${n}\r\n\r\nx`);
    })();
  for (let n = 1; n <= 9; n++) await store.add(content(n), { from: 'a@a.test', recipients: ['b@b.test'] });
  expect(store.list().map(({ subject }) => subject)).toEqual(['9', '8', '7']);
  expect(
    (await readdir(join(at.dataDir, 'bounded', 'mail'))).filter((name) => name.endsWith('.eml')),
  ).toHaveLength(3);
});

test('delivery fails according to the address: deferred, bounced, full, busy, rejected, disconnected, no login', async () => {
  const subject = 'x';
  await expect(at.send({ to: 'defer@a.test', subject })).rejects.toMatchObject({ responseCode: 450 });
  expect(await at.send({ to: 'defer@a.test', subject })).toMatch(/^250/);
  await expect(at.send({ to: 'defer-2+x@a.test', subject })).rejects.toMatchObject({ responseCode: 450 });
  await expect(at.send({ to: 'defer-2+x@a.test', subject })).rejects.toMatchObject({ responseCode: 450 });
  expect(await at.send({ to: 'defer-2+x@a.test', subject })).toMatch(/^250/);
  await expect(at.send({ to: 'bounce+7@a.test', subject })).rejects.toMatchObject({ responseCode: 550 });
  await expect(at.send({ to: 'full@a.test', subject })).rejects.toMatchObject({ responseCode: 452 });
  const hello = ['EHLO me', 'MAIL FROM:<a@a.test>'];
  expect(await talk([...hello, 'RCPT TO:<busy@a.test>'])).toMatch(/421 4\.3\.2 .*\r\n$/);
  const mail = 'Subject: x\r\n\r\nx\r\n.';
  expect(await talk([...hello, 'RCPT TO:<drop@a.test>', 'DATA', mail])).toMatch(/354 .*\r\n$/);
  const login = (name: string) => `AUTH PLAIN ${Buffer.from(`\0${name}\0secret`).toString('base64')}`;
  expect(await talk(['EHLO me', login('refused'), login('anyone'), 'QUIT'])).toMatch(/535 .*\r\n235 /);
  await expect(at.send({ to: 'reject@a.test', subject })).rejects.toMatchObject({ responseCode: 554 });
  expect((await at.json<Mails>('/api/mail')).total).toBe(2);
});

test("one rejected recipient doesn't affect the others", async () => {
  expect(await at.send({ to: 'bounce@a.test, fine@a.test', subject: 'Both' })).toMatch(/^250/);
  expect((await at.json<Mails>('/api/mail')).mails[0]!.recipients).toEqual(['fine@a.test']);
});

test('a fault makes delivery to a person or domain fail for a given time', async () => {
  const fault = (target: string, failure: string, more: object = {}) =>
    at.ask('POST', '/api/faults', { provider: 'mail', target, failure, ...more });
  expect((await fault('*@down.test', 'defer', { times: 2 })).status).toBe(200);
  expect((await fault('Gone@a.test', 'bounce')).status).toBe(200);
  expect((await fault('nobody', 'explode')).status).toBe(422);
  for (const to of ['a@down.test', 'b@down.test']) {
    await expect(at.send({ to, subject: 'x' })).rejects.toMatchObject({ responseCode: 450 });
  }
  expect(await at.send({ to: 'a@down.test', subject: 'x' })).toMatch(/^250/);
  await expect(at.send({ to: 'gone@A.test', subject: 'x' })).rejects.toMatchObject({ responseCode: 550 });
  expect(await at.json('/api/faults?provider=mail')).toMatchObject({
    faults: [{ target: 'gone@a.test', failure: 'bounce', times: null }],
  });
  await fetch(`${at.sandbox.origin}/api/faults?provider=mail&target=gone@a.test`, { method: 'DELETE' });
  expect(await at.send({ to: 'gone@a.test', subject: 'x' })).toMatch(/^250/);
});

test('rejects an email over 30 MB without leaving anything behind', async () => {
  const line = `${'x'.repeat(998)}\r\n`;
  const raw = `Subject: big\r\n\r\n${line.repeat(31_600)}`;
  await expect(at.send({ envelope: { from: 'a@a.test', to: 'big@a.test' }, raw })).rejects.toMatchObject({
    responseCode: 552,
  });
  const heard = await talk(['EHLO me', 'MAIL FROM:<a@a.test> SIZE=99999999', 'QUIT']);
  expect(heard).toContain('552');
  expect((await at.json<Mails>('/api/mail')).total).toBe(0);
  expect((await readdir(join(at.dataDir, 'mail'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a disconnecting sender leaves nothing behind', async () => {
  const socket = connect(at.sandbox.smtpPort, '127.0.0.1');
  const steps = ['EHLO me', 'MAIL FROM:<a@a.test>', 'RCPT TO:<b@a.test>', 'DATA', 'Subject: half'];
  socket.setEncoding('utf8');
  await new Promise<void>((resolve) => {
    socket.on('data', (text) => {
      const step = /^\d{3} /m.test(String(text)) ? steps.shift() : undefined;
      if (step) socket.write(`${step}\r\n`);
      if (steps.length === 0) setTimeout(() => socket.destroy(), 100);
    });
    socket.on('close', () => resolve());
  });
  await expect
    .poll(async () => (await readdir(join(at.dataDir, 'mail'))).filter((name) => name.endsWith('.part')))
    .toEqual([]);
  expect((await at.json<Mails>('/api/mail')).total).toBe(0);
});

test("a hostile email is shown as text and can't run, frame, submit or load anything", async () => {
  const evil = '"><script>alert(1)</script>';
  await at.send({
    to: 'ann@a.test',
    subject: evil,
    text: `javascript:alert(1) ${evil} https://x.test/")onclick=alert(1)`,
    html: `<base href="http://out.test/"><script>alert(1)</script><a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><img src="http://out.test/pixel.png">`,
    attachments: [{ filename: `a"\r\nX-Evil: 1.html`, content: evil, contentType: 'text/html' }],
  });
  const mail = await only('ann@a.test');
  expect(mail.links.map(({ url }) => url)).toEqual(['https://x.test/']);
  const shown = await at.get(`/mail/${mail.id}`);
  const text = await shown.text();
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('&lt;script&gt;alert(1)');
  expect(text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  const policy = shown.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(await (await at.get('/mail')).text()).not.toContain('<script>alert');

  const framed = (await at.get(`/mail/${mail.id}/html`)).headers.get('content-security-policy') ?? '';
  for (const part of [
    'sandbox allow-popups',
    "default-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ]) {
    expect(framed).toContain(part);
  }
  expect(framed).not.toMatch(/allow-scripts|allow-same-origin|allow-top|http/);

  const attachment = await at.get(`/mail/${mail.id}/attachments/0`);
  expect(attachment.headers.get('content-type')).toBe('application/octet-stream');
  expect(attachment.headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(attachment.headers.get('x-evil')).toBeNull();
  expect(attachment.headers.get('x-content-type-options')).toBe('nosniff');
  const raw = await at.get(`/mail/${mail.id}/raw`);
  expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(raw.headers.get('content-security-policy')).toContain('sandbox');
});

test('keeps the source of an unparsable email', async () => {
  const depth = 400;
  const nested = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  await at.send({
    envelope: { from: 'a@a.test', to: 'deep@a.test' },
    raw: `Subject: deep\r\n${nested.join('')}x`,
  });
  const mail = await only('deep@a.test');
  expect(mail.unreadable).toMatch(/nesting/i);
  expect(await (await at.get(`/mail/${mail.id}`)).text()).toContain("can't be parsed");
  expect(await (await at.get(`/mail/${mail.id}/raw`)).text()).toContain('boundary=b399');
});

test("many angle brackets don't block the mailbox", async () => {
  const html = `${'<a href="'.repeat(20_000)}${'<a href=x '.repeat(20_000)}${'<style>'.repeat(20_000)}`;
  await at.send({ to: 'slow@a.test', subject: 'x', html, text: 'https://'.repeat(20_000) });
  const before = performance.now();
  await only('slow@a.test');
  expect(performance.now() - before).toBeLessThan(30_000);
});

test('deletes emails individually, by recipient or all', async () => {
  for (const to of ['a@a.test', 'a@a.test', 'b@a.test']) await at.send({ to, subject: 'x' });
  const [newest] = (await at.json<Mails>('/api/mail')).mails;
  expect((await fetch(`${at.sandbox.origin}/api/mail/${newest!.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await fetch(`${at.sandbox.origin}/api/mail/${newest!.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await at.get(`/mail/${newest!.id}`)).status).toBe(404);
  const clear = (headers: Record<string, string>) =>
    fetch(`${at.sandbox.origin}/api/mail?to=a@a.test`, { method: 'DELETE', headers });
  expect((await clear({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await clear({ origin: 'https://out.test' })).status).toBe(403);
  expect((await at.json<Mails>('/api/mail')).total).toBe(2);
  expect((await clear({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await at.json<Mails>('/api/mail')).total).toBe(0);
});

test('unknown emails return 404, invalid queries 422', async () => {
  for (const path of [
    '/mail/x',
    '/mail/../../etc/passwd',
    '/mail/%2e%2e%2findex',
    '/api/mail/01a1',
    '/nothing',
  ]) {
    expect((await at.get(path)).status).toBe(404);
  }
  expect((await at.get('/api/mail?limit=many')).status).toBe(422);
  expect(await (await at.get('/nothing', { accept: 'text/html' })).text()).toContain(
    'There is nothing at this address.',
  );
  expect((await at.get('/healthz')).status).toBe(200);
  expect((await at.get('/readyz')).status).toBe(200);
});
