import {
  addToCreatorList,
  createCreatorList,
  listCreatorListItems,
} from '@troupe/contract/discovery/creator-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { requestStatements, rowsRead } from '../../../testing/statements.ts';
import { contentTable } from '../content/content.table.ts';
import { recordRefresh } from '../creator/creator-refresh.queries.ts';
import { startListWorld } from './creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
beforeAll(async () => {
  w = await startListWorld();
});
afterAll(() => w.t.stop());

type Content = Partial<typeof contentTable.$inferInsert>;

async function content(creatorId: string, ...values: Content[]): Promise<void> {
  await w.t.api.db.insert(contentTable).values(
    values.map((value) => ({
      id: newId(),
      creatorId,
      url: `https://social.example/p/${newId()}`,
      publishedAt: '2026-09-01T12:00:00.000Z',
      type: 'Reel',
      format: 'video',
      ...value,
    })),
  );
}

test('[R3.001, R3.002, R3.003] a list item includes the full social profile', async () => {
  const { listId, creatorIds } = await w.listWith(2, [
    {
      platform: 'instagram',
      socialId: '17841400',
      username: 'mara.oslo',
      fullname: 'Mara Lindqvist',
      bio: 'Vegan food from Oslo',
      profilePicUrl: 'https://pictures.example/mara.jpg',
      followerCount: 12_345,
      engagement: 1.235,
      avgViews: 4100,
      verified: true,
      userId: 'creator-7',
      updatedAt: '2026-10-01T08:00:00.000Z',
      figures: {
        followerCount: { source: 'provider', asOf: '2026-11-08T00:00:00.000Z' },
        avgViews: { source: 'platform', asOf: '2026-11-22T08:00:00.000Z' },
      },
    },
    { platform: 'tiktok-shop' },
  ]);
  const otherList = await w.newList('Second list');
  await w.add(otherList, [creatorIds[0]!]);
  const { items } = await w.page(listId);
  const [registered, plain] = items.map(({ socialProfile }) => socialProfile);
  expect(registered).toMatchObject({
    id: creatorIds[0],
    socialId: '17841400',
    instagramId: '17841400',
    platform: 'instagram',
    username: 'mara.oslo',
    fullname: 'Mara Lindqvist',
    profilePicUrl: 'https://pictures.example/mara.jpg',
    profileUrl: 'https://social.example/mara.oslo',
    url: 'https://social.example/mara.oslo',
    followerCount: 12_345,
    engagement: 1.235,
    avgViews: 4100,
    verified: true,
    userId: 'creator-7',
    updated: '2026-10-01T08:00:00.000Z',
    // Each figure has its own source and date.
    figures: {
      followerCount: { source: 'provider', asOf: '2026-11-08T00:00:00.000Z' },
      avgViews: { source: 'platform', asOf: '2026-11-22T08:00:00.000Z' },
    },
    metaData: { is_verified: true, contactsFetched: false, contactsError: null },
    creatorListItems: [
      { creatorList: { id: otherList, title: 'Second list' } },
      { id: items[0]!.id, savedDate: items[0]!.savedDate, creatorList: { id: listId } },
    ],
    extraData: { engagementBreakdown: null, channels: [], shop: null },
  });
  expect(plain).toMatchObject({ platform: 'tiktok-shop', userId: null });
});

test('[R3.004, R3.006, R3.007, R3.008] a list item includes the engagement breakdown and the channels', async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const channels = [{ platform: 'tiktok' as const, username: 'mara', url: 'https://social.example/tt' }];
  const { listId, creatorIds } = await w.listWith(2, [
    { followerCount: 1000, channels },
    { followerCount: 10 },
  ]);
  await content(
    creatorIds[0]!,
    {
      url: 'https://social.example/p/soup',
      title: 'Soup',
      thumbnailUrl: 'https://pictures.example/soup.jpg',
      likeCount: 60,
      commentCount: 10,
      saveCount: 6,
      shareCount: 4,
      dislikeCount: 5,
    },
    // The window is inclusive, to the millisecond.
    { likeCount: 40, publishedAt: '2026-10-21T12:00:00.000Z' },
    { likeCount: 9000, publishedAt: '2026-10-21T12:00:00.001Z' },
    { likeCount: 9000, publishedAt: '2025-11-20T11:59:59.999Z' },
  );
  const { items } = await w.page(listId);
  const [first, second] = items.map(({ socialProfile }) => socialProfile.extraData);
  expect(first).toEqual({
    channels,
    shop: null,
    engagementBreakdown: {
      followerCount: 1000,
      engagement: 6,
      totalLikes: 100,
      totalDislikes: 5,
      totalComments: 10,
      totalSaves: 6,
      totalShares: 4,
      avgLikes: 50,
      avgDislikes: 2.5,
      avgComments: 5,
      avgSaves: 3,
      avgShares: 2,
      fromDate: '2025-11-20T12:00:00.000Z',
      toDate: '2026-10-21T12:00:00.000Z',
      contentFromDate: '2025-11-20T12:00:00.000Z',
      complete: true,
      contentCount: 2,
      tooRecentCount: 1,
      content: [
        expect.objectContaining({ published_at: '2026-10-21T12:00:00.000Z' }),
        {
          url: 'https://social.example/p/soup',
          published_at: '2026-09-01T12:00:00.000Z',
          title: 'Soup',
          type: 'Reel',
          format: 'video',
          persistent_thumbnail_url: 'https://pictures.example/soup.jpg',
          engagement: { like_count: 60, dislike_count: 5, comment_count: 10, save_count: 6, share_count: 4 },
        },
      ],
    },
  });
  expect(second?.engagementBreakdown).toBeNull();
  w.t.setNow(null);
});

test("a list item's breakdown shows how far back its content was read", async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const { listId, creatorIds } = await w.listWith(1, [{ followerCount: 1000 }]);
  await content(
    creatorIds[0]!,
    { likeCount: 1, publishedAt: '2026-11-19T12:00:00.000Z' },
    { likeCount: 20, publishedAt: '2026-10-01T12:00:00.000Z' },
    { likeCount: 40, publishedAt: '2026-09-01T12:00:00.000Z' },
    { likeCount: 9000, publishedAt: '2026-01-01T12:00:00.000Z' },
  );
  await recordRefresh(w.t.api.db, creatorIds[0]!, {
    message: null,
    readAt: new Date('2026-11-20T11:00:00.000Z'),
    contentFrom: new Date('2026-09-01T12:00:00.000Z'),
  });
  const breakdown = (await w.page(listId)).items[0]?.socialProfile.extraData.engagementBreakdown;
  expect(breakdown).toMatchObject({
    complete: false,
    contentFromDate: '2026-09-01T12:00:00.000Z',
    contentCount: 2,
    tooRecentCount: 1,
    engagement: 3,
  });
  expect(breakdown?.content).toHaveLength(2);
  w.t.setNow(null);
});

test('a breakdown counts all content of its window and includes the newest 12 items', async () => {
  w.t.setNow(new Date('2026-11-20T12:00:00.000Z'));
  const { listId, creatorIds } = await w.listWith(1, [{ followerCount: 1000 }]);
  await content(
    creatorIds[0]!,
    ...Array.from({ length: 15 }, (_, at) => ({
      title: `Post ${at + 1}`,
      likeCount: 10,
      publishedAt: `2026-09-${String(at + 1).padStart(2, '0')}T12:00:00.000Z`,
    })),
  );
  const breakdown = (await w.page(listId)).items[0]?.socialProfile.extraData.engagementBreakdown;
  expect(breakdown).toMatchObject({ contentCount: 15, totalLikes: 150, avgLikes: 10, engagement: 1 });
  expect(breakdown?.content.map(({ title }) => title)).toEqual(
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((day) => `Post ${day}`),
  );
  w.t.setNow(null);
});

test('a profile excludes archived lists and those of other brands', async () => {
  const { listId, creatorIds } = await w.listWith(1);
  const other = await w.t.brand();
  const stranger = await w.t.person({ brandId: other });
  const params = { brandId: other };
  const theirs = await stranger.call(createCreatorList, { params, body: { title: 'Their list' } });
  await stranger.call(addToCreatorList, {
    params: { ...params, id: theirs.id },
    body: { socialProfileIds: creatorIds },
  });
  const archived = await w.newList('Left alone');
  await w.add(archived, creatorIds);
  const { items: left } = await w.page(archived);
  await w.archive(left[0]!.id);
  const profile = (await w.page(listId)).items[0]?.socialProfile;
  expect(profile?.creatorListItems.map(({ creatorList }) => creatorList.id)).toEqual([listId]);
});

test('a page of 24 full profiles takes two statements, like a page of one', async () => {
  const one = await w.listWith(1, [{ followerCount: 1000 }]);
  const many = await w.listWith(26);
  for (const id of [...one.creatorIds, ...many.creatorIds]) await content(id, { likeCount: 1 });
  for (const [listId, page] of [
    [one.listId, 1],
    [many.listId, 1],
    [many.listId, 2],
  ] as const) {
    const statements = await requestStatements(w.t, () => w.page(listId, {}, page));
    expect(statements).toEqual(['creator-list-page-saved-whole', 'content-breakdown']);
  }
});

test('a page of profile summaries takes one statement, with any page and filters', async () => {
  const { listId } = await w.listWith(26);
  const costOf = (page: number, query: object = {}) =>
    requestStatements(w.t, () => w.page(listId, { profile: 'summary', ...query }, page));
  for (const page of [1, 2, 3]) expect(await costOf(page)).toEqual(['creator-list-page-saved-summary']);
  expect(await costOf(1, { platform: ['instagram'] })).toEqual(['creator-list-page-saved-filtered-summary']);
  expect(await costOf(1, { safety: ['open'] })).toEqual(['creator-list-page-saved-filtered-summary']);
});

test('items name the categories of open brand-safety flags, and are filtered by what checks found', async () => {
  const { listId, creatorIds } = await w.listWith(4);
  const [flagged, settled, clean, unchecked] = creatorIds as [string, string, string, string];
  const other = await w.t.brand();
  const flag = (brandId: string, creatorId: string, category: string, state = 'open') =>
    w.t.api.pool.query(
      `insert into safety_flag (id, brand_id, creator_id, category, state, rule_version, raised_at, changed_at)
        values ($1, $2, $3, $4, $5, 0, now(), now())`,
      [newId(), brandId, creatorId, category, state],
    );
  for (const creatorId of [flagged, settled, clean])
    await w.t.api.pool.query(
      `insert into safety_check (brand_id, creator_id, checked_at, content_hash, rules_hash, posts, without_text, has_bio)
        values ($1, $2, now(), '', '', 1, 0, true)`,
      [w.brandId, creatorId],
    );
  await flag(w.brandId, flagged, 'profanity');
  await flag(w.brandId, flagged, 'gambling');
  await flag(w.brandId, flagged, 'drugs', 'dismissed');
  await flag(w.brandId, settled, 'profanity', 'confirmed');
  await flag(other, unchecked, 'profanity');
  for (const profile of ['summary', 'whole'] as const) {
    const { items } = await w.page(listId, { profile });
    const flags = Object.fromEntries(items.map((item) => [item.socialProfile.id, item.openFlags]));
    expect(flags).toEqual({
      [flagged]: ['gambling', 'profanity'],
      [settled]: [],
      [clean]: [],
      [unchecked]: [],
    });
  }
  const found = async (safety: ('open' | 'none' | 'unchecked')[]) => {
    const { items, total } = await w.page(listId, { profile: 'summary', safety });
    expect(total).toBe(items.length);
    return items.map(({ socialProfile }) => socialProfile.id).toSorted();
  };
  expect(await found(['open'])).toEqual([flagged]);
  expect(await found(['none'])).toEqual([settled, clean].toSorted());
  expect(await found(['unchecked'])).toEqual([unchecked]);
  expect(await found(['open', 'unchecked'])).toEqual([flagged, unchecked].toSorted());
});

test('a page in the middle of a long list reads only its own items', async () => {
  const listId = await w.newList();
  await w.t.api.pool.query(
    `with made as (
      insert into creator (id, platform, username, profile_url)
      select gen_random_uuid(), 'tiktok', 'long.' || n, 'https://social.example/long.' || n from generate_series(1, 1200) n
      returning id)
    insert into creator_list_item (id, brand_id, list_id, creator_id, saved_at)
    select gen_random_uuid(), $1, $2, id, now() - random() * interval '90 days' from made`,
    [w.brandId, listId],
  );
  const read = async (page: number) => {
    // A concurrent transaction keeps rows from being marked all-visible.
    await w.t.api.pool.query('vacuum analyze creator_list_item');
    return rowsRead(w.t, 'creator_list_item', () => w.page(listId, { profile: 'summary' }, page));
  };
  for (const page of [1, 25, 50]) await expect.poll(() => read(page), { timeout: 20_000 }).toBe(24);
  const ids = new Set<string>();
  for (const page of [8, 9, 10, 11, 12])
    for (const { id } of (await w.page(listId, { profile: 'summary' }, page)).items) ids.add(id);
  expect(ids.size).toBe(5 * 24);
});

test('a profile summary has everything except lists and breakdown', async () => {
  const { listId, creatorIds } = await w.listWith(1, [{ followerCount: 1000, bio: 'Vegan food' }]);
  await content(creatorIds[0]!, { likeCount: 100 });
  const whole = (await w.page(listId)).items[0]!;
  const short = (await w.page(listId, { profile: 'summary' })).items[0]!;
  expect(whole.socialProfile.creatorListItems).toHaveLength(1);
  expect(whole.socialProfile.extraData.engagementBreakdown?.totalLikes).toBe(100);
  expect(short).toEqual({
    ...whole,
    socialProfile: {
      ...whole.socialProfile,
      creatorListItems: [],
      extraData: { ...whole.socialProfile.extraData, engagementBreakdown: null },
    },
  });
});

test('a page of summaries writes every kind of value as its schema says, and nothing else', async () => {
  const origin = { source: 'platform' as const, asOf: '2026-10-02T08:00:00.000Z' };
  const stored = { ...origin, value: 1.5, password: 'hunter2' };
  const { listId, creatorIds, items } = await w.listWith(3, [
    {
      platform: 'tiktok',
      socialId: 'a"b',
      fullname: 'Zoë "Zed" \\ \u2028 🌱',
      bio: 'Line one\nline two\t</script>',
      profilePicUrl: 'https://pictures.example/1.jpg',
      country: 'DE',
      language: 'de',
      categories: ['Food & Drink', 'a,"b"', 'NULL', ''],
      followerCount: 9_007_199_254_740_991,
      engagement: 0.000001,
      avgViews: 0,
      figures: {
        followerCount: origin,
        engagement: { ...origin, asOf: null },
        avgLikes: { ...origin, value: -2e-7 },
      },
      verified: true,
      userId: 'account|1',
      contactEmail: 'zoe@creator.example',
      contactsFetchedAt: '2026-10-03T08:00:00.000Z',
      shop: { user_id: '1', units_sold: 2, avg_gmv_revenue: 3, currency: 'EUR' },
      channels: [{ platform: 'youtube', username: 'zoe', url: 'https://videos.example/zoe' }],
    },
    { brandId: w.brandId, contactsFetchedAt: '2026-10-03T08:00:00.000Z', contactsError: '' },
    // Keys that no schema has, as an older version may have stored them.
    {
      figures: { avgViews: stored, secret: stored } as object,
      shop: {
        user_id: '1',
        units_sold: 2,
        avg_gmv_revenue: 3,
        currency: 'EUR',
        password: 'hunter2',
      } as never,
    },
  ]);
  await w.save(items[0]!.id, { tags: ['Approved', 'Invited'], feedback: 'Said "yes"\n🎉' });
  await w.t.api.pool.query(
    'insert into creator_contact (id, brand_id, creator_id, email) values ($1, $2, $3, $4)',
    [newId(), w.brandId, creatorIds[1], 'own@creator.example'],
  );
  const whole = await w.page(listId);
  const response = await fetch(
    `${w.t.url}/brand/${w.brandId}/creator-list-items/${listId}/1?profile=summary`,
    { headers: { authorization: `Bearer ${w.person.token}` } },
  );
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const text = await response.text();
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('zoe@creator.example');
  const short: typeof whole = JSON.parse(text);
  expect(listCreatorListItems.output.parse(short)).toEqual(short);
  expect(short).toEqual({
    ...whole,
    items: whole.items.map((item) => ({
      ...item,
      socialProfile: { ...item.socialProfile, creatorListItems: [] },
    })),
  });
});
