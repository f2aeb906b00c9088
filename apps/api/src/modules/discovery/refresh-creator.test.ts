import { getCreatorHistory } from '@troupe/contract/discovery/creator';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { followersOf } from '../../demo/creators.ts';
import { openText } from '../../platform/access/secret.ts';
import { writeConnection } from './creator/creator-refresh.queries.ts';
import { type RefreshWorld, startRefreshWorld } from './refresh-creator.fixture.ts';

let w: RefreshWorld;
beforeAll(async () => {
  w = await startRefreshWorld();
});
afterAll(() => w.stop());
afterEach(async () => {
  w.t.setNow(null);
  await w.sandbox.call('DELETE', '/api/social/quotas');
  await w.sandbox.call('DELETE', '/api/faults');
});

const HOUR = 3_600_000;
const later = (hours: number) => w.t.setNow(new Date(Date.now() + hours * HOUR));

test("reads a YouTube channel's figures and uploads, with the platform as source", async () => {
  const { followers } = await w.account<{ followers: number }>('youtube', 'mila.trails');
  const id = await w.creator({ platform: 'youtube', username: 'mila.trails', followerCount: 5 });
  expect(await w.read(id)).toMatchObject({ state: 'read', message: null });
  const row = await w.row(id);
  // Subscribers are rounded to three digits.
  expect(row.followerCount).toBeLessThanOrEqual(followers);
  expect(row.followerCount).toBeGreaterThan(followers * 0.99);
  expect(row.socialId).toMatch(/^UC[\w-]{22}$/);
  expect(row).toMatchObject({ fullname: 'Mila', username: 'mila.trails' });
  for (const figure of [row.figures.followerCount, row.figures.avgViews, row.figures.avgLikes])
    expect(figure).toMatchObject({ source: 'platform', asOf: expect.any(String) });
  const content = await w.contentOf(id);
  const views = content
    .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt))
    .slice(0, 50)
    .map(({ viewCount }) => viewCount ?? 0);
  expect(views).toHaveLength(50);
  expect(row.avgViews).toBe(Math.round(views.reduce((sum, count) => sum + count, 0) / views.length));
  expect(content[0]).toMatchObject({ type: 'Video', saveCount: null, shareCount: null });
  // The rate is calculated automatically.
  await expect.poll(async () => (await w.row(id)).engagement, { timeout: 60_000 }).toBeGreaterThan(0);
});

test('average views are those of the posts listed behind them, also of posts no longer on the channel', async () => {
  const id = await w.creator({ platform: 'youtube', username: 'runa.trails', followerCount: 5 });
  // Read before, and taken off the channel since: one among the 50 newest, one without views, one too old.
  await w.content(
    id,
    { viewCount: 9_000_000, publishedAt: new Date(Date.now() - HOUR).toISOString() },
    { viewCount: null, publishedAt: new Date(Date.now() - 2 * HOUR).toISOString() },
    { viewCount: 7_000_000, publishedAt: '2019-01-01T12:00:00.000Z' },
  );
  await w.read(id);
  const { averageViews } = await w.person.call(getCreatorHistory, {
    params: { brandId: w.brandId, profileId: id },
  });
  expect(averageViews).toMatchObject({ posts: { length: 49 }, unknown: 1 });
  expect(averageViews.posts[0]?.views).toBe(9_000_000);
  const sum = averageViews.posts.reduce((total, { views }) => total + views, 0);
  const row = await w.row(id);
  expect(row.avgViews).toBe(Math.round(sum / 49));
  expect(row.avgViews).toBe(averageViews.average);
  expect(row.figures.avgViews).toMatchObject({ source: 'platform' });
});

test.each(['youtube', 'instagram', 'tiktok'] as const)(
  'reads posts on %s page by page back to the start of the engagement window',
  async (platform) => {
    const username = 'daily.walks';
    const id = await w.creator({ platform, username, followerCount: 1000 });
    if (platform === 'tiktok') await w.connect(id, username);
    expect(await w.read(id)).toMatchObject({ state: 'read' });
    const breakdown = (await w.details(id)).extraData.engagementBreakdown;
    // One post a day for a year, of which the last 30 days don't count.
    expect(breakdown).toMatchObject({ complete: true, contentFromDate: breakdown?.fromDate });
    expect(breakdown?.contentCount).toBeGreaterThanOrEqual(334);
    expect(breakdown?.contentCount).toBeLessThanOrEqual(337);
    expect(breakdown?.tooRecentCount).toBeGreaterThanOrEqual(29);
    const days = new Set((await w.contentOf(id)).map(({ publishedAt }) => publishedAt.slice(0, 10)));
    expect(days.size).toBe((await w.contentOf(id)).length);
  },
);

test.each(['youtube', 'instagram', 'tiktok'] as const)(
  'sandbox and demo data agree on followers on %s',
  async (platform) => {
    for (const name of ['mila.trails', 'hanasato77', 'kitchenwithnoor', 'leif_berg.run3'])
      expect((await w.account<{ followers: number }>(platform, name)).followers).toBe(
        followersOf(platform, name),
      );
  },
);

test('a creator is read once an hour, and the response says when the next refresh is allowed', async () => {
  const id = await w.creator({ platform: 'instagram', username: 'noor.kitchen' });
  const first = await w.ask(id);
  expect(first.started).toBe(true);
  const second = await w.ask(id);
  expect(second).toMatchObject({ started: false, next: first.next });
  expect(second.reason).not.toBeNull();
  later(1.01);
  expect(await w.ask(id)).toMatchObject({ started: true, reason: null });
});

test('ten concurrent requests cause one reading', async () => {
  const id = await w.creator({ platform: 'instagram', username: 'hana.desk' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => w.ask(id)));
  expect(answers.filter(({ started }) => started)).toHaveLength(1);
});

test('[R3.007] Instagram posts have likes, comments and a stored picture', async () => {
  const id = await w.creator({ platform: 'instagram', username: 'zuri.glow' });
  await w.read(id);
  const content = await w.contentOf(id);
  expect(content.length).toBeGreaterThan(30);
  expect(new Set(content.map(({ type }) => type))).toEqual(new Set(['Reel', 'Carousel', 'Photo']));
  for (const { thumbnailUrl, viewCount } of content) {
    expect(viewCount).toBeNull();
    expect(thumbnailUrl).toMatch(new RegExp(`^http://api.example/media/${id}/[0-9a-f]{32}\\.jpg$`));
  }
  expect((await w.row(id)).profilePicUrl).toMatch(/^http:\/\/api\.example\/media\//);
});

test("counts a platform doesn't provide stay unknown and keep existing figures", async () => {
  const origin = { source: 'brand-import' as const, asOf: '2026-01-01T00:00:00.000Z' };
  const figures = { followerCount: origin };
  const id = await w.creator({ platform: 'youtube', username: 'hidden.one', followerCount: 777, figures });
  await w.read(id);
  const row = await w.row(id);
  expect(row).toMatchObject({ followerCount: 777, figures: { followerCount: origin } });
  expect(row.figures.avgLikes).toBeUndefined();
  for (const { likeCount } of await w.contentOf(id)) expect(likeCount).toBeNull();
});

test.each(['instagram', 'tiktok'] as const)(
  'hidden likes on %s are unknown, while comments count',
  async (platform) => {
    const id = await w.creator({ platform, username: 'hidden.two' });
    if (platform === 'tiktok') await w.connect(id, 'hidden.two');
    await w.read(id);
    const content = await w.contentOf(id);
    expect(content.length).toBeGreaterThan(20);
    for (const { likeCount, commentCount } of content) {
      expect(likeCount).toBeNull();
      expect(commentCount).toEqual(expect.any(Number));
    }
  },
);

test.each(['youtube', 'instagram', 'tiktok'] as const)(
  'updates name and bio from %s, and keeps them if the account has none',
  async (platform) => {
    await w.account(platform, 'with.bio', { fullname: 'Iris Vale', bio: 'Maps and mountains.' });
    const told = await w.creator({ platform, username: 'with.bio', fullname: 'Old', bio: 'Old' });
    const silent = await w.creator({ platform, username: 'without.bio', bio: 'Known from a file' });
    if (platform === 'tiktok') {
      await w.connect(told, 'with.bio');
      await w.connect(silent, 'without.bio');
    }
    await Promise.all([w.read(told), w.read(silent)]);
    expect(await w.row(told)).toMatchObject({ fullname: 'Iris Vale', bio: 'Maps and mountains.' });
    expect(await w.row(silent)).toMatchObject({ bio: 'Known from a file' });
  },
);

test('reading again adds nothing and keeps the pictures', async () => {
  const id = await w.creator({ platform: 'youtube', username: 'leif.peak' });
  await w.read(id);
  const first = await w.contentOf(id);
  later(1.01);
  await w.read(id);
  expect((await w.contentOf(id)).map(({ id: of, thumbnailUrl }) => [of, thumbnailUrl])).toEqual(
    first.map(({ id: of, thumbnailUrl }) => [of, thumbnailUrl]),
  );
});

test.each([
  ['instagram', 'private.ann', 'gone', 'personal, renamed or deleted'],
  ['instagram', 'restricted.bo', 'restricted', 'limited to adults'],
  ['instagram', 'gone.cy', 'gone', 'personal, renamed or deleted'],
  ['youtube', 'gone.dee', 'gone', 'deleted or renamed'],
] as const)(
  'an unavailable account on %s (%s) keeps its data with a message',
  async (platform, username, state, words) => {
    const id = await w.creator({ platform, username, followerCount: 4321, fullname: 'Ann Berg' });
    const refresh = await w.read(id);
    expect(refresh).toMatchObject({ state, readAt: null });
    expect(refresh.message).toContain(words);
    expect(await w.row(id)).toMatchObject({ followerCount: 4321, fullname: 'Ann Berg', username });
  },
);

test('follows a renamed channel by its id', async () => {
  const id = await w.creator({ platform: 'youtube', username: 'camille.cup' });
  await w.read(id);
  await w.account('youtube', 'camille.cup', { username: 'camille.coffee' });
  later(1.01);
  expect(await w.read(id)).toMatchObject({
    state: 'renamed',
    message: 'This account was called @camille.cup before.',
  });
  expect(await w.row(id)).toMatchObject({
    username: 'camille.coffee',
    profileUrl: 'https://www.youtube.com/@camille.coffee',
  });
});

test('reports a new name that another profile already has', async () => {
  const id = await w.creator({ platform: 'youtube', username: 'owen.lap' });
  await w.read(id);
  await w.account('youtube', 'owen.lap', { username: 'owen.laps' });
  await w.creator({ platform: 'youtube', username: 'Owen.Laps' });
  later(1.01);
  expect((await w.read(id)).message).toContain('there is a profile of that name already');
  expect((await w.row(id)).username).toBe('owen.lap');
});

test('TikTok without a connection and TikTok Shop explain why nothing was started', async () => {
  const [video, shop] = await w.creators(
    { platform: 'tiktok', username: 'a.b' },
    { platform: 'tiktok-shop', username: 'a.b' },
  );
  expect(await w.ask(video ?? '')).toEqual({
    started: false,
    reason: 'TikTok data requires the creator to connect their account. Invite them to connect.',
    next: null,
  });
  expect(await w.ask(shop ?? '')).toMatchObject({ started: false, next: null });
});

test('reads a connected TikTok account page by page', async () => {
  const id = await w.creator({ platform: 'tiktok', username: 'jonah.ridge' });
  await w.connect(id, 'jonah.ridge');
  expect(await w.read(id)).toMatchObject({ state: 'read' });
  const { followers } = await w.account<{ followers: number }>('tiktok', 'jonah.ridge');
  expect(await w.row(id)).toMatchObject({ followerCount: followers, fullname: 'Jonah' });
  const content = await w.contentOf(id);
  expect(content.length).toBeGreaterThan(20);
  expect(content[0]).toMatchObject({ saveCount: null, shareCount: expect.any(Number) });
});

test("reads a brand's copy with the consent that is stored with the shared profile", async () => {
  const shared = await w.creator({ platform: 'tiktok', username: 'mara.dunes' });
  const brandId = await w.t.brand('Fernhill');
  const person = await w.t.person({ brandId });
  const own = await w.creator({ platform: 'tiktok', username: 'Mara.Dunes', brandId, followerCount: 20 });
  expect(await w.ask(own, person, brandId)).toMatchObject({ started: false });
  await w.connect(shared, 'mara.dunes', { expired: true });
  expect(await w.read(own, person, brandId)).toMatchObject({ state: 'read' });
  const { followers } = await w.account<{ followers: number }>('tiktok', 'mara.dunes');
  expect(await w.row(own)).toMatchObject({ followerCount: followers });
  expect((await w.row(shared)).followerCount).not.toBe(followers);
  // The renewed token is stored with the consent, not with the copy.
  expect(Date.parse((await w.connection(shared))?.accessExpiresAt ?? '')).toBeGreaterThan(
    Date.now() + 23 * HOUR,
  );
  expect(await w.connection(own)).toBeUndefined();
});

test('refreshes an expired access token and stores the new one encrypted', async () => {
  const id = await w.creator({ platform: 'tiktok', username: 'kai.sea' });
  await w.connect(id, 'kai.sea', { expired: true });
  expect(await w.read(id)).toMatchObject({ state: 'read' });
  const kept = await w.connection(id);
  expect(kept?.accessToken).not.toContain('act.');
  expect(openText(w.t.api.config.SECRET_KEY, kept?.accessToken ?? '')).toMatch(/^act\./);
  expect(Date.parse(kept?.accessExpiresAt ?? '')).toBeGreaterThan(Date.now() + 23 * HOUR);
});

test('deletes a revoked consent with a message and keeps the figures', async () => {
  const id = await w.creator({ platform: 'tiktok', username: 'lou.bike', followerCount: 99 });
  await w.connect(id, 'lou.bike');
  await w.account('tiktok', 'lou.bike', { state: 'revoked' });
  expect(await w.read(id)).toMatchObject({ state: 'not-connected' });
  expect(await w.connection(id)).toMatchObject({
    accessToken: '',
    refreshToken: '',
    withdrawnAt: expect.any(String),
  });
  expect((await w.row(id)).followerCount).toBe(99);
  later(1.01);
  expect(await w.ask(id)).toMatchObject({ started: false });
});

test("a token refreshed by another reading doesn't count as a revoked consent", async () => {
  const id = await w.creator({ platform: 'tiktok', username: 'nele.surf' });
  await w.connect(id, 'nele.surf');
  const kept = await w.connection(id);
  await writeConnection(w.t.api.db, id, null, new Date(), 'renewed since');
  expect(await w.connection(id)).toEqual(kept);
  await writeConnection(w.t.api.db, id, null, new Date(), kept?.refreshToken ?? '');
  expect(await w.connection(id)).toMatchObject({ refreshToken: '', withdrawnAt: expect.any(String) });
});

test('a private profile is read for its own brand only', async () => {
  const other = await w.t.brand('Fernhill');
  const stranger = await w.t.person({ brandId: other });
  const shared = await w.creator({ platform: 'instagram', username: 'mina.map', followerCount: 10 });
  const own = await w.creator({
    platform: 'instagram',
    username: 'mina.map',
    brandId: other,
    followerCount: 20,
  });
  await expect(w.ask(own)).rejects.toMatchObject({ code: 'not_found' });
  await w.read(own, stranger, other);
  expect((await w.row(own)).followerCount).not.toBe(20);
  expect((await w.row(shared)).followerCount).toBe(10);
  expect(await w.contentOf(shared)).toHaveLength(0);
});

test('stored pictures are public, cacheable and never run as a page', async () => {
  const id = await w.creator({ platform: 'youtube', username: 'pia.plane' });
  await w.read(id);
  const path = (await w.contentOf(id))[0]?.thumbnailUrl?.replace('http://api.example', '') ?? '';
  const response = await fetch(w.t.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  expect((await fetch(`${w.t.url}/media/${id}/${'0'.repeat(32)}.jpg`)).status).toBe(404);
  for (const name of ['..%2F..%2Fsecret.jpg', 'http:%2F%2Fexample.com%2Fa.jpg'])
    expect((await fetch(`${w.t.url}/media/${id}/${name}`)).status).toBe(422);
});
