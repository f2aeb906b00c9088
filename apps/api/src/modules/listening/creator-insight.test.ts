import { getCreatorAuthenticity, getCreatorSponsorships } from '@troupe/contract/discovery/creator';
import { changeSafetyRule } from '@troupe/contract/listening/safety-rule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { audienceReportTable } from '../discovery/audience-report/audience-report.table.ts';
import { type CreatorWorld, startCreatorWorld } from '../discovery/creator/creator.fixture.ts';

const NOW = new Date();
const day = (ago: number) => new Date(NOW.getTime() - ago * 86_400_000).toISOString();

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
});
afterAll(() => w.t.stop());

const authenticity = (profileId: string, by = w.person, of = w.brandId) =>
  by.call(getCreatorAuthenticity, { params: { brandId: of, profileId } });
const sponsorships = (profileId: string, by = w.person, of = w.brandId) =>
  by.call(getCreatorSponsorships, { params: { brandId: of, profileId } });

async function readings(creatorId: string, ...days: [ago: number, followers: number][]) {
  for (const [ago, followers] of days)
    await w.t.api.pool.query(
      `insert into creator_figure_day (creator_id, day, source, followers) values ($1, $2, 'platform', $3)`,
      [creatorId, day(ago).slice(0, 10), followers],
    );
}

async function reportOn(creatorId: string, brandId: string, hardly: number) {
  const created = day(3);
  const none = { success: false, error: 'empty_audience', data: null };
  const shares = [
    { code: '-500', name: null, weight: 1 - hardly },
    { code: '1500-', name: null, weight: hardly },
  ];
  const report = {
    report_info: { report_id: newId(), created },
    user_profile: { username: 'x' },
    audience_followers: {
      success: true,
      error: null,
      data: {
        audience_ages: null,
        audience_geo: { countries: null },
        audience_genders: null,
        audience_languages: null,
        audience_reachability: shares,
      },
    },
    audience_likers: none,
    audience_commenters: none,
  };
  await w.t.api.db.insert(audienceReportTable).values({
    id: newId(),
    brandId,
    creatorId,
    providerReportId: report.report_info.report_id,
    createdAt: created,
    report,
    original: report,
  });
}

test('scores the parts that are known, with their items, from the own report alone', async () => {
  const id = await w.creator({ followerCount: 20_000, engagement: 6, platform: 'instagram' });
  await w.t.api.pool.query('delete from creator_peer');
  await w.t.api.pool.query(
    `insert into creator_peer (platform, size, creators, engagement) values ('instagram', 3, 100, 3)`,
  );
  await readings(id, [60, 10_000], [40, 10_100], [35, 18_000], [1, 20_000]);
  // 20 ± 2 comments: a coefficient of variation of about 0.1.
  await w.content(
    id,
    ...Array.from({ length: 10 }, (_, at) => ({
      publishedAt: day(at + 1),
      commentCount: at % 2 ? 18 : 22,
    })),
  );
  await reportOn(id, await w.t.brand(), 0.9);
  const first = await authenticity(id);
  expect(first).toMatchObject({
    formula: 'authenticity',
    version: 1,
    known: 3,
    growth: { score: 50, readings: 4, changes: [{ figure: 'followers', from: 10_000, to: 18_000 }] },
    engagement: { score: 100, rate: 6, typical: 3, followers: 20_000 },
    comments: { score: 35, why: null },
    reach: { score: null, why: 'no-report', hardlyReached: null },
  });
  expect(first.comments.posts).toHaveLength(10);
  expect(first.score).toBe(62);
  await reportOn(id, w.brandId, 0.5);
  const second = await authenticity(id);
  expect(second).toMatchObject({ known: 4, score: 59, reach: { score: 50, hardlyReached: 0.5 } });
  const other = await w.t.brand();
  await expect(authenticity(id, await w.t.person({ brandId: other }))).rejects.toMatchObject({ status: 403 });
});

test('gives no score without enough data, and is not misled by impossible figures', async () => {
  const id = await w.creator({ followerCount: null });
  expect(await authenticity(id)).toMatchObject({
    score: null,
    known: 0,
    growth: { why: 'few-readings' },
    engagement: { why: 'no-figures' },
    comments: { why: 'few-posts' },
    reach: { why: 'no-report' },
  });
  const bought = await w.creator({ followerCount: 20_000, engagement: 900_000 });
  expect(await authenticity(bought)).toMatchObject({ score: null, known: 1, engagement: { score: 0 } });
  const hidden = await w.creator({ brandId: await w.t.brand() });
  await expect(authenticity(hidden)).rejects.toMatchObject({ code: 'not_found' });
  await expect(sponsorships(hidden)).rejects.toMatchObject({ code: 'not_found' });
});

test('lists brands named in the last 90 days with their posts', async () => {
  const [id] = await w.creators(
    { username: 'mara.talks', platform: 'instagram' },
    { username: 'Friend.One', platform: 'instagram' },
  );
  await w.person.call(changeSafetyRule, {
    params: { brandId: w.brandId, category: 'competitor' },
    body: { state: 'on', items: 1, days: 90, query: null, names: ['Glowberry'], version: 0 },
  });
  await w.content(
    id!,
    { url: 'https://p.example/1', title: 'New serum from @HydraLab.Official! #ad', publishedAt: day(5) },
    { url: 'https://p.example/2', title: 'Still love @hydralab.official', publishedAt: day(30) },
    {
      url: 'https://p.example/3',
      title: 'Brunch with @friend.one, write to me@mara.example',
      publishedAt: day(9),
    },
    { url: 'https://p.example/4', title: 'glowberry or not? Bezahlte Partnerschaft', publishedAt: day(12) },
    { url: 'https://p.example/5', title: '@oldbrand #werbung', publishedAt: day(91) },
    { url: 'https://p.example/6', title: 'me: @mara.talks', publishedAt: day(2) },
    { url: 'https://p.example/7', title: '', publishedAt: day(2) },
  );
  const found = await sponsorships(id!);
  expect(found).toMatchObject({ posts: 5, withoutText: 1, creators: 1, read: null });
  expect(
    found.sponsors.map(({ name, kind, postCount, labeledCount, posts }) => [
      name,
      kind,
      postCount,
      labeledCount,
      posts.map(({ url }) => url.slice(-1)).join(''),
    ]),
  ).toEqual([
    ['Glowberry', 'competitor', 1, 1, '4'],
    ['@hydralab.official', 'account', 2, 1, '12'],
  ]);
  expect(found.sponsors[1]?.posts[0]).toMatchObject({
    published: day(5),
    labeled: true,
    parts: [
      { text: 'New serum from ', match: false },
      { text: '@HydraLab.Official', match: true },
      { text: '! #ad', match: false },
    ],
  });
  // Another brand has no such competitor.
  const other = await w.t.brand();
  const theirs = await sponsorships(id!, await w.t.person({ brandId: other }), other);
  expect(theirs.sponsors.map(({ name }) => name)).toEqual(['@hydralab.official']);
});
