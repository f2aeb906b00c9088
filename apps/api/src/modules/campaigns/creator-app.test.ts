import * as calls from '@troupe/contract/campaigns/creator-app';
import { remindOptIn } from '@troupe/contract/campaigns/opt-in';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { conversationCampaignTable } from '../inbox/conversation/conversation.table.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { campaignChangeTable } from './campaign/campaign.table.ts';
import { ADDRESS, codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const own = (who: TestPerson, optInId: string) => who.call(calls.getOwnOptIn, { params: { optInId } });
const withdraw = (who: TestPerson, optInId: string, body: object = {}) =>
  who.call(calls.withdrawOptIn, { params: { optInId }, body });
const address = (who: TestPerson, optInId: string, body: object = { address: ADDRESS }) =>
  who.call(calls.giveAddress, { params: { optInId }, body });
const open = async (who: TestPerson, query: object = {}) =>
  (await who.call(calls.listOpenCampaigns, { query })).campaigns;

describe('opting in', () => {
  test('[R1.032] opts in with answers and accepted terms, and the brand sees it immediately', async () => {
    const campaignId = await w.campaign(w.brandId, {
      questions: [
        { id: 'q1', text: 'Which run?', required: true, choices: [] },
        { id: 'q2', text: 'Size?', required: false, choices: ['S', 'M'] },
      ],
    });
    const ana = await w.account();
    await expect(w.take(ana, {}, campaignId)).rejects.toMatchObject({
      body: { fields: { 'answers.q1': 'Answer this question' } },
    });
    const odd = [
      { questionId: 'q1', answer: 'The long one' },
      { questionId: 'q2', answer: 'XXL' },
      { questionId: 'q9', answer: 'nobody asked' },
    ];
    await expect(w.take(ana, { answers: odd }, campaignId)).rejects.toMatchObject({
      body: { fields: { 'answers.q2': 'Choose one of the answers' } },
    });
    const optIn = await w.take(ana, { answers: [{ questionId: 'q1', answer: 'The long one' }] }, campaignId);
    expect(optIn).toMatchObject({
      status: 'pending',
      askedFee: 60_000,
      pitch: 'I run at dawn.',
      version: 1,
      rating: null,
      answers: [{ questionId: 'q1', question: 'Which run?', answer: 'The long one' }],
      agreement: { fee: null, deliverables: [{ kind: 'reel', count: 2 }] },
      campaign: { id: campaignId, open: true, optInId: optIn.id, changed: null, brand: { name: 'Larkmoor' } },
    });
    expect(Date.parse(optIn.termsAccepted)).toBeGreaterThan(Date.now() - 60_000);
    expect((await w.row(optIn.id)).termsVersion).toBe(1);
    const { optIns, unseen } = await w.list({}, 1, campaignId);
    expect(optIns[0]).toMatchObject({ id: optIn.id, unseen: true, socialProfile: { id: ana.creatorId } });
    expect(unseen).toBe(1);
    expect(await w.told(`brand:${w.brandId}`, optIn.id)).toHaveLength(1);
    expect((await own(ana, optIn.id)).history).toMatchObject([{ kind: 'opted-in', by: 'Alva Berg' }]);
    const notices = await w.db
      .select()
      .from(notificationTable)
      .where(eq(notificationTable.reference, `opt-in/${optIn.id}`));
    expect(notices).toMatchObject([
      { userId: w.person.userId, kind: 'opt-in', title: expect.stringMatching(/ opted in$/) },
    ]);
    const [conversation] = await w.db
      .select()
      .from(conversationCampaignTable)
      .where(eq(conversationCampaignTable.optInId, optIn.id));
    expect(conversation).toMatchObject({ campaignId, lastNumber: 0 });
  });

  test("rejects a fee above the campaign's maximum", async () => {
    const ana = await w.account();
    const paid = await w.campaign(w.brandId, { maxPaidAmount: 50_000 });
    await expect(w.take(ana, { askedFee: 50_001 }, paid)).rejects.toMatchObject({
      body: { fields: { askedFee: expect.stringContaining('maximum fee') } },
    });
    expect((await w.take(ana, { askedFee: 50_000 }, paid)).askedFee).toBe(50_000);
  });

  test('opts in once on a double click', async () => {
    const ana = await w.account();
    const made = await Promise.all(Array.from({ length: 5 }, () => w.take(ana)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const first = made[0]?.id as string;
    expect(await w.events(first)).toHaveLength(1);
    expect(await w.told(`brand:${w.brandId}`, first)).toHaveLength(1);
  });

  test("allows one opt-in per campaign, with the creator's own profile only", async () => {
    const ana = await w.account();
    const second = await w.creator();
    await w.claim(ana, second);
    await w.take(ana);
    await expect(w.take({ ...ana, creatorId: second })).rejects.toMatchObject({ code: 'conflict' });
    const eve = await w.account();
    await expect(w.take({ ...eve, creatorId: ana.creatorId })).rejects.toMatchObject({ code: 'invalid' });
    await expect(w.take({ ...eve, creatorId: await w.creator() })).rejects.toMatchObject({
      body: { fields: { socialProfileId: 'Claim this profile before you opt in' } },
    });
    const tube = await w.account({ platform: 'youtube' });
    await expect(w.take(tube)).rejects.toMatchObject({
      body: { fields: { socialProfileId: 'This campaign is for Instagram, TikTok' } },
    });
    await expect(w.take(eve, { accepted: false as never })).rejects.toMatchObject({
      body: { fields: { accepted: 'Accept the campaign terms to opt in' } },
    });
  });

  test.each(['paused', 'completed', 'archived'] as const)(
    'rejects opt-ins once the campaign is %s',
    async (status) => {
      const campaignId = await w.campaign(w.brandId);
      const [ana, eve] = [await w.account(), await w.account()];
      const { id } = await w.take(ana, {}, campaignId);
      await w.changeCampaign(campaignId, status);
      await expect(w.take(eve, {}, campaignId)).rejects.toMatchObject({
        code: 'invalid_transition',
        status: 409,
        message: 'This campaign is no longer accepting creators.',
      });
      // Existing participants still see the campaign.
      expect((await own(ana, id)).optIn.campaign).toMatchObject({ status, open: false });
    },
  );

  test('rejects opt-ins after the deadline and to drafts', async () => {
    const eve = await w.account();
    const closed = await w.campaign(w.brandId, { closes: '2026-01-01T00:00:00.000Z' });
    await expect(w.take(eve, {}, closed)).rejects.toMatchObject({ code: 'invalid_transition' });
    const draft = await w.campaign(w.brandId, {}, 'draft');
    await expect(w.take(eve, {}, draft)).rejects.toMatchObject({ code: 'not_found' });
    await expect(w.take(eve, {}, newId())).rejects.toMatchObject({ code: 'not_found' });
  });

  test('stores free text unchanged', async () => {
    const ana = await w.account();
    const pitch = `<script>alert(1)</script> '; drop table opt_in; -- 👩🏽‍🚀 \u202Etxet`;
    const { id } = await w.take(ana, { pitch });
    expect((await w.get(id)).optIn.pitch).toBe(pitch);
    const eve = await w.account();
    await expect(w.take(eve, { pitch: 'a\u0000b' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(w.take(eve, { pitch: 'x'.repeat(5001) })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe("the creator's view", () => {
  test("returns not_found for another creator's opt-in", async () => {
    const [ana, eve] = [await w.account(), await w.account()];
    const { id } = await w.take(ana);
    for (const call of [own, withdraw, address])
      await expect(call(eve, id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect((await eve.call(calls.listOwnOptIns, {})).optIns).toEqual([]);
    await expect(w.person.call(calls.listOwnOptIns, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(w.list({}, 1, w.campaignId, ana)).rejects.toMatchObject({ status: 404 });
  });

  test('[R3.034] shows the rating once completed, but never who rated or who else opted in', async () => {
    const ana = await w.account();
    const { id } = await w.take(ana);
    await w.change(id, { status: 'approved' });
    await w.change(id, { rating: { content: 5, creativity: 4, communication: 4, overall: 4 } });
    const before = await own(ana, id);
    expect(before.optIn.rating).toBeNull();
    expect(before.history.map(({ kind, by }) => [kind, by])).toEqual([
      ['opted-in', 'Alva Berg'],
      ['approved', 'Larkmoor'],
    ]);
    for (const word of ['unseen', 'rated', 'optInCount', 'userId'])
      expect(JSON.stringify(before)).not.toContain(`"${word}"`);
    await w.change(id, { status: 'completed' });
    expect((await own(ana, id)).optIn.rating).toMatchObject({ average: 4.25 });
  });

  test('lists invited campaigns first, then open ones whose audience fits a claimed profile', async () => {
    const brandId = await w.brand({ name: 'Fitting' });
    const make = (title: string, change: object = {}) =>
      w.campaign(brandId, { title: `Fit ${title}`, ...change });
    const ana = await w.account({
      followerCount: 20_000,
      country: 'PT',
      categories: ['Running'],
      engagement: 4,
    });
    await make('all');
    await make('exact', {
      followersMin: 20_000,
      followersMax: 20_000,
      countries: ['PT'],
      audienceCategories: ['Running'],
      engagementMin: 4,
    });
    for (const change of [
      { followersMin: 20_001 },
      { followersMax: 19_999 },
      { countries: ['ES'] },
      { audienceCategories: ['Food'] },
      { engagementMin: 4.1 },
      { socialChannels: ['youtube'] },
      { closes: '2026-01-01T00:00:00.000Z' },
    ])
      await make('not', change);
    await w.campaign(brandId, { title: 'Fit draft' }, 'draft');
    const titles = async () => (await open(ana, { search: 'fit' })).map(({ brief }) => brief.title);
    expect((await titles()).sort()).toEqual(['Fit all', 'Fit exact']);
    const paused = await w.campaign(brandId, { title: 'Fit invited', followersMin: 900_000 }, 'paused');
    await w.invite(ana.creatorId, paused, 'ana@example.test', brandId);
    const [first, ...rest] = await open(ana, { search: 'FIT' });
    expect(first).toMatchObject({ id: paused, invited: true, open: false, optInId: null });
    expect(rest.every(({ invited, open: takes }) => !invited && takes)).toBe(true);
    // Without a claimed profile, only invited campaigns show.
    expect(await open(await w.t.person({ role: 'creator' }))).toEqual([]);
  });

  test('names the brief fields that changed since opting in', async () => {
    const campaignId = await w.campaign(w.brandId);
    const ana = await w.account();
    await w.take(ana, {}, campaignId);
    const look = () => ana.call(calls.getOpenCampaign, { params: { campaignId } });
    expect((await look()).changed).toBeNull();
    const change = { campaignId, kind: 'brief' as const, userId: w.person.userId };
    await w.db.insert(campaignChangeTable).values([
      { id: newId(), ...change, fields: ['title'], createdAt: '2020-01-01T00:00:00.000Z' },
      { id: newId(), ...change, fields: ['liveDue', 'dos'], createdAt: '2098-01-01T00:00:00.000Z' },
      { id: newId(), ...change, fields: ['liveDue'], createdAt: '2098-01-02T00:00:00.000Z' },
    ]);
    expect((await look()).changed).toEqual({ at: '2098-01-02T00:00:00.000Z', fields: ['dos', 'liveDue'] });
  });

  test('shows a closed campaign to participants and invited creators, including by link', async () => {
    const campaignId = await w.campaign(w.brandId, {}, 'archived');
    const ana = await w.account();
    const look = (query: object = {}) => ana.call(calls.getOpenCampaign, { params: { campaignId }, query });
    await expect(look()).rejects.toMatchObject({ code: 'not_found' });
    await expect(look({ invite: 'made-up' })).rejects.toMatchObject({ code: 'not_found' });
    const token = await w.invite(await w.creator(), campaignId, 'someone@example.test');
    expect(await look({ invite: token })).toMatchObject({ open: false, invited: true });
  });
});

describe('after opting in', () => {
  test('lets a creator withdraw and rejoin, and notifies the brand each time', async () => {
    const ana = await w.account();
    const { id } = await w.take(ana);
    await w.list();
    expect((await withdraw(ana, id, { reason: 'Injured' })).optIn).toMatchObject({ status: 'withdrawn' });
    await expect(withdraw(ana, id)).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(w.change(id, { status: 'approved' })).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await withdraw(ana, id, { again: true })).optIn).toMatchObject({
      status: 'pending',
      reason: null,
    });
    await expect(withdraw(ana, id, { again: true })).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await w.events(id)).map(({ text }) => text)).toEqual([
      'Opted in',
      'Withdrawn: Injured',
      'Rejoined',
    ]);
    expect((await w.row(id)).unseen).toBe(true);
    await w.change(id, { status: 'approved' });
    await w.change(id, { status: 'completed' });
    await expect(withdraw(ana, id)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('rejects rejoining a closed campaign', async () => {
    const campaignId = await w.campaign(w.brandId);
    const ana = await w.account();
    const { id } = await w.take(ana, {}, campaignId);
    await withdraw(ana, id);
    await w.changeCampaign(campaignId, 'paused');
    await expect(withdraw(ana, id, { again: true })).rejects.toMatchObject({
      message: 'This campaign is no longer accepting creators.',
    });
  });

  test('collects a shipping address and confirms receipt', async () => {
    const ana = await w.account();
    const { id } = await w.take(ana);
    await expect(address(ana, id)).rejects.toMatchObject({ code: 'invalid_transition' });
    await w.change(id, { status: 'approved' });
    await expect(address(ana, id)).rejects.toMatchObject({
      message: "The brand hasn't asked for an address yet.",
    });
    await w.change(id, { shipment: { state: 'asked' } });
    expect((await address(ana, id)).optIn.shipment).toMatchObject({ state: 'ready', address: ADDRESS });
    await expect(address(ana, id, { received: true })).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(address(ana, id, {})).rejects.toMatchObject({ code: 'invalid' });
    await w.change(id, { shipment: { state: 'shipped', carrier: 'DHL', tracking: null } });
    await expect(address(ana, id)).rejects.toMatchObject({ message: 'The product has already shipped.' });
    expect((await address(ana, id, { received: true })).optIn.shipment).toMatchObject({ state: 'received' });
    expect((await w.get(id)).history.map(({ text }) => text).slice(2)).toEqual([
      'Address requested',
      'Address provided',
      'Product shipped via DHL',
      'Product received',
    ]);
  });

  test('emails a reminder at most once a day', async () => {
    const email = `${newId()}@creators.example`;
    const who = await w.t.person({ role: 'creator', email });
    const creatorId = await w.creator();
    await w.claim(who, creatorId);
    const { id } = await w.take({ ...who, creatorId });
    const remind = () => w.person.call(remindOptIn, { params: { brandId: w.brandId, optInId: id } });
    await expect(remind()).rejects.toMatchObject({ code: 'invalid_transition' });
    await w.change(id, { status: 'approved' });
    expect(await codesOf([remind(), remind()])).toContain('invalid_transition');
    const mails = await w.db.select().from(mailTable).where(eq(mailTable.toAddress, email));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ kind: 'notice', subject: 'Autumn Trail Kit: reminder from Larkmoor' });
    expect(mails[0]?.plain).toContain('2 reels');
    w.t.setNow(new Date(Date.now() + 25 * 3_600_000));
    await remind();
    w.t.setNow(null);
  });

  test('links the opt-in to its invite', async () => {
    const ana = await w.account();
    await w.invite(ana.creatorId, w.campaignId, 'ana@example.test');
    const { id } = await w.take(ana);
    expect((await w.row(id)).inviteId).not.toBeNull();
    const eve = await w.account();
    const token = await w.invite(await w.creator(), w.campaignId, 'eve@example.test');
    const second = await w.take(eve, { inviteToken: token });
    expect((await w.row(second.id)).inviteId).not.toBeNull();
  });
});
