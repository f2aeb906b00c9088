import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFeedDate } from './feed-date.ts';
import { type FeedEntry, parseFeed } from './feed-parser.ts';
import { decodeFeed } from './feed-text.ts';
import { MastodonStatus, mastodonPost } from './mastodon.ts';
import { postText } from './post-text.ts';
import { readListing } from './reddit.ts';

const folder = join(
  process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared'),
  'data/listening',
);
const present = existsSync(folder);
if (!present) console.log(`Skipping tests of real feeds and recorded answers: ${folder} does not exist.`);

const feed = (file: string) => {
  const bytes = readFileSync(join(folder, 'feeds', file));
  return parseFeed(decodeFeed(bytes), 'https://example.com/feed.xml');
};
const first = (file: string): FeedEntry | undefined => feed(file)?.entries[0];
const parser = (file: string) => first(`feedparser/${file}.xml`);

/** The JSON bodies of a recorded session, in order. */
function bodiesOf(file: string): unknown[] {
  const text = readFileSync(join(folder, file), 'utf8');
  if (file.endsWith('.json')) {
    const { interactions } = JSON.parse(text) as {
      interactions: { response: { body: { string?: string } } }[];
    };
    return interactions.map(({ response }) => JSON.parse(response.body.string || '{}'));
  }
  // A YAML scalar in quotes, folded over lines: the only ones in these files that hold JSON.
  return [...text.matchAll(/\n {6}string: '((?:[^']|'')*)'/g)].map(([, body = '']) =>
    JSON.parse(
      body.replaceAll("''", "'").replace(/\n\n/g, '\u2028').replace(/\n\s*/g, ' ').replaceAll('\u2028', '\n'),
    ),
  );
}

describe.runIf(present)('feeds of other parsers', () => {
  // Skipped tests are collected as well, so the folder is only read where it exists.
  const names = present ? (readdirSync(join(folder, 'feeds'), { recursive: true }) as string[]) : [];
  const files = names.filter((file) => /\.\w+$/.test(file));

  test('all are read within limits, but two that are none', () => {
    expect(files).toHaveLength(187);
    const refused = files.filter((file) => {
      const started = performance.now();
      const read = feed(file);
      expect(performance.now() - started).toBeLessThan(1000);
      for (const entry of read?.entries ?? []) {
        expect(entry.link ?? 'https:').toMatch(/^https?:/);
        // Scripts and handlers don't survive; what remains is text.
        expect(JSON.stringify(entry)).not.toMatch(/<script|onmouseup=|\\u0000/i);
      }
      return read === null;
    });
    expect(refused.toSorted()).toEqual([
      'feedparser/illformed/rss_empty_document.xml',
      'rss-parser/unrecognized.rss',
    ]);
  });

  test.each([
    ['eucjp', 'ゲーム三昧な正月'],
    ['shiftjis', 'DrecomRSSに記事投稿が反映されない…'],
    ['gb2312', '不归移民漫画系列：专业工作'],
    ['koi8r', 'Как пережить новогоднюю ночь'],
    ['euckr', 'EUC-KR 에서 TypeKey 한글닉네임 표시하기'],
  ])('guesses the encoding of %s', (file, title) => {
    expect(parser(`illformed/chardet/${file}`)?.title).toBe(title);
  });

  test('keeps entries of feeds that break off, and finds addresses with ampersands', () => {
    expect(parser('illformed/rdf_channel_empty_textinput')?.title).toBe('crashes here');
    expect(parser('illformed/rss_item_link_corrupted_ampersands')?.link).toBe('http://link/get?a=1&b=2');
  });

  test('knows namespaces by their address, in each part of a feed', () => {
    expect(parser('wellformed/namespace/rss2.0NSwithModulesNoDefNSLocalNameClash')?.text).toBe(
      'correct description',
    );
    expect(feed('rss-parser/reddit-home.rss')?.entries).toHaveLength(24);
    expect(parser('wellformed/base/http_item_content_encoded_base_content_location')).toBeDefined();
  });

  test('reads sites as people see them', () => {
    expect(first('rss-parser/guardian.rss')).toMatchObject({
      title: 'Trump State of the Union address promised unity but emphasized discord',
      author: 'David Smith in Washington',
      language: 'en-GB',
      publishedAt: Date.UTC(2018, 0, 31, 7, 26, 5),
    });
    expect(first('rss-parser/encoding.rss')).toMatchObject({
      title: 'Mãe de utente é a nova presidente da Raríssimas',
      tags: ['Nacional'],
      language: 'pt-PT',
    });
    expect(first('rss-parser/uolNoticias.rss')?.title).not.toContain('\ufffd');
  });
});

test('reads dates of any feed, and none where there is none', () => {
  const day = Date.UTC(2004, 0, 1, 19, 48, 21);
  const same = [
    'Thu, 01 Jan 2004 19:48:21 GMT',
    'Thu, 1 Jan 04 19:48:21 GMT',
    'Thursday, 01-Jan-04 19:48:21 GMT',
    '01 Jan 2004 14:48:21 EST',
    '2004-01-01T19:48:21Z',
    '2004-01-01 20:48:21+0100',
    '20040101T194821Z',
    'Thu Jan  1 19:48:21 2004',
    'January 1, 2004, 7:48:21 PM',
  ];
  for (const text of same) expect([text, parseFeedDate(text)]).toEqual([text, day]);
  for (const text of ['', 'yesterday', '5', 'Foo 12', '32 Jan 2004', '31 Feb 2004', 'NaN', '2004-13-01'])
    expect([text, parseFeedDate(text)]).toEqual([text, null]);
});

test('turns HTML into text in bounded time', () => {
  const started = performance.now();
  expect(postText('<p>a<br>b</p><p>c &amp; d&nbsp;e</p><script>x</script>').text).toBe('a\nb\n\nc & d e');
  expect(postText('<a href="https://a.test/x?y=1">link</a> <a href="javascript:1">no</a>')).toEqual({
    text: 'link no',
    links: ['https://a.test/x?y=1'],
  });
  expect(postText(`${'<b>'.repeat(70_000)}x`).text).toBe('');
  expect(postText('<'.repeat(200_000)).text.length).toBeLessThanOrEqual(10_000);
  expect(postText('\u0301'.repeat(64_000)).text).toHaveLength(10_000);
  expect(performance.now() - started).toBeLessThan(500);
});

describe.runIf(present)('naughty strings', () => {
  test('are text in feeds, whatever they hold', () => {
    const strings = JSON.parse(readFileSync(join(folder, 'blns.json'), 'utf8')) as string[];
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    for (const text of strings) {
      const xml = `<rss><channel><item><guid>1</guid><title>${escaped(text)}</title><link>${escaped(text)}</link><description>${escaped(escaped(text))}</description></item></channel></rss>`;
      const [entry] = parseFeed(xml, 'https://example.com/')?.entries ?? [];
      const all = JSON.stringify(entry ?? {});
      expect(all).not.toContain('\\u0000');
      expect(entry?.link ?? 'https:').toMatch(/^https?:/);
      expect(all.isWellFormed()).toBe(true);
    }
  });
});

describe.runIf(present)('recorded answers', () => {
  test('statuses of a Mastodon server', () => {
    const bodies = bodiesOf('mastodon/test_hashtag_tl.yaml');
    const statuses = bodies.flat().flatMap((body) => {
      const read = MastodonStatus.safeParse(body);
      return read.success ? [read.data] : [];
    });
    expect(statuses.length).toBeGreaterThan(0);
    const posts = statuses.map((status) => mastodonPost(status, 'localhost'));
    for (const post of posts) {
      expect(post.text).not.toMatch(/<\/?[a-z]/);
      expect(post.publishedAt).toBeGreaterThan(Date.UTC(2020, 0, 1));
      expect(post.tags.length).toBeGreaterThan(0);
    }
  });

  test('an edited Mastodon status', () => {
    const statuses = bodiesOf('mastodon/test_status_edit.yaml').flatMap((body) => {
      const read = MastodonStatus.safeParse(body);
      return read.success ? [read.data] : [];
    });
    const posts = statuses.map((status) => mastodonPost(status, 'localhost'));
    expect(posts.some(({ editedAt }) => editedAt !== null)).toBe(true);
    expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(1);
  });

  test('posts and comments of Reddit, without those that were taken away', () => {
    const read = (file: string) => {
      const children: unknown[] = [];
      const collect = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        const { kind } = value as { kind?: string };
        if (kind === 't1' || kind === 't3') children.push(value);
        for (const inner of Object.values(value)) collect(inner);
      };
      collect(bodiesOf(`reddit/${file}`));
      return Object.assign({ things: children.length }, readListing(children));
    };
    const found = (readdirSync(join(folder, 'reddit')) as string[]).map((file) => ({
      file,
      read: read(file),
    }));
    const all = found.flatMap((one) => one.read.posts);
    expect(found.every((one) => one.read.things === one.read.posts.length + one.read.gone.length)).toBe(true);
    expect(all.length).toBeGreaterThan(300);
    for (const post of all) {
      expect(post.externalId).toMatch(/^t[13]_/);
      expect(['[deleted]', '[removed]']).not.toContain(post.text);
      expect(post.publishedAt).toBeGreaterThan(Date.UTC(2005, 0, 1));
    }
    expect(found.reduce((sum, one) => sum + one.read.gone.length, 0)).toBeGreaterThan(0);
  });
});
