import { fetchCreatorContact } from '@troupe/contract/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';
import { takeShare } from './provider/provider.queries.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld({ AUDIENCE_TOKENS_A_DAY: '4', BRAND_QUOTA_SHARE: '0.5' });
});
afterAll(() => world.stop());

test('of several brands none can use up what all share of the audience provider, and is told so', async () => {
  const [one, other] = [await world.buyer(), await world.buyer()];
  const creators = await Promise.all(['a', 'b', 'c', 'd'].map((name) => world.creator(`shared.${name}`)));
  const [a = '', b = '', c = '', d = ''] = creators;
  await world.fault('shared.a', 'retry_later', { times: 1 });
  // What came to nothing takes nothing of the share.
  await expect(world.buy(one, a)).rejects.toMatchObject({ code: 'retry_later' });
  await world.buy(one, a);
  await world.buy(one, b);
  await expect(world.buy(one, c)).rejects.toMatchObject({
    status: 429,
    body: {
      err: "Your brand has used its share of today's audience reports. There are more after midnight UTC.",
    },
  });
  expect(await world.credits(one)).toMatchObject({ balance: 8, reserved: 0 });
  expect(await world.held(one, c)).toMatchObject({ report: null, underWay: null });
  await expect(
    one.person.call(fetchCreatorContact, { params: { brandId: one.brandId, profileId: d } }),
  ).rejects.toMatchObject({
    status: 429,
    message:
      "Your brand has used its share of today's look-ups of contact details. There are more after midnight UTC.",
  });
  // What is held already is shown as ever, and the others go on.
  expect((await world.buy(one, a)).found).toBe(true);
  expect((await world.buy(other, c)).charged).toBe(1);
});

test('a share counts for its day, and is never passed by many who ask at once', async () => {
  const { brandId } = await world.buyer();
  const take = (now: Date) =>
    takeShare(world.t.api.db, { provider: 'youtube', brandId, units: 3, most: 10 }, now);
  const today = new Date('2026-03-02T10:00:00Z');
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(today)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await take(new Date('2026-03-02T23:59:59Z'))).toBe(false);
  expect(await take(new Date('2026-03-03T00:00:01Z'))).toBe(true);
});
