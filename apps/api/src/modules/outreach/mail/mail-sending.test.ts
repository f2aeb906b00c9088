import { getMailQueue } from '@troupe/contract/outreach/mail';
import { and, eq } from 'drizzle-orm';
import { authenticate } from 'mailauth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { inviteTable } from '../../campaigns/invite/invite.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { emailDomainTable } from '../email-domain/email-domain.table.ts';
import { type MailWorld, readMailStates, startMailWorld } from './mail.fixture.ts';
import { cancelMail, settleMail, suppressedAmong } from './mail.queries.ts';
import { mailTable, suppressionTable } from './mail.table.ts';

let world: MailWorld;

beforeAll(async () => {
  world = await startMailWorld();
});
afterEach(() => world.t.setNow(null));
afterAll(() => world.stop());

const statusOf = async (id: string) => (await world.stored(id)).status;
const becomes = (id: string, status: string) =>
  expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe(status);

test('[R1.014] sends a signed email with reply, bounce and unsubscribe addresses', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['ana@first.test']);
  const [mail] = await world.arrived('ana@first.test');
  await becomes(id, 'sent');
  const stored = await world.stored(id);
  expect(stored.answer).toMatch(/^250 /);
  expect(mail).toMatchObject({
    from: { name: 'Mia of Larkmoor', address: `mia@${brand.domain}` },
    to: [{ name: 'Ana Lima', address: 'ana@first.test' }],
    replyTo: [{ address: `reply+${stored.replyToken}@reply.troupe.test` }],
    subject: 'Join our campaign',
    messageId: stored.messageId,
  });
  expect(mail?.envelopeFrom).toMatch(new RegExp(`^bounce\\+${stored.replyToken}@.*${brand.domain}$`));
  const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.html).toContain('Unsubscribe</a>');
  expect(mail?.text).toContain('/unsubscribe/');
  expect(header('List-Unsubscribe')).toContain(
    `<http://localhost:4000/unsubscribe/${stored.unsubscribeToken}>`,
  );
  const raw = await world.raw(mail?.id ?? '');
  const { dkim } = await authenticate(raw, {
    resolver: world.resolver,
    ip: '127.0.0.1',
    helo: 'localhost',
    mta: 'test',
    sender: mail?.envelopeFrom ?? '',
    disableArc: true,
    disableBimi: true,
  });
  expect(dkim.results).toHaveLength(1);
  expect(dkim.results[0]?.status.result).toBe('pass');
  const signed = dkim.results[0]?.signingHeaders?.keys.toLowerCase() ?? '';
  for (const name of ['from', 'list-unsubscribe', 'list-unsubscribe-post', 'reply-to', 'message-id'])
    expect(signed.split(/\s*:\s*/)).toContain(name);
});

test('prevents header injection through names and subjects', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['safe@inject.test'], {
    to: { address: 'safe@inject.test', name: 'Ana\r\nBcc: spy@inject.test\r\nX-Evil: 1' },
    subject: 'Hello\r\nBcc: spy@inject.test\n\n<script>\u2028X-Evil: 2',
  });
  await becomes(id, 'sent');
  const [mail] = await world.arrived('safe@inject.test');
  expect(mail?.recipients).toEqual(['safe@inject.test']);
  const names = mail?.headers.map(({ name }) => name.toLowerCase()) ?? [];
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-evil');
  expect(mail?.subject).toBe('Hello Bcc: spy@inject.test <script> X-Evil: 2');
  expect(await world.arrived('spy@inject.test', 0)).toEqual([]);
});

test('sends and signs a 5 MB email completely', async () => {
  const brand = await world.brand();
  const line = `<p>${'Grüße '.repeat(20)}</p>\n`;
  const html = line.repeat(Math.ceil((5 * 1024 * 1024) / line.length));
  const [id = ''] = await world.queue(brand, ['big@large.test'], { html });
  await becomes(id, 'sent');
  const [mail] = await world.arrived('big@large.test');
  expect(mail?.html.startsWith(html.trim())).toBe(true);
  const raw = await world.raw(mail?.id ?? '');
  const { dkim } = await authenticate(raw, {
    resolver: world.resolver,
    ip: '127.0.0.1',
    helo: 'x',
    mta: 'x',
    sender: 'a@b.test',
  });
  expect(dkim.results[0]?.status.result).toBe('pass');
});

test('suppresses a nonexistent mailbox after a bounce, including queued email', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['bounce@gone.test']);
  await becomes(id, 'bounced');
  const states = await readMailStates(world.t.api.db, brand.brandId, [id]);
  expect(states.get(id)?.statusReason).toContain('No such mailbox');
  expect(await suppressedAmong(world.t.api.db, brand.brandId, ['Bounce@gone.test', 'a@b.test'])).toEqual(
    new Set(['bounce@gone.test']),
  );
  const [again = '', other = ''] = await world.queue(brand, ['BOUNCE@gone.test', 'fine@gone.test']);
  await becomes(other, 'sent');
  expect(await statusOf(again)).toBe('suppressed');
});

test('applies suppressions per brand', async () => {
  const [one, other] = [await world.brand(), await world.brand()];
  const address = 'choosy@x.test';
  await world.t.api.db
    .insert(suppressionTable)
    .values({ id: newId(), brandId: one.brandId, address, reason: 'unsubscribe' });
  const [held = ''] = await world.queue(one, [address]);
  const [sent = ''] = await world.queue(other, [address]);
  await becomes(sent, 'sent');
  await becomes(held, 'suppressed');
});

test('bounces a rejected message without suppressing the recipient', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['reject@content.test']);
  await becomes(id, 'bounced');
  expect((await suppressedAmong(world.t.api.db, brand.brandId, ['reject@content.test'])).size).toBe(0);
});

test('retries a deferred email after 1, 5 and 15 minutes, and gives up after three days', async () => {
  const start = new Date('2026-03-02T08:00:00Z');
  world.t.setNow(start);
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['defer-3@slow.test']);
  let now = start;
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 5],
    [3, 15],
  ] as const) {
    await expect.poll(async () => (await world.stored(id)).attempts, { timeout: 60_000 }).toBe(attempts);
    await becomes(id, 'deferred');
    now = new Date(now.getTime() + minutes * 60_000);
    expect((await world.stored(id)).dueAt).toBe(now.toISOString());
    world.t.setNow(now);
    await world.wake();
  }
  await becomes(id, 'sent');
  expect(await world.arrived('defer-3@slow.test')).toHaveLength(1);

  const [never = ''] = await world.queue(brand, ['full@slow.test']);
  await becomes(never, 'deferred');
  await world.t.api.db.update(mailTable).set({ attempts: 10 }).where(eq(mailTable.id, never));
  world.t.setNow(new Date(now.getTime() + 3_600_000));
  await world.wake();
  await becomes(never, 'failed');
  expect((await world.stored(never)).statusReason).toContain('Mailbox is full');
});

test('marks an email uncertain when the connection breaks after the data, for a person to settle', async () => {
  const brand = await world.brand();
  const { db, clock } = world.t.api;
  const [id = '', other = ''] = await world.queue(brand, ['drop@broken.test', 'drop+2@broken.test']);
  await becomes(id, 'uncertain');
  await becomes(other, 'uncertain');
  await world.wake();
  expect(await statusOf(id)).toBe('uncertain');
  const owner = await world.t.person({ brandId: brand.brandId });
  expect(await owner.call(getMailQueue, { params: { brandId: brand.brandId } })).toMatchObject({
    waiting: 0,
    uncertain: 2,
  });
  await settleMail(db, brand.brandId, other, 'sent', clock.now());
  expect(await world.stored(other)).toMatchObject({ status: 'sent', sentAt: expect.any(String) });
  await expect(settleMail(db, brand.brandId, other, 'again', clock.now())).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  await settleMail(db, brand.brandId, id, 'again', clock.now());
  await expect.poll(async () => (await world.stored(id)).attempts, { timeout: 60_000 }).toBe(1);
});

test("sends at the domain's pace and within its daily cap", async () => {
  const start = new Date('2026-03-02T23:00:00Z');
  world.t.setNow(start);
  const brand = await world.brand({ dailyCap: 3, spacingSeconds: 60 });
  const addresses = Array.from({ length: 5 }, (_, n) => `pace${n}@pace.test`);
  const ids = await world.queue(brand, addresses);
  const sent = async () => {
    const rows = await world.t.api.db
      .select({ at: mailTable.sendingAt })
      .from(mailTable)
      .where(and(eq(mailTable.brandId, brand.brandId), eq(mailTable.status, 'sent')))
      .orderBy(mailTable.id);
    return rows.map(({ at }) => at?.slice(0, 16));
  };
  const person = await world.t.person({ brandId: brand.brandId });
  const queue = () => person.call(getMailQueue, { params: { brandId: brand.brandId } });
  await becomes(ids[0] ?? '', 'sent');
  expect(await queue()).toEqual({
    waiting: 4,
    deferred: 0,
    uncertain: 0,
    sentToday: 1,
    dailyCap: 3,
    spacingSeconds: 60,
    next: '2026-03-02T23:01:00.000Z',
    last: '2026-03-03T00:01:00.000Z',
  });
  for (let minute = 1; minute <= 5; minute++) {
    world.t.setNow(new Date(start.getTime() + minute * 60_000));
    await world.wake();
    if (minute < 3) await becomes(ids[minute] ?? '', 'sent');
  }
  await world.wake();
  expect(await sent()).toEqual(['2026-03-02T23:00', '2026-03-02T23:01', '2026-03-02T23:02']);
  expect(await queue()).toMatchObject({ waiting: 2, sentToday: 3, next: '2026-03-03T00:00:00.000Z' });
  world.t.setNow(new Date('2026-03-03T00:00:00Z'));
  await world.wake();
  await becomes(ids[3] ?? '', 'sent');
  world.t.setNow(new Date('2026-03-03T00:01:00Z'));
  await world.wake();
  await becomes(ids[4] ?? '', 'sent');
  expect(await queue()).toMatchObject({ waiting: 0, sentToday: 2, next: null, last: null });
});

test('sends a scheduled email when due, and allows canceling before', async () => {
  const start = new Date('2026-03-02T08:00:00Z');
  world.t.setNow(start);
  const brand = await world.brand();
  const { db } = world.t.api;
  const dueAt = '2026-03-02T12:00:00.000Z';
  const [id = '', back = ''] = await world.queue(brand, ['later@x.test', 'back@x.test'], { dueAt });
  const [now = ''] = await world.queue(brand, ['now@x.test']);
  await becomes(now, 'sent');
  expect(await statusOf(id)).toBe('queued');
  expect(await cancelMail(db, brand.brandId, back)).toBe(true);
  expect(await cancelMail(db, (await world.brand()).brandId, id)).toBe(false);
  world.t.setNow(new Date(dueAt));
  await world.wake();
  await becomes(id, 'sent');
  expect(await cancelMail(db, brand.brandId, id)).toBe(false);
  expect(await statusOf(back)).toBe('cancelled');
});

test('holds email with a reason while the domain is unverified, and sends it afterwards', async () => {
  const brand = await world.brand();
  const { db } = world.t.api;
  const domainIs = (status: 'broken' | 'verified') =>
    db.update(emailDomainTable).set({ status }).where(eq(emailDomainTable.brandId, brand.brandId));
  await domainIs('broken');
  const [id = ''] = await world.queue(brand, ['held@x.test']);
  await expect
    .poll(async () => (await world.stored(id)).statusReason, { timeout: 60_000 })
    .toBe('Waiting for the email domain to be verified.');
  expect(await statusOf(id)).toBe('queued');
  await domainIs('verified');
  await world.wake();
  await becomes(id, 'sent');
});

test('unsubscribes with one click and no login, idempotently; viewing the page changes nothing', async () => {
  const brand = await world.brand();
  const { db } = world.t.api;
  const [id = ''] = await world.queue(brand, ['tired@x.test']);
  await becomes(id, 'sent');
  const { unsubscribeToken } = await world.stored(id);
  const url = `${world.t.url}/unsubscribe/${unsubscribeToken}`;
  const looked = await fetch(url);
  expect(looked.status).toBe(200);
  expect(await looked.text()).toContain('<button>Unsubscribe</button>');
  const arabic = await (await fetch(url, { headers: { 'accept-language': 'ar-EG' } })).text();
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain('<button>إلغاء الاشتراك</button>');
  expect((await world.stored(id)).unsubscribedAt).toBeNull();
  for (let n = 0; n < 2; n++) {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('ve unsubscribed');
  }
  // Opening the link again shows that it is done.
  const seen = await (await fetch(url)).text();
  expect(seen).toContain('ve unsubscribed');
  expect(seen).not.toContain('<button>');
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  const { unsubscribedAt } = await world.stored(id);
  expect(unsubscribedAt).not.toBeNull();
  const rows = await db
    .select()
    .from(suppressionTable)
    .where(and(eq(suppressionTable.brandId, brand.brandId), eq(suppressionTable.address, 'tired@x.test')));
  expect(rows).toMatchObject([{ reason: 'unsubscribe' }]);
  for (const token of ['nothing', '%00', 'a%00b'])
    for (const method of ['GET', 'POST'])
      expect((await fetch(`${world.t.url}/unsubscribe/${token}`, { method })).status).toBe(404);
});

test('drops a retried invite if its campaign closed in the meantime', async () => {
  const brand = await world.brand();
  const { db } = world.t.api;
  const [campaignId, creatorId, inviteId] = [newId(), newId(), newId()];
  await db.insert(campaignTable).values({
    id: campaignId,
    brandId: brand.brandId,
    title: 'Autumn',
    slug: campaignId,
    status: 'publish',
  });
  await db.insert(creatorTable).values({
    id: creatorId,
    platform: 'instagram',
    username: creatorId,
    profileUrl: 'https://x.example/',
  });
  const [id = ''] = await world.queue(brand, ['defer-1@closed.test']);
  await db
    .insert(inviteTable)
    .values({ id: inviteId, brandId: brand.brandId, campaignId, creatorId, mailId: id, token: inviteId });
  await becomes(id, 'deferred');
  await db.update(campaignTable).set({ status: 'paused' }).where(eq(campaignTable.id, campaignId));
  await db.update(mailTable).set({ dueAt: new Date().toISOString() }).where(eq(mailTable.id, id));
  await world.wake();
  await becomes(id, 'cancelled');
  expect((await world.stored(id)).statusReason).toBe('The campaign is no longer open.');
  const [invite] = await db.select().from(inviteTable).where(eq(inviteTable.id, inviteId));
  expect(invite?.cancelledAt).not.toBeNull();
  expect(await world.arrived('defer-1@closed.test', 0)).toEqual([]);
});
