import { getOwnOptIn, giveAddress, withdrawOptIn } from '@troupe/contract/campaigns/creator-app';
import { decideOptIns } from '@troupe/contract/campaigns/opt-in';
import { listConversations, listMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import { listOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { ADDRESS, type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { notificationTable } from './notification/notification.table.ts';
import { sendUnreadEmails } from './unread-emails.ts';

let w: OptInWorld;
let creator: Awaited<ReturnType<OptInWorld['account']>>;
let optInId: string;

beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());
beforeEach(async () => {
  creator = await w.account();
  optInId = await w.optIn({ creatorId: creator.creatorId, userId: creator.userId });
});

const team = async () =>
  (await w.person.call(listMessages, { params: { brandId: w.brandId, optInId } })).messages.toReversed();
const theirs = async () =>
  (await creator.call(listOwnMessages, { params: { optInId } })).messages.toReversed();
const lines = async () => (await team()).map(({ text }) => text);
const notifiedTitles = async () =>
  (
    await w.db
      .select({ title: notificationTable.title })
      .from(notificationTable)
      .where(eq(notificationTable.userId, creator.userId))
      .orderBy(asc(notificationTable.id))
  ).map(({ title }) => title);

test("adds opt-in events to both sides' conversation in order and streams them", async () => {
  await w.change(optInId, { status: 'approved' });
  await w.change(optInId, { agreement: { fee: 45_000, deliverables: [{ kind: 'reel', count: 2 }] } });
  await w.answer(creator, optInId);
  await w.change(optInId, { shipment: { state: 'asked' } });
  await creator.call(giveAddress, { params: { optInId }, body: { address: ADDRESS } });
  await w.change(optInId, { shipment: { state: 'shipped', carrier: 'DHL', tracking: 'JD1' } });
  await creator.call(giveAddress, { params: { optInId }, body: { received: true } });
  await w.change(optInId, {
    status: 'completed',
    rating: { content: 4, creativity: 4, communication: 4, overall: 4 },
  });
  const expected = [
    'Approved: no fee',
    'Offer from the brand: $450, 2 reels',
    'Offer accepted: $450, 2 reels',
    'Address requested',
    'Address provided',
    'Product shipped via DHL, tracking number JD1',
    'Product received',
    'Completed',
  ];
  const said = await team();
  expect(said.map(({ text }) => text)).toEqual(expected);
  expect(said.map(({ kind, number }) => [kind, number])).toEqual(expected.map((_, at) => ['event', at + 1]));
  expect((await theirs()).map(({ text, by }) => [text, by.name])).toEqual(expected.map((text) => [text, '']));
  const told = await w.told(`user:${creator.userId}`, optInId);
  const live = told.filter(({ type }) => type === 'message');
  expect(live.map(({ data }) => (data.message as { text: string }).text)).toEqual(expected);
});

test('the inbox shows the last message of an unread conversation, not the event after it', async () => {
  const { brandId, campaignId, person } = w;
  const lastIn = async (query: { campaignId?: string }) => {
    const { conversations } = await person.call(listConversations, { params: { brandId }, query });
    return conversations.find((one) => one.optInId === optInId)?.last;
  };
  await w.change(optInId, { status: 'approved' });
  expect(await lastIn({ campaignId })).toMatchObject({ kind: 'event', text: 'Approved: no fee' });
  await creator.call(sendOwnMessage, {
    params: { optInId },
    body: { clientId: newId(), text: 'Is the parcel on its way?' },
  });
  await w.change(optInId, { shipment: { state: 'asked' } });
  expect(await lines()).toEqual(['Approved: no fee', 'Is the parcel on its way?', 'Address requested']);
  for (const query of [{}, { campaignId }])
    expect(await lastIn(query)).toMatchObject({ kind: 'creator', text: 'Is the parcel on its way?' });
});

test("automatic events don't reorder the inbox", async () => {
  const other = await w.account();
  const later = await w.optIn({ creatorId: other.creatorId, userId: other.userId });
  const { brandId, campaignId, person } = w;
  for (const [minute, id] of [optInId, later].entries()) {
    w.t.setNow(new Date(Date.now() + (minute + 1) * 60_000));
    await person.call(sendMessage, {
      params: { brandId, optInId: id },
      body: { clientId: newId(), text: 'Hello' },
    });
  }
  w.t.setNow(new Date(Date.now() + 5 * 60_000));
  await w.change(optInId, { status: 'approved' });
  w.t.setNow(null);
  const inbox = await person.call(listConversations, { params: { brandId }, query: { campaignId } });
  const order = inbox.conversations.map(({ optInId: id }) => id);
  expect(order.slice(0, 2)).toEqual([later, optInId]);
  // The last line is shown nevertheless.
  expect(inbox.conversations[1]?.last?.text).toBe('Approved: no fee');
});

test('leaves out personal reasons when an opt-in is declined or withdrawn', async () => {
  await w.change(optInId, { status: 'rejected', reason: 'Too far north for us' });
  await w.change(optInId, { status: 'pending' });
  await creator.call(withdrawOptIn, { params: { optInId }, body: { reason: 'My knee' } });
  await creator.call(withdrawOptIn, { params: { optInId }, body: { again: true } });
  expect(await lines()).toEqual(['Declined', 'Reopened', 'Withdrawn', 'Rejoined']);
});

test('adds a line per bulk decision; team notes leave no gaps for the creator', async () => {
  const others = await w.optIns(30);
  const { brandId, campaignId, person } = w;
  await person.call(sendMessage, {
    params: { brandId, optInId },
    body: { clientId: newId(), text: 'Looks good to me', note: true },
  });
  const { changed } = await person.call(decideOptIns, {
    params: { brandId, campaignId },
    body: { optInIds: [optInId, ...others], status: 'rejected' },
  });
  expect(changed).toHaveLength(31);
  expect((await team()).map(({ number, kind }) => [number, kind])).toEqual([
    [1, 'note'],
    [2, 'event'],
  ]);
  expect((await theirs()).map(({ number, text }) => [number, text])).toEqual([[1, 'Declined']]);
});

test('stores both a message and a concurrent decision without deadlock', async () => {
  const { brandId, person } = w;
  const write = (text: string) =>
    person.call(sendMessage, { params: { brandId, optInId }, body: { clientId: newId(), text } });
  for (let round = 0; round < 5; round++)
    await Promise.all([
      write(`One ${round}`),
      w.change(optInId, { status: round % 2 === 0 ? 'rejected' : 'pending' }),
      write(`Two ${round}`),
    ]);
  const said = await team();
  expect(said).toHaveLength(15);
  expect(said.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
});

test('notifies the creator of decisions, by email if unread', async () => {
  await w.change(optInId, { status: 'approved' });
  expect(await notifiedTitles()).toEqual(["You're approved"]);
  w.t.setNow(new Date(Date.now() + 6 * 60_000));
  await sendUnreadEmails(w.t.api);
  w.t.setNow(null);
  const mails = await w.db
    .select()
    .from(mailTable)
    .where(eq(mailTable.toAddress, `${creator.userId}@example.test`));
  expect(mails.map(({ subject }) => subject)).toEqual(["You're approved - Larkmoor"]);
  // A creator's own actions don't notify them.
  await creator.call(withdrawOptIn, { params: { optInId }, body: {} });
  expect(await notifiedTitles()).toHaveLength(1);
});

test("notifies the creator of a brand's offer once, and keeps it in the history", async () => {
  await w.change(optInId, { status: 'approved' });
  const agreement = {
    fee: 52_000,
    currency: 'USD',
    draftDue: '2099-02-01T22:59:00.000Z',
    liveDue: '2099-02-10T22:59:00.000Z',
    deliverables: [
      { kind: 'reel' as const, count: 1 },
      { kind: 'story' as const, count: 3 },
    ],
  };
  await w.change(optInId, { agreement });
  await w.change(optInId, { agreement });
  await w.change(optInId, { agreement: { deliverables: [{ kind: 'reel', count: 1 }] } });
  const { history, optIn } = await creator.call(getOwnOptIn, { params: { optInId } });
  expect(optIn.agreement.deliverables).toEqual([]);
  expect(history.filter(({ kind }) => kind === 'offer').map(({ text }) => text)).toEqual([
    'Offer from the brand: $520, 1 reel, 3 stories, draft by 1 Feb 2099, live by 10 Feb 2099',
    'Offer from the brand: $520, 1 reel, draft by 1 Feb 2099, live by 10 Feb 2099',
  ]);
  expect(await notifiedTitles()).toEqual(["You're approved", 'You have a new offer', 'You have a new offer']);
});
