import { listMessages, readMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import {
  getNotificationPreferences,
  listNotifications,
  readNotifications,
  saveNotificationPreferences,
} from '@troupe/contract/inbox/notification';
import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { DEFAULT_PREFERENCES } from '@troupe/domain/inbox/notification';
import { and, eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { inviteTable } from '../campaigns/invite/invite.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import {
  createTestCampaign,
  createTestOptIn,
  type TestCreator,
} from './conversation/conversation.fixture.ts';
import { notify, notifyEach, removeReadNotifications } from './notification/notification.queries.ts';
import { sendUnreadEmails } from './unread-emails.ts';

let world: MailWorld;
let brand: { brandId: string; domain: string };
let brandId: string;
let campaignId: string;
let member: TestPerson;
let creator: TestCreator;
let count = 0;

beforeAll(async () => {
  world = await startMailWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  brand = await world.brand();
  brandId = brand.brandId;
  campaignId = await createTestCampaign(world.t, brandId);
  member = await world.t.person({ brandId, email: `team${++count}@larkmoor.test` });
  creator = await createTestOptIn(world.t, { brandId, campaignId, email: `nadia${count}@inbox.test` });
});

const write = (text: string, more: object = {}) =>
  member.call(sendMessage, {
    params: { brandId, optInId: creator.optInId },
    body: { clientId: newId(), text, ...more },
  });
const answer = (text: string) =>
  creator.person.call(sendOwnMessage, {
    params: { optInId: creator.optInId },
    body: { clientId: newId(), text },
  });
const messages = async () =>
  (await member.call(listMessages, { params: { brandId, optInId: creator.optInId } })).messages;
const bell = (person = member) => person.call(listNotifications, {});

/** Runs the job as if minutes had passed; the clock stays there, so that emails are sent. */
async function minutesLater(minutes: number): Promise<void> {
  world.t.setNow(new Date(Date.now() + minutes * 60_000));
  await sendUnreadEmails(world.t.api);
  await world.wake();
}
afterEach(() => world.t.setNow(null));
const mailsTo = (address: string) =>
  world.t.api.db
    .select()
    .from(mailTable)
    .where(and(eq(mailTable.brandId, brandId), eq(mailTable.toAddress, address)));

/** Replies to an email like an email client. */
async function reply(
  mail: typeof mailTable.$inferSelect,
  text: string,
  more: SendMailOptions = {},
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: world.t.api.inboundMailPort ?? 0 });
  await transport.sendMail({
    from: mail.toAddress,
    to: `reply+${mail.replyToken}@reply.troupe.test`,
    subject: `Re: ${mail.subject}`,
    inReplyTo: mail.messageId,
    text: `${text}\n\nOn Mon, 2 Mar 2026 at 10:11, Mia <mia@x.test> wrote:\n> Hello\n`,
    ...more,
  });
  transport.close();
}

test('emails unread messages together after five minutes, and routes the reply to the conversation', async () => {
  await write('The parcel is on its way');
  await write('A note for us', { note: true });
  await write('Tell us when it is there <3');
  await minutesLater(4);
  expect(await mailsTo(`nadia${count}@inbox.test`)).toEqual([]);
  await minutesLater(6);
  await minutesLater(7);
  const [mail, more] = await mailsTo(`nadia${count}@inbox.test`);
  expect(more).toBeUndefined();
  expect(mail).toMatchObject({ kind: 'message' });
  const [arrived] = await world.arrived(`nadia${count}@inbox.test`);
  expect(arrived?.from.address).toBe(`mia@${brand.domain}`);
  expect(arrived?.text).toContain('The parcel is on its way');
  expect(arrived?.text).toContain('Tell us when it is there <3');
  expect(arrived?.html).not.toContain('there <3');
  expect(arrived?.text).not.toContain('A note for us');

  await reply(mail as never, 'It is there, thank you.');
  expect(await messages()).toMatchObject([
    {
      number: 4,
      kind: 'creator',
      text: 'It is there, thank you.',
      byEmail: true,
      by: { name: 'Nadia Okafor' },
    },
    {},
    {},
    {},
  ]);
  expect(await bell()).toMatchObject({
    unread: 1,
    notifications: [{ kind: 'message', href: `/inbox/${campaignId}/chat/${creator.optInId}` }],
  });
});

/** An email that notified the creator of a message. */
async function told() {
  await write('Tell us');
  await minutesLater(6);
  const [mail] = await mailsTo(`nadia${count}@inbox.test`);
  await world.arrived(`nadia${count}@inbox.test`);
  return mail as NonNullable<typeof mail>;
}
const open = async (url: string | null | undefined) => fetch(world.t.url + new URL(url ?? '').pathname);

test('flags a reply from a different address to the team only', async () => {
  const mail = await told();
  await reply(mail, 'Pay me there instead.', { from: 'somebody@else.test' });
  const [answer] = (await messages()).toSorted((one, other) => other.number - one.number);
  expect(answer).toMatchObject({
    kind: 'creator',
    text: 'Pay me there instead.',
    byEmail: true,
    email: { doubt: "Replied from an email address that isn't the creator's account address" },
  });
  expect(JSON.stringify(await messages())).not.toContain(`nadia${count}@inbox.test`);
  const own = await creator.person.call(listOwnMessages, {
    params: { optInId: creator.optInId },
    query: {},
  });
  expect(own.messages.map(({ kind, text, email }) => [kind, text, email])).toEqual([
    ['creator', 'Pay me there instead.', null],
    ['brand', 'Tell us', null],
  ]);
});

test('stores files of an email reply, except executables and signature images', async () => {
  const mail = await told();
  const logo = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  await reply(mail, 'Here is my rate card.', {
    html: '<p>Here is my rate card.</p><p>--<br><img src="cid:logo@x"></p>',
    attachments: [
      { filename: '../rates 2026.txt', content: 'Reel 450, story 150' },
      { filename: 'photo.jpg', content: logo },
      { filename: 'setup.exe', content: 'MZ' },
      { filename: 'empty.txt', content: '' },
      { filename: 'logo.gif', content: logo, cid: 'logo@x' },
      { filename: 'smime.p7s', content: 'x', contentType: 'application/pkcs7-signature' },
    ],
  });
  const [message] = await messages();
  expect(message).toMatchObject({ text: 'Here is my rate card.', byEmail: true });
  expect(message?.attachments.map(({ name, type, scan }) => [name, type, scan])).toEqual([
    ['rates 2026.txt', 'application/octet-stream', 'off'],
    ['photo.jpg', 'image/gif', 'off'],
  ]);
  const opened = await open(message?.attachments[0]?.url);
  expect(await opened.text()).toBe('Reel 450, story 150');
});

test('accepts a reply with only files; beyond ten they stay in the original email', async () => {
  const mail = await told();
  await reply(mail, '', {
    text: '',
    attachments: Array.from({ length: 12 }, (_, at) => ({ filename: `${at}.txt`, content: `No. ${at}` })),
  });
  const [message] = await messages();
  expect(message).toMatchObject({ kind: 'creator', text: '' });
  expect(message?.attachments).toHaveLength(10);
});

test("an email that can't be composed doesn't delay others", async () => {
  const { pool } = world.t.api;
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on mail for each row when (new.to_address like 'poison%')
      execute function refuse()`);
  const first = await createTestOptIn(world.t, { brandId, campaignId, email: `poison${count}@inbox.test` });
  await world.t.person({ brandId, email: `poison.team${count}@larkmoor.test` });
  const body = { clientId: newId(), text: 'Hello' };
  await member.call(sendMessage, { params: { brandId, optInId: first.optInId }, body });
  await write('Hello');
  await answer('Hello back');
  await minutesLater(6);
  await pool.query('drop trigger refuse on mail; drop function refuse()');
  expect(await mailsTo(`nadia${count}@inbox.test`)).toHaveLength(1);
  expect(await mailsTo(`team${count}@larkmoor.test`)).toHaveLength(1);
  await minutesLater(7);
  expect(await mailsTo(`poison${count}@inbox.test`)).toHaveLength(1);
});

test('sends no email about a collaboration the creator has opened', async () => {
  const { rows } = await world.t.api.pool.query('select user_id from opt_in where id = $1', [
    creator.optInId,
  ]);
  const { optInId } = creator;
  const about = { userId: rows[0].user_id, brandId, kind: 'content' as const };
  const write = () => ({ title: 'Your content is approved', text: 'Trial Peaks' });
  const notice = { ...about, write, href: `/opt-ins/${optInId}` };
  await notifyEach(world.t.api.db, [{ ...notice, reference: `content:${newId()}` }], new Date());
  await creator.person.call(readOwnMessages, { params: { optInId }, body: { upTo: 0 } });
  await minutesLater(6);
  expect(await mailsTo(`nadia${count}@inbox.test`)).toEqual([]);
});

test('deletes read notifications after half a year and keeps unread ones', async () => {
  const { db } = world.t.api;
  const told = {
    brandId,
    kind: 'content' as const,
    write: () => ({ title: 'News', text: '' }),
    href: '/',
  };
  for (const reference of [newId(), newId()]) await notify(db, { ...told, reference });
  const [one] = (await bell()).notifications;
  await member.call(readNotifications, { body: { ids: [one?.id ?? ''] } });
  await removeReadNotifications(db, new Date(Date.now() - 60_000));
  expect(await bell()).toMatchObject({ total: 2, unread: 1 });
  await removeReadNotifications(db, new Date(Date.now() + 60_000));
  expect(await bell()).toMatchObject({ total: 1, unread: 1 });
});

test('sends no email if messages were read or emails are turned off', async () => {
  await write('Read at once');
  await creator.person.call(readOwnMessages, { params: { optInId: creator.optInId }, body: { upTo: 1 } });
  await minutesLater(6);
  await creator.person.call(saveNotificationPreferences, {
    body: { preferences: { ...DEFAULT_PREFERENCES, message: 'app' } },
  });
  await write('Not by mail');
  await minutesLater(6);
  expect(await mailsTo(`nadia${count}@inbox.test`)).toEqual([]);
});

test('routes a reply to an invite to the conversation once the creator opts in', async () => {
  const [mailId = ''] = await world.queue(brand, [`nadia${count}@inbox.test`]);
  await world.t.api.db.insert(inviteTable).values({
    id: newId(),
    brandId,
    campaignId,
    creatorId: creator.creatorId,
    mailId,
    token: newId(),
  });
  await expect.poll(async () => (await world.stored(mailId)).status, { timeout: 60_000 }).toBe('sent');
  const mail = await world.stored(mailId);
  await reply(mail, 'Gladly, medium please.');
  expect(await messages()).toMatchObject([{ text: 'Gladly, medium please.', byEmail: true, number: 1 }]);
});

test("sends message emails from the product's domain for a brand without one", async () => {
  brandId = await world.t.brand('No domain');
  campaignId = await createTestCampaign(world.t, brandId);
  member = await world.t.person({ brandId });
  creator = await createTestOptIn(world.t, { brandId, campaignId, email: `tom${count}@inbox.test` });
  await write('Hello Tom');
  await minutesLater(6);
  const [arrived] = await world.arrived(`tom${count}@inbox.test`);
  expect(arrived?.from.address).toBe('troupe@troupe.test');
  const [mail] = await mailsTo(`tom${count}@inbox.test`);
  await reply(mail as never, 'Hello back');
  expect((await messages())[0]).toMatchObject({ text: 'Hello back', byEmail: true });
});

test('routes a reply to a collaboration email to the conversation', async () => {
  const { rows } = await world.t.api.pool.query('select user_id from opt_in where id = $1', [
    creator.optInId,
  ]);
  await notifyEach(
    world.t.api.db,
    [
      {
        userId: rows[0].user_id,
        brandId,
        kind: 'opt-in',
        write: () => ({ title: "You're approved", text: 'Trial Peaks' }),
        href: `/opt-ins/${creator.optInId}`,
        reference: `opt-in:${newId()}`,
      },
    ],
    new Date(),
  );
  await minutesLater(6);
  await world.arrived(`nadia${count}@inbox.test`);
  const [mail] = await mailsTo(`nadia${count}@inbox.test`);
  await reply(mail as never, 'Wonderful, thank you.');
  expect((await messages())[0]).toMatchObject({ text: 'Wonderful, thank you.', byEmail: true });
});

test('notifies a team once in the app, and by email if unread', async () => {
  await answer('First question');
  await answer('Second question');
  expect(await bell()).toMatchObject({
    unread: 1,
    notifications: [{ title: 'Nadia Okafor sent you a message', text: 'First question', read: null }],
  });
  await minutesLater(6);
  await minutesLater(8);
  const mails = await mailsTo(`team${count}@larkmoor.test`);
  expect(mails).toHaveLength(1);
  world.t.setNow(new Date(Date.now() + 9 * 60_000));
  await world.wake();
  const [arrived] = await world.arrived(`team${count}@larkmoor.test`);
  world.t.setNow(null);
  expect(arrived?.from.address).toBe('troupe@troupe.test');
  expect(arrived?.text).toContain(`http://localhost:3000/inbox/${campaignId}/chat/${creator.optInId}`);
  await member.call(readMessages, { params: { brandId, optInId: creator.optInId }, body: { upTo: 2 } });
  expect(await bell()).toMatchObject({ unread: 0 });
});

test('opening a conversation stops emails about it to teammates', async () => {
  const teammate = await world.t.person({ brandId, email: `mate${count}@larkmoor.test` });
  await answer('A question');
  await member.call(readMessages, { params: { brandId, optInId: creator.optInId }, body: { upTo: 1 } });
  await minutesLater(6);
  expect(await mailsTo(`mate${count}@larkmoor.test`)).toEqual([]);
  expect(await bell(teammate)).toMatchObject({ unread: 1 });
});

test('applies notification preferences per kind and notifies once per reference', async () => {
  const teammate = await world.t.person({ brandId });
  expect(await member.call(getNotificationPreferences, {})).toEqual({ preferences: DEFAULT_PREFERENCES });
  await teammate.call(saveNotificationPreferences, {
    body: { preferences: { ...DEFAULT_PREFERENCES, content: 'off' } },
  });
  const notice = {
    brandId,
    kind: 'content' as const,
    write: () => ({ title: 'A video to approve', text: 'By Nadia Okafor' }),
    href: `/campaigns/${campaignId}/content-previews`,
    reference: `content:${newId()}`,
  };
  await notify(world.t.api.db, notice);
  await notify(world.t.api.db, notice);
  expect(await bell()).toMatchObject({
    unread: 1,
    total: 1,
    notifications: [{ title: 'A video to approve' }],
  });
  expect(await bell(teammate)).toMatchObject({ unread: 0, total: 0 });
  const stranger = await world.t.person();
  const { notifications } = await bell();
  const ids = notifications.map(({ id }) => id);
  await stranger.call(readNotifications, { body: { ids } });
  expect(await bell()).toMatchObject({ unread: 1 });
  expect(await member.call(readNotifications, { body: { ids } })).toEqual({ unread: 0 });
});
