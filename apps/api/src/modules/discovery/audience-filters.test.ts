import { getAudienceCoverage, getSearchAdvice, searchCreators } from '@troupe/contract/discovery/creator';
import type { AudienceReport } from '@troupe/domain/discovery/audience-report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { requestStatements } from '../../testing/statements.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { audienceReportTable } from './audience-report/audience-report.table.ts';
import { indexOutdatedAudiences } from './audience-report/audience-share.queries.ts';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';

interface Buyer {
  brandId: string;
  person: TestPerson;
}

let w: ReportWorld;
let mine: Buyer;
let theirs: Buyer;
beforeAll(async () => {
  w = await startReportWorld();
  mine = await w.buyer();
  theirs = await w.buyer();
});
afterAll(() => w.stop());

const share = (code: string, weight: number) => ({ code, name: null, weight });

function reportOf(followers: AudienceReport['audience_followers']['data'], created: string): AudienceReport {
  const none = { success: false, error: 'empty_audience', data: null };
  return {
    report_info: { report_id: newId(), created },
    user_profile: { username: 'someone' },
    audience_followers: followers ? { success: true, error: null, data: followers } : none,
    audience_likers: none,
    audience_commenters: none,
  };
}

const dataOf = (
  countries: [string, number][],
  more: Partial<NonNullable<AudienceReport['audience_followers']['data']>> = {},
): NonNullable<AudienceReport['audience_followers']['data']> => ({
  audience_ages: null,
  audience_geo: { countries: countries.map(([code, weight]) => share(code, weight)) },
  audience_genders: null,
  audience_reachability: null,
  audience_languages: null,
  ...more,
});

/** Stores a report as those bought before searches used them, without its shares. */
async function stored(
  { brandId }: Buyer,
  creatorId: string,
  followers: AudienceReport['audience_followers']['data'],
  createdAt = '2026-09-01T12:00:00.000Z',
): Promise<string> {
  const id = newId();
  const report = reportOf(followers, createdAt);
  await w.t.api.db.insert(audienceReportTable).values({
    id,
    brandId,
    creatorId,
    providerReportId: report.report_info.report_id,
    createdAt,
    report,
    original: report,
  });
  return id;
}

const handles = async ({ brandId, person }: Buyer, query: object) =>
  (
    await person.call(searchCreators, { params: { brandId }, query: { sort: 'followers', ...query } })
  ).creators
    .map(({ username }) => username)
    .filter((name) => name.startsWith('aud.'));
const coverage = ({ brandId, person }: Buyer, query: object) =>
  person.call(getAudienceCoverage, { params: { brandId }, query });

test("finds creators by shares of followers in the brand's own reports alone", async () => {
  const [german, portuguese, unknown] = await Promise.all(
    ['aud.german', 'aud.portuguese', 'aud.unknown'].map((name, at) =>
      w.creator(name, { bio: 'Zither player', followerCount: 3000 - at }),
    ),
  );
  const young = {
    audience_ages: [share('18-24', 0.55)],
    audience_genders: [share('FEMALE', 0.71), share('MALE', 0.29)],
    audience_languages: [share('de', 0.3), share('de-AT', 0.2)],
    audience_interests: [share('Beauty & Cosmetics', 0.4)],
  };
  await stored(mine, german!, dataOf([['DE', 0.3]], young));
  await stored(mine, portuguese!, dataOf([['PT', 0.6]]));
  // What another brand bought says otherwise.
  await stored(theirs, portuguese!, dataOf([['DE', 0.9]]));
  await stored(theirs, unknown!, dataOf([['DE', 0.8]]));
  await indexOutdatedAudiences(w.t.api.pool);

  expect(await handles(mine, { audience: 'country:DE:30' })).toEqual(['aud.german']);
  expect(await handles(mine, { audience: 'country:de:30.1' })).toEqual([]);
  expect(await handles(theirs, { audience: 'country:DE:30' })).toEqual(['aud.portuguese', 'aud.unknown']);
  const all = ['gender:female:70', 'age:18-24:50', 'language:de:50', 'interest:beauty & cosmetics:40'];
  expect(await handles(mine, { audience: all })).toEqual(['aud.german']);
  expect(await handles(mine, { audience: [...all, 'country:PT:1'] })).toEqual([]);
  expect(await handles(mine, { q: 'zither', audience: 'country:PT:50' })).toEqual(['aud.portuguese']);

  const query = { q: 'zither', audience: 'country:DE:99' };
  expect(await coverage(mine, query)).toMatchObject({ known: 2, total: 3, totalIsExact: true });
  expect(await coverage(theirs, query)).toMatchObject({ known: 2, total: 3 });
  const { codes } = await coverage(mine, query);
  expect(codes.filter(({ kind }) => kind === 'country')).toEqual([
    { kind: 'country', code: 'DE', creators: 1 },
    { kind: 'country', code: 'PT', creators: 1 },
  ]);
  const advice = await mine.person.call(getSearchAdvice, { params: { brandId: mine.brandId }, query });
  expect(advice).toMatchObject({
    audience: { known: 2, total: 3 },
    conditions: expect.arrayContaining([{ condition: 'audience', excluded: 3 }]),
  });
  for (const wrong of [
    'country:Germany:30',
    'country:DE:0',
    'country:DE:101',
    'country:DE',
    'age:18-25:30',
    'x:y:30',
  ])
    await expect(handles(mine, { audience: wrong })).rejects.toMatchObject({ code: 'invalid' });
});

test('uses the newest report, even if an older one is indexed later, and falls back when it is gone', async () => {
  const id = await w.creator('aud.twice', { followerCount: 10 });
  const newest = await stored(mine, id, dataOf([['FR', 0.5]]), '2026-09-20T12:00:00.000Z');
  await indexOutdatedAudiences(w.t.api.pool);
  await stored(mine, id, dataOf([['IT', 0.5]]), '2026-08-20T12:00:00.000Z');
  await Promise.all([indexOutdatedAudiences(w.t.api.pool), indexOutdatedAudiences(w.t.api.pool)]);
  expect(await handles(mine, { audience: 'country:IT:10' })).toEqual([]);
  expect(await handles(mine, { audience: 'country:FR:10' })).toEqual(['aud.twice']);
  await w.t.api.pool.query('delete from audience_report where id = $1', [newest]);
  expect(await handles(mine, { audience: 'country:FR:10' })).toEqual([]);
  await indexOutdatedAudiences(w.t.api.pool);
  expect(await handles(mine, { audience: 'country:IT:10' })).toEqual(['aud.twice']);
});

test('leaves out impossible shares, and counts a report without followers as unknown', async () => {
  const [odd, empty] = await Promise.all(
    ['aud.odd', 'aud.empty'].map((name) => w.creator(name, { bio: 'Bassoonist', followerCount: 5 })),
  );
  const countries: [string, number][] = [
    ['ES', -0.5],
    ['SE', 55],
    ['NO', 1.04],
    ['ZZ', 0.9],
    ['Nowhere', 0.9],
  ];
  await stored(mine, odd!, dataOf(countries));
  await stored(mine, empty!, null);
  await indexOutdatedAudiences(w.t.api.pool);
  for (const code of ['ES', 'SE']) expect(await handles(mine, { audience: `country:${code}:1` })).toEqual([]);
  expect(await handles(mine, { audience: 'country:NO:100' })).toEqual(['aud.odd']);
  expect(await coverage(mine, { q: 'bassoonist' })).toMatchObject({ known: 1, total: 2 });
});

test('finds a creator as soon as the report is delivered', async () => {
  const id = await w.creator('aud.bought', { followerCount: 1 });
  const { report } = await w.buy(mine, id);
  const followers = report?.audience_followers.data;
  const known = followers ? 1 : 0;
  const { rows } = await w.t.api.pool.query(
    'select known from creator_audience where brand_id = $1 and creator_id = $2',
    [mine.brandId, id],
  );
  expect(rows).toEqual([{ known: known === 1 }]);
  const country = followers?.audience_geo.countries?.[0];
  if (country)
    expect(
      await handles(mine, { audience: `country:${country.code}:${Math.floor(country.weight * 100)}` }),
    ).toContain('aud.bought');
});

test('reads shares only for searches by them', async () => {
  const statements = (query: object) =>
    requestStatements(w.t, () =>
      mine.person.call(searchCreators, { params: { brandId: mine.brandId }, query }),
    );
  const readsShares = (texts: string[]) => texts.some((text) => /audience_share|creator_audience/.test(text));
  expect(readsShares(await statements({ q: 'zither', country: ['DE'] }))).toBe(false);
  expect(readsShares(await statements({ q: 'zither', audience: 'country:DE:30' }))).toBe(true);
});
