import {
  changeListeningSource,
  connectListeningSource,
  disconnectListeningSource,
  listListeningSources,
} from '@troupe/contract/listening/listening-source';
import { listMentions } from '@troupe/contract/listening/mention';
import { createMonitor } from '@troupe/contract/listening/monitor';
import type { NewListeningSource, SourceKind } from '@troupe/domain/listening/listening-source';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { tagOf } from './poll-sources.ts';

let t: TestApi;
let sandbox: TestSandbox;

/** Settings with which an API reads the sandbox's searched sources. */
const readFrom = ({ origin }: TestSandbox): Record<string, string> => ({
  LISTENING_SOURCES: 'content,hacker-news,gdelt',
  MASTODON_SERVERS: 'mastodon.sandbox.test',
  MASTODON_ORIGIN: `${origin}/mastodon/{host}`,
  HACKER_NEWS_URL: `${origin}/hacker-news/api/v1/`,
  HACKER_NEWS_ITEMS_URL: `${origin}/hacker-news/v0/`,
  GDELT_URL: `${origin}/gdelt/api/v2/doc/doc`,
  REDDIT_URL: `${origin}/reddit/oauth/`,
  REDDIT_TOKEN_URL: `${origin}/reddit/api/v1/access_token`,
  YOUTUBE_URL: `${origin}/youtube/v3/`,
  X_URL: `${origin}/x/`,
  PICTURES_FROM_LOOPBACK: 'true',
  SENTIMENT_DIR: '/nowhere',
});

beforeAll(async () => {
  sandbox = await startTestSandbox();
  await sandbox.call('PUT', '/api/listening/settings', { chatterPerHour: 0, gdeltSeconds: 0 });
  t = await startTestApi(readFrom(sandbox));
});
afterAll(async () => {
  await t?.stop();
  await sandbox?.stop();
});
beforeEach(async () => {
  ahead = 0;
  t.setNow(null);
  await sandbox.call('DELETE', '/api/faults');
});

const post = async (source: string, given: object): Promise<number> =>
  (
    await sandbox.call<{ post: { id: number } }>(
      'POST',
      '/api/listening/posts',
      Object.assign({ source }, given),
    )
  ).post.id;
const fault = (target: string, failure: string, seconds?: number) =>
  sandbox.call('POST', '/api/faults', { provider: 'listening', target, failure, seconds });

/** The calls to GDELT, newest first. */
const gdeltCalls = async () =>
  (await sandbox.call<{ calls: { source: string; at: string }[] }>('GET', '/api/listening')).calls.filter(
    ({ source }) => source === 'gdelt',
  );

/** A brand with an owner, a monitor for a unique word, and its mentions. */
async function brandFor(word: string) {
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const member = await t.person({ brandId });
  const params = { brandId };
  const save = (query: string) =>
    owner.call(createMonitor, { params, body: { name: query, kind: 'brand', query } });
  const { monitor } = await save(word);
  const heard = async () =>
    (
      await owner.call(listMentions, {
        params,
        query: { monitorId: [monitor.id], folded: 'false', limit: 100 },
      })
    ).mentions;
  const connect = async (body: z.input<typeof NewListeningSource> & object, person: TestPerson = owner) =>
    (await person.call(connectListeningSource, { params, body: body as never })).source;
  const sources = async (kind?: SourceKind) => {
    const { sources: all } = await owner.call(listListeningSources, { params });
    return kind ? all.filter((source) => source.kind === kind) : all;
  };
  const change = async (sourceId: string, body: object) =>
    (await owner.call(changeListeningSource, { params: { brandId, sourceId }, body })).source;
  return { brandId, params, owner, member, save, heard, connect, sources, change };
}

/** How far the clock is ahead, in minutes. */
let ahead = 0;

/** Lets sources be due by moving the clock. */
function pollAfter(minutes: number): void {
  ahead = minutes;
  t.setNow(new Date(Date.now() + ahead * 60_000));
}

/** Waits for a result. A moved clock keeps running, because a turn in progress ends at the time it was moved to. */
async function until<T>(find: () => Promise<T | false | null | undefined>): Promise<T> {
  let tries = 0;
  const look = async () => {
    tries += 1;
    if (ahead > 0 && tries % 20 === 0) pollAfter(ahead + 6);
    return find();
  };
  return (await vi.waitUntil(look, { timeout: 60_000, interval: 100 })) as T;
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string; message?: string; status?: number }) => ({
      code: error.code,
      message: error.message,
    }),
  );

test("hears the installation's sources, each as it tells", async () => {
  await post('mastodon', {
    text: 'Alphamoor on Mastodon',
    tags: ['Alphamoor'],
    author: 'Noor Haddad',
    followers: 77,
  });
  await post('hacker-news', { title: 'Alphamoor on Hacker News', text: 'Why?', likes: 4 });
  await post('gdelt', { title: 'Alphamoor in the news', place: 'morning-ledger.test' });
  const { heard, sources } = await brandFor('alphamoor');
  // A new monitor is searched for at once.
  const mentions = await until(async () => {
    const found = await heard();
    return found.length >= 3 && found;
  });
  const bySource = Object.fromEntries(mentions.map((mention) => [mention.source, mention]));
  expect(Object.keys(bySource).toSorted()).toEqual(['gdelt', 'hacker-news', 'mastodon']);
  expect(bySource.mastodon).toMatchObject({
    text: 'Alphamoor on Mastodon #Alphamoor',
    author: { handle: 'noor_haddad@mastodon.sandbox.test', followers: 77 },
  });
  expect(bySource['hacker-news']).toMatchObject({ title: 'Alphamoor on Hacker News', figures: { likes: 4 } });
  expect(bySource.gdelt).toMatchObject({
    title: 'Alphamoor in the news',
    author: { handle: 'morning-ledger.test' },
  });
  const board = await until(async () => {
    const all = await sources();
    return all.every((source) => source.lastOk !== null) && all;
  });
  expect(board.map(({ kind, shared, state }) => [kind, shared, state])).toEqual([
    ['content', true, 'active'],
    ['gdelt', true, 'active'],
    ['hacker-news', true, 'active'],
    ['mastodon', true, 'active'],
  ]);
  const mastodon = board.find(({ kind }) => kind === 'mastodon');
  expect(mastodon).toMatchObject({ host: 'mastodon.sandbox.test', quota: { limit: 300, unit: 'calls' } });
  expect(mastodon?.abilities.pause).toEqual({
    allowed: false,
    reason: 'This source is shared by all brands. Ask your administrator to change it.',
  });
});

/** Waits until a source is being read: it is claimed for three minutes then, and due in five afterwards. */
const isBeingRead = (kind: SourceKind) =>
  until(async () => {
    const { rows } = await t.api.pool.query(
      `select from listening_source where kind = $1 and due_at between now() + interval '1 minute' and now() + interval '4 minutes'`,
      [kind],
    );
    return rows.length > 0;
  });

test('searches for a monitor saved during a turn right after it', async () => {
  const { owner, params, save } = await brandFor('alphamoor early');
  await fault('hacker-news', 'slow', 5);
  await save('alphafirst');
  await isBeingRead('hacker-news');
  await post('hacker-news', { title: 'Alphasecond' });
  const { monitor } = await save('alphasecond');
  const { mentions } = await until(async () => {
    const found = await owner.call(listMentions, { params, query: { monitorId: [monitor.id], limit: 10 } });
    return found.mentions.length > 0 && found;
  });
  expect(mentions).toMatchObject([{ title: 'Alphasecond' }]);
});

test('reads a source no faster than it allows when monitors are saved during a turn', async () => {
  const { save } = await brandFor('alphamoor late');
  await fault('gdelt', 'slow', 5);
  await save('alphathird');
  await isBeingRead('gdelt');
  await save('alphafourth');
  const known = (await gdeltCalls()).length;
  const calls = await until(async () => {
    const all = await gdeltCalls();
    return all.length >= known + 2 && all;
  });
  // Responses take five seconds, and GDELT wants six more between calls.
  const [last = 0, before = 0] = calls.map(({ at }) => Date.parse(at));
  expect(last - before).toBeGreaterThan(8000);
});

test("a brand's feed is heard by its monitors only, and an edit and new entries arrive with the next poll", async () => {
  const id = await post('feed', { title: 'Betamoor feed', text: 'First', place: 'betamoor.test' });
  const { heard, connect, brandId } = await brandFor('betamoor');
  const other = await brandFor('betamoor');
  const source = await connect({ kind: 'feed', url: `${sandbox.origin}/feeds/betamoor.test/page.html` });
  expect(source).toMatchObject({
    kind: 'feed',
    name: 'betamoor.test',
    host: `${sandbox.origin}/feeds/betamoor.test/rss.xml`,
    shared: false,
    hasCredentials: false,
    centsPerPost: null,
  });
  const [first] = await until(async () => {
    const found = await heard();
    return found.length > 0 && found;
  });
  expect(first).toMatchObject({
    source: 'feed',
    title: 'Betamoor feed',
    text: 'First',
    author: { name: expect.any(String) },
  });
  expect(brandId).not.toBe(other.brandId);
  await post('feed', { title: 'Betamoor again', text: 'Second', place: 'betamoor.test' });
  await sandbox.call('DELETE', `/api/listening/posts/${id}`);
  pollAfter(20);
  await until(async () => (await heard()).length === 2);
  expect(await other.heard()).toEqual([]);
});

test('Reddit posts that were deleted are deleted here too, and figures are read again', async () => {
  const kept = await post('reddit', { title: 'Gammamoor kept', text: 'a', likes: 1 });
  const gone = await post('reddit', { title: 'Gammamoor gone', text: 'b' });
  const { heard, connect } = await brandFor('gammamoor');
  const source = await connect({ kind: 'reddit', clientId: 'client', clientSecret: 'sandbox-reddit-secret' });
  expect([source.hasCredentials, JSON.stringify(source).includes('sandbox-reddit-secret')]).toEqual([
    true,
    false,
  ]);
  await until(async () => (await heard()).length === 2);
  await sandbox.call('DELETE', `/api/listening/posts/${gone}`);
  await sandbox.call('PUT', `/api/listening/posts/${kept}`, { likes: 90 });
  pollAfter(70);
  const [mention] = await until(async () => {
    const found = await heard();
    return found.length === 1 && found[0]?.figures.likes === 90 && found;
  });
  expect(mention?.title).toBe('Gammamoor kept');
});

test('videos are heard with their comments', async () => {
  const video = await post('youtube', { title: 'Deltamoor test', text: 'Long description' });
  await post('youtube', { text: 'I have a deltamoor too', parent: video });
  const { heard, connect, sources } = await brandFor('deltamoor');
  await connect({ kind: 'youtube', apiKey: 'sandbox-youtube-key' });
  await until(async () => (await heard()).length === 1);
  expect((await sources('youtube'))[0]?.quota).toMatchObject({ used: 1, limit: 100, unit: 'calls' });
  pollAfter(5 * 60);
  const mentions = await until(async () => {
    const found = await heard();
    return found.length === 2 && found;
  });
  expect(mentions.map(({ text }) => text).toSorted()).toEqual(['I have a deltamoor too', 'Long description']);
});

test('X is read within its monthly limit, which is checked before each search', async () => {
  await sandbox.call('POST', '/api/listening/posts', { source: 'x', text: 'Epsilonmoor', count: 60 });
  const { heard, connect, sources, change } = await brandFor('epsilonmoor');
  const made = await connect({ kind: 'x', token: 'sandbox-x-token', monthlyLimit: 20 });
  expect([made.centsPerPost, made.abilities.change.allowed]).toEqual([0.5, true]);
  const limited = await until(async () => {
    const [source] = await sources('x');
    return source?.lastProblem && source.gaps.length > 0 && source;
  });
  expect(limited).toMatchObject({
    state: 'failing',
    lastProblem: "This month's limit of $0.20 for X is used up.",
    quota: { used: 20, limit: 20, unit: 'minor-units', currency: 'USD' },
    gaps: [{ reason: 'quota', to: null, filled: null }],
  });
  expect(await heard()).toHaveLength(40);
  await change(made.id, { monthlyLimit: 500 });
  const [after] = await until(async () => {
    const found = await sources('x');
    // A gap is filled right after it has ended.
    return found[0]?.state === 'active' && Boolean(found[0].gaps[0]?.filled) && found;
  });
  expect(after?.quota).toMatchObject({ used: 30, limit: 500 });
  expect(after?.gaps).toMatchObject([
    { reason: 'quota', to: expect.any(String), filled: expect.any(String) },
  ]);
  expect((await heard()).length).toBeGreaterThanOrEqual(50);
});

test('an outage is a gap until it is over, and the source is asked less and less often', async () => {
  await post('feed', { title: 'Zetamoor', text: 'x', place: 'zetamoor.test' });
  const { connect, sources, heard, owner, params } = await brandFor('zetamoor');
  await connect({ kind: 'feed', url: `${sandbox.origin}/feeds/zetamoor.test/rss.xml` });
  await until(async () => (await heard()).length === 1);
  // Its first turn is over: one that ends after the clock was moved isn't due until it moves again.
  await until(async () => (await sources('feed'))[0]?.lastOk);
  const soon = { timeout: 60_000, interval: 100 };
  const asked = async () => {
    const { calls } = await sandbox.call<{ calls: { path: string }[] }>('GET', '/api/listening');
    return calls.filter(({ path }) => path.includes('zetamoor.test')).length;
  };
  /** Waits until due sources were read while the clock stands still: a new one is due after them. */
  const looked = async () => {
    const { id } = await connect({
      kind: 'mastodon',
      host: 'closed.sandbox.test',
      token: 'sandbox-mastodon-token',
    });
    const isRead = async () =>
      (await sources('mastodon')).some((one) => one.id === id && one.lastOk !== null);
    await vi.waitUntil(isRead, soon);
    await owner.call(disconnectListeningSource, { params: { brandId: params.brandId, sourceId: id } });
  };
  await fault('feed', 'down');
  pollAfter(20);
  const down = await vi.waitUntil(async () => {
    const [source] = await sources('feed');
    return source?.state === 'failing' && source.gaps.length > 0 && source;
  }, soon);
  const failed = await asked();
  await looked();
  expect(await asked()).toBe(failed);
  pollAfter(21.1);
  await vi.waitUntil(async () => (await asked()) === failed + 1, soon);
  // A turn notes its next one when it ends, by the clock of then.
  await looked();
  pollAfter(22.5);
  await looked();
  expect(await asked()).toBe(failed + 1);
  pollAfter(23.3);
  await vi.waitUntil(async () => (await asked()) === failed + 2, soon);
  expect(down.lastProblem).toBe("The feed couldn't be read. It responded with 503.");
  expect(down.gaps).toMatchObject([{ reason: 'outage', to: null }]);
  await sandbox.call('DELETE', '/api/faults');
  await post('feed', { title: 'Zetamoor during the outage', text: 'y', place: 'zetamoor.test' });
  pollAfter(60);
  const up = await until(async () => {
    const [source] = await sources('feed');
    // A gap ends a moment before it counts as filled.
    return source?.state === 'active' && Boolean(source.gaps[0]?.filled) && source;
  });
  expect(up.gaps).toMatchObject([{ reason: 'outage', to: expect.any(String), filled: expect.any(String) }]);
  await until(async () => (await heard()).length === 2);
});

test('a paused source is not read; resuming reads the posts of the pause', async () => {
  await post('feed', { title: 'Etamoor', text: 'x', place: 'etamoor.test' });
  const { connect, heard, change } = await brandFor('etamoor');
  const { id } = await connect({ kind: 'feed', url: `${sandbox.origin}/feeds/etamoor.test/rss.xml` });
  await until(async () => (await heard()).length === 1);
  const paused = await change(id, { state: 'paused' });
  expect([paused.state, paused.abilities.resume.allowed, paused.gaps[0]?.reason]).toEqual([
    'paused',
    true,
    'paused',
  ]);
  await post('feed', { title: 'Etamoor while paused', text: 'y', place: 'etamoor.test' });
  const before = (await sandbox.call<{ calls: unknown[] }>('GET', '/api/listening')).calls.length;
  pollAfter(30);
  await until(
    async () => (await sandbox.call<{ calls: unknown[] }>('GET', '/api/listening')).calls.length > before,
  );
  expect(await heard()).toHaveLength(1);
  const resumed = await change(id, { state: 'active' });
  expect(resumed.state).toBe('active');
  await until(async () => (await heard()).length === 2);
});

test('credentials that are refused later stop the source until they are replaced', async () => {
  const { connect, sources } = await brandFor('thetamoor');
  await connect({ kind: 'mastodon', host: 'closed.sandbox.test', token: 'sandbox-mastodon-token' });
  await until(async () => (await sources('mastodon')).find(({ shared }) => !shared)?.lastOk);
  await fault('mastodon', 'wrong_key');
  pollAfter(10);
  const refused = await until(async () => {
    const own = (await sources('mastodon')).find(({ shared }) => !shared);
    return own?.state === 'refused' && own;
  });
  expect(refused.lastProblem).toBe(
    'closed.sandbox.test rejected the token. Connect it again with a new one.',
  );
  await sandbox.call('DELETE', '/api/faults');
  const again = await connect({
    kind: 'mastodon',
    host: 'closed.sandbox.test',
    token: 'sandbox-mastodon-token',
  });
  expect([again.id, again.state]).toEqual([refused.id, 'active']);
});

test('refuses what cannot be connected, with the reason', async () => {
  const { connect, member } = await brandFor('iotamoor');
  const feed = (kind: string) => connect({ kind: 'feed', url: `${sandbox.origin}/feeds/bad/${kind}` });
  expect(await refusal(feed('html'))).toEqual({
    code: 'source_refused',
    message: 'This address is a web page, not a feed.',
  });
  expect(await refusal(feed('to-private'))).toEqual({
    code: 'source_refused',
    message: "The feed couldn't be read. The address is in a private network.",
  });
  expect((await refusal(feed('broken')))?.code).toBe('unavailable');
  expect((await refusal(connect({ kind: 'reddit', clientId: 'a', clientSecret: 'b' })))?.code).toBe(
    'source_refused',
  );
  expect((await refusal(connect({ kind: 'youtube', apiKey: 'wrong-key' })))?.code).toBe('source_refused');
  expect(
    (await refusal(connect({ kind: 'mastodon', host: 'closed.sandbox.test', token: null })))?.message,
  ).toBe('closed.sandbox.test shows its timelines to logged-in users only. Add a token to read them.');
  expect(
    (await refusal(connect({ kind: 'x', token: 'sandbox-x-token', monthlyLimit: 1 }, member)))?.code,
  ).toBe('forbidden');
});

test('two people who connect the same feed at once have one source; another brand cannot change it', async () => {
  const { connect, sources, owner, params } = await brandFor('kappamoor');
  const url = `${sandbox.origin}/feeds/kappamoor.test/rss.xml`;
  const [one, two] = await Promise.all([connect({ kind: 'feed', url }), connect({ kind: 'feed', url })]);
  expect(one.id).toBe(two.id);
  const other = await brandFor('kappamoor');
  expect((await refusal(other.change(one.id, { state: 'paused' })))?.code).toBe('not_found');
  const remove = (person: TestPerson, brandId: string) =>
    person.call(disconnectListeningSource, { params: { brandId, sourceId: one.id } });
  expect((await refusal(remove(other.owner, other.brandId)))?.code).toBe('not_found');
  await expect(remove(owner, params.brandId)).resolves.toEqual({ success: true });
  expect(await sources('feed')).toEqual([]);
  expect((await refusal(remove(owner, params.brandId)))?.code).toBe('not_found');
});

test('hears posts that Troupe stored of creators; those of private creators are heard by their brand only', async () => {
  const { heard, brandId } = await brandFor('lambdamoor');
  const other = await brandFor('lambdamoor');
  const add = async (text: string, owner: string | null) => {
    const creatorId = newId();
    await t.api.pool.query(
      `insert into creator (id, brand_id, platform, username, fullname, profile_url, follower_count)
        values ($1, $2, 'instagram', $3, 'Cleo', 'https://www.instagram.com/cleo', 1200)`,
      [creatorId, owner, `c${creatorId.slice(-8)}`],
    );
    await t.api.pool.query(
      `insert into content (id, creator_id, url, published_at, title, type, format, like_count)
        values ($1, $2, $3, now(), $4, 'Post', 'post', 31)`,
      [newId(), creatorId, `https://www.instagram.com/p/${creatorId}`, text],
    );
  };
  await add('Lambdamoor for everybody', null);
  await add('Lambdamoor in private', brandId);
  // Later than any other test was.
  pollAfter(7 * 60);
  const mentions = await until(async () => {
    const found = await heard();
    return found.length === 2 && found;
  });
  expect(mentions.find(({ text }) => text === 'Lambdamoor for everybody')).toMatchObject({
    source: 'content',
    figures: { likes: 31 },
    author: { followers: 1200 },
  });
  const others = await until(async () => {
    const found = await other.heard();
    return found.length > 0 && found;
  });
  expect(others.map(({ text }) => text)).toEqual(['Lambdamoor for everybody']);
});

test('a monitor that is created later hears what a feed still lists, although it did not change', async () => {
  await post('feed', { title: 'Mumoor and numoor', text: 'x', place: 'mumoor.test' });
  const { connect, heard, owner, params } = await brandFor('mumoor');
  await connect({ kind: 'feed', url: `${sandbox.origin}/feeds/mumoor.test/rss.xml` });
  await until(async () => (await heard()).length === 1);
  const { monitor } = await owner.call(createMonitor, {
    params,
    body: { name: 'Later', kind: 'topic', query: 'numoor' },
  });
  await until(async () => {
    const query = { monitorId: [monitor.id] };
    return (await owner.call(listMentions, { params, query })).mentions.length === 1;
  });
});

test('turns terms into hashtags', () => {
  expect(['Lark Moor', "Larkmoor's", 'copper & bean', '2026', 'ラーメン 二郎', '#one'].map(tagOf)).toEqual([
    'LarkMoor',
    'Larkmoors',
    'copperbean',
    null,
    'ラーメン二郎',
    'one',
  ]);
});
