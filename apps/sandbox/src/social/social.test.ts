import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox();
});
afterAll(() => t.close());
afterEach(async () => {
  await t.json('/api/social/quotas', { method: 'DELETE' });
  await t.json('/api/faults', { method: 'DELETE' });
});

const send = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const youtube = (path: string) => t.get(`/youtube/v3/${path}&key=k`);
const discover = (name: string, media = 'media.limit(2)') =>
  t.get(
    `/instagram/v25.0/1?access_token=x&fields=${encodeURIComponent(`business_discovery.username(${name}){id,${media}{id}}`)}`,
  );
interface Channels {
  items?: {
    id: string;
    statistics: Record<string, unknown>;
    contentDetails: { relatedPlaylists: { uploads: string } };
  }[];
}

test('a name is always the same account, with counts as strings and rounded subscribers', async () => {
  const read = async () =>
    (await (
      await youtube('channels?part=snippet,statistics,contentDetails&forHandle=@mila.trails')
    ).json()) as Channels;
  const [channel] = (await read()).items ?? [];
  expect((await read()).items?.[0]).toEqual(channel);
  expect(channel?.id).toMatch(/^UC[\w-]{22}$/);
  expect(channel?.statistics).toMatchObject({
    subscriberCount: expect.stringMatching(/^[1-9]\d{2}0*$/),
    hiddenSubscriberCount: false,
    viewCount: expect.stringMatching(/^\d+$/),
  });
});

test('uploads are paged, and their videos omit hidden counts', async () => {
  const channels = (await (
    await youtube('channels?part=contentDetails&forHandle=hidden.one')
  ).json()) as Channels;
  const uploads = channels.items?.[0]?.contentDetails.relatedPlaylists.uploads;
  const list = (token = '') =>
    youtube(`playlistItems?part=contentDetails&playlistId=${uploads}&maxResults=5${token}`);
  const first = await (await list()).json();
  const second = await (await list(`&pageToken=${first.nextPageToken}`)).json();
  expect(first.items).toHaveLength(5);
  expect(second.items[0]).not.toEqual(first.items[0]);
  const id = first.items[0].contentDetails.videoId;
  const { items } = await (await youtube(`videos?part=statistics&id=${id}`)).json();
  expect(items[0].statistics).not.toHaveProperty('likeCount');
});

test("an exhausted quota returns the platform's error, and invalid calls count too", async () => {
  await t.json('/api/social/quotas/youtube', send('PUT', { limit: 2 }));
  expect((await youtube('channels?part=id&forHandle=a.b')).status).toBe(200);
  expect((await youtube('videos?part=id')).status).toBe(400);
  const refused = await youtube('channels?part=id&forHandle=a.b');
  expect(refused.status).toBe(403);
  expect((await refused.json()).error.errors[0].reason).toBe('quotaExceeded');
});

test("Instagram reports usage, pages by cursor, and doesn't distinguish personal, renamed and unknown names", async () => {
  const found = await discover('noor.kitchen');
  expect(JSON.parse(found.headers.get('x-app-usage') ?? '')).toHaveProperty('call_count');
  const { business_discovery: account } = await found.json();
  const next = await (
    await discover('noor.kitchen', `media.after(${account.media.paging.cursors.after}).limit(2)`)
  ).json();
  expect(next.business_discovery.media.data[0].id).not.toBe(account.media.data[0].id);
  for (const name of ['private.ann', 'gone.cy']) {
    const refused = await discover(name);
    expect(refused.status).toBe(400);
    expect((await refused.json()).error).toMatchObject({ code: 110, error_subcode: 2207013 });
  }
  expect(await (await discover('restricted.bo')).json()).toEqual({ id: '1' });
});

test('TikTok returns paged data for a consent until it is revoked', async () => {
  const tokens = await t.json<{ access_token: string; refresh_token: string }>(
    '/api/social/tiktok/consent',
    send('POST', { username: 'jonah.ridge' }),
  );
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
  const list = async (body: object) =>
    (
      await fetch(`${t.sandbox.origin}/tiktok/v2/video/list/?fields=id,create_time`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    ).json();
  const seen: string[] = [];
  for (let cursor: number | undefined, more = true; more; ) {
    const { data, error } = await list({ max_count: 20, ...(cursor === undefined ? {} : { cursor }) });
    expect(error.code).toBe('ok');
    seen.push(...data.videos.map(({ id }: { id: string }) => id));
    cursor = data.cursor;
    more = data.has_more;
  }
  expect(seen.length).toBeGreaterThan(20);
  expect(new Set(seen).size).toBe(seen.length);
  expect((await list({ max_count: 21 })).error.code).toBe('invalid_params');
  await t.json('/api/social/accounts/tiktok/jonah.ridge', send('PUT', { state: 'revoked' }));
  expect((await list({})).error.code).toBe('access_token_invalid');
});

test("the consent page's form may redirect to the app on another origin", async () => {
  for (const path of [
    '/instagram/v25.0/dialog/oauth?client_id=a',
    '/tiktok/v2/auth/authorize/?client_key=a',
  ]) {
    const back = encodeURIComponent('http://localhost:1/connect');
    const answer = await t.get(`${path}&response_type=code&redirect_uri=${back}&state=s`);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/form-action 'self' http: https:;/);
    expect(policy).toContain("default-src 'none';script-src 'self';");
  }
});

test('TikTok covers expire after six hours', async () => {
  const past = Math.floor(Date.now() / 1000) - 1;
  expect((await t.get(`/social/cover/tiktok/a.b-1.jpg?expires=${past}`)).status).toBe(403);
  expect((await t.get(`/social/cover/tiktok/a.b-1.jpg?expires=${past + 60}`)).status).toBe(200);
});

test('a fault occurs the given number of times, then the platform works again', async () => {
  await t.json(
    '/api/faults',
    send('POST', { provider: 'social', target: 'youtube', failure: 'down', times: 1 }),
  );
  expect((await youtube('channels?part=id&forHandle=a.b')).status).toBe(503);
  expect((await youtube('channels?part=id&forHandle=a.b')).status).toBe(200);
});

test('a renamed account is found by id and new name, also after a restart', async () => {
  const channels = (await (await youtube('channels?part=id&forHandle=camille.cup')).json()) as Channels;
  const id = channels.items?.[0]?.id;
  await t.json('/api/social/accounts/youtube/camille.cup', send('PUT', { username: 'camille.coffee' }));
  await t.restart();
  expect(await (await youtube('channels?part=id&forHandle=camille.cup')).json()).not.toHaveProperty('items');
  for (const by of [`id=${id}`, 'forHandle=@camille.coffee']) {
    const { items } = (await (await youtube(`channels?part=id&${by}`)).json()) as Channels;
    expect(items?.[0]?.id).toBe(id);
  }
});

test('the control page shows quotas and changed accounts, and rejects other sites', async () => {
  await t.json('/api/social/accounts/youtube/mina.maps', send('PUT', { followers: 5000 }));
  const shown = await (await t.get('/social')).text();
  for (const part of ['units a day', 'mina.maps', 'action="/api/social/accounts/{platform}/{name}"'])
    expect(shown).toContain(part);
  const change = (body: object, headers = {}) =>
    fetch(`${t.sandbox.origin}/api/social/accounts/youtube/mina.maps`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  expect((await change({ followers: 1 }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await change({ followers: -5 })).status).toBe(422);
});
