import { gzipSync } from 'node:zlib';
import {
  type MentionSearch,
  SearchFailure,
  type SourceBudget,
} from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import type { SourceParts } from './call-source.ts';
import { feedSearch, findFeed } from './feed.ts';
import { gdeltSearch } from './gdelt.ts';
import { hackerNewsSearch } from './hacker-news.ts';
import { mastodonSearch } from './mastodon.ts';
import { redditSearch } from './reddit.ts';
import { xSearch } from './x.ts';
import { youtubeSearch } from './youtube-search.ts';

let sandbox: TestSandbox;
let parts: SourceParts;
/** Circuits that recorded a failure. */
let failed: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  failed = [];
  parts = {
    book: {
      circuitOpenUntil: async () => null,
      reserveUnits: async () => true,
      recordCall: async ({ provider, ok }) => void (ok || failed.push(provider)),
    },
    clock: { now: () => new Date() },
    userAgent: 'web:troupe-test:1 (test)',
    fromLoopback: true,
    timeoutMs: 30_000,
  };
  await sandbox.call('DELETE', '/api/faults');
  await sandbox.call('DELETE', '/api/listening');
  await sandbox.call('PUT', '/api/listening/settings', { chatterPerHour: 0, gdeltSeconds: 0 });
});

const HOUR = 3_600_000;
const sinceYesterday = () => Date.now() - 24 * HOUR;

interface Made {
  post: { id: number };
}
const post = async (source: string, given: object): Promise<number> =>
  (await sandbox.call<Made>('POST', '/api/listening/posts', Object.assign({ source }, given))).post.id;
const fault = (target: string, failure: string, times: number | null = null) =>
  sandbox.call(
    'POST',
    '/api/faults',
    Object.assign({ provider: 'listening', target, failure }, times && { times }),
  );

/** A budget like the one of a source's row, with reserved and released units. */
function budgetOf(limit: number): SourceBudget & { used: number } {
  const budget = {
    used: 0,
    remaining: async () => limit - budget.used,
    async reserve(units: number) {
      if (budget.used + units > limit) return false;
      budget.used += units;
      return true;
    },
    async giveBack(units: number) {
      budget.used -= units;
    },
    async exhaust() {
      budget.used = limit;
    },
    quota: async () => ({
      used: budget.used,
      limit,
      unit: 'calls' as const,
      currency: null,
      resets: '2026-12-01T00:00:00.000Z',
    }),
  };
  return budget;
}

/** Searches until there is no more, as the poller does; returns the posts of each page. */
async function readAll(search: MentionSearch, ask: string, from: string | null = null) {
  const posts: SourcePost[] = [];
  let cursor = from;
  let pages = 0;
  for (let more = true; more && pages < 100; pages += 1) {
    const page = await search.search({ ask, since: sinceYesterday(), cursor });
    posts.push(...page.posts);
    ({ cursor, more } = page);
  }
  return { posts, cursor, pages };
}

const failureOf = async (work: Promise<unknown>): Promise<SearchFailure> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SearchFailure);
  return error as SearchFailure;
};

describe('feeds', () => {
  const feed = (file: string) => feedSearch(parts, `${sandbox.origin}/feeds/${file}`);
  const bad = (kind: string) =>
    failureOf(feed(`bad/${kind}.xml`).search({ ask: '', since: 0, cursor: null }));

  test('RSS and Atom give the same post, and nothing while nothing changed', async () => {
    const id = await post('feed', {
      title: 'Larkmoor & friends',
      text: 'The <shell> is "dry".',
      author: 'Ines Duarte',
      place: 'ridgeline-news.test',
      tags: ['hiking'],
    });
    for (const file of ['rss.xml', 'atom.xml']) {
      const source = feed(`ridgeline-news.test/${file}`);
      const first = await source.search({ ask: '', since: sinceYesterday(), cursor: null });
      expect(first.posts).toMatchObject([
        {
          title: 'Larkmoor & friends',
          text: 'The <shell> is "dry".',
          url: `${sandbox.origin}/feeds/ridgeline-news.test/${id}.html`,
          author: { name: 'Ines Duarte', handle: 'ines duarte' },
        },
      ]);
      const second = await source.search({ ask: '', since: sinceYesterday(), cursor: first.cursor });
      expect(second.posts).toEqual([]);
    }
    const { calls } = await sandbox.call<{ calls: { status: number }[] }>('GET', '/api/listening');
    expect(calls.map(({ status }) => status)).toEqual([304, 200, 304, 200]);
  });

  test('an edited entry is the same post with another text', async () => {
    const id = await post('feed', { title: 'Larkmoor', text: 'Before', place: 'trail-notes.test' });
    const source = feed('trail-notes.test/atom.xml');
    const [before] = (await source.search({ ask: '', since: 0, cursor: null })).posts;
    await sandbox.call('PUT', `/api/listening/posts/${id}`, { text: 'After' });
    const [after] = (await source.search({ ask: '', since: 0, cursor: null })).posts;
    expect(after?.externalId).toBe(before?.externalId);
    expect([before?.editedAt, after?.text]).toEqual([null, 'After']);
    expect(after?.editedAt).toBeGreaterThan(0);
  });

  test('a page leads to the feed that it names, and a moved feed to its new address', async () => {
    await expect(findFeed(parts, `${sandbox.origin}/feeds/trail-notes.test/page.html`)).resolves.toEqual({
      title: 'trail-notes.test',
      url: `${sandbox.origin}/feeds/trail-notes.test/rss.xml`,
    });
    await expect(findFeed(parts, `${sandbox.origin}/feeds/bad/moved.xml`)).resolves.toMatchObject({
      url: `${sandbox.origin}/feeds/all/rss.xml`,
    });
  });

  test.each([
    ['html', 'invalid', 'This address is a web page, not a feed.'],
    ['empty', 'invalid', "This address isn't an RSS or Atom feed."],
    ['gone', 'closed', 'The feed was removed for good by its site.'],
    ['missing', 'invalid', "The feed doesn't exist."],
    ['closed', 'closed', "The site doesn't let us read this feed."],
    ['broken', 'unavailable', "The feed couldn't be read. It responded with 500."],
    ['to-private', 'invalid', "The feed couldn't be read. The address is in a private network."],
    ['to-metadata', 'invalid', "The feed couldn't be read. The address is in a private network."],
    ['to-file', 'invalid', "The feed couldn't be read. It redirects to something that isn't a web address."],
    ['loop', 'unavailable', "The feed couldn't be read. It redirects too often."],
    ['gzip-bomb', 'invalid', "The feed couldn't be read. Its response is larger than 5 MB."],
    ['large', 'invalid', "The feed couldn't be read. Its response is larger than 5 MB."],
    ['not-gzip', 'unavailable', "The feed couldn't be read. Its compressed response couldn't be unpacked."],
    ['endless', 'unavailable', "The feed couldn't be read. It didn't respond within 2 seconds."],
    ['silent', 'unavailable', "The feed couldn't be read. It didn't respond within 2 seconds."],
    ['too-short', 'unavailable', "The feed couldn't be read. The connection was closed."],
  ])('refuses a feed that is %s', async (kind, reason, message) => {
    if (message.includes('within 2 seconds')) parts.timeoutMs = 1500;
    const { reason: was, message: said } = await bad(kind);
    expect([was, said]).toEqual([reason, message]);
  });

  test('without permission for this machine, its own feeds are private', async () => {
    parts.fromLoopback = false;
    const failure = await failureOf(feed('all/rss.xml').search({ ask: '', since: 0, cursor: null }));
    expect(failure.message).toBe("The feed couldn't be read. The address is in a private network.");
  });

  test.each([
    ['bomb', ['Larkmoor &i; &file;']],
    ['latin1', ['Larkmoor für Müller']],
    ['no-guid', ['Larkmoor without a guid', 'Larkmoor without a guid either']],
    ['cut-off', ['Larkmoor on a bad day']],
    ['deep', ['Larkmoor in the deep']],
    ['script', ['Larkmoor']],
  ])('reads what can be read of a feed that is %s', async (kind, titles) => {
    const started = performance.now();
    const { posts } = await feed(`bad/${kind}.xml`).search({ ask: '', since: 0, cursor: null });
    expect(posts.map(({ title }) => title)).toEqual(titles);
    expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(posts.length);
    expect(JSON.stringify(posts)).not.toMatch(/javascript:|onerror|<script|root:/);
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test('reads the first 500 of 20,000 entries', async () => {
    const { posts } = await feed('bad/many.xml').search({ ask: '', since: 0, cursor: null });
    expect([posts.length, posts[499]?.title]).toEqual([500, 'Larkmoor item 499']);
  });

  test('keeps impossible dates for the intake to judge, and undated entries count once', async () => {
    const source = feed('bad/bad-dates.xml');
    const first = await source.search({ ask: '', since: 0, cursor: null });
    expect(first.posts.map(({ publishedAt }) => publishedAt)).toEqual([
      null,
      null,
      null,
      0,
      Date.UTC(2099, 0, 1),
    ]);
    const second = await source.search({ ask: '', since: 0, cursor: first.cursor });
    expect(second.posts.map(({ title }) => title)).toEqual(['Larkmoor date 3', 'Larkmoor date 4']);
  });

  test('waits as long as the site asks', async () => {
    await fault('feed', 'rate_limit');
    const failure = await failureOf(feed('all/rss.xml').search({ ask: '', since: 0, cursor: null }));
    expect(failure.reason).toBe('quota');
    expect(failure.retryAt?.getTime()).toBeGreaterThan(Date.now() + 100_000);
    expect(failed).toEqual([]);
  });
});

describe('Mastodon', () => {
  const server = (host = 'mastodon.sandbox.test', token: string | null = null) =>
    mastodonSearch(parts, { host, origin: `${sandbox.origin}/mastodon/{host}`, token });

  test('reads a tag from where it stopped, page by page, without gaps', async () => {
    await post('mastodon', { text: 'First', tags: ['larkmoor'] });
    const first = await readAll(server(), 'larkmoor');
    expect(first.posts.map(({ text }) => text)).toEqual(['First #larkmoor']);
    await sandbox.call('POST', '/api/listening/posts', {
      source: 'mastodon',
      text: 'One of many',
      tags: ['Larkmoor'],
      count: 95,
    });
    const next = await readAll(server(), 'larkmoor', first.cursor);
    expect([new Set(next.posts.map(({ externalId }) => externalId)).size, next.pages]).toEqual([95, 3]);
    expect((await readAll(server(), 'larkmoor', next.cursor)).posts).toEqual([]);
  });

  test('tells author, content warning, figures and tags; another server tells the same post', async () => {
    const given = {
      text: 'It <leaks>',
      warning: 'Rant',
      tags: ['larkmoor'],
      author: 'Theo Brandt',
      likes: 8,
      followers: 42,
      language: 'de',
    };
    await post('mastodon', given);
    const page = await server().search({ ask: 'larkmoor', since: sinceYesterday(), cursor: null });
    expect(page.posts).toMatchObject([
      {
        kind: 'post',
        text: 'Rant\n\nIt <leaks> #larkmoor',
        language: 'de',
        author: { handle: 'theo_brandt@mastodon.sandbox.test', name: 'Theo Brandt', followers: 42 },
        figures: { likes: 8, reposts: 2, quotes: 0, views: null },
        tags: ['larkmoor'],
        links: [],
      },
    ]);
    expect(page.quota).toMatchObject({ limit: 300, unit: 'calls' });
    const other = await server('other.test').search({ ask: 'larkmoor', since: 0, cursor: null });
    expect(other.posts.map(({ externalId }) => externalId)).toEqual(
      page.posts.map(({ externalId }) => externalId),
    );
  });

  test('leaves out accounts that do not want to be found', async () => {
    await post('mastodon', { text: 'x', tags: ['larkmoor'], author: 'Hidden One' });
    expect((await readAll(server(), 'larkmoor')).posts).toEqual([]);
  });

  test('a review tells edits and deletions', async () => {
    const kept = await post('mastodon', { text: 'Kept', tags: ['larkmoor'] });
    const gone = await post('mastodon', { text: 'Gone', tags: ['larkmoor'] });
    const { posts } = await readAll(server(), 'larkmoor');
    await sandbox.call('PUT', `/api/listening/posts/${kept}`, { text: 'Edited', likes: 12 });
    await sandbox.call('DELETE', `/api/listening/posts/${gone}`);
    const review = await server().review?.(posts.map(({ externalId }) => externalId));
    expect(review?.posts).toMatchObject([{ text: 'Edited #larkmoor', figures: { likes: 12 } }]);
    expect(review?.posts[0]?.editedAt).toBeGreaterThan(0);
    expect(review?.gone).toEqual(
      posts.filter(({ text }) => text.startsWith('Gone')).map((one) => one.externalId),
    );
  });

  test('says when timelines are closed, the token is wrong or the quota is used up', async () => {
    const search = (source: MentionSearch) => source.search({ ask: 'larkmoor', since: 0, cursor: null });
    const closed = await failureOf(search(server('closed.test')));
    expect([closed.reason, closed.message]).toEqual([
      'closed',
      'closed.test shows its timelines to logged-in users only. Add a token to read them.',
    ]);
    await expect(search(server('closed.test', 'sandbox-mastodon-token'))).resolves.toBeTruthy();
    expect((await failureOf(search(server('closed.test', 'other')))).reason).toBe('refused');
    await fault('mastodon', 'rate_limit');
    const limited = await failureOf(search(server()));
    expect([limited.reason, Math.round(((limited.retryAt?.getTime() ?? 0) - Date.now()) / 60_000)]).toEqual([
      'quota',
      1,
    ]);
  });

  test('a server in a private network is not called', async () => {
    const search = mastodonSearch(parts, { host: '10.0.0.1', origin: 'https://{host}', token: null });
    const failure = await failureOf(search.search({ ask: 'larkmoor', since: 0, cursor: null }));
    expect([failure.reason, failure.message]).toEqual([
      'unavailable',
      "10.0.0.1 isn't available. The address is in a private network.",
    ]);
  });
});

describe('Hacker News', () => {
  const source = () =>
    hackerNewsSearch(parts, {
      url: `${sandbox.origin}/hacker-news/api/v1/`,
      itemsUrl: `${sandbox.origin}/hacker-news/v0/`,
    });

  test('finds more than the thousand that one search gives', async () => {
    const start = Date.now() - 5 * HOUR;
    for (let n = 0; n < 12; n += 1)
      await sandbox.call('POST', '/api/listening/posts', {
        source: 'hacker-news',
        text: 'Larkmoor again',
        at: start + n * 60_000,
        count: 110,
      });
    const { posts } = await readAll(source(), 'Larkmoor');
    expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(12 * 110);
  });

  test('tells stories from comments, and continues from the last one', async () => {
    const story = await post('hacker-news', {
      title: 'Larkmoor repairs',
      text: 'A <b>',
      likes: 7,
      tags: ['link'],
    });
    await post('hacker-news', { title: 'Larkmoor repairs', text: 'Larkmoor, yes', parent: story });
    const first = await readAll(source(), 'larkmoor');
    expect(first.posts).toMatchObject([
      {
        kind: 'comment',
        title: null,
        text: 'Larkmoor, yes',
        replyTo: String(story),
        figures: { likes: null },
      },
      {
        kind: 'post',
        title: 'Larkmoor repairs',
        text: 'A <b>',
        url: `https://news.ycombinator.com/item?id=${story}`,
        links: [`https://ridgeline-news.test/${story}`],
        figures: { likes: 7 },
      },
    ]);
    await post('hacker-news', { text: 'Larkmoor later' });
    const next = await readAll(source(), 'larkmoor', first.cursor);
    expect(next.posts.map(({ text }) => text)).toContain('Larkmoor later');
    expect(next.pages).toBe(1);
  });

  test('a review tells deletions, which vanish from the search', async () => {
    const ids = [
      await post('hacker-news', { text: 'Larkmoor' }),
      await post('hacker-news', { text: 'Larkmoor' }),
    ];
    await sandbox.call('DELETE', `/api/listening/posts/${ids[0]}`);
    const review = await source().review?.(ids.map(String));
    expect([review?.gone, review?.posts.map(({ externalId }) => externalId)]).toEqual([
      [String(ids[0])],
      [String(ids[1])],
    ]);
  });
});

describe('GDELT', () => {
  const source = () => gdeltSearch(parts, { url: `${sandbox.origin}/gdelt/api/v2/doc/doc` });
  const search = () => source().search({ ask: 'Larkmoor', since: sinceYesterday(), cursor: null });

  test('reads titles of news, in slices where there are more than it lists', async () => {
    await sandbox.call('POST', '/api/listening/posts', {
      source: 'gdelt',
      title: 'Larkmoor, twice',
      language: 'de',
      at: Date.now() - 3 * HOUR,
      count: 250,
    });
    await sandbox.call('POST', '/api/listening/posts', {
      source: 'gdelt',
      title: 'Larkmoor: earlier',
      at: Date.now() - 5 * HOUR,
      count: 20,
    });
    const { posts, pages } = await readAll(source(), 'Larkmoor');
    expect([new Set(posts.map(({ externalId }) => externalId)).size, pages]).toEqual([270, 2]);
    expect(posts[0]).toMatchObject({ title: 'Larkmoor, twice', text: '', language: 'de' });
    expect(posts[0]?.externalId).not.toContain('utm_source');
  });

  test('nothing found is an empty object', async () => {
    expect((await search()).posts).toEqual([]);
  });

  test('finds news of the current second', async () => {
    const at = Math.floor(Date.now() / 1000) * 1000 + 400;
    await sandbox.call('POST', '/api/listening/posts', { source: 'gdelt', title: 'Larkmoor now', at });
    const clock = { now: () => new Date(at + 100) };
    const { posts } = await gdeltSearch(
      { ...parts, clock },
      { url: `${sandbox.origin}/gdelt/api/v2/doc/doc` },
    ).search({ ask: 'Larkmoor', since: at - HOUR, cursor: null });
    expect(posts).toMatchObject([{ title: 'Larkmoor now' }]);
  });

  test.each([
    ['rate_limit', 'quota', 'GDELT asks us to slow down.'],
    ['quota', 'quota', 'GDELT asks us to slow down.'],
    ['text_error', 'invalid', "GDELT can't search for this term: Your query was too short or too long."],
    ['wrong_key', 'unavailable', 'GDELT responded: Unknown error occurred.'],
    ['hang', 'unavailable', "GDELT isn't available. It didn't respond in time."],
    ['down', 'unavailable', "GDELT isn't available. It responded with 503."],
  ])('says what is wrong at %s', async (failure, reason, message) => {
    if (failure === 'hang') parts.timeoutMs = 1500;
    await fault('gdelt', failure);
    const { reason: was, message: said } = await failureOf(search());
    expect([was, said]).toEqual([reason, message]);
  });
});

describe('YouTube', () => {
  const source = (budget = budgetOf(100), key = 'sandbox-youtube-key') =>
    youtubeSearch(parts, { url: `${sandbox.origin}/youtube/v3/`, key, budget, sourceId: 's' });

  test('finds videos with their descriptions; a review brings comments', async () => {
    const video = await post('youtube', { title: 'Larkmoor shell test', text: 'Whole <text>', likes: 3 });
    const budget = budgetOf(100);
    const { posts } = await readAll(source(budget), 'larkmoor');
    expect(posts).toMatchObject([
      { kind: 'post', title: 'Larkmoor shell test', text: 'Whole <text>', figures: { likes: 3, views: 90 } },
    ]);
    expect(budget.used).toBe(1);
    await post('youtube', { text: 'Bought a larkmoor too', parent: video, author: 'Noor Haddad' });
    const id = posts[0]?.externalId ?? '';
    const review = await source(budget).review?.([id]);
    expect(review?.posts).toMatchObject([
      { externalId: id },
      { kind: 'comment', text: 'Bought a larkmoor too', replyTo: id, author: { handle: 'noor_haddad' } },
    ]);
    expect(budget.used).toBe(1);
    await sandbox.call('DELETE', `/api/listening/posts/${video}`);
    const after = await source(budget).review?.([id, review?.posts[1]?.externalId ?? '']);
    expect(after?.gone).toEqual([id]);
  });

  test('stops at the quota: ours before the call, and theirs when it is reported', async () => {
    const failure = await failureOf(readAll(source(budgetOf(0)), 'larkmoor'));
    expect([failure.reason, failure.message]).toEqual([
      'quota',
      "Today's YouTube searches are used up. They reset at midnight Pacific time.",
    ]);
    expect(failure.retryAt?.getTime()).toBeGreaterThan(Date.now());
    await sandbox.call('PUT', '/api/listening/settings', { youtubeSearches: 0 });
    const budget = budgetOf(100);
    await failureOf(readAll(source(budget), 'larkmoor'));
    expect(await budget.remaining()).toBe(0);
  });

  test('says that the key is wrong', async () => {
    expect((await failureOf(readAll(source(budgetOf(5), 'wrong-key'), 'larkmoor'))).reason).toBe('refused');
  });
});

describe('Reddit', () => {
  const source = (clientSecret = 'sandbox-reddit-secret') =>
    redditSearch(parts, {
      url: `${sandbox.origin}/reddit/oauth/`,
      tokenUrl: `${sandbox.origin}/reddit/api/v1/access_token`,
      clientId: 'client',
      clientSecret,
      sourceId: 's',
    });

  test('reads pages of posts with one token, and continues from the last one', async () => {
    await sandbox.call('POST', '/api/listening/posts', {
      source: 'reddit',
      title: 'Larkmoor',
      text: 'a & b',
      count: 230,
    });
    const reddit = source();
    const first = await readAll(reddit, 'larkmoor');
    expect([new Set(first.posts.map(({ externalId }) => externalId)).size, first.pages]).toEqual([230, 3]);
    expect(first.posts[0]).toMatchObject({ title: 'Larkmoor', text: 'a & b', kind: 'post' });
    const { calls } = await sandbox.call<{ calls: { path: string }[] }>('GET', '/api/listening');
    expect(calls.filter(({ path }) => path.includes('access_token'))).toHaveLength(1);
    const next = await reddit.search({ ask: 'larkmoor', since: 0, cursor: first.cursor });
    expect(next.quota).toMatchObject({ used: 4, limit: 1000, unit: 'calls' });
  });

  test('reports posts that were deleted as gone', async () => {
    const id = await post('reddit', { title: 'Larkmoor', text: 'x' });
    const { posts } = await readAll(source(), 'larkmoor');
    await sandbox.call('DELETE', `/api/listening/posts/${id}`);
    const review = await source().review?.([posts[0]?.externalId ?? '']);
    expect([review?.posts, review?.gone]).toEqual([[], [posts[0]?.externalId]]);
  });

  test('a wrong secret needs new credentials; a used-up quota waits for its reset', async () => {
    expect((await failureOf(readAll(source('other'), 'larkmoor'))).reason).toBe('refused');
    await fault('reddit', 'rate_limit');
    const failure = await failureOf(readAll(source(), 'larkmoor'));
    expect([failure.reason, Math.round(((failure.retryAt?.getTime() ?? 0) - Date.now()) / 1000)]).toEqual([
      'quota',
      75,
    ]);
  });
});

describe('X', () => {
  const source = (budget: SourceBudget, token = 'sandbox-x-token') =>
    xSearch(parts, { url: `${sandbox.origin}/x/`, token, centsPerPost: 0.5, budget, sourceId: 's' });

  const callsOfX = async () => {
    const { calls } = await sandbox.call<{ calls: { path: string }[] }>('GET', '/api/listening');
    return calls.filter(({ path }) => path.startsWith('/x/')).length;
  };

  test('pays for the posts that it read, and for none twice', async () => {
    await sandbox.call('POST', '/api/listening/posts', {
      source: 'x',
      text: 'Larkmoor & co',
      count: 130,
      followers: 9,
    });
    const budget = budgetOf(500);
    const first = await readAll(source(budget), 'larkmoor');
    expect([first.posts.length, first.pages, budget.used]).toEqual([130, 2, 65]);
    expect(first.posts[0]).toMatchObject({ text: 'Larkmoor & co', author: { followers: 9 } });
    const next = await readAll(source(budget), 'larkmoor', first.cursor);
    expect([next.posts, budget.used]).toEqual([[], 65]);
  });

  test('asks for as many posts as the limit allows, and for none once it is reached', async () => {
    await sandbox.call('POST', '/api/listening/posts', { source: 'x', text: 'Larkmoor', count: 130 });
    const budget = budgetOf(12);
    const page = await source(budget).search({ ask: 'larkmoor', since: 0, cursor: null });
    expect([page.posts.length, budget.used]).toEqual([24, 12]);
    const failure = await failureOf(
      source(budget).search({ ask: 'larkmoor', since: 0, cursor: page.cursor }),
    );
    expect([failure.reason, failure.message]).toEqual([
      'quota',
      "This month's limit of $0.12 for X is used up.",
    ]);
    expect(await callsOfX()).toBe(1);
  });

  test('a refused call costs nothing; one without an answer counts', async () => {
    const budget = budgetOf(500);
    const search = (token?: string) =>
      source(budget, token).search({ ask: 'larkmoor', since: 0, cursor: null });
    expect((await failureOf(search('other'))).reason).toBe('refused');
    await fault('x', 'quota', 1);
    expect((await failureOf(search())).message).toBe('The prepaid credit at X is used up.');
    await fault('x', 'rate_limit', 1);
    expect((await failureOf(search())).reason).toBe('quota');
    expect(budget.used).toBe(0);
    await fault('x', 'lost');
    const before = await callsOfX();
    expect((await failureOf(search())).reason).toBe('unavailable');
    // It isn't repeated: each attempt may have been charged.
    expect([budget.used, (await callsOfX()) - before]).toEqual([50, 1]);
  });
});

test('a compressed response within limits is read', () => {
  // The sandbox sends bombs packed; this is the size that they pack to.
  expect(gzipSync(Buffer.alloc(80_000_000, 32)).length).toBeLessThan(100_000);
});
