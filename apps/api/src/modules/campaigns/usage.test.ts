import { getUsage, listCollaborations } from '@troupe/contract/campaigns/usage';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { grantCredits, releaseCredit, reserveCredit } from '../billing/credit/credit.queries.ts';
import { type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { optInTable } from './opt-in/opt-in.table.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
  w.t.setNow(new Date('2026-11-20T12:00:00Z'));
});
afterAll(() => w.t.stop());

test('[R9.011] counts collaborations by month of approval against the plan limit', async () => {
  const brandId = await w.brand({ plan: 'trailblazer' });
  const campaignId = await w.campaign(brandId);
  const [a, b, c, d] = (await w.optIns(4, { brandId, campaignId })) as [string, string, string, string];
  const approve = (id: string, approvedAt: string) =>
    w.t.api.db.update(optInTable).set({ status: 'approved', approvedAt }).where(eq(optInTable.id, id));
  await approve(a, '2026-11-01T00:00:00.000Z');
  await approve(b, '2026-10-31T23:59:59.999Z');
  await approve(c, '2026-11-20T11:00:00.000Z');
  await approve(d, '2026-05-31T23:59:59.999Z');
  const removedAt = '2026-11-02T00:00:00.000Z';
  await w.t.api.db.update(optInTable).set({ removedAt }).where(eq(optInTable.id, a));
  const person = await w.t.person({ brandId });
  const { collaborations, asOf } = await person.call(getUsage, { params: { brandId } });
  expect(asOf).toBe('2026-11-20T12:00:00.000Z');
  expect(collaborations).toEqual({
    used: 2,
    limit: 20,
    resets: '2026-12-01T00:00:00.000Z',
    months: [
      { month: '2026-06', count: 0 },
      { month: '2026-07', count: 0 },
      { month: '2026-08', count: 0 },
      { month: '2026-09', count: 0 },
      { month: '2026-10', count: 1 },
      { month: '2026-11', count: 2 },
    ],
  });
  const behind = await person.call(listCollaborations, {
    params: { brandId },
    query: { month: '2026-11', page: 1 },
  });
  expect(behind.total).toBe(2);
  expect(behind.collaborations.map(({ optInId }) => optInId)).toEqual([c, a]);
  expect(behind.collaborations[0]).toMatchObject({ campaignId, campaignTitle: 'Autumn Trail Kit' });
  expect(behind.collaborations[1]).toMatchObject({ username: 'removed', fullname: 'Removed creator' });
});

test('counts credits by the day they were spent, without refunds', async () => {
  const brandId = await w.brand({ plan: 'starter' });
  const now = new Date('2026-11-18T23:30:00Z');
  await withTransaction(w.t.api.pool, async (tx) => {
    const grant = { brandId, kind: 'grant', amount: 10, reason: 'Welcome', userId: null } as const;
    await grantCredits(tx, { ...grant, reference: 'a' }, now);
    for (const reference of ['one', 'two', 'back'])
      await reserveCredit(tx, { brandId, reference, reason: 'Report', userId: null, amount: 1 }, now);
    await releaseCredit(tx, { brandId, reference: 'back', reason: 'Nothing was found' }, now);
  });
  const person = await w.t.person({ brandId });
  const { credits, team } = await person.call(getUsage, { params: { brandId } });
  expect(credits).toMatchObject({ balance: 8, reserved: 2, monthly: 25 });
  expect(credits.days).toHaveLength(30);
  expect(credits.days.at(-1)).toEqual({ day: '2026-11-20', spent: 0 });
  expect(credits.days.filter(({ spent }) => spent > 0)).toEqual([{ day: '2026-11-18', spent: 2 }]);
  expect(team).toEqual({ members: 1, invited: 0, limit: null });
});

test('returns no limits without a plan, and rejects invalid months', async () => {
  const brandId = await w.brand({ plan: null });
  const person = await w.t.person({ brandId });
  const { credits, collaborations } = await person.call(getUsage, { params: { brandId } });
  expect([credits.monthly, collaborations.limit, collaborations.used]).toEqual([null, null, 0]);
  for (const month of ['2026-13', '', '2026-1', "2026-11'"])
    await expect(
      person.call(listCollaborations, { params: { brandId }, query: { month, page: 1 } }),
    ).rejects.toMatchObject({ status: 422 });
});
