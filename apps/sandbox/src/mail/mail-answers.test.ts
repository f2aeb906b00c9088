import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import type { AnswerKind, GivenAnswer } from './mail-answer.ts';
import type { MailDetail, MailSummary } from './mail-store.ts';

let at: TestSandbox;
let count = 0;

beforeAll(async () => {
  at = await startTestSandbox();
  // Replies are delivered to the same mailbox.
  await change('PUT', '/api/mail/inbound', { url: `smtp://127.0.0.1:${at.sandbox.smtpPort}` });
});
afterEach(() => at.ask('DELETE', '/api/faults'));
afterAll(() => at.close());

const change = (method: string, path: string, body: unknown) =>
  fetch(at.sandbox.origin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Puts an email as sent by Troupe into the mailbox. */
async function received(headers: Record<string, string> = {}): Promise<MailDetail> {
  const to = `ana${++count}@inbox.test`;
  await at.send({
    envelope: { from: `returned+t${count}@brand.test`, to },
    from: 'Mia <mia@brand.test>',
    to,
    replyTo: `reply+t${count}@reply.brand.test`,
    subject: 'Join us',
    messageId: `<m${count}@brand.test>`,
    text: 'Hello Ana',
    html: '<p>Hello Ana</p>',
    headers,
  });
  const { mails } = await at.json<{ mails: MailSummary[] }>(`/api/mail?to=${to}`);
  return at.json<MailDetail>(`/api/mail/${mails[0]?.id}`);
}

async function answer(mail: MailDetail, kind: AnswerKind, more: object = {}): Promise<GivenAnswer> {
  const response = await change('POST', `/api/mail/${mail.id}/answers`, { kind, ...more });
  expect(response.status).toBe(200);
  return response.json();
}

async function cameBack(to: string): Promise<MailDetail> {
  const { mails } = await at.json<{ mails: MailSummary[] }>(`/api/mail?to=${encodeURIComponent(to)}`);
  return at.json<MailDetail>(`/api/mail/${mails[0]?.id}`);
}
const header = (mail: MailDetail, name: string) =>
  mail.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value;

test("replies to an email's reply address in each language and format", async () => {
  const mail = await received();
  const to = mail.replyTo[0]?.address ?? '';
  expect((await answer(mail, 'reply', { text: 'Ja', language: 'de' })).result).toContain('250');
  const reply = await cameBack(to);
  expect(reply.text).toContain('Ja');
  expect(reply.text?.replace(/\r/g, '')).toContain('schrieb Mia <mia@brand.test>:\n> Hello Ana');
  expect(header(reply, 'In-Reply-To')).toBe(mail.messageId);
  await answer(mail, 'reply-references');
  const stripped = await cameBack('reply@reply.brand.test');
  expect(header(stripped, 'In-Reply-To')).toBeUndefined();
  expect(header(stripped, 'References')).toBe(mail.messageId);
  await answer(mail, 'reply-html');
  expect((await cameBack(to)).html).toContain('<blockquote><p>Hello Ana</p>');
  await answer(mail, 'reply-forged');
  expect((await cameBack(to)).from?.address).toBe('ceo@forged.test');
  await answer(mail, 'away');
  expect(header(await cameBack(to), 'Auto-Submitted')).toBe('auto-replied');
});

test('sends bounces, delays and complaints about an email', async () => {
  const mail = await received();
  await answer(mail, 'bounce');
  const report = await cameBack(mail.envelopeFrom);
  expect(report.envelopeFrom).toBe('');
  expect(header(report, 'Content-Type')).toContain('report-type=delivery-status');
  expect(report.attachments.map(({ mimeType }) => mimeType)).toContain('message/delivery-status');
  expect((await answer(mail, 'complaint')).failed).toBe(false);
  await answer(mail, 'delayed');
  const shown = await (await at.get(`/mail/${mail.id}`)).text();
  expect(shown).toContain('delayed');
  expect(shown).toContain('unsubscribe-mail');
});

test("one-click unsubscribing posts to the header's URL, scanning only reads, and nothing external is requested", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const offer = (url: string) => ({
    'List-Unsubscribe': `<${url}>, <mailto:unsubscribe+t@reply.brand.test?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const mail = await received(offer(`${origin}/unsubscribe/token`));
  await answer(mail, 'scan');
  await answer(mail, 'unsubscribe');
  expect(asked[0]).toMatch(/^GET \/unsubscribe\/token/);
  expect(asked[1]).toMatch(/^POST \/unsubscribe\/token application\/x-www-form-urlencoded/);
  await answer(mail, 'unsubscribe-mail');
  expect((await cameBack('unsubscribe+t@reply.brand.test')).subject).toBe('unsubscribe');
  const outside = await received(offer('https://example.com/unsubscribe/x'));
  expect(await answer(outside, 'unsubscribe')).toMatchObject({ failed: true });
  expect((await change('PUT', '/api/mail/inbound', { url: 'smtp://example.com:25' })).status).toBe(422);
  server.close();
});

test('the mail server can be down, disconnect or change message ids', async () => {
  await change('POST', '/api/faults', { provider: 'mail', failure: 'down' });
  await expect(at.send({ to: 'a@down.test', subject: 'x' })).rejects.toThrow();
  expect(await (await at.get('/mail/faults')).text()).toContain('remove: down of *');
  await at.ask('DELETE', '/api/faults');
  await expect(at.send({ to: 'cut@a.test', subject: 'x' })).rejects.toThrow();
  const answered = await at.send({ to: 'rename@a.test', subject: 'x', messageId: '<mine@a.test>' });
  const [, name] = /OK (<\S+>)/.exec(answered) ?? [];
  expect((await cameBack('rename@a.test')).messageId).toBe(name);
});
