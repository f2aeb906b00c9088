import { askForStories, getStoryPreflight } from '@troupe/contract/campaigns/campaign';
import {
  beginCreatorConnection,
  completeCreatorConnection,
} from '@troupe/contract/campaigns/creator-connection';
import { getPriceEstimates } from '@troupe/contract/campaigns/opt-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { type OptInWorld, startOptInWorld } from '../campaigns/opt-in/opt-in.fixture.ts';
import { creatorConnectionTable } from '../discovery/creator/creator-refresh.table.ts';
import { creatorListItemTable, creatorListTable } from '../discovery/creator-list/creator-list.table.ts';
import { askBeforeStories } from './story-preflight.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const STORIES = [{ kind: 'story' as const, count: 2 }];

let sandbox: TestSandbox;
let w: OptInWorld;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startOptInWorld({
    INSTAGRAM_URL: `${sandbox.origin}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'token',
    INSTAGRAM_APP_ID: 'app',
    INSTAGRAM_APP_SECRET: 'secret',
    INSTAGRAM_AUTHORIZE_URL: `${sandbox.origin}/instagram/v25.0/dialog/oauth`,
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});

const agreementOf = (change: object) => ({
  fee: null,
  currency: 'USD',
  deliverables: STORIES,
  draftDue: null,
  liveDue: inDays(10),
  usageRights: null,
  ...change,
});

/** Adds an approved creator who owes stories; returns the ids. */
async function owing(username: string, campaignId: string, userId: string | null, change: object = {}) {
  const creatorId = await w.creator({ username });
  const [optInId] = await w.optIns(1, {
    campaignId,
    creatorId,
    userId,
    status: 'approved',
    agreement: agreementOf(change) as never,
    agreedNumber: 1,
    approvedAt: new Date().toISOString(),
  });
  return { creatorId, optInId: optInId! };
}

const connected = (creatorId: string, values: Partial<typeof creatorConnectionTable.$inferInsert> = {}) =>
  w.t.api.db.insert(creatorConnectionTable).values({
    creatorId,
    openId: newId(),
    accessToken: 'sealed',
    accessExpiresAt: inDays(60),
    refreshToken: 'sealed',
    refreshExpiresAt: inDays(60),
    scopes: ['instagram_basic', 'instagram_manage_insights'],
    ...values,
  });

const preflight = (campaignId: string, by: TestPerson = w.person, brandId = w.brandId) =>
  by.call(getStoryPreflight, { params: { brandId, campaignId } });
const reasons = async (campaignId: string) =>
  (await preflight(campaignId)).creators.map(({ username, reason }) => [username, reason]);
const told = async (userId: string) => {
  const { rows } = await w.t.api.pool.query<{ title: string; text: string; href: string }>(
    `select title, text, href from notification where user_id = $1 and reference like 'story:%' order by created_at`,
    [userId],
  );
  return rows;
};

test('names creators whose stories would be lost, and asks each once per reason', async () => {
  const campaignId = await w.campaign(w.brandId, { deliverables: STORIES, liveDue: inDays(10) });
  const [ann, bea, cem, dan] = await Promise.all(
    ['ann', 'bea', 'cem', 'dan'].map(() => w.t.person({ role: 'creator' })),
  );
  await owing('ann.out', campaignId, ann!.userId);
  const ending = await owing('bea.ends', campaignId, bea!.userId);
  const limited = await owing('cem.limited', campaignId, cem!.userId);
  const fine = await owing('dan.fine', campaignId, dan!.userId);
  await owing('eve.reel', campaignId, null, { deliverables: [{ kind: 'reel', count: 1 }] });
  await owing('fay.past', campaignId, null, { liveDue: inDays(-2) });
  // Stories are read for a day after they are due.
  await connected(ending.creatorId, { refreshExpiresAt: inDays(10.5) });
  await connected(limited.creatorId, { scopes: ['instagram_basic'] });
  await connected(fine.creatorId, { scopes: null });

  const found = await preflight(campaignId);
  expect(found).toMatchObject({ checked: 4, lost: 3 });
  expect(found.creators.map(({ username, reason, mayAsk }) => [username, reason, mayAsk])).toEqual([
    ['ann.out', 'not-connected', true],
    ['bea.ends', 'token-ends', true],
    ['cem.limited', 'no-permission', true],
  ]);
  // Two people press the button at the same time, and the job runs.
  const second = await w.t.person({ brandId: w.brandId });
  const asked = await Promise.all([
    ...[w.person, second].map((by) =>
      by.call(askForStories, { params: { brandId: w.brandId, campaignId } }).then((answer) => answer.asked),
    ),
    askBeforeStories(w.t.api).then(() => 0),
  ]);
  expect(asked[0]! + asked[1]!).toBeLessThanOrEqual(3);
  await askBeforeStories(w.t.api);
  expect(
    await Promise.all([ann!, bea!, cem!, dan!].map(async ({ userId }) => (await told(userId)).length)),
  ).toEqual([1, 1, 1, 0]);
  const [note] = await told(ann!.userId);
  expect(note).toMatchObject({ title: 'Connect your Instagram account', href: '/account' });
  expect(note?.text).toContain('Larkmoor asked you to post stories for Autumn Trail Kit by');
  expect((await preflight(campaignId)).creators.every(({ asked, mayAsk }) => asked !== null && !mayAsk)).toBe(
    true,
  );

  const stranger = await w.brand();
  const theirs = await w.t.person({ brandId: stranger });
  await expect(preflight(campaignId, theirs, stranger)).rejects.toMatchObject({ code: 'not_found' });
});

test('asks early only where it helps: a renewed token would end before a distant date too', async () => {
  const campaignId = await w.campaign(w.brandId, { deliverables: STORIES, liveDue: inDays(90) });
  const gil = await w.t.person({ role: 'creator' });
  const { creatorId } = await owing('gil.later', campaignId, gil.userId, { liveDue: inDays(90) });
  await connected(creatorId);
  expect((await preflight(campaignId)).creators).toMatchObject([{ reason: 'token-ends', mayAsk: false }]);
  const { asked } = await w.person.call(askForStories, { params: { brandId: w.brandId, campaignId } });
  await askBeforeStories(w.t.api);
  expect([asked, await told(gil.userId)]).toEqual([0, []]);
});

test("checks creators on the brand's lists before a draft is published", async () => {
  const draft = await w.campaign(w.brandId, { deliverables: STORIES, liveDue: inDays(5) }, 'draft');
  const [listed, elsewhere] = [
    await w.creator({ username: 'hal.listed' }),
    await w.creator({ username: 'ida.theirs' }),
  ];
  const onTiktok = await w.creator({ username: 'jo.tiktok', platform: 'tiktok' });
  const put = async (brandId: string, creatorIds: string[]) => {
    const listId = newId();
    await w.t.api.db.insert(creatorListTable).values({ id: listId, brandId, title: 'Shortlist' });
    await w.t.api.db
      .insert(creatorListItemTable)
      .values(creatorIds.map((creatorId) => ({ id: newId(), brandId, listId, creatorId })));
  };
  await put(w.brandId, [listed, onTiktok]);
  await put(await w.brand(), [elsewhere]);
  expect(await reasons(draft)).toEqual([['hal.listed', 'not-connected']]);
  await connected(listed);
  expect(await preflight(draft)).toMatchObject({ checked: 1, lost: 0 });
});

test('reads from the platform which permissions were declined', async () => {
  const campaignId = await w.campaign(w.brandId, { deliverables: STORIES, liveDue: inDays(3) });
  const kim = await w.t.person({ role: 'creator' });
  await owing('kim.declines', campaignId, kim.userId, { liveDue: inDays(3) });
  const connect = async (decision: string) => {
    const { url } = await kim.call(beginCreatorConnection, { body: { platform: 'instagram' } });
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: 'kim.declines', decision }),
    });
    const back = new URL(answer.headers.get('location') ?? '').searchParams;
    await kim.call(completeCreatorConnection, {
      body: { code: back.get('code') ?? '', state: back.get('state') ?? '' },
    });
  };
  expect(await reasons(campaignId)).toEqual([['kim.declines', 'not-connected']]);
  await connect('without-insights');
  expect(await reasons(campaignId)).toEqual([['kim.declines', 'no-permission']]);
  await connect('allow');
  expect(await reasons(campaignId)).toEqual([]);
});

test("estimates prices from the brand's own agreements alone, with the creator's size at the time", async () => {
  const campaignId = await w.campaign(w.brandId);
  const target = await w.creator({ followerCount: 50_000 });
  const estimates = (by: TestPerson = w.person, brandId = w.brandId) =>
    by.call(getPriceEstimates, { params: { brandId, profileId: target } });
  const posts = [{ kind: 'post', count: 1 }];
  for (const [at, fee] of [10_000, 20_000, 30_000, 40_000].entries()) {
    const { creatorId } = await owing(`price.${at}`, campaignId, null, { fee, deliverables: posts });
    // 10,000 followers at the time, 20,000 today.
    await w.t.api.pool.query(
      `insert into creator_figure_day (creator_id, day, source, followers) values ($1, current_date, 'platform', 10000)`,
      [creatorId],
    );
  }
  await owing('price.euro', campaignId, null, { fee: 1, currency: 'EUR', deliverables: posts });
  const usd = ({ currency }: { currency: string }) => currency === 'USD';
  expect((await estimates()).estimates.find(usd)).toMatchObject({ kind: 'post', offers: 4, median: null });
  await owing('price.last', campaignId, null, { fee: 100_000, deliverables: posts });
  // Per follower 1, 2, 3, 4 and 5 cents: the last has 20,000 followers.
  expect((await estimates()).estimates.find(usd)).toMatchObject({
    offers: 5,
    median: 150_000,
    low: 50_000,
    high: 250_000,
    size: 50_000,
  });
  const stranger = await w.brand();
  expect((await estimates(await w.t.person({ brandId: stranger }), stranger)).estimates).toEqual([]);
});
