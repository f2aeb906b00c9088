import { changeOptIn, decideOptIns } from '@troupe/contract/campaigns/opt-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

/** A brand on this plan with a campaign and pending opt-ins. */
async function team(plan: string | null, count: number, pastDue = false) {
  const brandId = await w.brand({ plan, pastDue });
  const campaignId = await w.campaign(brandId);
  const ids = await w.optIns(count, { brandId, campaignId });
  const person = await w.t.person({ brandId });
  const colleague = await w.t.person({ brandId });
  const approve = (optInId: string, by = person) =>
    by.call(changeOptIn, { params: { brandId, optInId }, body: { status: 'approved' } });
  const change = (optInId: string, body: object) => w.change(optInId, body, person, brandId);
  const all = (optInIds = ids, by = person) =>
    by.call(decideOptIns, { params: { brandId, campaignId }, body: { optInIds, status: 'approved' } });
  return { brandId, campaignId, ids, person, colleague, approve, change, all };
}

test.each([
  ['R9.010', 'starter', 5],
  ['R9.011', 'trailblazer', 20],
  ['R9.012', 'bespoke', 30],
])(
  '[%s] %s allows %i collaborations a month and explains when the limit is reached',
  async (_row, plan, limit) => {
    const { ids, all, approve } = await team(plan, limit + 2);
    const { changed, refused } = await all();
    expect(changed).toEqual(ids.slice(0, limit));
    expect(refused.map(({ code }) => code)).toEqual(['plan_limit', 'plan_limit']);
    await expect(approve(ids[limit] as string)).rejects.toMatchObject({
      code: 'plan_limit',
      status: 409,
      message: `Your plan allows ${limit} collaborations a month, and you've used them all. Choose a larger plan, or approve more creators next month.`,
    });
  },
);

test("doesn't limit self-serve brands", async () => {
  const { ids, all } = await team('self-serve', 40);
  expect((await all()).changed).toEqual(ids);
});

test('gives the last collaboration to one of two concurrent approvals', async () => {
  const { ids, approve, person, colleague } = await team('starter', 8);
  for (const id of ids.slice(0, 4)) await approve(id);
  const codes = await codesOf([approve(ids[4] as string, person), approve(ids[5] as string, colleague)]);
  expect(codes.sort()).toEqual([null, 'plan_limit'].sort());
});

test('keeps concurrent bulk approvals within the limit', async () => {
  const { ids, all, person, colleague } = await team('trailblazer', 40);
  const [one, two] = await Promise.all([all(ids.slice(0, 20), person), all(ids.slice(20), colleague)]);
  expect(one.changed.length + two.changed.length).toBe(20);
  const twice = await team('starter', 10);
  const [here, there] = await Promise.all([
    twice.all(twice.ids, twice.person),
    twice.all([...twice.ids].reverse(), twice.colleague),
  ]);
  expect(here.changed.length + there.changed.length).toBe(5);
});

test('counts an approval once per month: re-approving is free, declining refunds nothing, a new month resets', async () => {
  const { ids, approve, change } = await team('starter', 7);
  for (const id of ids.slice(0, 5)) await approve(id);
  const [first, , , , , sixth] = ids as string[];
  await change(first as string, { status: 'rejected' });
  await expect(approve(sixth as string)).rejects.toMatchObject({ code: 'plan_limit' });
  await approve(first as string);
  await change(first as string, { status: 'completed' });
  await change(first as string, { status: 'approved' });
  const now = new Date();
  w.t.setNow(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 0, 1)));
  try {
    await approve(sixth as string);
  } finally {
    w.t.setNow(null);
  }
});

test('requires a paid plan to approve, but not to decline', async () => {
  const prospect = await team(null, 1);
  const [id = ''] = prospect.ids;
  await expect(prospect.approve(id)).rejects.toMatchObject({ code: 'subscription_required', status: 402 });
  await expect(prospect.all()).rejects.toMatchObject({ code: 'subscription_required' });
  expect((await prospect.change(id, { status: 'rejected' })).status).toBe('rejected');
  const late = await team('starter', 1, true);
  await expect(late.approve(late.ids[0] as string)).rejects.toMatchObject({
    code: 'payment_past_due',
    status: 402,
  });
});
