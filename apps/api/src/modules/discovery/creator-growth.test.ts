import { type FigureDay, followerGrowth } from '@troupe/domain/discovery/insight/figure-history';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestStatements } from '../../testing/statements.ts';
import { type CreatorWorld, startCreatorWorld } from './creator/creator.fixture.ts';
import { requestEngagement } from './creator/creator.jobs.ts';
import { keepFigureDays, keepGrowth, readFigureDays } from './safety-flag/safety-check.queries.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
});
afterAll(() => w.t.stop());

const DAY = 86_400_000;
const dayAt = (ago: number) => new Date(Date.UTC(2026, 9, 31) - ago * DAY).toISOString().slice(0, 10);

/** Stores readings as [days ago, followers, source]. */
async function readings(creatorId: string, ...rows: [ago: number, followers: number, source?: string][]) {
  for (const [ago, followers, source = 'platform'] of rows)
    await w.t.api.pool.query(
      'insert into creator_figure_day (creator_id, day, source, followers) values ($1, $2, $3, $4)',
      [creatorId, dayAt(ago), source, followers],
    );
  await keepGrowth(w.t.api.pool, [creatorId]);
}

test('the search finds creators whose followers grew or shrank by so much in 30 or 90 days', async () => {
  const [rising, steady, falling, fresh, own] = await w.creators(
    { username: 'rising', followerCount: 400 },
    { username: 'steady', followerCount: 300 },
    { username: 'falling', followerCount: 200 },
    { username: 'fresh', followerCount: 100 },
    { username: 'own', followerCount: 50, brandId: w.brandId },
  );
  await readings(rising!, [92, 1000], [30, 2000], [0, 2500]);
  await readings(steady!, [90, 1000], [31, 1000], [0, 1000]);
  await readings(falling!, [29, 1000], [0, 800]);
  await readings(fresh!, [3, 10], [0, 1000]);
  // Another source isn't compared.
  await readings(own!, [30, 10, 'brand-import'], [28, 100], [0, 130]);
  expect(await w.handles({ sort: 'followers', growth30Min: '10' })).toEqual(['rising', 'own']);
  expect(await w.handles({ growth30Min: '25', growth30Max: '25' })).toEqual(['rising']);
  expect(await w.handles({ sort: 'followers', growth30Max: '0' })).toEqual(['steady', 'falling']);
  expect(await w.handles({ growth30Min: '-20', growth30Max: '-20' })).toEqual(['falling']);
  expect(await w.handles({ sort: 'followers', growth90Min: '0' })).toEqual(['rising', 'steady']);
  expect(await w.handles({ growth90Min: '1', growth30Min: '1', q: 'ris' })).toEqual(['rising']);
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other });
  expect(await w.handles({ sort: 'followers', growth30Min: '10' }, stranger, other)).toEqual(['rising']);
  for (const query of [{ growth30Min: '-101' }, { growth90Max: 'fast' }])
    await expect(w.search(query as never)).rejects.toMatchObject({ code: 'invalid' });
});

test('pages of a search by growth hold every match once, and other searches do not read growth', async () => {
  const ids = await w.creators(
    ...Array.from({ length: 60 }, (_, n) => ({
      username: `grow${n}`,
      bio: 'glacier',
      followerCount: 1000 + n,
    })),
  );
  for (const [n, id] of ids.entries()) await readings(id, [30, 100], [0, n % 2 === 0 ? 150 : 90]);
  const query = { q: 'glacier', growth30Min: '40', sort: 'followers' } as const;
  const first = await w.search(query);
  const second = await w.search({ ...query, cursor: String(first.nextCursor) });
  expect(first).toMatchObject({ total: 30, totalIsExact: true });
  const found = [...first.creators, ...second.creators].map(({ username }) => username);
  expect(found).toEqual(Array.from({ length: 30 }, (_, n) => `grow${58 - 2 * n}`));
  const readsGrowth = (texts: string[]) => texts.some((text) => text.includes('creator_growth'));
  expect(readsGrowth(await requestStatements(w.t, () => w.search(query)))).toBe(true);
  expect(readsGrowth(await requestStatements(w.t, () => w.search({ q: 'glacier' })))).toBe(false);
});

test('stored growth is the growth of the drawer, whatever was read when', async () => {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  for (let n = 0; n < 60; n++) {
    const id = await w.creator({});
    const days = [...new Set(Array.from({ length: 14 }, () => Math.floor(random() * 130)))];
    await readings(
      id,
      ...days.map((ago): [number, number, string] => [
        ago,
        Math.floor(random() * 4) === 0 ? 0 : Math.floor(random() * 90_000),
        random() < 0.8 ? 'platform' : 'brand-import',
      ]),
    );
    const history: FigureDay[] = await readFigureDays(w.t.api.pool, id);
    const { rows } = await w.t.api.pool.query(
      'select days30, days90 from creator_growth where creator_id = $1',
      [id],
    );
    expect([id, rows[0]]).toEqual([
      id,
      {
        days30: followerGrowth(history, 30)?.percent ?? null,
        days90: followerGrowth(history, 90)?.percent ?? null,
      },
    ]);
  }
});

test('a reading and a recalculation of engagement keep the figures of the day and the growth', async () => {
  const at = '2026-10-31T09:00:00.000Z';
  const origin = { source: 'platform' as const, asOf: at };
  const id = await w.creator({
    username: 'recalculated',
    followerCount: 3000,
    engagement: 1,
    figures: { followerCount: origin, engagement: { source: 'platform', asOf: '2026-10-01T00:00:00.000Z' } },
  });
  await w.t.api.pool.query(
    `insert into creator_figure_day (creator_id, day, source, followers) values ($1, '2026-10-01', 'platform', 2000)`,
    [id],
  );
  await keepFigureDays(w.t.api.pool, [id]);
  const query = { q: 'recalculated', growth30Min: '50', growth30Max: '50' };
  expect(await w.handles(query)).toEqual(['recalculated']);
  await w.content(id, {
    publishedAt: new Date(Date.now() - 60 * DAY).toISOString(),
    likeCount: 240,
    commentCount: 0,
    type: 'Photo',
  });
  await requestEngagement(w.t.api.jobs, [id]);
  await vi.waitFor(
    async () => {
      const [today] = (await readFigureDays(w.t.api.pool, id)).slice(-1);
      expect(today).toMatchObject({ day: '2026-10-31', followers: 3000, engagement: 8 });
    },
    { timeout: 20_000, interval: 200 },
  );
});
