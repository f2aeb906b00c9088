import { exportOwnData, getOwnOptIn, withdrawOptIn } from '@troupe/contract/campaigns/creator-app';
import { answerOffer, decideOptIns, undoApprovals } from '@troupe/contract/campaigns/opt-in';
import { listOwnPayables, listPayables } from '@troupe/contract/campaigns/payable';
import { getUsage } from '@troupe/contract/campaigns/usage';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { listOwnMessages } from '@troupe/contract/inbox/own-conversation';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { webhookEventTable } from '../operations/outgoing-webhook/outgoing-webhook.table.ts';
import { finishApprovals } from './approval-undo.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

type Creator = Awaited<ReturnType<OptInWorld['account']>>;

/** A creator who asks $405 in a campaign that pays up to $700. */
async function asks405() {
  const creator = await w.account();
  const campaignId = await w.campaign(w.brandId, {
    maxPaidAmount: 70_000,
    usageRights: { termDays: 180, channels: ['organic'], territory: 'EU' },
  });
  const { id } = await w.take(creator, { askedFee: 40_500 }, campaignId);
  return { creator, campaignId, id };
}
const theirs = async (creator: TestPerson, optInId: string) =>
  creator.call(getOwnOptIn, { params: { optInId } });
const owed = async (creator: TestPerson) => (await creator.call(listOwnPayables, {})).payables;
const answer = async (
  optInId: string,
  number: number,
  what: 'accept' | 'decline' | 'withdraw',
  by = w.person,
) =>
  (await by.call(answerOffer, { params: { brandId: w.brandId, optInId, number }, body: { answer: what } }))
    .optIn;
const lines = async (creator: TestPerson, optInId: string) =>
  (await creator.call(listOwnMessages, { params: { optInId } })).messages
    .toReversed()
    .map(({ text }) => text);
const titles = async (userId: string) =>
  (
    await w.db
      .select({ title: notificationTable.title })
      .from(notificationTable)
      .where(eq(notificationTable.userId, userId))
      .orderBy(asc(notificationTable.id))
  ).map(({ title }) => title);
const used = async (brandId: string, by: TestPerson) =>
  (await by.call(getUsage, { params: { brandId } })).collaborations.used;
/** Returns the terms that each side sees. */
async function shown(creator: TestPerson, optInId: string) {
  const brand = await w.get(optInId);
  const own = await theirs(creator, optInId);
  const of = ({
    optIn: { status, agreement, agreed, offer, askedTerms },
    offers,
  }: typeof brand | typeof own) => ({
    status,
    agreement,
    agreed,
    offer,
    askedTerms,
    offers,
  });
  expect(of(own)).toEqual(of(brand));
  return of(brand);
}

test("approving at the creator's fee is an agreement that both sides see", async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved' });
  const { status, agreement, agreed, offers } = await shown(creator, id);
  expect(status).toBe('approved');
  expect(agreed).not.toBeNull();
  expect(agreement).toMatchObject({
    fee: 40_500,
    deliverables: [{ kind: 'reel', count: 2 }],
    usageRights: { termDays: 180, channels: ['organic'], territory: 'EU' },
  });
  expect(offers).toMatchObject([{ number: 1, side: 'creator', state: 'accepted', terms: { fee: 40_500 } }]);
  await w.change(id, { status: 'completed' });
  expect(await owed(creator)).toMatchObject([{ fee: 40_500, creatorGets: 38_475 }]);
});

test("a lower fee at approval and a later change to $1 don't bind until the creator accepts", async () => {
  const { creator, id } = await asks405();
  const offered = await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  expect(offered).toMatchObject({
    status: 'pending',
    agreed: null,
    agreement: { fee: null },
    offer: { number: 2, side: 'brand', state: 'offered', terms: { fee: 5000 } },
  });
  await expect(w.change(id, { status: 'completed' })).rejects.toMatchObject({ code: 'invalid_transition' });
  await w.answer(creator, id, 'accept', 2);
  expect(await shown(creator, id)).toMatchObject({ status: 'approved', agreement: { fee: 5000 } });
  await w.change(id, { agreement: { fee: 100 } });
  await w.change(id, { status: 'completed' });
  expect(await owed(creator)).toMatchObject([{ fee: 5000, creatorGets: 4750 }]);
  await w.answer(creator, id, 'decline', 3);
  expect(await owed(creator)).toMatchObject([{ fee: 5000 }]);
  expect((await shown(creator, id)).offers.map(({ side, state, terms }) => [side, state, terms.fee])).toEqual(
    [
      ['creator', 'countered', 40_500],
      ['brand', 'accepted', 5000],
      ['brand', 'declined', 100],
    ],
  );
});

test('a change accepted after completion becomes payable', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved' });
  await w.change(id, { status: 'completed' });
  await w.change(id, { agreement: { fee: 50_000 } });
  expect(await owed(creator)).toMatchObject([{ fee: 40_500 }]);
  await w.answer(creator, id);
  expect(await owed(creator)).toMatchObject([{ fee: 50_000, state: 'due' }]);
  const { payables } = await w.person.call(listPayables, { params: { brandId: w.brandId }, query: {} });
  expect(payables.find(({ optInId }) => optInId === id)).toMatchObject({ brandPays: 52_500 });
});

test("both sides counter until the brand accepts the creator's offer", async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  const deliverables = [{ kind: 'reel' as const, count: 1 }];
  await w.counter(creator, id, 2, { fee: 30_000, deliverables });
  expect((await w.get(id)).optIn).toMatchObject({
    unseen: true,
    status: 'pending',
    askedTerms: { fee: 30_000, deliverables },
  });
  expect(await answer(id, 3, 'accept')).toMatchObject({
    status: 'approved',
    agreement: { fee: 30_000, deliverables },
  });
  expect(await lines(creator, id)).toEqual([
    expect.stringMatching(/^Offer from the brand: \$50, 2 reels/),
    expect.stringMatching(/^Offer from the creator: \$300, 1 reel/),
    expect.stringMatching(/^Approved: \$300, 1 reel/),
  ]);
  expect(await titles(creator.userId)).toEqual(['You have a new offer', "You're approved"]);
  const bell = (await w.person.call(listNotifications, {})).notifications;
  expect(bell.map(({ href }) => href)).toContain(
    `/campaigns/${(await w.get(id)).optIn.campaignId}/opt-ins?optIn=${id}`,
  );
});

test("agrees to the creator's last terms after the brand's own offer was declined", async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  await w.answer(creator, id, 'decline');
  expect(await w.change(id, { status: 'approved' })).toMatchObject({
    status: 'approved',
    agreement: { fee: 40_500 },
    offer: { number: 3, side: 'brand', state: 'accepted' },
  });
});

test('negotiates dates, deliverables and usage rights like the fee', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved' });
  const before = (await w.get(id)).optIn.agreement;
  const changes = [
    { liveDue: '2099-12-20T12:00:00.000Z' },
    { deliverables: [{ kind: 'reel' as const, count: 9 }] },
    { usageRights: { termDays: null, channels: ['paid' as const], territory: '' } },
  ];
  for (const change of changes) {
    const { agreement, offer } = await w.change(id, { agreement: change });
    expect(agreement).toEqual(before);
    expect(offer).toMatchObject({ state: 'offered', terms: change });
    await w.answer(creator, id);
    expect((await w.get(id)).optIn.agreement).toMatchObject(change);
    await w.change(id, { agreement: before });
    await w.answer(creator, id);
  }
});

test('rejects an acceptance of an offer that changed in the meantime', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  await w.change(id, { agreement: { fee: 4000 } });
  await expect(w.answer(creator, id, 'accept', 2)).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'The offer has changed since you opened it. Review the new terms, then respond again.',
  });
  await expect(w.counter(creator, id, 2, { fee: 9000 })).rejects.toMatchObject({ code: 'conflict' });
  expect((await w.get(id)).optIn).toMatchObject({ status: 'pending', agreed: null });
  await answer(id, 3, 'withdraw');
  await expect(w.answer(creator, id, 'accept', 3)).rejects.toMatchObject({
    message: 'This offer is no longer open. Review what changed.',
  });
});

test('applies only one of a concurrent change and acceptance', async () => {
  for (let round = 0; round < 4; round++) {
    const { creator, id } = await asks405();
    await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
    const codes = await codesOf([
      w.change(id, { agreement: { fee: 100 } }),
      w.answer(creator, id, 'accept', 2),
    ]);
    const { agreed, agreement, offer } = await shown(creator, id);
    // Either $50 is agreed and $1 is a new offer, or $1 came first and nothing is agreed.
    if (codes[1] === null) expect(agreement.fee).toBe(5000);
    else expect([codes[1], agreed]).toEqual(['conflict', null]);
    expect(offer).toMatchObject({ number: 3, state: 'offered', terms: { fee: 100 } });
  }
});

test('accepting twice has one effect', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  const codes = await codesOf(Array.from({ length: 5 }, () => w.answer(creator, id, 'accept', 2)));
  expect(codes).toEqual([null, null, null, null, null]);
  expect((await lines(creator, id)).filter((text) => text.startsWith('Offer accepted'))).toHaveLength(1);
});

test("rejects answers to one's own offer, another creator's, or another brand's", async () => {
  const { creator, id } = await asks405();
  await expect(w.answer(creator, id, 'accept', 1)).rejects.toMatchObject({ code: 'invalid_transition' });
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  await expect(answer(id, 2, 'accept')).rejects.toMatchObject({ code: 'invalid_transition' });
  const stranger = await w.account();
  await expect(w.answer(stranger, id, 'accept', 2)).rejects.toMatchObject({ status: 404 });
  await expect(w.counter(stranger, id, 2, { fee: 1 })).rejects.toMatchObject({ status: 404 });
  const brandId = await w.brand();
  const member = await w.t.person({ brandId });
  const params = { brandId, optInId: id, number: 2 };
  await expect(member.call(answerOffer, { params, body: { answer: 'withdraw' } })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(
    member.call(undoApprovals, { params: { brandId }, body: { optInIds: [id] } }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('counts a collaboration in the month it is agreed, and rejects acceptance beyond the plan limit', async () => {
  const brandId = await w.brand({ plan: 'starter' });
  const campaignId = await w.campaign(brandId);
  const person = await w.t.person({ brandId });
  const others = await w.optIns(5, { brandId, campaignId });
  const creator: Creator = await w.account();
  const { id } = await w.take(creator, {}, campaignId);
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } }, person, brandId);
  expect(await used(brandId, person)).toBe(0);
  for (const other of others) await w.change(other, { status: 'approved' }, person, brandId);
  for (let press = 0; press < 2; press++)
    await expect(w.answer(creator, id)).rejects.toMatchObject({
      code: 'plan_limit',
      message: /can't take on more collaborations this month/,
    });
  expect((await theirs(creator, id)).optIn.offer).toMatchObject({ number: 2, state: 'offered' });
  const told = (await titles(person.userId)).filter((title) => title.endsWith("couldn't accept your offer"));
  expect(told).toHaveLength(1);
  const now = new Date();
  w.t.setNow(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 0, 1)));
  try {
    expect((await w.answer(creator, id)).status).toBe('approved');
    expect(await used(brandId, person)).toBe(1);
  } finally {
    w.t.setNow(null);
  }
});

test('declining an opt-in withdraws the offer, and a rejoining creator makes a new one', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  await w.change(id, { status: 'rejected' });
  expect((await theirs(creator, id)).optIn.offer).toMatchObject({ number: 2, state: 'withdrawn' });
  await expect(w.answer(creator, id, 'accept', 2)).rejects.toMatchObject({ code: 'conflict' });
  await w.change(id, { status: 'approved' });
  await creator.call(withdrawOptIn, { params: { optInId: id }, body: {} });
  await creator.call(withdrawOptIn, { params: { optInId: id }, body: { again: true } });
  expect(await shown(creator, id)).toMatchObject({
    status: 'pending',
    agreed: null,
    agreement: { fee: null },
    offer: { number: 4, side: 'creator', state: 'offered', terms: { fee: 40_500 } },
  });
});

test("the database rejects changes to an offer's terms", async () => {
  const { id } = await asks405();
  await expect(
    w.t.api.pool.query(`update opt_in_offer set terms = terms || '{"fee": 1}' where opt_in_id = $1`, [id]),
  ).rejects.toThrow('the terms of an offer never change');
});

test('sends offer webhooks and exports every offer version to the creator', async () => {
  const { brandId } = w;
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: {
      url: 'https://program.example/hooks',
      description: '',
      events: ['offer.created', 'offer.accepted', 'offer.declined', 'offer.withdrawn', 'opt_in.approved'],
    },
  });
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', agreement: { fee: 5000 } });
  await w.answer(creator, id, 'decline');
  await w.counter(creator, id, 2, { fee: 20_000 });
  await w.change(id, { agreement: { fee: 10_000 } });
  await answer(id, 4, 'withdraw');
  await w.change(id, { status: 'approved' });
  const sent = await w.db.select().from(webhookEventTable).orderBy(asc(webhookEventTable.id));
  const of = sent.filter(({ data }) => data.optInId === id);
  expect(of.map(({ type, data }) => [type, data.number, data.side])).toEqual([
    ['offer.created', 2, 'brand'],
    ['offer.declined', 2, 'brand'],
    ['offer.created', 3, 'creator'],
    ['offer.created', 4, 'brand'],
    ['offer.withdrawn', 4, 'brand'],
    ['opt_in.approved', undefined, undefined],
    ['offer.accepted', 5, 'brand'],
  ]);
  const kept = JSON.parse(await (await creator.download(exportOwnData, {})).text());
  expect(kept.optIns[0].offers.map(({ terms }: { terms: { fee: number } }) => terms.fee)).toEqual([
    40_500, 5000, 20_000, 10_000, 20_000,
  ]);
});

test('undoes an approval completely within ten seconds', async () => {
  const { creator, id } = await asks405();
  const { brandId, person } = w;
  const before = await w.get(id);
  const usedBefore = await used(brandId, person);
  const now = new Date();
  w.t.setNow(now);
  try {
    expect(await w.change(id, { status: 'approved', undoable: true })).toMatchObject({
      status: 'approved',
      agreement: { fee: 40_500 },
      undoUntil: expect.any(String),
    });
    expect(await used(brandId, person)).toBe(usedBefore + 1);
    w.t.setNow(new Date(now.getTime() + 10_000));
    await person.call(undoApprovals, { params: { brandId }, body: { optInIds: [id] } });
    const { optIn, history, offers } = await w.get(id);
    expect({ history, offers }).toEqual({ history: before.history, offers: before.offers });
    const { version, updated, ...rest } = before.optIn;
    expect(optIn).toMatchObject(rest);
    expect(await used(brandId, person)).toBe(usedBefore);
    w.t.setNow(new Date(now.getTime() + 20_000));
    await finishApprovals(w.t.api);
    expect(await lines(creator, id)).toEqual([]);
    expect(await titles(creator.userId)).toEqual([]);
  } finally {
    w.t.setNow(null);
  }
});

test('publishes an approval once it can no longer be undone', async () => {
  const { creator, id } = await asks405();
  const now = new Date();
  w.t.setNow(now);
  try {
    await w.change(id, { status: 'approved', undoable: true });
    await finishApprovals(w.t.api);
    expect(await lines(creator, id)).toEqual([]);
    w.t.setNow(new Date(now.getTime() + 13_000));
    await expect(
      w.person.call(undoApprovals, { params: { brandId: w.brandId }, body: { optInIds: [id] } }),
    ).rejects.toMatchObject({ status: 409, message: 'You can no longer undo this approval.' });
    await Promise.all([1, 2].map(() => finishApprovals(w.t.api)));
    expect(await lines(creator, id)).toEqual([expect.stringMatching(/^Approved: \$405/)]);
    expect(await titles(creator.userId)).toEqual(["You're approved"]);
  } finally {
    w.t.setNow(null);
  }
});

test('any later action finalizes an approval and is published after it', async () => {
  const { creator, id } = await asks405();
  await w.change(id, { status: 'approved', undoable: true });
  await w.change(id, { shipment: { state: 'asked' } });
  expect(await lines(creator, id)).toEqual([expect.stringMatching(/^Approved: /), 'Address requested']);
  await expect(
    w.person.call(undoApprovals, { params: { brandId: w.brandId }, body: { optInIds: [id] } }),
  ).rejects.toMatchObject({ code: 'invalid_transition' });
});

test('undoes a bulk approval, except for creators who changed since', async () => {
  const brandId = await w.brand({ plan: 'starter' });
  const campaignId = await w.campaign(brandId);
  const person = await w.t.person({ brandId });
  const ids = await w.optIns(4, { brandId, campaignId, askedFee: 9000 });
  const [first = '', second = ''] = ids;
  const rows = await Promise.all(ids.map((id) => w.row(id)));
  const versions = Object.fromEntries(
    rows.map(({ id, version }) => [id, id === second ? version + 1 : version]),
  );
  const decided = await person.call(decideOptIns, {
    params: { brandId, campaignId },
    body: { optInIds: ids, status: 'approved', versions, undoable: true },
  });
  expect(decided.refused).toMatchObject([{ optInId: second, code: 'conflict' }]);
  expect(await used(brandId, person)).toBe(3);
  await w.change(first, { status: 'completed' }, person, brandId);
  const undone = await person.call(undoApprovals, {
    params: { brandId },
    body: { optInIds: decided.changed },
  });
  expect(undone.changed).toEqual(ids.slice(2));
  expect(undone.refused).toMatchObject([{ optInId: first, code: 'invalid_transition' }]);
  expect(await used(brandId, person)).toBe(1);
  const { payables } = await person.call(listPayables, { params: { brandId }, query: {} });
  expect(payables).toMatchObject([{ optInId: first, fee: 9000 }]);
});
