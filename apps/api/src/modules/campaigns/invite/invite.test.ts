import { getCampaign } from '@troupe/contract/campaigns/campaign';
import {
  cancelInvite,
  listInvitedCreators,
  listInvites,
  openInvite,
  searchInvites,
  sendBulkInvite,
} from '@troupe/contract/campaigns/invite';
import type { InviteStatus } from '@troupe/domain/campaigns/invite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { creatorListItemTable, creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { inboundMailTable, type mailTable } from '../../outreach/mail/mail.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { contentPreviewTable } from '../campaign-content/campaign-content.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { type InviteWorld, startInviteWorld } from './invite.fixture.ts';
import { inviteTable } from './invite.table.ts';

let w: InviteWorld;
beforeAll(async () => {
  w = await startInviteWorld();
});
afterAll(() => w.t.stop());

const list = (query: object = {}) => w.person.call(listInvites, { params: w.params, query });
const mailIdOf = async (id: string) => {
  const [row] = await w.db.select().from(inviteTable).where(eq(inviteTable.id, id));
  return row?.mailId ?? '';
};

const CASES: [InviteStatus, Partial<typeof mailTable.$inferInsert>][] = [
  ['queued', { status: 'queued' }],
  ['queued', { status: 'sending' }],
  ['sent', { status: 'sent', sentAt: '2026-11-01T10:00:00.000Z' }],
  ['deferred', { status: 'deferred', statusReason: 'Their server asks to wait.' }],
  ['bounced', { status: 'bounced', bouncedAt: '2026-11-01T10:00:00.000Z' }],
  ['failed', { status: 'failed', statusReason: 'Refused.' }],
  ['failed', { status: 'suppressed' }],
  ['uncertain', { status: 'uncertain' }],
  ['replied', { status: 'sent', repliedAt: '2026-11-01T10:00:00.000Z' }],
  ['unsubscribed', { status: 'sent', unsubscribedAt: '2026-11-01T10:00:00.000Z' }],
];

test('[R7.033, R3.025, R3.026] lists invites newest first, by page, with their status', async () => {
  for (const [, change] of CASES) {
    const { id } = await w.invite(await w.creator());
    await w.changeMail(await mailIdOf(id), change);
  }
  const response = await fetch(`${w.t.url}/campaign-invites/${w.brandId}/?page=1`, {
    headers: { authorization: `Bearer ${w.person.token}` },
  });
  expect(response.status).toBe(200);
  const page = await list({ page: 1 });
  expect(await response.json()).toEqual(page);
  expect(page).toMatchObject({ page: 1, pages: 1, total: CASES.length });
  expect(page.invites.map(({ status }) => status)).toEqual(CASES.map(([status]) => status).reverse());
  expect(page.invites[0]?.metaData).toMatchObject({
    profile: { username: expect.any(String) },
    campaignTitle: 'Autumn Trail Kit',
  });
  for (const { status, statusReason } of page.invites) {
    if (['bounced', 'failed', 'uncertain', 'deferred', 'unsubscribed'].includes(status))
      expect(statusReason).toBeTruthy();
    if (status === 'sent') expect(statusReason).toBeNull();
  }
  for (const status of new Set(CASES.map(([each]) => each))) {
    const of = await list({ status: [status] });
    expect(of.total).toBe(CASES.filter(([each]) => each === status).length);
    expect(of.invites.every((invite) => invite.status === status)).toBe(true);
  }
  expect((await list({ status: ['failed', 'replied'] })).total).toBe(3);
});

test('finds invites by name, username and campaign, and filters by campaign', async () => {
  const campaignId = await w.campaign(w.brandId, 'Spring 100% Ridge');
  const creatorId = await w.creator({ username: 'under_score', fullname: 'Íris Ó Néill' });
  const { id } = await w.invite(creatorId, { campaignId });
  for (const search of ['UNDER_', 'íris', '100%', ' néill ']) {
    expect((await list({ search })).invites.map((invite) => invite.id)).toEqual([id]);
  }
  expect((await list({ search: 'undermscore' })).total).toBe(0);
  expect((await list({ campaignId })).total).toBe(1);
  expect((await list({ campaignId, status: ['sent'] })).total).toBe(0);
});

test('returns an empty page with the total beyond the last; pages have 24 invites', async () => {
  const brandId = await w.brand();
  const person = await w.t.person({ brandId });
  const campaignId = await w.campaign(brandId);
  const socialProfileIds = await w.creators(...Array.from({ length: 30 }, () => ({})));
  await person.call(sendBulkInvite, { params: { brandId }, body: { campaignId, socialProfileIds } });
  const page = (number: number, search = '') =>
    person.call(listInvites, { params: { brandId }, query: { page: number, search } });
  const [first, second, beyond, found] = await Promise.all([page(1), page(2), page(3), page(9, 'Autumn')]);
  expect([first.invites.length, second.invites.length, beyond.invites.length]).toEqual([24, 6, 0]);
  expect([first.total, beyond.total, beyond.pages, found.total]).toEqual([30, 30, 2, 30]);
  const ids = [...first.invites, ...second.invites].map(({ id }) => id);
  expect(new Set(ids).size).toBe(30);
});

test("shows a creator's newest reply on the invite, ignoring out-of-office replies", async () => {
  const { id } = await w.invite(await w.creator());
  const mailId = await mailIdOf(id);
  const received = (kind: 'reply' | 'auto-reply', visible: string, receivedAt: string) =>
    w.db.insert(inboundMailTable).values({
      id: newId(),
      brandId: w.brandId,
      mailId,
      kind,
      visible,
      receivedAt,
      messageId: `<${newId()}@x>`,
      fromAddress: 'ana@x.example',
      subject: 'Re',
      trust: 'pass',
      rawKey: 'x',
      size: 1,
    });
  await received('reply', 'Yes, please', '2026-11-02T10:00:00.000Z');
  await received('reply', 'When does it start?', '2026-11-03T10:00:00.000Z');
  await received('auto-reply', 'I am away', '2026-11-04T10:00:00.000Z');
  await w.changeMail(mailId, { status: 'sent', repliedAt: '2026-11-03T10:00:00.000Z' });
  const invite = (await list({ status: ['replied'] })).invites.find((each) => each.id === id);
  expect(invite).toMatchObject({ reply: 'When does it start?', repliedDate: '2026-11-03T10:00:00.000Z' });
});

test('[R7.034] finds invites by exact username, case-insensitive', async () => {
  const [one, two] = await Promise.all([
    w.creator({ username: 'Marta.Runs' }),
    w.creator({ username: 'marta.runs', platform: 'tiktok' }),
    w.creator({ username: 'marta.runs.far' }),
  ]);
  await w.invite(one);
  await w.invite(two);
  const find = async (username: string) =>
    (await w.person.call(searchInvites, { params: w.params, body: { username } })).invites;
  expect((await find('MARTA.runs')).map(({ socialProfileId }) => socialProfileId).sort()).toEqual(
    [one, two].sort(),
  );
  expect(await find('marta')).toEqual([]);
  expect(await find('marta%')).toEqual([]);
  await expect(find(' ')).rejects.toMatchObject({ status: 422 });
});

test('reports which of many usernames are invited, ignoring canceled invites', async () => {
  const [one, two] = await Promise.all([
    w.creator({ username: 'asked.one' }),
    w.creator({ username: 'Asked.Two' }),
  ]);
  const { id } = await w.invite(one);
  await w.invite(two);
  const invited = async () =>
    (
      await w.person.call(listInvitedCreators, {
        params: w.params,
        body: { usernames: ['ASKED.one', 'asked.two', 'asked.three'] },
      })
    ).invited;
  expect(await invited()).toEqual(['ASKED.one', 'asked.two']);
  await w.person.call(cancelInvite, { params: { ...w.params, inviteId: id } });
  expect(await invited()).toEqual(['asked.two']);
});

test('shows the full offer on the personal link, and that it closed after the deadline', async () => {
  const { id } = await w.invite(await w.creator({}));
  const [row] = await w.db.select().from(inviteTable).where(eq(inviteTable.id, id));
  const offer = {
    description: 'Show the pack on a run.',
    currency: 'EUR',
    commissionPercent: 10,
    product: { name: 'Shell jacket', value: 18_000 },
    deliverables: [{ kind: 'reel' as const, count: 2 }],
    draftDue: null,
    liveDue: '2030-03-01T22:59:00.000Z',
    closes: '2030-02-01T22:59:00.000Z',
    usageRights: { termDays: 180, channels: ['organic' as const], territory: 'EU' },
    hashtags: ['trail'],
    mentions: ['larkmoor'],
    disclosure: 'Label the posts',
  };
  const change = (brief: object) =>
    w.db.update(campaignTable).set({ brief }).where(eq(campaignTable.id, w.campaignId));
  await change({ ...offer, cover: 'picture.jpg', dos: ['Not for this page'] });
  const at = async (now: string) => {
    w.t.setNow(new Date(now));
    return (await w.t.anonymous.call(openInvite, { params: { token: row?.token ?? '' } })).campaign;
  };
  const shown = await at('2030-01-01T10:00:00.000Z');
  expect(shown).toMatchObject({ ...offer, open: true });
  expect(shown.coverUrl).toMatch(new RegExp(`^http.*/campaign-cover/${w.campaignId}/picture\\.jpg$`));
  expect((await at('2030-02-02T10:00:00.000Z')).open).toBe(false);
  w.t.setNow(null);
  await change({});
});

test('shows the campaign summary on the personal link and records the first visit', async () => {
  const creatorId = await w.creator({ fullname: 'Ana Lima' });
  const { id } = await w.invite(creatorId);
  const row = async () => (await w.db.select().from(inviteTable).where(eq(inviteTable.id, id)))[0];
  const token = (await row())?.token ?? '';
  expect(token.length).toBeGreaterThanOrEqual(22);
  const visit = () => w.t.anonymous.call(openInvite, { params: { token } });
  w.t.setNow(new Date('2030-01-01T10:00:00.000Z'));
  const brief = await visit();
  expect(brief).toEqual({
    brandName: 'Larkmoor',
    brandWebsite: 'https://larkmoor.example',
    creatorName: 'Ana Lima',
    profile: { platform: 'instagram', username: expect.any(String) },
    email: expect.stringMatching(/@creators\.example$/),
    campaign: {
      id: w.campaignId,
      title: 'Autumn Trail Kit',
      socialChannels: ['instagram'],
      maxPaidAmount: null,
      open: true,
      description: '',
      currency: 'USD',
      product: null,
      commissionPercent: null,
      deliverables: [],
      draftDue: null,
      liveDue: null,
      closes: null,
      coverUrl: null,
      usageRights: null,
      hashtags: [],
      mentions: [],
      disclosure: '',
    },
  });
  w.t.setNow(new Date('2030-01-02T10:00:00.000Z'));
  await visit();
  w.t.setNow(null);
  expect((await row())?.visitedAt).toBe('2030-01-01T10:00:00.000Z');
  const shown = (await list({ search: '' })).invites.find((invite) => invite.id === id);
  expect(shown?.visitedDate).toBe('2030-01-01T10:00:00.000Z');
  for (const status of ['paused', 'archived'] as const) {
    await w.changeCampaign(w.campaignId, status);
    expect((await visit()).campaign.open).toBe(false);
  }
  await w.changeCampaign(w.campaignId, 'publish');
});

test('returns not_found for unknown links and links of canceled invites', async () => {
  const { id } = await w.invite(await w.creator());
  const [row] = await w.db.select().from(inviteTable).where(eq(inviteTable.id, id));
  await w.person.call(cancelInvite, { params: { ...w.params, inviteId: id } });
  for (const token of [row?.token ?? '', 'x', 'a'.repeat(24), "' or 1=1 --"]) {
    await expect(w.t.anonymous.call(openInvite, { params: { token } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  }
});

test('rate-limits guessing personal links', async () => {
  const guess = () =>
    fetch(`${w.t.url}/invite/${newId()}/visit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) statuses.push((await guess()).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  expect(statuses.every((status) => status === 404 || status === 429)).toBe(true);
});

test('the funnel starts with the lists that invites come from, and tells who found the campaign themselves', async () => {
  const campaignId = await w.campaign(w.brandId, 'Funnel');
  const [listed = '', invited = '', joined = '', alone = ''] = await w.creators({}, {}, {}, {});
  const listId = newId();
  await w.db.insert(creatorListTable).values({ id: listId, brandId: w.brandId, title: 'Shortlist' });
  await w.db
    .insert(creatorListItemTable)
    .values(
      [listed, invited, joined].map((creatorId) => ({ id: newId(), brandId: w.brandId, listId, creatorId })),
    );
  for (const creatorId of [invited, joined]) await w.invite(creatorId, { campaignId, creatorListId: listId });
  const optIn = (creatorId: string, approved: boolean) => ({
    id: newId(),
    brandId: w.brandId,
    campaignId,
    creatorId,
    status: approved ? ('approved' as const) : ('pending' as const),
    approvedAt: approved ? '2026-11-20T10:00:00.000Z' : null,
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: {
      state: 'none' as const,
      address: null,
      carrier: null,
      tracking: null,
      shipped: null,
      received: null,
    },
    termsVersion: 1,
    termsAcceptedAt: '2026-11-19T10:00:00.000Z',
  });
  const [theirs, own] = [optIn(joined, true), optIn(alone, false)];
  await w.db.insert(optInTable).values([theirs, own]);
  const preview = { id: newId(), brandId: w.brandId, campaignId, optInId: theirs.id, kind: 'reel' as const };
  await w.db.insert(contentPreviewTable).values(preview);
  const { funnel } = await w.person.call(getCampaign, { params: { campaignId } });
  expect(funnel).toEqual({
    listed: 3,
    invited: 2,
    visited: 0,
    optedIn: 2,
    approved: 1,
    submitted: 1,
    live: 0,
    own: { optedIn: 1, approved: 0, submitted: 0, live: 0 },
  });
});
