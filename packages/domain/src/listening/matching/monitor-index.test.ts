import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { monitorTree } from '../monitor.ts';
import { parseQuery } from '../query/parse-query.ts';
import { printQuery } from '../query/print-query.ts';
import type { QueryNode } from '../query/query-tree.ts';
import type { MentionInput } from './mention-input.ts';
import { MonitorIndex } from './monitor-index.ts';
import { QueryReplay } from './query-replay.ts';
import { dice, matchesNaively, randomQuery } from './random-query.fixture.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const POSTS = join(SHARED, 'data/listening/bluesky/posts_nytimes.jsonl');
const isHere = existsSync(POSTS);
if (!isHere) console.log('The posts of Bluesky are not here: queries are not compared on them.');

const post = (text: string, more: Partial<MentionInput> = {}): MentionInput => ({
  title: null,
  text,
  author: 'jane.doe.example.com',
  authorName: 'Jane Doe',
  url: 'https://www.reddit.com/r/Running/comments/1',
  links: [],
  tags: [],
  language: 'en-US',
  source: 'reddit',
  kind: 'reply',
  followers: 500,
  likes: null,
  publishedAt: Date.UTC(2026, 0, 1, 18, 30),
  ...more,
});
const treeOf = (query: string): QueryNode => {
  const { tree, problems } = parseQuery(query);
  if (!tree) throw new Error(`${query}: ${problems.map(({ message }) => message).join(' ')}`);
  return tree;
};
const indexOf = (...queries: string[]) => {
  const index = new MonitorIndex();
  for (const [n, query] of queries.entries()) index.add(String(n), treeOf(query));
  return index;
};
const matches = (query: string, input: MentionInput | string) =>
  indexOf(query).match(typeof input === 'string' ? post(input) : input).found.length > 0;
/** The marked texts of a match, by clause. */
const marks = (query: string, text: string) =>
  (indexOf(query).match(post(text)).found[0]?.match.spans ?? []).map(
    ({ clause, start, end }) => `${clause}:${text.slice(start, end)}`,
  );

describe('what queries mean', () => {
  test.each([
    // Operators, as their description says.
    ['"apple juice"', ['Apple-juice!', 'an apple juice'], ['juice apple', 'apple and juice']],
    ['apple AND juice', ['juice of an apple'], ['apple', 'juice']],
    ['apple OR juice', ['apple', 'juice'], ['pear']],
    ['apple NOT juice', ['apple pie'], ['apple juice', 'pie']],
    [
      '"apple juice"~5',
      ['This drink was made with fresh apple, orange and pear juice', 'juice of apple'],
      ['apple 1 2 3 4 5 6 juice'],
    ],
    [
      '(apple OR orange) NEAR/5 (smartphone OR phone)',
      ['phone by apple', 'orange 1 2 3 4 5 phone'],
      ['orange 1 2 3 4 5 6 phone', 'apple orange'],
    ],
    [
      'logitech NEAR/2f keyboard',
      ['logitech keyboard', 'Logitech Bluetooth Keyboard', 'logitech a b keyboard'],
      ['keyboard by logitech', 'logitech a b c keyboard'],
    ],
    [
      '((apple OR orange) AND (smartphone OR phone))~5',
      ['phone 1 2 3 4 5 apple'],
      ['phone 1 2 3 4 5 6 apple'],
    ],
    ['(a1 AND b1 AND c1)~1', ['c1 x a1 b1', 'a1 b1 c1'], ['a1 x b1 y c1', 'a1 b1']],
    ['(a1 NEAR/1 b1) NEAR/0f c1', ['b1 a1 c1', 'a1 x b1 c1'], ['c1 a1 b1', 'a1 b1 x c1']],
    ['complain*', ['complain', 'complaints', 'COMPLAINED'], ['compliant', 'uncomplaining']],
    ['customi?e', ['customise', 'Customize'], ['customie', 'customizes']],
    ['custom*iz*', ['customization', 'customiz'], ['customs', 'customise']],
    ['"who is it?"', ['Who is it'], ['who is its']],
    ['"apple juic* a*"', ['apple juices a'], ['apple juices and']],
    ['"customi?e it"', ['customise it'], ['customie it']],
    ['{BT}', ['BT is down'], ['bt is down', 'Bt']],
    ['{New York}', ['in New York'], ['in new york', 'New york']],
    ['nino', ['El Niño', 'NINO'], ['nina']],
    ['niño', ['El Niño', 'NIÑO'], ['El Nino']],
    ['niñ*', ['niñas'], ['ninas']],
    ['nino NOT niño', ['nino'], ['niño']],
    ["wendy's", ["Wendy's", 'Wendy’s'], ['wendys', 'wendy s']],
    ['wendy', ["Wendy's", 'wendy'], ['wendys']],
    ['"a a b"~3', ['a x b a', 'a a b'], ['a x b c']],
    // NEAR over alternatives is the same as alternatives of NEAR, however long each is.
    ['city NEAR/0f ("york new" OR new)', ['city york new', 'city new'], ['city york']],
    ['("york new" OR york) NEAR/0f city', ['york city', 'york new city'], ['york old city']],
    [
      '((aa NEAR/9 bb) OR (cc NEAR/1 dd)) NEAR/1f ee',
      ['aa cc dd ee x x x bb', 'aa cc dd x x x bb ee'],
      ['aa cc dd x x ee bb'],
    ],
    ['((aa OR bb) NEAR/5 cc) NEAR/0 dd', ['dd aa x bb x cc', 'bb x aa x cc dd'], ['dd x aa x bb x cc']],
    ['(aa NEAR/5 cc) NEAR/0 dd', ['dd aa x aa x cc', 'dd cc x aa x cc'], ['dd x aa aa x cc']],
    ['("aa bb cc dd ee" AND gg AND cc)~3', ['gg aa bb cc dd ee', 'aa bb cc dd ee gg'], ['aa bb cc gg dd ee']],
    ['(aa NEAR/2 bb) NEAR/0f cc', ['aa bb x bb cc'], ['aa bb x x bb cc']],
    ['(("bb cc" OR "aa bb cc dd") AND zz AND yy)~2', ['aa bb cc dd zz yy'], ['aa bb cc dd x zz yy']],
    ['東', ['東'], ['東京都']],
    ['istanbul OR İzmir', ['İSTANBUL', 'IZMIR', 'izmir'], ['zmir']],
    ['apple NEAR/3 apple', ['apple pie apple'], ['apple pie']],
    ['#larkmoor', ['so #Larkmoor'], ['larkmoor']],
    [
      'larkmoor',
      ['so #Larkmoor', 'ask @larkmoor', 'ask @larkmoor.bsky.social'],
      ['larkmoors', 'https://larkmoor.example/'],
    ],
    ['@larkmoor', ['ask @larkmoor.bsky.social', '@LARKMOOR!'], ['larkmoor', 'me@larkmoor.example']],
    ['$AAPL', ['buy $aapl'], ['AAPL']],
    ['😀 OR 👍', ['😀😀', 'ok 👍🏽'], ['😁']],
    ['straße', ['STRASSE', 'Straße'], ['strase']],
    ['istanbul', ['İSTANBUL', 'İstanbul', 'ISTANBUL'], ['stanbul']],
    ['"3.5" NEAR/1 claude', ['Claude 3.5', '3.5 for Claude'], ['Claude 35']],
    ['o1-preview', ['the o1-preview model'], ['o1 model preview']],
    [
      'larkmoor',
      ['Lark\u200bmoor', 'L\u202earkmoor', 'Ｌａｒｋｍｏｏｒ', 'l\u0336a\u0336rkmoor', '𝐋𝐚𝐫𝐤𝐦𝐨𝐨𝐫'],
      ['lark moor'],
    ],
    // Scripts without spaces: whole words, whatever the dictionary makes of the query.
    ['京都', ['京都に行く'], ['東京都に行く']],
    ['マイクロソフト', ['マイクロソフト製'], ['マイクロ']],
    ['"周受资"', ['TikTok首席执行官周受资出席'], ['周受']],
    ['微软*', ['微软公司发布'], ['软微']],
    ['周受资 NEAR/1 出席', ['周受资出席', '周受资今日出席'], ['周受资一二三四五六出席']],
    ['ผม', ['สวัสดีครับผมชื่อ'], ['สวัสดี']],
  ] as [string, string[], string[]][])('%s', (query, found, missed) => {
    for (const text of found) expect([text, matches(query, text)]).toEqual([text, true]);
    for (const text of missed) expect([text, matches(query, text)]).toEqual([text, false]);
  });

  test.each([
    ['title:apple', { title: 'An apple' }, { title: 'A pear', text: 'apple' }],
    ['title:"apple juice"', { title: 'Apple juice' }, { title: 'apple', text: 'juice' }],
    ['"apple juice"', { title: 'Apple juice' }, { title: 'apple', text: 'juice' }],
    ['apple NEAR/50 juice', { title: 'juice, apple' }, { title: 'apple', text: 'juice' }],
    ['author:doe', {}, { author: 'doebridge', authorName: null }],
    ['author:"jane doe"', {}, { author: 'doe.jane', authorName: 'Doe, Jane' }],
    ['author:jane.doe', {}, { author: 'jane', authorName: 'Doe' }],
    ['author:ja*', {}, { author: 'x', authorName: 'Mia' }],
    ['site:reddit.com', {}, { url: 'https://notreddit.com/' }],
    ['fun AND site:reddit.com', {}, { url: 'https://notreddit.com/' }],
    ['site:bbc.co.uk', { url: 'https://news.bbc.co.uk/1' }, { url: 'https://bbc.com/' }],
    ['site:news.*', { url: 'https://news.example.org/' }, { url: 'https://example.org/news' }],
    ['url:"reddit.com/r/running"', {}, { url: 'https://www.reddit.com/r/cooking' }],
    ['url:comments', {}, { url: 'https://x.example/nocomments' }],
    ['links:nytimes.com', { text: 'www.nytimes.com/2026/06/07/m...' }, { text: 'nytimes' }],
    [
      'links:nytimes.com/2026',
      { links: ['https://NYTimes.com/2026/x'] },
      { links: ['https://nytimes.com/2025/'] },
    ],
    ['language:en', {}, { language: 'de' }],
    ['language:en-us', {}, { language: 'en' }],
    ['source:reddit', {}, { source: 'bluesky' }],
    ['engagementType:REPLY', {}, { kind: 'post' as const }],
    ['authorFollowers:[500 TO 600]', {}, { followers: null }],
    ['likes:[0 TO 5]', { likes: 0 }, {}],
    ['minuteOfDay:[1110 TO 1140]', {}, { publishedAt: Date.UTC(2026, 0, 1) }],
    ['subreddit:running', {}, { url: 'https://example.com/r/running' }],
    ['tags:photography', { tags: ['Photography'] }, { text: 'photography' }],
    ['tags:photography', { text: '#photography' }, {}],
    ['#photography', { tags: ['Photography'] }, {}],
    ['topLevelDomain:com', {}, { url: 'https://example.org/.com' }],
    ['language:en AND country:gbr', {}, { language: 'de' }],
  ] as [string, Partial<MentionInput>, Partial<MentionInput>][])(
    '%s asks what the source tells',
    (query, yes, no) => {
      expect(matches(query, post('Running is fun', yes))).toBe(true);
      expect(matches(query, post('Running is fun', no))).toBe(false);
    },
  );

  test('an unknown number is neither in a range nor excluded by it', () => {
    expect(matches('x1 NOT authorFollowers:[0 TO 10]', post('x1', { followers: null }))).toBe(true);
    expect(matches('x1 NOT authorFollowers:[0 TO 10]', post('x1', { followers: 5 }))).toBe(false);
  });

  test('a query of unavailable fields only finds nothing', () => {
    expect(matches('country:gbr', 'anything')).toBe(false);
    expect(matches('larkmoor OR country:gbr', 'anything')).toBe(false);
    expect(matches('larkmoor OR country:gbr', 'larkmoor')).toBe(true);
  });
});

describe('why a post is let in', () => {
  const query = '(larkmoor OR "lark moor") NEAR/5 (jacket OR shell) NOT "larkmoor lane"';

  test('marks the words of each clause in the original text', () => {
    expect(marks(query, 'My Lark Moor® rain jacket')).toEqual(['0:Lark Moor', '0:jacket']);
    expect(marks('apple AND (pear OR plum OR "fig jam")', 'Fig jam, PEARs? pear, apple')).toEqual([
      '0:apple',
      '1:pear',
      '3:Fig jam',
    ]);
    expect(marks('apple NEAR/1 pie', 'apple pie and then apple cake')).toEqual(['0:apple', '0:pie']);
    expect(marks('larkmoor', 'é Lark\u200bmoor’s')).toEqual(['0:Lark\u200bmoor']);
  });

  test('names the clauses, and those that exclude a post', () => {
    const index = indexOf(query);
    const clauses = index.clausesOf('0').map(({ text, start, end }) => [text, query.slice(start, end)]);
    expect(clauses).toEqual([
      ['(larkmoor OR "lark moor") NEAR/5 (jacket OR shell)', query.slice(0, 50)],
      ['"larkmoor lane"', '"larkmoor lane"'],
    ]);
    const text = 'Larkmoor jackets and a jacket on Larkmoor Lane';
    expect(index.match(post(text)).found).toEqual([]);
    expect(index.match(post(text), true).excluded[0]?.match.excludedBy).toEqual([1]);
    const elsewhere = 'jacket 1 2 3 4 5 6 7 larkmoor lane';
    expect(index.match(post(elsewhere), true)).toMatchObject({ candidates: 1, excluded: [] });
  });
});

describe('the index', () => {
  test('adds, replaces and removes monitors one by one', () => {
    const index = indexOf('apple', 'appl* AND language:en', '周受资 OR #tag');
    const found = (text: string) =>
      index
        .match(post(text))
        .found.map(({ monitorId }) => monitorId)
        .sort();
    expect(found('apple 周受资')).toEqual(['0', '1', '2']);
    index.add('0', treeOf('pear'));
    expect(found('apple')).toEqual(['1']);
    expect(found('pear')).toEqual(['0']);
    index.remove('1');
    index.remove('1');
    expect(found('apple pear #tag')).toEqual(['0', '2']);
    index.remove('0');
    index.remove('2');
    expect([index.size, index.terms]).toEqual([0, 0]);
    expect(index.match(post('apple pear #tag 周受资')).candidates).toBe(0);
  });

  test('evaluates a monitor only where its rarest required term occurs', () => {
    const index = indexOf('the AND larkmoor', '(the OR rain) NEAR/5 larkmoor', 'language:en AND larkmoor');
    expect(index.match(post('the rain and the jacket')).candidates).toBe(0);
    expect(index.match(post('larkmoor')).candidates).toBe(3);
  });

  test('moves a monitor to another term when its own becomes frequent', () => {
    // Both words are equally long, so nothing tells them apart at first.
    const index = indexOf('apples AND grapes');
    for (let n = 0; n < 500; n += 1) index.match(post('grapes apples'.slice(n % 10 === 0 ? 0 : 7)));
    expect(index.match(post('apples')).candidates).toBe(0);
    expect(index.match(post('grapes')).candidates).toBe(1);
    expect(index.match(post('grapes and apples')).found).toHaveLength(1);
  });

  test('a text of terms is not in the way of other monitors', () => {
    const index = indexOf('aaa NEAR/50 bbb', 'ccc');
    const result = index.match(post('aaa bbb ccc '.repeat(5_000)));
    expect(result.overBudget).toEqual([]);
    expect(result.found.map(({ match }) => match.spans.length)).toEqual([100, 100]);
  });
});

test('a replay counts what each clause lets in and excludes', () => {
  const replay = new QueryReplay(treeOf('(larkmoor OR #shell) AND jacket NOT (sold OR "not ours")'));
  const texts = [
    'larkmoor jacket',
    '#shell jacket by larkmoor',
    'larkmoor jacket sold',
    'jacket sold',
    'sold',
    'shell jacket',
  ];
  const found = texts.map((text) => replay.add(post(text)) !== null);
  expect(found).toEqual([true, true, false, false, false, false]);
  expect([replay.posts, replay.found, replay.overBudget]).toEqual([6, 2, 0]);
  expect(replay.clauses.map(({ text, letIn, excluded }) => [text, letIn, excluded])).toEqual([
    ['larkmoor', 2, 0],
    ['#shell', 1, 0],
    ['jacket', 2, 0],
    ['sold', 0, 1],
    ['"not ours"', 0, 0],
  ]);
});

test('a monitor finds posts of its languages and sources only', () => {
  const index = new MonitorIndex();
  index.add(
    'en',
    monitorTree(treeOf('larkmoor OR jacket'), { languages: ['en', 'de'], sources: ['reddit'] }),
  );
  index.add('all', monitorTree(treeOf('larkmoor'), { languages: [], sources: [] }));
  const found = (more: Partial<MentionInput>) =>
    index.match(post('larkmoor', more)).found.map(({ monitorId }) => monitorId);
  expect(found({})).toEqual(['en', 'all']);
  expect(found({ language: 'fr' })).toEqual(['all']);
  expect(found({ language: null })).toEqual(['all']);
  expect(found({ source: 'bluesky' })).toEqual(['all']);
});

describe('hostile queries and texts', () => {
  const abc = 'aaa bbb ccc '.repeat(420);
  const many = (count: number, one: (n: number) => string, joined = ' OR ') =>
    Array.from({ length: count }, (_, n) => one(n)).join(joined);
  test.each([
    ['nested NEAR', '((aaa NEAR/50 bbb) NEAR/50 ccc) NEAR/50 aaa', abc],
    ['NEAR of the same words', `(${many(199, () => 'aaa')}) NEAR/50 (${many(199, () => 'bbb')})`, abc],
    ['many NEAR', many(190, (n) => `(aaa NEAR/${n % 50} bbb)`, ' AND '), abc],
    ['a fan of prefixes', many(90, (n) => `${'a'.repeat(n + 3)}*`), `${'a'.repeat(99)} `.repeat(50)],
    ['patterns', many(45, () => `aaa*${'a*'.repeat(40)}b`), `${'a'.repeat(99)} `.repeat(50)],
    ['a long phrase', `"${'aaa '.repeat(120)}"`, 'aaa '.repeat(1250)],
    ['a long window', `"${'aaa '.repeat(60)}"~50`, 'aaa '.repeat(1250)],
    ['Chinese words within words', many(300, (n) => '周受'.repeat(1 + (n % 40))), '周受'.repeat(2500)],
    ['links', 'links:zzz OR url:"a" OR author:x', ' a.bc'.repeat(1000)],
    ['marks', 'larkmoor', `larkmoor ${'\u0301'.repeat(64_000)}`],
  ])('%s end within their budget', (_, query, text) => {
    const index = indexOf(query);
    const times: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const begun = performance.now();
      index.match(post(text), true);
      times.push(performance.now() - begun);
    }
    // The best of ten is what it costs when nothing else runs; `npm run bench` holds it to 1 ms.
    expect(Math.min(...times)).toBeLessThan(25);
  });

  test('repetitions cost no more than the first hundred', () => {
    const stepsOf = (query: string, text: string) =>
      indexOf(query).match(post(text)).found[0]?.match.steps ?? Number.NaN;
    expect(stepsOf('"apple juice"~5', 'apple juice '.repeat(400))).toBeLessThan(5000);
    expect(stepsOf('((aaa NEAR/50 bbb) NEAR/50 ccc) NEAR/50 aaa', abc)).toBeLessThan(16_000);
  });

  test('reports a query over its budget instead of half an answer', () => {
    const index = indexOf(
      many(190, (n) => `(aaa NEAR/${n % 50} bbb)`, ' AND '),
      'ccc',
    );
    const result = index.match(post(abc));
    expect(result.overBudget).toEqual(['0']);
    expect(result.found.map(({ monitorId }) => monitorId)).toEqual(['1']);
  });
});

describe.runIf(isHere)('real queries', () => {
  const folder = join(SHARED, 'data/listening/queries_bwq');
  const tweet = { url: 'https://twitter.com/someone/status/1', language: 'en', followers: 2000 };
  const german = { language: 'de', followers: 5, kind: 'post' as const, publishedAt: 0 };

  test.each([
    ['comments_and_wildcards', 'Complaints: product quality', {}, 'Complaints: product quality, spammed', {}],
    ['complex_boolean_operations', 'orange fruit juice', tweet, 'bitter orange fruit juice', tweet],
    ['complex_boolean_operations', 'hi @brandhandle', {}, 'hi @brandhandle, complaints', {}],
    // Country, city and gender are ignored, so language alone is left of one alternative.
    ['complex_field_combinations', 'x', { language: 'en' }, 'x', { ...german, url: null }],
    ['complex_field_combinations', 'x', { ...german, url: 'https://reddit.com/r/technology/1' }, 'x', german],
    ['complex_near', 'my apple phone, juice of fruit', {}, 'my apple phone, artificial fruit juice', {}],
    ['complex_near', 'phone, orange; fruit juice', {}, 'phone 1 2 3 4 5 6 orange; fruit juice', {}],
    ['complex_proximity_operations', 'exciting brand news', {}, 'exciting news of the brand', {}],
    ['complex_proximity_operations', 'sour juice', {}, 'sour apple juice', {}],
    ['complex_social_media', 'an apple smoothie', {}, 'a bitter apple smoothie', {}],
    ['field_operations', 'x', { ...tweet, title: 'Product review' }, 'x', { ...tweet, title: 'Product' }],
    ['valid_real_world_multiline', 'an Apple event', {}, 'an apple pie', {}],
    ['valid_real_world_multiline', 'Crowd-strike outage', {}, 'a crowd may strike', {}],
    ['valid_real_world_multiline', 'Amazon prices', {}, 'the Amazon burns', {}],
    ['valid_real_world_multiline', 'Cybersécurité', {}, 'cyberpunk', {}],
    ['valid_real_world_multiline', 'l’intelligence artificielle', {}, 'artificielle intelligence', {}],
  ] as [string, string, Partial<MentionInput>, string, Partial<MentionInput>][])(
    '%s finds “%s”',
    (name, yes, more, no, less) => {
      const query = readFileSync(join(folder, 'valid', `${name}.bwq`), 'utf8');
      expect(matches(query, post(yes, more))).toBe(true);
      expect(matches(query, post(no, less))).toBe(false);
    },
  );

  const queries = isHere
    ? [
        ...readdirSync(join(folder, 'valid')).map((name) =>
          readFileSync(join(folder, 'valid', name), 'utf8'),
        ),
        ...readFileSync(join(folder, 'edge_case_tests.txt'), 'utf8')
          .split('\n')
          .map((line) => line.split(':').slice(2).join(':')),
        '(larkmoor OR "lark moor") NEAR/5 (jacket OR shell) NOT "larkmoor lane"',
      ]
    : [];

  test('stay within their budget on texts that repeat their words', () => {
    let judged = 0;
    for (const query of queries) {
      const { tree } = parseQuery(query);
      const words = (query.replace(/<<<.*?>>>/gs, '').match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter(
        (word) => !/^(?:AND|OR|NOT|NEAR|TO)$/.test(word),
      );
      if (!tree || words.length === 0) continue;
      const index = new MonitorIndex();
      index.add('', tree);
      for (const text of [words.join(' '), words.slice(0, 3).join(' '), words.toReversed().join(' x ')]) {
        const { overBudget } = index.match(post(`${text} `.repeat(Math.ceil(5000 / text.length))), true);
        expect([query, overBudget]).toEqual([query, []]);
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(240);
  });
});

describe.runIf(isHere)('real posts', () => {
  const texts = isHere
    ? readFileSync(POSTS, 'utf8')
        .split('\n')
        .slice(0, 4000)
        .filter((line) => line !== '')
        .map((line): string => JSON.parse(line).text)
    : [];

  test.each([1, 2, 3])('the index finds what brute force finds (seed %i)', (seed) => {
    const next = dice(seed);
    const sample = Array.from({ length: 200 }, () => post(texts[Math.floor(next() * texts.length)] ?? ''));
    const trees = new Map<string, QueryNode>();
    while (trees.size < 80) {
      const query = randomQuery(
        next,
        sample.map(({ text }) => text),
      );
      const { tree } = parseQuery(query);
      if (tree) trees.set(query, tree);
    }
    const index = new MonitorIndex();
    for (const [query, tree] of trees) index.add(query, tree);
    let hits = 0;
    for (const [n, input] of sample.entries()) {
      // Monitors come and go while posts arrive.
      const changed = [...trees.keys()][n % trees.size] ?? '';
      index.remove(changed);
      index.add(changed, trees.get(changed) as QueryNode);
      const { found, overBudget } = index.match(input);
      const expected = [...trees].filter(([, tree]) => matchesNaively(tree, input)).map(([query]) => query);
      expect(overBudget).toEqual([]);
      expect(found.map(({ monitorId }) => monitorId).toSorted()).toEqual(expected.toSorted());
      hits += expected.length;
    }
    // Otherwise nothing was compared.
    expect(hits).toBeGreaterThan(300);
  });

  test('printing random queries is stable', () => {
    const next = dice(9);
    for (let n = 0; n < 500; n += 1) {
      const { tree } = parseQuery(randomQuery(next, texts.slice(0, 50)));
      if (!tree) continue;
      const printed = printQuery(tree);
      const again = parseQuery(printed);
      expect([printed, again.tree && printQuery(again.tree)]).toEqual([printed, printed]);
    }
  });

  test('every mark is a piece of the text', () => {
    const index = indexOf('trump OR "new york" OR (president NEAR/5 trump) OR iran* OR 周受资');
    let marked = 0;
    for (const text of texts) {
      for (const { match } of index.match(post(text)).found) {
        for (const { start, end } of match.spans) {
          expect(text.slice(start, end).toLowerCase()).toMatch(/trump|new\s+york|president|iran/);
          marked += 1;
        }
      }
    }
    expect(marked).toBeGreaterThan(300);
  });
});
