import { getOwnOptIn } from '@troupe/contract/campaigns/creator-app';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { contentPreviewTable, livePostTable } from '../campaigns/campaign-content/campaign-content.table.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { remindOfDue } from './due-reminders.ts';
import { notificationTable } from './notification/notification.table.ts';
import { sendUnreadEmails } from './unread-emails.ts';

const DRAFT = '2031-03-10T22:59:00.000Z';
const LIVE = '2031-03-20T22:59:00.000Z';

let w: OptInWorld;
let creator: Awaited<ReturnType<OptInWorld['account']>>;
let optInId: string;

beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());
beforeEach(async () => {
  creator = await w.account();
  optInId = await approved();
});

const approved = (
  deliverables = [{ kind: 'reel' as const, count: 1 }],
  status: 'approved' | 'pending' = 'approved',
) =>
  w.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status,
    agreement: {
      fee: null,
      usageRights: null,
      currency: 'USD',
      deliverables,
      draftDue: DRAFT,
      liveDue: LIVE,
    },
  });

/** Runs the job at these times; returns the creator's notifications. */
async function at(...moments: string[]) {
  for (const moment of moments) {
    w.t.setNow(new Date(moment));
    await remindOfDue(w.t.api);
  }
  w.t.setNow(null);
  const rows = await w.db
    .select({ title: notificationTable.title, text: notificationTable.text })
    .from(notificationTable)
    .where(eq(notificationTable.userId, creator.userId))
    .orderBy(notificationTable.createdAt);
  return rows;
}
const titles = async (...moments: string[]) => (await at(...moments)).map(({ title }) => title);

test('reminds creators three days before a draft is due and on the day, once each', async () => {
  const told = await at(
    '2031-03-06T12:00:00Z',
    '2031-03-07T23:30:00Z',
    '2031-03-08T00:30:00Z',
    '2031-03-09T12:00:00Z',
    '2031-03-10T07:30:00Z',
    '2031-03-10T08:30:00Z',
    '2031-03-11T08:30:00Z',
  );
  expect(told.map(({ title }) => title)).toEqual(['Your draft is due in 3 days', 'Your draft is due today']);
  expect(told[0]?.text).toBe("You agreed to create 1 reel for Larkmoor's campaign Autumn Trail Kit.");
  const { history } = await creator.call(getOwnOptIn, { params: { optInId } });
  expect(history.map(({ text }) => text)).toEqual([
    'Reminder sent: draft due in 3 days',
    'Reminder sent: draft due today',
  ]);
});

test('also emails an unread reminder', async () => {
  await at('2031-03-10T08:30:00Z');
  w.t.setNow(new Date('2031-03-10T08:36:00Z'));
  await sendUnreadEmails(w.t.api);
  await sendUnreadEmails(w.t.api);
  w.t.setNow(null);
  const mails = await w.db
    .select()
    .from(mailTable)
    .where(eq(mailTable.toAddress, `${creator.userId}@example.test`));
  expect(mails.map(({ subject }) => subject)).toEqual(['Your draft is due today - Larkmoor']);
  expect(mails[0]?.plain).toContain(`/opt-ins/${optInId}`);
});

test('skips finished work and counts the rest', async () => {
  const place = { brandId: w.brandId, campaignId: w.campaignId, optInId };
  const preview = newId();
  await w.db.insert(contentPreviewTable).values({ id: preview, ...place, kind: 'reel' });
  expect(await titles('2031-03-10T08:30:00Z')).toEqual([]);
  // Content with requested changes isn't finished.
  await w.db
    .update(contentPreviewTable)
    .set({ status: 'change_requested' })
    .where(eq(contentPreviewTable.id, preview));
  expect(await titles('2031-03-10T09:30:00Z')).toEqual(['Your draft is due today']);
  const post = (code: string) =>
    w.db.insert(livePostTable).values({
      id: newId(),
      ...place,
      kind: 'reel' as const,
      platform: 'instagram' as const,
      source: 'creator',
      url: `https://www.instagram.com/p/${code}/`,
      figures: { views: null, reach: null, likes: null, comments: null, saves: null, shares: null },
    });
  await post('CxAAAAAAAA1');
  expect(await titles('2031-03-20T09:00:00Z')).toHaveLength(1);
});

test('counts finished deliverables, and skips opt-ins in other states', async () => {
  const three = await w.campaign(w.brandId);
  await w.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
    campaignId: three,
    agreement: {
      fee: null,
      usageRights: null,
      currency: 'USD',
      draftDue: null,
      liveDue: '2031-05-01T22:59:00.000Z',
      deliverables: [
        { kind: 'reel', count: 2 },
        { kind: 'story', count: 1 },
      ],
    },
  });
  const waiting = await w.campaign(w.brandId);
  await w.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'pending',
    campaignId: waiting,
    agreement: {
      fee: null,
      usageRights: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: '2031-05-01T22:59:00.000Z',
    },
  });
  const archived = await w.campaign(w.brandId, {}, 'archived');
  await w.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
    campaignId: archived,
    agreement: {
      fee: null,
      usageRights: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: '2031-05-01T22:59:00.000Z',
    },
  });
  const told = await at('2031-04-30T23:30:00Z');
  expect(told).toEqual([
    {
      title: 'Your post is due in 1 day',
      text: "You agreed to create 2 reels, 1 story for Larkmoor's campaign Autumn Trail Kit. You've posted 0 of 3 so far.",
    },
  ]);
});

test('reminds again after a date moved, and skips creators who turned reminders off', async () => {
  expect(await titles('2031-03-10T08:30:00Z')).toHaveLength(1);
  await w.change(optInId, { agreement: { draftDue: '2031-03-14T22:59:00.000Z' } });
  await w.answer(creator, optInId);
  const told = await titles('2031-03-12T08:30:00Z');
  expect(told.filter((title) => title.startsWith('Your draft'))).toEqual([
    'Your draft is due today',
    'Your draft is due in 3 days',
  ]);
});

test("rejects impossible dates, so that they can't block other reminders", async () => {
  const change = w.change(optInId, { agreement: { draftDue: '0000-01-01T00:00:00Z' } });
  await expect(change).rejects.toMatchObject({
    body: { code: 'invalid', fields: { 'agreement.draftDue': expect.stringContaining('Year 0') } },
  });
  expect(await titles('2031-03-10T07:30:00Z')).toEqual(['Your draft is due today']);
});
