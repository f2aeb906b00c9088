import { getCreatorHistory } from '@troupe/contract/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreatorWorld, startCreatorWorld } from './creator/creator.fixture.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
});
afterAll(() => w.t.stop());

const history = (profileId: string, by = w.person, of = w.brandId) =>
  by.call(getCreatorHistory, { params: { brandId: of, profileId } });

/** Stores readings: day, source, followers, engagement, average views. */
async function stored(
  creatorId: string,
  ...rows: [string, string, number | null, number | null, number | null][]
) {
  for (const row of rows)
    await w.t.api.pool.query(
      `insert into creator_figure_day (creator_id, day, source, followers, engagement, avg_views)
        values ($1, $2, $3, $4, $5, $6)`,
      [creatorId, ...row],
    );
}

test('returns readings in order, growth from the same source, and marks a sudden change once', async () => {
  const id = await w.creator({ followerCount: 30_000 });
  await stored(
    id,
    ['2026-10-30', 'platform', 30_000, 2.1, 9_500],
    ['2026-07-30', 'platform', 12_000, 4.5, null],
    ['2026-10-01', 'platform', 16_000, 4, 8_000],
    ['2026-10-15', 'platform', 29_000, 2.5, 9_000],
    // Closer to 90 days before, but other sources aren't compared.
    ['2026-08-01', 'brand-import', 1, null, null],
  );
  const { readings, growth } = await history(id);
  expect(readings.map(({ day, source, views }) => [day, source, views])).toEqual([
    ['2026-07-30', 'platform', null],
    ['2026-08-01', 'brand-import', null],
    ['2026-10-01', 'platform', 8_000],
    ['2026-10-15', 'platform', 9_000],
    ['2026-10-30', 'platform', 9_500],
  ]);
  expect(readings.map(({ changes }) => changes)).toEqual([
    [],
    [],
    [],
    [
      {
        figure: 'followers',
        from: 16_000,
        to: 29_000,
        fromAt: '2026-10-01T00:00:00.000Z',
        toAt: '2026-10-15T00:00:00.000Z',
      },
    ],
    [],
  ]);
  expect(growth).toEqual({
    days30: { from: 16_000, to: 30_000, percent: 87.5, fromDay: '2026-10-01', toDay: '2026-10-30' },
    days90: { from: 12_000, to: 30_000, percent: 150, fromDay: '2026-07-30', toDay: '2026-10-30' },
  });
});

test('growth is unknown without a reading from that time, and without a base there is no percentage', async () => {
  const fresh = await w.creator({});
  expect(await history(fresh)).toEqual({
    readings: [],
    growth: { days30: null, days90: null },
    averageViews: { average: null, posts: [], unknown: 0 },
  });
  const id = await w.creator({});
  await stored(id, ['2026-10-01', 'platform', 0, null, null], ['2026-10-31', 'platform', 50, null, null]);
  expect((await history(id)).growth).toEqual({
    days30: { from: 0, to: 50, percent: null, fromDay: '2026-10-01', toDay: '2026-10-31' },
    days90: null,
  });
});

test('average views list their posts: the 50 newest, without those whose views are unknown', async () => {
  const id = await w.creator({});
  const other = await w.creator({});
  // Post 1 is the newest; the 52nd is too old. Views of post 3 are unknown.
  const views = (n: number) => (n === 3 ? null : n === 52 ? 1_000_000 : 100 * n);
  for (let n = 1; n <= 52; n += 1)
    await w.t.api.pool.query(
      `insert into content (id, creator_id, url, published_at, title, type, format, view_count)
        values (gen_random_uuid(), $1, $2, $3, $4, 'video', 'video', $5)`,
      [
        n === 51 ? other : id,
        `https://x.example/${n}`,
        new Date(Date.UTC(2026, 9, 31) - n * 3_600_000).toISOString(),
        `Post ${n}`,
        views(n),
      ],
    );
  const { averageViews } = await history(id);
  expect(averageViews.posts.slice(0, 3)).toEqual([
    { url: 'https://x.example/1', title: 'Post 1', published: '2026-10-30T23:00:00.000Z', views: 100 },
    { url: 'https://x.example/2', title: 'Post 2', published: '2026-10-30T22:00:00.000Z', views: 200 },
    { url: 'https://x.example/4', title: 'Post 4', published: '2026-10-30T20:00:00.000Z', views: 400 },
  ]);
  // 100 * (1 + ... + 50 - 3) / 49.
  expect(averageViews).toMatchObject({ average: 2_596, unknown: 1 });
  expect(averageViews.posts).toHaveLength(49);
  expect((await history(other)).averageViews.posts).toHaveLength(1);
});

test("another brand's own creator has no history for this brand", async () => {
  const other = await w.t.brand();
  const member = await w.t.person({ brandId: other });
  const id = await w.creator({ brandId: other });
  await stored(id, ['2026-10-01', 'brand-import', 5_000, null, null]);
  await expect(history(id)).rejects.toMatchObject({ status: 404 });
  expect((await history(id, member, other)).readings).toHaveLength(1);
});
