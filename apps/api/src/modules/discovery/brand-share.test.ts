import { fetchCreatorContact } from '@troupe/contract/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';
import { reserveShare } from './provider/provider.queries.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld({ AUDIENCE_TOKENS_A_DAY: '4', BRAND_QUOTA_SHARE: '0.5' });
});
afterAll(() => world.stop());

test('no brand can use up the shared quota of the audience provider', async () => {
  const [one, other] = [await world.buyer(), await world.buyer()];
  const creators = await Promise.all(['a', 'b', 'c', 'd'].map((name) => world.creator(`shared.${name}`)));
  const [a = '', b = '', c = '', d = ''] = creators;
  await world.fault('shared.a', 'retry_later', { times: 1 });
  // Failed purchases don't count.
  await expect(world.buy(one, a)).rejects.toMatchObject({ code: 'retry_later' });
  await world.buy(one, a);
  await world.buy(one, b);
  await expect(world.buy(one, c)).rejects.toMatchObject({
    status: 429,
    body: {
      err: 'Your brand has reached its daily limit for audience reports. The limit resets at midnight UTC.',
    },
  });
  expect(await world.credits(one)).toMatchObject({ balance: 8, reserved: 0 });
  expect(await world.held(one, c)).toMatchObject({ report: null, underWay: null });
  await expect(
    one.person.call(fetchCreatorContact, { params: { brandId: one.brandId, profileId: d } }),
  ).rejects.toMatchObject({
    status: 429,
    message: 'Your brand has reached its daily limit for contact lookups. The limit resets at midnight UTC.',
  });
  // Owned reports stay available, and other brands aren't affected.
  expect((await world.buy(one, a)).found).toBe(true);
  expect((await world.buy(other, c)).charged).toBe(1);
});

test('a share applies per day and is never exceeded by concurrent requests', async () => {
  const { brandId } = await world.buyer();
  const take = (now: Date) =>
    reserveShare(world.t.api.db, { provider: 'youtube', brandId, units: 3, most: 10 }, now);
  const today = new Date('2026-03-02T10:00:00Z');
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(today)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await take(new Date('2026-03-02T23:59:59Z'))).toBe(false);
  expect(await take(new Date('2026-03-03T00:00:01Z'))).toBe(true);
});
