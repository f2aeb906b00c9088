import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../../app/app.ts';
import { readHere } from '../../../providers/mail/read-mail.ts';
import { type MailWorld, readMailStates, startMailWorld } from './mail.fixture.ts';
import { suppressedAmong } from './mail.queries.ts';
import { inboundMailTable, type mailTable } from './mail.table.ts';

type Stored = typeof mailTable.$inferSelect;

const shared = resolve(process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../../shared'));

let world: MailWorld;
let brand: { brandId: string; domain: string };
let deliver: (mail: SendMailOptions) => Promise<string>;
let count = 0;

beforeAll(async () => {
  world = await startMailWorld();
  brand = await world.brand();
  const transport = createTransport({
    host: '127.0.0.1',
    port: world.t.api.inboundMailPort ?? 0,
    pool: true,
    maxConnections: 1,
    maxMessages: 1000,
    maxRequeues: 0,
  });
  deliver = async (mail) => (await transport.sendMail(mail)).response;
});
afterAll(() => world.stop());

/** A sent email with the addresses that replies use. */
async function sent(): Promise<Stored & { replyTo: string; bounceTo: string; creator: string }> {
  const creator = `creator${++count}@inbox.test`;
  const [id = ''] = await world.queue(brand, [creator]);
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('sent');
  const mail = await world.stored(id);
  return {
    ...mail,
    creator,
    replyTo: `reply+${mail.replyToken}@reply.troupe.test`,
    bounceTo: `bounce+${mail.replyToken}@bounce.${brand.domain}`,
  };
}

const inboundOf = (mailId: string) =>
  world.t.api.db.select().from(inboundMailTable).where(eq(inboundMailTable.mailId, mailId));
const stateOf = async (mailId: string) =>
  (await readMailStates(world.t.api.db, brand.brandId, [mailId])).get(mailId);
const suppressed = async (address: string) =>
  (await suppressedAmong(world.t.api.db, brand.brandId, [address])).size > 0;

test('matches a reply by its address, extracts the written text and keeps the original', async () => {
  const mail = await sent();
  const answer = await deliver({
    from: `Ana <${mail.creator}>`,
    to: mail.replyTo,
    subject: 'Re: Join our campaign',
    inReplyTo: mail.messageId,
    text: 'Yes, gladly. Medium, please.\n\nOn Mon, 2 Mar 2026 at 10:11, Mia <mia@x.test> wrote:\n> Hello Ana\n',
  });
  expect(answer).toContain('250');
  const [inbound] = await inboundOf(mail.id);
  expect(inbound).toMatchObject({
    kind: 'reply',
    visible: 'Yes, gladly. Medium, please.',
    fromAddress: mail.creator,
    trust: 'none',
  });
  const state = await stateOf(mail.id);
  expect(state).toMatchObject({ status: 'sent', reply: 'Yes, gladly. Medium, please.' });
  expect(state?.repliedAt).not.toBeNull();
  const original = await readFile(join(world.t.api.config.FILES_DIR, inbound?.rawKey ?? ''), 'utf8');
  expect(original).toContain('> Hello Ana');
});

test('stores a message received twice once', async () => {
  const mail = await sent();
  const message = { from: mail.creator, to: mail.replyTo, messageId: '<once@inbox.test>', text: 'Hi' };
  await deliver(message);
  expect(await deliver(message)).toContain('250');
  expect(await inboundOf(mail.id)).toHaveLength(1);
});

test('matches a reply without token by Message-ID, and rejects it otherwise', async () => {
  const mail = await sent();
  await deliver({
    from: mail.creator,
    to: 'reply@reply.troupe.test',
    references: ['<older@elsewhere.test>', mail.messageId],
    text: 'From my old mail program',
  });
  expect(await inboundOf(mail.id)).toMatchObject([{ kind: 'reply', visible: 'From my old mail program' }]);
  const about = (to: string) => deliver({ from: mail.creator, to, inReplyTo: '<other@x.test>', text: 'Hi' });
  await expect(about('reply@reply.troupe.test')).rejects.toMatchObject({ responseCode: 550 });
  await expect(about('reply+00000000000000000000000000000000@reply.troupe.test')).rejects.toMatchObject({
    responseCode: 550,
  });
  for (const to of ['mia@reply.troupe.test', 'reply@elsewhere.test', 'postmaster@reply.troupe.test'])
    await expect(about(to)).rejects.toMatchObject({ responseCode: 550 });
});

test('ignores out-of-office replies', async () => {
  const mail = await sent();
  const base = { from: mail.creator, to: mail.replyTo, text: 'I am away until Monday.' };
  await deliver({ ...base, headers: { 'Auto-Submitted': 'auto-replied' } });
  await deliver({ ...base, headers: { Precedence: 'bulk' } });
  await deliver({ ...base, subject: 'Abwesenheitsnotiz: Join our campaign' });
  await deliver({ ...base, envelope: { from: '', to: mail.replyTo } });
  expect((await inboundOf(mail.id)).map(({ kind }) => kind)).toEqual(Array(4).fill('auto-reply'));
  expect(await stateOf(mail.id)).toMatchObject({ status: 'sent', repliedAt: null, reply: null });
});

/** A delivery status report. */
const report = (to: string, creator: string, action: string, status: string) =>
  [
    'From: MAILER-DAEMON@mx.inbox.test',
    `To: ${to}`,
    'Subject: Delivery Status Notification',
    `Message-ID: <report${++count}@mx.inbox.test>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.inbox.test',
    '',
    `Final-Recipient: rfc822; ${creator}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} The mailbox`,
    ' is not there',
    '--b--',
    '',
  ].join('\r\n');

test('marks an email as bounced, and suppresses the address on 5.1.1', async () => {
  const late = await sent();
  const gone = await sent();
  const full = await sent();
  const bounce = (mail: Awaited<ReturnType<typeof sent>>, action: string, status: string) =>
    deliver({
      envelope: { from: '', to: mail.bounceTo },
      raw: report(mail.bounceTo, mail.creator, action, status),
    });
  await bounce(late, 'delayed', '4.4.1');
  await bounce(gone, 'failed', '5.1.1');
  await bounce(full, 'failed', '4.2.2');
  expect(await stateOf(late.id)).toMatchObject({ status: 'sent', bouncedAt: null });
  expect(await stateOf(gone.id)).toMatchObject({
    status: 'bounced',
    statusReason: 'Bounced: 550 5.1.1 The mailbox is not there',
  });
  expect(await stateOf(full.id)).toMatchObject({ status: 'bounced' });
  expect([
    await suppressed(late.creator),
    await suppressed(gone.creator),
    await suppressed(full.creator),
  ]).toEqual([false, true, false]);
});

test('suppresses an address on a complaint or an unsubscribe email', async () => {
  const spam = await sent();
  await deliver({
    envelope: { from: '', to: spam.bounceTo },
    raw: `From: feedback@inbox.test\r\nTo: ${spam.bounceTo}\r\nSubject: Abuse\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: x\r\nVersion: 1\r\n\r\n--b--\r\n`,
  });
  expect(await stateOf(spam.id)).toMatchObject({ status: 'sent', statusReason: 'Reported as spam.' });
  const done = await sent();
  await deliver({
    from: done.creator,
    to: `unsubscribe+${done.unsubscribeToken}@reply.troupe.test`,
    subject: 'unsubscribe',
    text: '',
  });
  const state = await stateOf(done.id);
  expect(state?.unsubscribedAt).not.toBeNull();
  expect(state?.repliedAt).toBeNull();
  expect([await suppressed(spam.creator), await suppressed(done.creator)]).toEqual([true, true]);
});

test("extracts text from HTML without quotes, and doesn't trust a forged sender", async () => {
  const mail = await sent();
  await world.sandbox.call('POST', '/api/dns/records', {
    name: '_dmarc.bank.test',
    type: 'TXT',
    value: 'v=DMARC1; p=reject',
  });
  await deliver({
    from: 'Boss <boss@bank.test>',
    envelope: { from: 'x@elsewhere.test', to: mail.replyTo },
    to: mail.replyTo,
    html: '<div>Sounds <b>good</b></div><div class="gmail_quote">On Monday Mia wrote:<blockquote>Hello Ana</blockquote></div>',
  });
  expect(await inboundOf(mail.id)).toMatchObject([{ visible: 'Sounds good', trust: 'fail' }]);
});

test('stores an email of 90,000 nested elements without blocking others', async () => {
  const [hostile, other] = [await sent(), await sent()];
  const nested = 90_000;
  const html = `${'<div>'.repeat(nested)}Sounds good${'</div>'.repeat(nested)}`;
  const others = createTransport({ host: '127.0.0.1', port: world.t.api.inboundMailPort ?? 0 });
  const answers = await Promise.all([
    deliver({ from: hostile.creator, to: hostile.replyTo, html }),
    others.sendMail({ from: other.creator, to: other.replyTo, text: 'Yes' }).then(({ response }) => response),
  ]);
  expect(answers).toEqual([expect.stringContaining('250'), expect.stringContaining('250')]);
  expect(await inboundOf(hostile.id)).toMatchObject([{ visible: 'Sounds good' }]);
  expect(await inboundOf(other.id)).toMatchObject([{ visible: 'Yes' }]);
});

test('stores an email whose sender verification takes minutes', async () => {
  const mail = await sent();
  const folded = `X-Folded: ${'a\r\n b'.repeat(150_000)}\r\n`;
  const raw = `From: ${mail.creator}\r\nTo: ${mail.replyTo}\r\n${folded}\r\nSounds good`;
  expect(await deliver({ envelope: { from: mail.creator, to: mail.replyTo }, raw })).toContain('250');
  expect(await inboundOf(mail.id)).toMatchObject([{ visible: 'Sounds good', trust: 'none', kind: 'reply' }]);
});

test('stores an unreadable email with its sender but without text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'email-'));
  const path = join(folder, 'a.eml');
  const raw = 'From: Ana <ana@x.test>\r\nSubject: Yes\r\nMessage-ID: <1@x.test>\r\n\r\nGladly';
  await writeFile(path, raw);
  const envelope = { sender: 'ana@x.test', recipients: [], ip: '127.0.0.1', helo: 'x.test' };
  const task = { path, size: raw.length, envelope, dnsServers: [], mta: 'reply.troupe.test' };
  const known = { from: 'ana@x.test', subject: 'Yes', messageId: '<1@x.test>', kind: 'reply' };
  for (const depth of ['no-text', 'headers'] as const)
    expect(await readHere({ ...task, depth })).toMatchObject({ ...known, visible: '' });
  expect(await readHere(task)).toMatchObject({ ...known, visible: 'Gladly' });
  await rm(folder, { recursive: true });
});

test('decodes UTF-8 declared as iso-8859-1, and drops comments in addresses', async () => {
  const mail = await sent();
  const raw = Buffer.from(
    `From: Ren\u00e9 <rene(his account)@inbox.test>\r\nTo: ${mail.replyTo}\r\n` +
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\u00c7a me pla\u00eet \u2013 Ren\u00e9',
  );
  await deliver({ envelope: { from: 'rene@inbox.test', to: mail.replyTo }, raw });
  expect(await inboundOf(mail.id)).toMatchObject([
    { visible: 'Ça me plaît – René', fromAddress: 'rene@inbox.test' },
  ]);
});

test('accepts a reply with a 30 MB picture, and rejects one over 35 MB without leftovers', async () => {
  const mail = await sent();
  const attachment = (megabytes: number) => ({
    from: mail.creator,
    to: mail.replyTo,
    text: 'See the picture',
    attachments: [{ filename: 'a.jpg', content: Buffer.alloc(megabytes * 1024 * 1024, 7) }],
  });
  await deliver(attachment(22));
  await expect(deliver(attachment(27))).rejects.toMatchObject({ responseCode: 552 });
  const rows = await inboundOf(mail.id);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ visible: 'See the picture' });
  expect(rows[0]?.size).toBeGreaterThan(30_000_000);
  const drafts = await readdir(join(world.t.api.config.FILES_DIR, 'drafts')).catch(() => []);
  expect(drafts).toEqual([]);
});

test('rejects an email after fifty hops as a loop', async () => {
  const mail = await sent();
  const received = 'Received: from a by b; Mon, 2 Mar 2026 10:11:00 +0000\r\n'.repeat(60);
  await expect(
    deliver({ envelope: { from: 'a@a.test', to: mail.replyTo }, raw: `${received}Subject: x\r\n\r\nx` }),
  ).rejects.toMatchObject({ responseCode: 554 });
});

test('handles email from strangers, including malformed email', async () => {
  const folder = join(shared, 'data/email/eml');
  if (!existsSync(folder)) {
    console.log(`No mail corpus at ${folder}: skipping real emails.`);
    return;
  }
  let taken = 0;
  for (const kind of await readdir(folder)) {
    for (const name of await readdir(join(folder, kind))) {
      const mail = await sent();
      const raw = await readFile(join(folder, kind, name));
      expect(await deliver({ envelope: { from: 'a@a.test', to: mail.replyTo }, raw }), name).toContain('250');
      const [inbound] = await inboundOf(mail.id);
      expect(inbound?.kind === 'bounce', name).toBe(kind === 'multipart_report_emails');
      taken++;
    }
  }
  expect(taken).toBe(62);
});

test('processes with the role jobs receive email, those with the role http do not', async () => {
  const start = (role: string) =>
    startApi({ ...world.t.api.config, TROUPE_ROLES: [role], PORT: 0, INBOUND_SMTP_PORT: 0 });
  const [http, jobs] = await Promise.all([start('http'), start('jobs')]);
  try {
    expect(http.inboundMailPort).toBeNull();
    const mail = await sent();
    const transport = createTransport({ host: '127.0.0.1', port: jobs.inboundMailPort ?? 0 });
    await transport.sendMail({ from: mail.creator, to: mail.replyTo, subject: 'Re: Hello', text: 'Yes' });
    expect(await stateOf(mail.id)).toMatchObject({ reply: 'Yes' });
  } finally {
    await Promise.all([http.stop(), jobs.stop()]);
  }
});

describe('replies from the sandbox mailbox', () => {
  beforeAll(async () => {
    const url = `smtp://127.0.0.1:${world.t.api.inboundMailPort}`;
    await world.sandbox.call('PUT', '/api/mail/inbound', { url });
  });

  const answer = async (mail: Stored, kind: string, more: object = {}) => {
    const [arrived] = await world.arrived(mail.toAddress);
    return world.sandbox.call<{ failed: boolean; result: string }>(
      'POST',
      `/api/mail/${arrived?.id}/answers`,
      { kind, ...more },
    );
  };

  test.each(['en', 'de', 'fr', 'es', 'nl', 'ru', 'zh'])('handles reply quotes in %s', async (language) => {
    const mail = await sent();
    expect(await answer(mail, 'reply', { text: 'Ja, sí, 好', language })).toMatchObject({ failed: false });
    expect(await stateOf(mail.id)).toMatchObject({ reply: 'Ja, sí, 好' });
  });

  test.each(['reply-stripped', 'reply-references', 'reply-html', 'reply-large'])(
    'matches a reply in the style of %s',
    async (kind) => {
      const mail = await sent();
      expect(await answer(mail, kind, { text: 'Yes' })).toMatchObject({ failed: false });
      expect(await stateOf(mail.id)).toMatchObject({ reply: 'Yes' });
    },
  );

  test('rejects unknown tokens, flags forged senders, and ignores loops and auto-replies', async () => {
    const mail = await sent();
    expect(await answer(mail, 'reply-unknown')).toMatchObject({ failed: true });
    await answer(mail, 'loop');
    await answer(mail, 'away');
    expect((await stateOf(mail.id))?.repliedAt).toBeNull();
    await answer(mail, 'reply-forged');
    const kinds = (await inboundOf(mail.id)).map(({ kind, trust }) => `${kind} ${trust}`);
    // An email returned unchanged keeps its own signature; its domain has no policy.
    expect(kinds).toEqual(['auto-reply none', 'auto-reply none', 'reply fail']);
  });

  test('handles bounces, complaints, one-click unsubscribes and link scanners', async () => {
    const [bounced, spam, clicked, scanned] = [await sent(), await sent(), await sent(), await sent()];
    await answer(bounced, 'bounce');
    await answer(spam, 'complaint');
    expect((await stateOf(bounced.id))?.status).toBe('bounced');
    expect((await stateOf(spam.id))?.statusReason).toBe('Reported as spam.');
    await answer(clicked, 'unsubscribe-mail');
    expect((await stateOf(clicked.id))?.unsubscribedAt).not.toBeNull();
    await answer(scanned, 'scan');
    expect((await stateOf(scanned.id))?.unsubscribedAt).toBeNull();
  });
});
