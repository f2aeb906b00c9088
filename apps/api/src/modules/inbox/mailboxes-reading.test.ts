import { listConversations, openConversation } from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { startApi } from '../../app/app.ts';
import { newId } from '../../platform/id.ts';
import { creatorContactTable, creatorTable } from '../discovery/creator/creator.table.ts';
import { conversationMailTable, mailboxEmailTable } from './conversation/conversation.table.ts';
import {
  ago,
  brandId,
  creator,
  creatorId,
  fault,
  known,
  list,
  member,
  own,
  params,
  put,
  readAgain,
  said,
  synced,
  useMailboxes,
  usePlainServer,
  world,
} from './mailboxes.fixture.ts';

useMailboxes('imap');
usePlainServer();

test('earlier emails with known creators appear in their thread by time, others are never stored', async () => {
  await put({ text: 'First question', date: '2026-09-01T10:00:00Z' });
  await put({ folder: 'Sent', from: own, to: creator, text: 'First answer', date: '2026-09-02T10:00:00Z' });
  await put({ text: 'Thanks!', date: '2026-09-03T10:00:00Z', subject: 'Re: Hello' });
  await put({ from: 'stranger@else.test', text: 'Buy now', date: '2026-09-03T11:00:00Z' });
  // Anybody can write to the inbox in the name of its owner.
  await put({ from: own, to: creator, text: 'We pay double', date: '2026-09-03T11:30:00Z' });
  await put({
    folder: 'Sent',
    from: own,
    to: 'friend@else.test',
    text: 'Private',
    date: '2026-09-03T12:00:00Z',
  });
  // A server that lies: its search returns everything.
  await fault('lies');
  await synced();
  expect(await said()).toEqual(['IN First question', 'OUT First answer', 'IN Thanks!']);
  const rows = await world.t.api.db
    .select()
    .from(mailboxEmailTable)
    .where(eq(mailboxEmailTable.brandId, brandId));
  expect(rows).toHaveLength(3);
  // It counts as read and sends no notification.
  const { conversations } = await member.call(listConversations, { params: params(), query: {} });
  expect(conversations.map(({ unread }) => unread)).toEqual([0]);
  expect((await member.call(listNotifications, { query: {} })).notifications).toEqual([]);
  // A creator who becomes known later gets their history too.
  const later = await known('stranger@else.test', 'Ben Stone');
  await expect.poll(() => said(later)).toEqual(['IN Buy now']);
});

test('a new email arrives once with a notification, also when another process and new UIDs read it again', async () => {
  await synced();
  const second = await startApi({ ...world.t.api.config, PORT: 0, INBOUND_SMTP_PORT: 0 });
  try {
    for (let n = 0; n < 5; n++) await put({ text: `Message ${n}` });
    await expect.poll(() => said()).toHaveLength(5);
    await world.sandbox.call('POST', `/api/mailboxes/accounts/${own}/renumber`);
    await readAgain();
    await readAgain();
    expect(await said()).toEqual([0, 1, 2, 3, 4].map((n) => `IN Message ${n}`));
  } finally {
    await second.stop();
  }
  const { notifications } = await member.call(listNotifications, { query: {} });
  expect(notifications.map(({ title }) => title)).toEqual(['Ana Lima sent you a message']);
});

test('a malformed email, a hostile one and one without Message-ID are added as text', async () => {
  await synced();
  const head = `From: <${creator}>\r\nTo: <${own}>\r\n`;
  await put({
    raw: `${head}Subject: =?utf-8?B?broken\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nno end`,
  });
  await put({
    raw: `${head}Message-ID: <h@x>\r\nContent-Type: text/html\r\n\r\n<p>Hi <img src=x onerror=alert(1)><script>alert(2)</script>there</p>`,
  });
  await expect.poll(async () => (await list())[0]?.imported).toBe(2);
  const texts = await said();
  expect(texts.join()).not.toMatch(/<|alert/);
  expect(texts).toContainEqual(expect.stringMatching(/^IN Hi\s+there$/));
  await readAgain();
  expect((await list())[0]?.imported).toBe(2);
});

test('a new email is added for the creators that a brand knows by its address, however it knows them', async () => {
  const { db } = world.t.api;
  const otherBrand = await world.t.brand();
  const ofOther = await world.t.person({ brandId: otherBrand });
  const creatorRow = async (contactEmail: string | null, more: object = {}) => {
    const id = newId();
    const username = `k${id.slice(-10)}`;
    const profileUrl = `https://www.tiktok.com/@${username}`;
    await db
      .insert(creatorTable)
      .values(Object.assign({ id, platform: 'tiktok' as const, username, profileUrl, contactEmail }, more));
    return id;
  };
  const at = (name: string) => `${name}${creatorId.slice(-8)}@creators.test`;
  const imported = (id: string, email: string, brand = brandId) =>
    db.insert(creatorContactTable).values({ id: newId(), brandId: brand, creatorId: id, email });
  const talkedTo = (id: string, brand = brandId, by = member) =>
    by.call(openConversation, { params: { brandId: brand }, body: { socialProfileId: id } });

  const spelled = await known(` ${at('Spelled').toUpperCase()} `);
  const ofBrand = await creatorRow(at('private'), { brandId });
  const conversed = await creatorRow(at('conversed'));
  await talkedTo(conversed);
  const contact = await known(at('shared'));
  await imported(contact, at('contact'));
  // Replies come from the address that an earlier email went to.
  const former = await known(at('current'));
  const { conversation } = await talkedTo(former);
  const [mailId = ''] = await world.queue({ brandId, domain: 'mail.brand.test' }, [at('Former')], {
    dueAt: '2999-01-01T00:00:00.000Z',
  });
  await db.insert(conversationMailTable).values({ mailId, conversationId: conversation.id });
  const wanted = [spelled, ofBrand, conversed, contact, former];
  // None of these is known, or has that address for this brand.
  await creatorRow(at('unknown'));
  await creatorRow(at('sample'), { brandId, sample: true });
  await creatorRow(at('others'), { brandId: otherBrand });
  await talkedTo(await creatorRow(at('elsewhere')), otherBrand, ofOther);
  const foreign = await known(at('own'));
  await imported(foreign, at('foreign'), otherBrand);
  const broken = await known(`${at('broken')}>`);

  await synced();
  for (const name of ['shared', 'unknown', 'sample', 'others', 'elsewhere', 'foreign', 'broken'])
    await put({ from: at(name), text: `No: ${name}` });
  for (const name of ['spelled', 'private', 'conversed', 'contact', 'former'])
    await put({ from: at(name), text: name });
  await expect.poll(async () => (await list())[0]?.imported, { timeout: 30_000 }).toBe(wanted.length);
  await readAgain();
  expect((await list())[0]?.imported).toBe(wanted.length);
  expect(await Promise.all(wanted.map((id) => said(id)))).toEqual(
    ['spelled', 'private', 'conversed', 'contact', 'former'].map((name) => [`IN ${name}`]),
  );
  expect(await said(foreign)).toEqual([]);
  expect(await said(broken)).toEqual([]);
});

test('a mailbox without new emails does not read the addresses of known creators', async () => {
  await put({ from: 'ben@else.test', text: 'Long ago', date: ago(100) });
  await synced();
  await readAgain();
  const queried = vi.spyOn(world.t.api.pool, 'query');
  const isAddresses = (query: unknown) =>
    ['mailbox-unsearched', 'mailbox-creators'].includes((query as { name?: string }).name ?? '');
  try {
    await readAgain();
    await readAgain();
    expect(queried.mock.calls.filter(([query]) => isAddresses(query))).toEqual([]);
  } finally {
    queried.mockRestore();
  }
  // Still, the emails of a creator who becomes known are searched for.
  const later = await known('ben@else.test', 'Ben Stone');
  await expect.poll(() => said(later)).toEqual(['IN Long ago']);
});

/** MAILBOX_EMAILS=50000 is the long run. */
const EMAILS = Number(process.env.MAILBOX_EMAILS ?? 5000);

test(`a mailbox with ${EMAILS} emails is searched by its server, and only what belongs to creators is read`, async () => {
  await put({ from: 'news@else.test', copies: EMAILS - 10, text: 'News' });
  await put({ copies: 10, text: 'Really from Ana', date: '2026-10-01T10:00:00Z' });
  const started = performance.now();
  await synced();
  expect(await said()).toHaveLength(10);
  // Ten emails are read, not all.
  expect(performance.now() - started).toBeLessThan(15_000);
});
