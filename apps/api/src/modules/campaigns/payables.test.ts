import { exportOwnData } from '@troupe/contract/campaigns/creator-app';
import {
  exportPayables,
  getPayable,
  listOwnPayables,
  listPayables,
  movePayables,
} from '@troupe/contract/campaigns/payable';
import { listNotifications } from '@troupe/contract/inbox/notification';
import type { PayableState } from '@troupe/domain/campaigns/payable';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const AGREED = {
  fee: 60_010,
  currency: 'USD',
  deliverables: [],
  draftDue: null,
  liveDue: null,
  usageRights: null,
};

/** A creator with a newly completed collaboration and its payable. */
async function completed(fee: number | null = AGREED.fee, currency = 'USD') {
  const creator = await w.account();
  const optInId = await w.optIn({
    creatorId: creator.creatorId,
    userId: creator.userId,
    status: 'approved',
    agreement: { ...AGREED, fee, currency },
  });
  await w.change(optInId, { status: 'completed' });
  const { payables } = await list({ search: await nameOf(optInId) });
  const [payable] = payables;
  return { creator, optInId, payable: payable as NonNullable<typeof payable> };
}
const nameOf = async (optInId: string) => (await w.get(optInId)).optIn.socialProfile.username;
const list = (query: object = {}, by: TestPerson = w.person, brandId = w.brandId) =>
  by.call(listPayables, { params: { brandId }, query });
const move = (
  payables: { id: string; version: number }[],
  state: PayableState,
  more: object = {},
  by: TestPerson = w.person,
) => by.call(movePayables, { params: { brandId: w.brandId }, body: { payables, state, ...more } });
const own = async (creator: TestPerson) => (await creator.call(listOwnPayables, {})).payables;

test('[R9.022] [R9.023] a completed collaboration is due with a 5% fee added for the brand and deducted from the creator', async () => {
  const { creator, optInId, payable } = await completed();
  expect(payable).toMatchObject({
    optInId,
    state: 'due',
    fee: 60_010,
    processingFee: 3001,
    brandPays: 63_011,
    currency: 'USD',
  });
  expect(await own(creator)).toMatchObject([
    { optInId, state: 'due', fee: 60_010, processingFee: 3001, creatorGets: 57_009, brandName: 'Larkmoor' },
  ]);
});

test("includes payables in the creator's data export", async () => {
  const { creator, payable } = await completed();
  const kept = JSON.parse(await (await creator.download(exportOwnData, {})).text()) as {
    payables: unknown[];
  };
  expect(kept.payables).toMatchObject([{ id: payable.id, state: 'due', creatorGets: 57_009 }]);
});

test('nothing is due before completion, without a fee, or for a fee of zero', async () => {
  const { payable, creator } = await completed(null);
  expect(payable).toBeUndefined();
  expect(await own(creator)).toEqual([]);
  expect((await completed(0)).payable).toBeUndefined();
  const optInId = await w.optIn({ status: 'approved', agreement: AGREED });
  expect((await list({ search: await nameOf(optInId) })).total).toBe(0);
});

test('moves a payable from due to approved to paid, visible to both sides', async () => {
  const { creator, payable } = await completed();
  const [approved] = (await move([payable], 'approved')).changed;
  expect(approved).toMatchObject({ state: 'approved', version: 2 });
  if (!approved) throw new Error('not approved');
  const [paid] = (await move([approved], 'paid', { reference: ' SEPA 4711 ' })).changed;
  expect(paid).toMatchObject({ state: 'paid', reference: 'SEPA 4711', version: 3 });
  const { history } = await w.person.call(getPayable, {
    params: { brandId: w.brandId, payableId: payable.id },
  });
  expect(history.map(({ text }) => text)).toEqual([
    ...['Due: the collaboration is completed', 'Approved', 'Paid: SEPA 4711'],
  ]);
  expect(history.at(-1)?.by).toBe('Alva Berg');
  expect(await own(creator)).toMatchObject([{ state: 'paid', reference: 'SEPA 4711', paid: paid?.paid }]);
  const { notifications } = await creator.call(listNotifications, {});
  expect(notifications.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Your payment is approved', "You've been paid"]),
  );
});

test('records one of two concurrent payments and rejects the other', async () => {
  const { payable } = await completed();
  const [approved] = (await move([payable], 'approved')).changed;
  if (!approved) throw new Error('not approved');
  const other = await w.t.person({ brandId: w.brandId });
  const codes = await codesOf([
    ...[w.person, other, w.person].map((who) => move([approved], 'paid', {}, who)),
  ]);
  expect(codes.toSorted()).toEqual(['invalid_transition', 'invalid_transition', null].toSorted());
  const { history } = await other.call(getPayable, {
    params: { brandId: w.brandId, payableId: payable.id },
  });
  expect(history.filter(({ text }) => text.startsWith('Paid'))).toHaveLength(1);
});

test('rejects outdated versions and invalid state changes', async () => {
  const { payable } = await completed();
  await expect(move([payable], 'paid')).rejects.toMatchObject({ code: 'invalid_transition', status: 409 });
  await expect(move([{ ...payable, version: 7 }], 'approved')).rejects.toMatchObject({ code: 'conflict' });
  await expect(move([payable], 'failed')).rejects.toMatchObject({ status: 422 });
  await move([payable], 'approved');
  await expect(move([payable], 'failed', { reason: 'x' })).rejects.toMatchObject({ code: 'conflict' });
});

test('shows both sides why a payment failed, and allows paying it again', async () => {
  const { creator, payable } = await completed();
  await move([payable], 'approved');
  const reason = 'The bank does not know this account.';
  await move([{ id: payable.id, version: 2 }], 'failed', { reason });
  expect((await list({ state: 'failed' })).payables.find(({ id }) => id === payable.id)?.reason).toBe(reason);
  expect(await own(creator)).toMatchObject([{ state: 'failed', reason }]);
  const told = (await w.person.call(listNotifications, {})).notifications;
  expect(told.some(({ text }) => text === reason)).toBe(true);
  await move([{ id: payable.id, version: 3 }], 'approved');
  const [again] = (await move([{ id: payable.id, version: 4 }], 'paid')).changed;
  expect(again).toMatchObject({ state: 'paid', reason: null });
});

test('reopening a collaboration puts its payable on hold, and completing it restores it', async () => {
  const { creator, optInId, payable } = await completed();
  await move([payable], 'approved');
  await w.change(optInId, { status: 'approved' });
  expect(await own(creator)).toEqual([]);
  await expect(move([{ id: payable.id, version: 3 }], 'paid')).rejects.toMatchObject({ code: 'not_found' });
  await w.change(optInId, { agreement: { fee: 10_000 } });
  await w.answer(creator, optInId);
  await w.change(optInId, { status: 'completed' });
  const [now] = await own(creator);
  expect(now).toMatchObject({ id: payable.id, state: 'due', fee: 10_000, processingFee: 500 });
});

test('a changed amount needs new approval, and paid amounts stay paid', async () => {
  const { creator, optInId, payable } = await completed();
  await move([payable], 'approved');
  await w.change(optInId, { agreement: { fee: 90_000 } });
  await w.answer(creator, optInId);
  expect(await own(creator)).toMatchObject([{ state: 'due', fee: 90_000 }]);
  await move([{ id: payable.id, version: 3 }], 'approved');
  await move([{ id: payable.id, version: 4 }], 'paid');
  await w.change(optInId, { agreement: { fee: 1 } });
  await w.answer(creator, optInId);
  await w.change(optInId, { status: 'approved' });
  expect(await own(creator)).toMatchObject([{ state: 'paid', fee: 90_000 }]);
});

test("approves several and reports those that can't be", async () => {
  const some = [await completed(), await completed(), await completed()].map(({ payable }) => payable);
  await move(some.slice(0, 1), 'approved');
  const ghost = { id: '0199f1c0-0000-7000-8000-000000000001', version: 1 };
  const { changed, refused } = await move([...some, ghost], 'approved');
  expect(changed.map(({ id }) => id).toSorted()).toEqual(
    some
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(refused.map(({ code }) => code).toSorted()).toEqual(['invalid_transition', 'not_found']);
});

test('sums by currency and filters by state and name', async () => {
  const { payable } = await completed(500, 'JPY');
  const { sums, total } = await list();
  const of = sums.filter(({ currency }) => currency === 'JPY');
  expect(of).toEqual([{ state: 'due', currency: 'JPY', count: 1, brandPays: 525 }]);
  expect((await list({ search: payable.username })).payables).toHaveLength(1);
  expect((await list({ search: "%_'; drop table payable; --" })).total).toBe(0);
  expect((await list({ state: 'paid' })).total).toBeLessThan(total);
});

test('exports plain amounts and formula-safe names', async () => {
  const creatorId = await w.creator({ fullname: '=HYPERLINK("http://x.example")' });
  const optInId = await w.optIn({ creatorId, status: 'approved', agreement: { ...AGREED, currency: 'JPY' } });
  await w.change(optInId, { status: 'completed' });
  const file = await w.person.download(exportPayables, { params: { brandId: w.brandId } });
  const text = await file.text();
  expect(text).toContain('"\'=HYPERLINK(""http://x.example"")"');
  expect(text).toContain('JPY,60010,3001,63011');
  expect(text).toContain('USD,600.10,30.01,630.11');
});

test('hides payables from other brands and creators', async () => {
  const { payable } = await completed();
  const brandId = await w.brand();
  const stranger = await w.t.person({ brandId });
  const body = { payables: [payable], state: 'approved' as const };
  expect((await list({}, stranger, brandId)).total).toBe(0);
  await expect(stranger.call(movePayables, { params: { brandId }, body })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(list({}, stranger)).rejects.toMatchObject({ status: 403 });
  expect(await own(await w.account())).toEqual([]);
});
