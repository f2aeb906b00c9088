import { getCreator, listCreatorFacets, searchCreators } from '@troupe/contract/discovery/creator';
import { Creator } from '@troupe/domain/discovery/creator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { type CreatorWorld, startCreatorWorld } from './creator.fixture.ts';
import { recordRefresh } from './creator-refresh.queries.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
});
afterAll(() => w.t.stop());

/** Text that JSON and SQL arrays must escape. */
const AWKWARD = 'Zoë "Zed" \\ {a,b}\n\u2028 🌱 </script>';

const details = (profileId: string, by = w.person, of = w.brandId) =>
  by.call(getCreator, { params: { brandId: of, profileId } });

test('a profile includes all fields the screens show', async () => {
  const id = await w.creator({
    platform: 'instagram',
    socialId: '17841400',
    username: 'mara.oslo',
    fullname: 'Mara Lindqvist',
    bio: 'Vegan food from Oslo',
    followerCount: 12_345,
    engagement: 1.235,
    avgViews: null,
    verified: true,
    country: 'NO',
    language: 'no',
    categories: ['Food'],
    figures: { followerCount: { source: 'platform', asOf: '2026-10-01T08:00:00.000Z' } },
    updatedAt: '2026-10-01T08:00:00.000Z',
  });
  const found = await details(id);
  expect(Creator.parse(found)).toEqual({
    id,
    socialId: '17841400',
    instagramId: '17841400',
    platform: 'instagram',
    username: 'mara.oslo',
    fullname: 'Mara Lindqvist',
    bio: 'Vegan food from Oslo',
    profilePicUrl: null,
    profileUrl: 'https://social.example/mara.oslo',
    url: 'https://social.example/mara.oslo',
    country: 'NO',
    language: 'no',
    categories: ['Food'],
    followerCount: 12_345,
    engagement: 1.235,
    avgViews: null,
    figures: { followerCount: { source: 'platform', asOf: '2026-10-01T08:00:00.000Z' } },
    verified: true,
    userId: null,
    private: false,
    updated: '2026-10-01T08:00:00.000Z',
    metaData: { is_verified: true, contactsFetched: false, contactsError: null },
  });
  expect(found).toMatchObject({ creatorListItems: [], invites: [] });
});

test('a search returns profiles as their schema says, whatever is stored, and nothing else', async () => {
  const origin = { source: 'platform' as const, asOf: '2026-10-01T08:00:00.000Z' };
  const more = { password: 'hunter2' };
  const brandId = await w.t.brand();
  const person = await w.t.person({ brandId });
  const own = { brandId, followerCount: 7 };
  const [zoe = '', known = ''] = await w.creators(
    {
      brandId,
      platform: 'instagram',
      socialId: 'a"b',
      username: 'zoe.awkward',
      fullname: AWKWARD,
      bio: AWKWARD,
      profilePicUrl: 'https://pictures.example/1.jpg?a="b"',
      country: 'DE',
      language: 'de',
      categories: ['Food & Drink', 'a,"b"', 'NULL', ''],
      followerCount: 9_007_199_254_740_991,
      engagement: 0.000001,
      avgViews: 0,
      figures: { engagement: { ...origin, asOf: null }, avgLikes: { ...origin, value: -2e-7 } },
      verified: true,
      userId: 'account|1',
      contactEmail: 'secret@mail.example',
      contactsError: '',
      contactsFetchedAt: '2026-10-01T08:00:00.000Z',
    },
    // Keys that no schema has, as an older version may have stored them.
    {
      ...own,
      username: 'known.awkward',
      figures: { avgViews: { ...origin, ...more }, other: more } as object,
    },
    { ...own, username: 'failed.awkward', categories: ['Food'], contactsError: 'Blocked "today"' },
    { ...own, username: 'fetched.awkward', contactsFetchedAt: '2026-10-01T08:00:00.000Z' },
  );
  await w.content(zoe, { title: AWKWARD }, { title: 'Second', publishedAt: '2026-08-01T12:00:00.000Z' });
  await w.contact(zoe, brandId);
  const { listId } = await w.onList(known, AWKWARD, brandId);
  const read = async (query: string) => {
    const response = await fetch(`${w.t.url}/brand/${brandId}/creators?q=awkward&sort=followers${query}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    return response.text();
  };
  const summary: unknown = JSON.parse(await read('&profile=summary'));
  expect(searchCreators.output.parse(summary)).toEqual(summary);
  const text = await read('');
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('secret@mail.example');
  const answer: unknown = JSON.parse(text);
  const parsed = searchCreators.output.parse(answer);
  expect(parsed).toEqual(answer);
  expect(parsed.creators).toHaveLength(4);
  for (const creator of parsed.creators)
    expect(Creator.parse(creator)).toEqual(Creator.parse(await details(creator.id, person, brandId)));
  expect(parsed.creators[0]).toMatchObject({
    fullname: AWKWARD,
    categories: ['Food & Drink', 'a,"b"', 'NULL', ''],
    content: [{ title: AWKWARD, persistent_thumbnail_url: null }, { title: 'Second' }],
  });
  expect(parsed.creators.find(({ id }) => id === known)?.lists).toEqual([{ id: listId, title: AWKWARD }]);
});

test('only a registered profile has a user', async () => {
  const [registered, other] = await w.creators({ userId: 'creator-7' }, {});
  expect((await details(registered!)).userId).toBe('creator-7');
  expect((await details(other!)).userId).toBeNull();
});

test('calculates the breakdown from stored content on request', async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const channels = [{ platform: 'tiktok' as const, username: 'mara', url: 'https://social.example/tt' }];
  const id = await w.creator({ followerCount: 1000, channels });
  await w.content(
    id,
    { likeCount: 60, commentCount: 10, saveCount: 6, shareCount: 4, dislikeCount: 5, title: 'Soup' },
    { likeCount: 40, publishedAt: '2026-10-21T12:00:00.000Z' },
    { likeCount: 9000, publishedAt: '2026-10-21T12:00:00.001Z' },
    { likeCount: 9000, publishedAt: '2025-11-20T11:59:59.999Z' },
  );
  const { extraData } = await details(id);
  expect(extraData.channels).toEqual(channels);
  expect(extraData.engagementBreakdown).toMatchObject({
    followerCount: 1000,
    engagement: 6,
    totalLikes: 100,
    avgLikes: 50,
    totalDislikes: 5,
    fromDate: '2025-11-20T12:00:00.000Z',
    toDate: '2026-10-21T12:00:00.000Z',
    contentCount: 2,
    tooRecentCount: 1,
  });
  expect(extraData.engagementBreakdown?.content.at(-1)).toMatchObject({
    title: 'Soup',
    engagement: { like_count: 60, dislike_count: 5, comment_count: 10, save_count: 6, share_count: 4 },
  });
  w.t.setNow(null);
});

test('the breakdown shows how far back posts were read and excludes older ones', async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const id = await w.creator({ followerCount: 1000 });
  await w.content(
    id,
    { likeCount: 1, publishedAt: '2026-11-19T12:00:00.000Z' },
    { likeCount: 20, publishedAt: '2026-10-01T12:00:00.000Z' },
    { likeCount: 40, publishedAt: '2026-09-01T12:00:00.000Z' },
    { likeCount: 9000, publishedAt: '2026-01-01T12:00:00.000Z' },
  );
  await recordRefresh(w.t.api.db, id, {
    message: null,
    readAt: new Date('2026-11-20T11:00:00.000Z'),
    contentFrom: new Date('2026-09-01T12:00:00.000Z'),
  });
  const { extraData } = await details(id);
  expect(extraData.engagementBreakdown).toMatchObject({
    complete: false,
    fromDate: '2025-11-20T12:00:00.000Z',
    contentFromDate: '2026-09-01T12:00:00.000Z',
    contentCount: 2,
    tooRecentCount: 1,
    engagement: 3,
  });
  expect(extraData.engagementBreakdown?.content.map(({ published_at }) => published_at)).toEqual([
    '2026-10-01T12:00:00.000Z',
    '2026-09-01T12:00:00.000Z',
  ]);
  w.t.setNow(null);
});

test('there is no breakdown without content', async () => {
  expect((await details(await w.creator({ followerCount: 10 }))).extraData).toEqual({
    engagementBreakdown: null,
    channels: [],
    shop: null,
    refresh: null,
  });
});

test('[R3.005] contact details are fetched, failed with or without a message, or not fetched', async () => {
  const at = '2026-10-01T08:00:00.000Z';
  const ids = await w.creators(
    { contactEmail: 'a@mail.example', contactsFetchedAt: at },
    { contactsError: 'The profile shows no address' },
    { contactsError: '' },
    {},
    { contactsError: 'The profile shows no address' },
  );
  await w.contact(ids[4]!);
  const states = await Promise.all(ids.map(async (id) => (await details(id)).metaData));
  expect(states.map(({ contactsFetched, contactsError }) => [contactsFetched, contactsError])).toEqual([
    [true, null],
    [false, { message: 'The profile shows no address' }],
    [false, { message: null }],
    [false, null],
    [true, null],
  ]);
});

test("lists the brand's lists with the profile, newest first, without archived and foreign ones", async () => {
  const id = await w.creator();
  const first = await w.onList(id, 'First');
  const second = await w.onList(id, 'Second');
  const gone = await w.onList(id, 'Gone');
  await w.t.api.pool.query(`update creator_list_item set saved_at = now() - interval '1 day' where id = $1`, [
    first.itemId,
  ]);
  await w.t.api.pool.query('update creator_list set archived_at = now() where id = $1', [gone.listId]);
  await w.onList(id, 'Foreign', await w.t.brand());
  const { creatorListItems } = await details(id);
  expect(creatorListItems).toEqual([
    { id: second.itemId, savedDate: expect.any(String), creatorList: { id: second.listId, title: 'Second' } },
    { id: first.itemId, savedDate: expect.any(String), creatorList: { id: first.listId, title: 'First' } },
  ]);
});

test('[R1.011, R3.033, R6.016] a TikTok Shop profile shows its sales, and its partner center page to administrators only', async () => {
  const shop = { user_id: '7123/456', units_sold: 420, avg_gmv_revenue: 900_000, currency: 'USD' };
  const id = await w.creator({ platform: 'tiktok-shop', shop });
  const seen = await details(id);
  expect(seen.extraData.shop).toEqual(shop);
  expect(seen).not.toHaveProperty('partnerCenterUrl');
  const administrator = await w.t.person({ role: 'administrator' });
  expect((await details(id, administrator)).partnerCenterUrl).toBe(
    'https://partner.tiktokshop.com/affiliate-cmp/creator?cid=7123%2F456',
  );
});

test('hides profiles of other brands and unknown ones', async () => {
  const other = await w.t.brand();
  const theirs = await w.creator({ brandId: other });
  const member = await w.t.person({ brandId: other });
  await expect(details(theirs)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  await expect(details(newId())).rejects.toMatchObject({ status: 404 });
  await expect(details('x')).rejects.toMatchObject({ status: 404 });
  expect(await details(theirs, member, other)).toMatchObject({ id: theirs, private: true });
});

test('filters offer the countries, languages and categories of visible creators, with own categories apart', async () => {
  const other = await w.t.brand();
  await w.creators(
    { country: 'SE', language: 'sv', categories: ['Books', 'Art'] },
    { country: 'SE', language: 'sv', categories: ['Books'] },
    { brandId: w.brandId, country: 'IS', language: 'is', categories: ['Own', 'Books', 'Cycling'] },
    { brandId: other, country: 'XX', language: 'xx', categories: ['Secret'] },
  );
  const facets = await w.person.call(listCreatorFacets, { params: { brandId: w.brandId } });
  expect(facets.countries).toEqual([...new Set(facets.countries)].sort());
  expect(facets.countries).toEqual(expect.arrayContaining(['IS', 'SE']));
  expect(facets.languages).toEqual(expect.arrayContaining(['is', 'sv']));
  expect(facets.categories).toEqual(expect.arrayContaining(['Art', 'Books', 'Cycling']));
  expect(facets.categories).not.toContain('Own');
  expect(facets.ownCategories).toEqual(['Own']);
  expect(JSON.stringify(facets)).not.toMatch(/XX|Secret/);
});

test('[R9.045, R9.046] recalculates a stale rate from stored content when viewed', async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const figures = { engagement: { source: 'provider' as const, asOf: '2026-11-19T00:00:00.000Z' } };
  const id = await w.creator({ username: 'stalerate', followerCount: 81_000, engagement: 99, figures });
  await w.content(id, { likeCount: 1000 });
  expect((await details(id)).extraData.engagementBreakdown?.engagement).toBe(1.235);
  await expect
    .poll(async () => (await details(id)).engagement, { timeout: 60_000, interval: 100 })
    .toBe(1.235);
  expect((await details(id)).figures.engagement).toEqual({
    source: 'platform',
    asOf: '2026-11-20T12:00:00.000Z',
  });
  w.t.setNow(null);
});
