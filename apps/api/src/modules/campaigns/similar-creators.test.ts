import { findSimilarCreators } from '@troupe/contract/discovery/similar';
import type { SimilarityQuery } from '@troupe/domain/discovery/similarity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { type CreatorWorld, startCreatorWorld } from '../discovery/creator/creator.fixture.ts';
import { indexOutdated } from '../discovery/creator-topics/creator-topics.jobs.ts';

let w: CreatorWorld;
let seed: string;
beforeAll(async () => {
  w = await startCreatorWorld();
  seed = await w.creator({ ...RUNNER, username: 'zzseed', followerCount: 20_000 });
  await w.creators(
    { ...RUNNER, username: 'zztwin', followerCount: 21_000 },
    { ...RUNNER, username: 'inperu', followerCount: 21_000, country: 'PE', language: 'es' },
    { ...RUNNER, username: 'zzlarge', followerCount: 150_000 },
    { ...RUNNER, username: 'huge', followerCount: 5_000_000 },
    { ...RUNNER, username: 'cook', followerCount: 20_000, categories: ['Food'], bio: 'recipes' },
  );
  await topicsDerived();
});
afterAll(() => w?.t.stop());

const RUNNER = {
  platform: 'instagram' as const,
  country: 'DE',
  language: 'de',
  categories: ['Running'],
  bio: 'trail running and marathon',
  engagement: 4,
};

/** Derives topics, which the search's index needs. */
const topicsDerived = () => indexOutdated(w.t.api.pool);

type Asked = Partial<Record<keyof SimilarityQuery, string | string[]>>;
const find = (query: Asked, by = w.person, of = w.brandId) =>
  by.call(findSimilarCreators, { params: { brandId: of }, query: query as never });
const handles = async (...of: Parameters<typeof find>) =>
  (await find(...of)).creators.map(({ creator }) => creator.username);

test('finds creators of the same topics and about the same size, most similar first', async () => {
  const found = await find({ creator: seed });
  expect(found.creators.map(({ creator }) => creator.username)).toEqual(['zztwin', 'zzlarge', 'inperu']);
  expect(found.seeds.map(({ username }) => username)).toEqual(['zzseed']);
  const [twin, larger, abroad] = found.creators;
  expect(twin?.sharedTopics).toContain('running');
  expect(
    twin?.parts.map(({ part, weight, value }) => [
      part,
      weight,
      value === null ? null : Math.round(value * 100),
    ]),
  ).toEqual([
    ['topics', 35, 100],
    ['audience', 20, null],
    ['size', 15, 98],
    ['engagement', 10, 100],
    ['language', 10, 100],
    ['place', 10, 100],
  ]);
  expect(abroad?.parts.filter(({ value }) => value === 0).map(({ part }) => part)).toEqual([
    'language',
    'place',
  ]);
  // (35 + 15 * 0.12 + 10 + 10 + 10) and (35 + 15 * 0.98 + 10) of 80
  expect(larger?.score).toBe(84);
  expect(abroad?.score).toBe(75);
});

test('leaves out a registered creator of whom the brand has its own copy', async () => {
  const profile = { ...RUNNER, username: 'zzjoined', followerCount: 22_000, userId: newId() };
  await w.creator(profile);
  const copy = await w.creator({ ...profile, brandId: w.brandId });
  await topicsDerived();
  const { creators } = await find({ creator: seed });
  const found = creators.filter(({ creator }) => creator.username === 'zzjoined');
  expect(found.map(({ creator }) => creator.id)).toEqual([copy]);
  await w.t.api.pool.query(`delete from creator where username = 'zzjoined'`);
});

test('leaves out whom the brand knows, unless asked for them', async () => {
  const [listed, invited] = await w.creators(
    { ...RUNNER, username: 'listed', followerCount: 22_000 },
    { ...RUNNER, username: 'invited', followerCount: 23_000 },
  );
  await topicsDerived();
  await w.onList(listed as string);
  await w.invite(invited as string);
  const without = await find({ creator: seed });
  expect(without.knownLeftOut).toBe(2);
  expect(without.creators.some(({ creator }) => ['listed', 'invited'].includes(creator.username))).toBe(
    false,
  );
  const all = await find({ creator: seed, known: 'true' });
  const known = new Map(all.creators.map((one) => [one.creator.username, one.known]));
  expect(known.get('listed')).toEqual(['list']);
  expect(known.get('invited')).toEqual(['invite']);
  expect(known.get('zztwin')).toEqual([]);
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other });
  expect(await handles({ creator: seed }, stranger, other)).toEqual(
    expect.arrayContaining(['listed', 'invited']),
  );
});

test("another brand's private creators and reports never show", async () => {
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other });
  const secret = await w.creator({ ...RUNNER, brandId: other, username: 'secret', followerCount: 20_500 });
  const twin = await w.t.api.pool.query(`select id from creator where username = 'zztwin'`);
  await topicsDerived();
  for (const id of [seed, twin.rows[0].id]) await report(other, id);
  expect(await handles({ creator: seed }, stranger, other)).toContain('secret');
  const theirs = (await find({ creator: seed }, stranger, other)).creators;
  const audienceIn = (creators: typeof theirs) =>
    creators
      .find(({ creator }) => creator.username === 'zztwin')
      ?.parts.find(({ part }) => part === 'audience')?.value;
  expect(audienceIn(theirs)).toBe(1);
  const mine = await find({ creator: seed });
  expect(audienceIn(mine.creators)).toBeNull();
  expect(mine.common.reports).toBe(0);
  expect(JSON.stringify(mine)).not.toContain('secret');
  const asked = await find({ creator: [secret] });
  expect(asked).toMatchObject({ seeds: [], missingSeeds: 1, creators: [] });
  await expect(find({ creator: seed }, stranger)).rejects.toMatchObject({ status: 403 });
});

test('compares with a list and with the best of a campaign', async () => {
  const cook = await w.creator({
    ...RUNNER,
    username: 'chef',
    categories: ['Food'],
    bio: 'recipes',
    followerCount: 19_000,
  });
  await topicsDerived();
  const { listId } = await w.onList(cook, 'Cooks');
  expect((await handles({ list: listId }))[0]).toBe('cook');
  const campaign = await w.invite(cook);
  expect(await find({ campaign })).toMatchObject({ seeds: [], creators: [] });
  await livePost(campaign, cook, { likes: 10 });
  const best = async () => (await find({ campaign })).seeds.map(({ username }) => username);
  expect(await best()).toEqual(['chef']);
  // At most ten creators count: the worst of eleven is left out, and so is one without any engagement.
  for (let n = 0; n < 10; n++) {
    const other = await w.creator({ ...RUNNER, username: `best${n}`, followerCount: 20_000 });
    await livePost(campaign, other, { likes: 20 - n, comments: n === 9 ? 20 : 0, saves: 1 });
  }
  await livePost(campaign, seed, { likes: 0 });
  expect(await best()).toEqual(['best9', ...Array.from({ length: 9 }, (_, n) => `best${n}`)]);
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other });
  for (const query of [{ list: listId }, { campaign }, { list: newId() }])
    await expect(find(query, stranger, other)).rejects.toMatchObject({ status: 404 });
});

test('accepts nothing to compare with, and rejects too much and nonsense', async () => {
  expect(await find({})).toMatchObject({ seeds: [], missingSeeds: 0, creators: [], compared: 0 });
  expect(await find({ creator: newId() })).toMatchObject({ missingSeeds: 1, creators: [] });
  const many = Array.from({ length: 21 }, newId);
  for (const query of [{ creator: many }, { creator: "x' or 1=1" }, { list: '1' }, { known: 'perhaps' }])
    await expect(find(query)).rejects.toMatchObject({ status: 422 });
});

async function report(brandId: string, creatorId: string) {
  const subset = {
    success: true,
    error: null,
    data: {
      audience_ages: [{ code: '18-24', name: null, weight: 1 }],
      audience_geo: { countries: [{ code: 'DE', name: null, weight: 0.8 }] },
      audience_genders: null,
      audience_reachability: null,
      audience_languages: null,
    },
  };
  const none = { success: false, error: null, data: null };
  await w.t.api.pool.query(
    `insert into audience_report (id, brand_id, creator_id, provider_report_id, created_at, report, original)
      values ($1::uuid, $2, $3, $1::uuid::text, now(), $4, '{}')`,
    [
      newId(),
      brandId,
      creatorId,
      {
        report_info: { report_id: 'r', created: '2026-01-01T00:00:00.000Z' },
        user_profile: { username: 'x' },
        audience_followers: subset,
        audience_likers: none,
        audience_commenters: none,
      },
    ],
  );
}

async function livePost(campaignId: string, creatorId: string, figures: object) {
  const optInId = newId();
  await w.t.api.pool.query(
    `insert into opt_in (id, brand_id, campaign_id, creator_id, status, agreement, shipment, terms_version, terms_accepted_at)
      values ($1, $2, $3, $4, 'approved', $5, $6, 1, now())`,
    [optInId, w.brandId, campaignId, creatorId, { fee: null, currency: 'USD' }, { state: 'none' }],
  );
  await w.t.api.pool.query(
    `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, figures, source)
      values ($1, $2, $3, $4, 'post', 'instagram', $5, $6, 'brand')`,
    [newId(), w.brandId, campaignId, optInId, `https://social.example/${newId()}`, figures],
  );
}
