import { describe, expect, test } from 'vitest';
import type { Platform } from '../creator.ts';
import { columnFacts, medianOf } from './column-facts.ts';
import { areDuplicates, detectColumns } from './columns.ts';

/**
 * Returns the columns proposed for a table given column by column, with cells separated by ` | `.
 */
function detect(table: Record<string, string>, platform: Platform | null = null) {
  const columns = Object.values(table).map((cells) => cells.split(' | '));
  const height = Math.max(...columns.map((cells) => cells.length));
  const rows = Array.from({ length: height }, (_, row) => columns.map((cells) => cells[row] ?? ''));
  return detectColumns(Object.keys(table), rows, platform);
}

const proposed = (table: Record<string, string>, platform: Platform | null = null) =>
  Object.fromEntries(
    detect(table, platform).map(({ header, field, confidence, reason }) => [
      header,
      [field, confidence, reason],
    ]),
  );

/** Returns n similar cells for a long column. */
const repeat = (times: number, cells: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => cells(at)).join(' | ');

const AGREE = 'Header and values match';
const NOTHING_KEPT = 'No creator field matches this column';
const CHANNEL = 'UC-8QAzbLcRglXeN_MY9blyw';

test('a proposal carries its place, header, confidence, samples and how figures are read', () => {
  expect(
    detectColumns(
      ['user', 'Followers', 'ER', 'Bio', 'Tier'],
      [
        ['ana', '48.200', '3,9%', `${'x'.repeat(90)}`, ''],
        ['bo', '112.000', '5,2%', '', 'A'],
        ['cy', '9.800'],
        ['dee', '1.200', '1%', 'tea', 'B'],
      ],
      'instagram',
    ).slice(1),
  ).toEqual([
    {
      index: 1,
      header: 'Followers',
      field: 'followerCount',
      confidence: 0.97,
      reason: AGREE,
      samples: ['48.200', '112.000', '9.800'],
      decimal: 'comma',
    },
    {
      index: 2,
      header: 'ER',
      field: 'engagement',
      confidence: 0.95,
      reason: 'Rates with a percent sign',
      samples: ['3,9%', '5,2%', '1%'],
      decimal: 'comma',
      scale: 'percent',
    },
    {
      index: 3,
      header: 'Bio',
      field: 'bio',
      confidence: 0.92,
      reason: AGREE,
      samples: ['x'.repeat(80), 'tea'],
    },
    {
      index: 4,
      header: 'Tier',
      field: 'skip',
      confidence: 1,
      reason: NOTHING_KEPT,
      samples: ['A', 'B'],
    },
  ]);
});

describe('header and values together', () => {
  test.each<[string, string, string, [string, number, string]]>([
    ['an empty column', 'Country', ' | N/A', ['skip', 1, 'The column is empty']],
    ['platform names', 'Network', 'IG | TikTok | x', ['platform', 0.82, AGREE]],
    [
      'platform names under an unknown header',
      'x',
      'IG | TikTok',
      ['platform', 0.95, 'The values are platform names'],
    ],
    ['other networks', 'Network', 'Fox | CBS', ['skip', 1, NOTHING_KEPT]],
    [
      'addresses',
      'Link',
      'tiktok.com/@a | tiktok.com/@b',
      ['profileUrl', 0.97, 'The values are profile URLs'],
    ],
    ['some addresses', 'Profile URL', 'tiktok.com/@a | a.example/b', ['profileUrl', 0.72, AGREE]],
    ['addresses elsewhere', 'Website', 'a.example | b.example', ['skip', 1, NOTHING_KEPT]],
    ['pictures', 'Picture', 'https://a.example/1 | http://a.example/2', ['profilePicUrl', 0.92, AGREE]],
    [
      'profiles called pictures',
      'Picture',
      'https://tiktok.com/@a | https://tiktok.com/@b',
      ['profileUrl', 0.97, 'The values are profile URLs'],
    ],
    ['emails', 'E-mail', 'a@b.example | c@d.example | none yet', ['email', 0.84, AGREE]],
    [
      'emails under a wrong header',
      'Bio',
      'a@b.example | c@d.example',
      ['email', 0.95, 'The values are email addresses'],
    ],
    ['long ids', 'User ID', '6566918905926762501 | 107955', ['socialId', 0.9, AGREE]],
    ['short numbers as ids', 'User ID', '12 | 7', ['skip', 1, NOTHING_KEPT]],
    ['a running number as id', 'id', '1 | 2 | 3 | 4', ['skip', 1, NOTHING_KEPT]],
    ['the same id everywhere', 'User ID', '107955 | 107955 | 107955', ['skip', 1, NOTHING_KEPT]],
    [
      'channel ids',
      'x',
      `${CHANNEL} | UCSTgtLylu5QDTuWBHShXpLQ`,
      ['socialId', 0.95, 'The values are channel IDs'],
    ],
    ['counts', 'Followers', '1200 | 3400 | 900', ['followerCount', 0.97, AGREE]],
    ['counts with gaps in words', 'Followers', '1 | 9 | 20 | 30 | x', ['followerCount', 0.89, AGREE]],
    ['too few counts', 'Followers', '1 | 9 | 20 | x', ['skip', 1, NOTHING_KEPT]],
    ['percentages as counts', 'Followers', '5% | 9% | 2%', ['skip', 1, NOTHING_KEPT]],
    ['a running number as count', 'Followers', '1 | 2 | 3', ['skip', 1, NOTHING_KEPT]],
    ['countries', 'Country', 'Spain | IN | x1', ['country', 0.82, AGREE]],
    [
      'countries under a wrong header',
      'Tier',
      'Spain | India | Peru',
      ['country', 0.75, 'The values are countries, despite the header'],
    ],
    ['codes under a wrong header', 'Tier', 'ES | IN | PE', ['skip', 1, NOTHING_KEPT]],
    ['languages', 'Language', 'en | pt-BR | German', ['language', 0.95, AGREE]],
    ['categories', 'Niche', 'Boats | Food', ['category', 0.92, AGREE]],
    [
      'countries as categories',
      'Category',
      'Spain | India | Peru',
      ['country', 0.75, 'The values are countries, despite the header'],
    ],
    ['yes and no', 'Verified', 'yes | no | ', ['verified', 0.95, AGREE]],
    ['dates as verified', 'Verified', '2024-01-02', ['skip', 1, NOTHING_KEPT]],
    ['text', 'Notes', 'Met her | Likes tea', ['notes', 0.9, AGREE]],
    ['numbers as text', 'Notes', '12 | 13', ['skip', 1, NOTHING_KEPT]],
    ['addresses as text', 'Notes', 'https://a.example | https://b.example', ['skip', 1, NOTHING_KEPT]],
    ['yes and no as text', 'Notes', 'yes | no', ['skip', 1, NOTHING_KEPT]],
    ['text and a number', 'Notes', 'Met her | Likes tea | 12 | ok', ['notes', 0.74, AGREE]],
    ['status tags', 'Status', 'Invited | Approved', ['tags', 0.85, AGREE]],
    [
      'a column about the audience',
      'Audience country',
      'Spain',
      ['skip', 1, 'Describes the audience or other people, not the creator'],
    ],
  ])('propose for %s', (_, header, cells, expected) => {
    expect(proposed({ [header]: cells })[header]).toEqual(expected);
  });

  test('propose long columns of few words as categories and languages, of many words less surely', () => {
    const long = (kinds: number) =>
      repeat(31, (at) => `kind ${'abcdefghijklmnopqrstuvwxyzäöüßéèà'[at % kinds]}x`);
    expect(proposed({ Category: long(18) }).Category).toEqual(['category', 0.92, AGREE]);
    expect(proposed({ Category: long(19) }).Category?.[0]).toBe('skip');
    const codes =
      'en de fr es pt it nl pl cs sk hu ro bg hr sr el tr ru uk ar he fa hi id ms vi th ja ko zh sv'.split(
        ' ',
      );
    expect(proposed({ Language: repeat(29, (at) => codes[at] ?? '') }).Language).toEqual([
      'language',
      0.95,
      AGREE,
    ]);
    expect(proposed({ Language: repeat(31, (at) => codes[at] ?? '') }).Language?.[0]).toBe('skip');
    expect(proposed({ Language: repeat(31, (at) => codes[at % 18] ?? '') }).Language?.[0]).toBe('language');
  });
});

describe('a column called engagement', () => {
  test.each<[string, string, string, [string, number, string], string | undefined]>([
    ['percent signs', 'ER', '3% | 2% | 5', ['engagement', 0.95, 'Rates with a percent sign'], 'percent'],
    [
      'percent in its header',
      'ER (percent)',
      '0.01 | 0.02',
      ['engagement', 0.95, 'Percentages, according to the header'],
      'percent',
    ],
    [
      'a percent sign in its header',
      'ER %',
      '0.01 | 0.02',
      ['engagement', 0.95, 'Percentages, according to the header'],
      'percent',
    ],
    [
      'small fractions',
      'ER',
      '0.01 | 0.15 | 0.2',
      ['engagement', 0.95, 'Rates written as fractions'],
      'fraction',
    ],
    [
      'large fractions',
      'ER',
      '0.1 | 0.5 | 0.9',
      ['engagement', 0.66, 'Rates, interpreted as fractions'],
      'fraction',
    ],
    [
      'numbers below 1',
      'ER',
      '0.1 | 0.51 | 4',
      ['engagement', 0.66, 'Rates, interpreted as percentages'],
      'percent',
    ],
    [
      'numbers from 1 on',
      'ER',
      '0.1 | 1 | 4',
      ['engagement', 0.9, 'Rates, interpreted as percentages'],
      'percent',
    ],
    [
      'numbers below 100',
      'ER',
      '5 | 99 | 200',
      ['engagement', 0.9, 'Rates, interpreted as percentages'],
      'percent',
    ],
    ['counts under a rate', 'ER', '5 | 100 | 200', ['skip', 1, NOTHING_KEPT], undefined],
    [
      'counts',
      'Engagements',
      '5 | 100 | 200',
      ['engagements', 0.9, 'Number of engagements, which we divide by followers to get the rate'],
      undefined,
    ],
    [
      'counts under an open header',
      'Engagement',
      '5 | 100 | 200',
      ['engagements', 0.62, 'Number of engagements, which we divide by followers to get the rate'],
      undefined,
    ],
    [
      'rates under an open header',
      'Engagement',
      '5 | 10 | 2',
      ['engagement', 0.71, 'Rates, interpreted as percentages'],
      'percent',
    ],
    [
      'a part of the interactions',
      'Authentic engagement',
      '5% | 10% | 2%',
      ['engagement', 0.6, 'Rates with a percent sign'],
      'percent',
    ],
    ['words', 'ER', 'high | low', ['skip', 1, NOTHING_KEPT], undefined],
    ['numbers and many words', 'ER', '5% | 2% | x', ['skip', 1, NOTHING_KEPT], undefined],
  ])('holds %s', (_, header, cells, expected, scale) => {
    const [column] = detect({ [header]: cells });
    expect([column?.field, column?.confidence, column?.reason]).toEqual(expected);
    expect(column?.scale).toBe(scale);
  });
});

describe('of several columns for one field', () => {
  test('keeps the more likely one and explains why not the other', () => {
    expect(proposed({ Region: 'Spain | India', ' Country ': 'ES | IN' })).toEqual({
      Region: ['skip', 0.9, '"Country" fits this field better'],
      ' Country ': ['country', 0.95, AGREE],
    });
  });

  test('keeps the one closer to the top level of a record, then the first', () => {
    expect(proposed({ 'a.b.country': 'Spain | Peru', 'a.country': 'India | Peru' })).toEqual({
      'a.b.country': ['skip', 0.9, '"a.country" fits this field better'],
      'a.country': ['country', 0.95, AGREE],
    });
    expect(proposed({ Email: 'a@b.example', 'E-Mail': 'c@d.example' })).toEqual({
      Email: ['email', 0.97, AGREE],
      'E-Mail': ['skip', 0.9, '"Email" fits this field better'],
    });
  });

  test('keeps the one with more exact figures', () => {
    expect(
      proposed({ Followers: '48.5M | 3.6M | 13M', Subscribers: '48500000 | 3600000 | 13000000' }),
    ).toEqual({
      Followers: ['skip', 0.9, 'Same numbers as "Subscribers", but less exact'],
      Subscribers: ['followerCount', 0.97, AGREE],
    });
    expect(
      proposed({ Subscribers: '48500000 | 3600000 | 13000000', Followers: '48.5M | 3.6M | 13M' }),
    ).toEqual({
      Subscribers: ['followerCount', 0.97, AGREE],
      Followers: ['skip', 0.9, 'Same numbers as "Subscribers", but less exact'],
    });
  });

  test('keeps the one with more filled cells if both are equally exact', () => {
    expect(proposed({ Followers: '4850 | 3600 | ', Subscribers: '4850 | 3600 | 1300' })).toEqual({
      Followers: ['skip', 0.9, 'Same numbers as "Subscribers", but less exact'],
      Subscribers: ['followerCount', 0.97, AGREE],
    });
    expect(proposed({ Followers: '4850 | 3600 | 1300', Subscribers: '4850 | 3600' })).toEqual({
      Followers: ['followerCount', 0.97, AGREE],
      Subscribers: ['skip', 0.9, 'Same numbers as "Followers", but less exact'],
    });
  });

  test('treats different figures as separate and keeps the first column', () => {
    expect(proposed({ Followers: '48.5M | 3.6M', Subscribers: '900 | 800' })).toEqual({
      Followers: ['followerCount', 0.97, AGREE],
      Subscribers: ['skip', 0.9, '"Followers" fits this field better'],
    });
  });

  test('keeps all notes, tags and categories', () => {
    const kept = proposed({
      Notes: 'tea | milk',
      Remarks: 'tea | milk',
      Tags: 'Invited | Approved',
      Stage: 'Invited | Approved',
      Niche: 'Boats | Food',
      Topics: 'Food | Boats',
    });
    expect(Object.values(kept).map(([field]) => field)).toEqual([
      'notes',
      'notes',
      'tags',
      'tags',
      'category',
      'category',
    ]);
  });

  test('keeps identical categories only once', () => {
    expect(proposed({ ' Niche ': 'Boats | food | Cars', Topics: 'boats | Food | ' })).toEqual({
      ' Niche ': ['category', 0.92, AGREE],
      Topics: ['skip', 0.9, 'Same as "Niche"'],
    });
  });

  test('keeps a second username column that fills gaps in the first', () => {
    expect(proposed({ Username: 'ana | bo.s | ', Handle: ' | Bo.S | cy.o' }, 'instagram')).toEqual({
      Username: ['username', 0.97, AGREE],
      Handle: ['username', 0.97, 'Fills in rows where "Username" is empty'],
    });
    expect(proposed({ Username: 'ana | bo.s | ', Handle: 'dee | Bo.S | cy.o' }, 'instagram')).toEqual({
      Username: ['username', 0.97, AGREE],
      Handle: ['skip', 0.9, '"Username" fits this field better'],
    });
  });
});

describe('impossible averages', () => {
  const table = (likes: string, comments: string, views = '') => ({
    'Avg likes': likes,
    'Avg comments': comments,
    ...(views ? { 'Avg views': views } : {}),
  });
  const COMMENTS = (percent: number) =>
    `Skipped: ${percent}% of rows have more comments than likes, so the header must be wrong`;

  test('are skipped if they affect at least half of the rows', () => {
    expect(proposed(table('10 | 20 | 30 | 40', '11 | 21 | 3 | 4'))).toEqual({
      'Avg likes': ['skip', 0.4, COMMENTS(50)],
      'Avg comments': ['skip', 0.4, COMMENTS(50)],
    });
    expect(proposed(table('10 | 20 | 30', '11 | 2 | 3'))['Avg likes']?.[0]).toBe('avgLikes');
  });

  test('are judged by rows with both values, at least three', () => {
    expect(proposed(table('10 | 20 | 0 | ', '11 | 21 | 9 | 9'))['Avg likes']?.[0]).toBe('avgLikes');
    expect(proposed(table('10 | 20 | 5 | 0', '11 | 21 | 9 | 0'))['Avg likes']).toEqual([
      'skip',
      0.4,
      COMMENTS(100),
    ]);
    expect(proposed(table('10 | 20 | 30', '10 | 20 | 30'))['Avg likes']?.[0]).toBe('avgLikes');
  });

  test('include more likes than views', () => {
    const found = proposed(table('10 | 20 | 30', '1 | 7 | 3', '9 | 19 | 40'));
    const reason = 'Skipped: 67% of rows have more likes than views, so the header must be wrong';
    expect(found).toEqual({
      'Avg likes': ['skip', 0.4, reason],
      'Avg comments': ['avgComments', 0.95, AGREE],
      'Avg views': ['skip', 0.4, reason],
    });
  });
});

describe('names and usernames', () => {
  test('follow clear headers', () => {
    expect(proposed({ Username: 'ana.n | bo', 'Full name': 'Ana Norte | Bo Sur' }, 'instagram')).toEqual({
      Username: ['username', 0.97, AGREE],
      'Full name': ['fullname', 0.93, 'The values look like names'],
    });
  });

  test('follow the values if headers are unclear', () => {
    expect(proposed({ Name: 'ana.n | bo_s', 'Instagram name': 'Ana Norte | Bo Sur' }, 'instagram')).toEqual({
      Name: [
        'username',
        0.97,
        '100% of the values look like usernames, compared with 0% in "Instagram name"',
      ],
      'Instagram name': ['fullname', 0.8, 'The values look like names'],
    });
    expect(proposed({ Influencer: 'ana.n | bo_s | cy d' }, 'instagram')).toEqual({
      Influencer: ['username', 0.82, 'The values look like usernames'],
    });
  });

  test('stay names if too few values look like usernames', () => {
    expect(proposed({ Name: 'Ana Norte | Bo Sur | cy' }, 'instagram')).toEqual({
      Name: ['fullname', 0.8, 'The values look like names'],
    });
    expect(proposed({ Name: 'Ana Norte | Bo Sur' }, 'youtube')).toEqual({
      Name: [
        'fullname',
        0.8,
        'Channel names, which we also use to identify channels because the file has no usernames',
      ],
    });
  });

  test('on YouTube may be usernames with spaces', () => {
    expect(proposed({ Username: 'Ana Norte | Bo Sur' }, 'youtube')).toEqual({
      Username: ['username', 0.58, AGREE],
    });
    expect(proposed({ Username: 'Ana Norte | Bo Sur' }, 'tiktok')).toEqual({
      Username: ['username', 0.52, 'The values look like usernames'],
    });
  });

  test('keep the header that is closer to a name', () => {
    expect(
      proposed({ 'a.title': 'Ana N | Bo S', title: 'Ana N | Bo S', Username: 'ana | bo' }, 'instagram'),
    ).toEqual({
      'a.title': ['skip', 1, NOTHING_KEPT],
      title: ['fullname', 0.8, 'The values look like names'],
      Username: ['username', 0.97, AGREE],
    });
    expect(
      proposed({ Title: 'x y | z w', 'Full name': 'Ana N | Bo S', Login: 'ana | bo' }, 'instagram'),
    ).toEqual({
      Title: ['skip', 1, NOTHING_KEPT],
      'Full name': ['fullname', 0.93, 'The values look like names'],
      Login: ['username', 0.97, AGREE],
    });
  });

  test('prefer certain usernames over values that only look like them', () => {
    expect(proposed({ Creator: 'ana.n | bo_s', Login: 'ana | x y' }, 'instagram')).toEqual({
      Creator: ['username', 0.97, '100% of the values look like usernames, compared with 50% in "Login"'],
      Login: ['fullname', 0.45, 'The values look like names'],
    });
  });

  test('compare the values with those of the other column', () => {
    // 60% against 40%: a lead of 20 points is enough, and 55 + 0.2 x 60 + 5 make 72.
    const fifth = (usernames: number) =>
      repeat(5, (at) => (at < usernames ? `${'abcde'[at]}na.x` : `A${'abcde'[at]} b`));
    expect(proposed({ ' Instagram ': fifth(2), 'Instagram title': fifth(3) }, 'instagram')).toEqual({
      ' Instagram ': ['fullname', 0.45, 'The values look like names'],
      'Instagram title': [
        'username',
        0.72,
        '60% of the values look like usernames, compared with 40% in "Instagram"',
      ],
    });
  });

  test.each<[string, Record<string, string>]>([
    ['numbers', { Name: '12 | 13 | 14' }],
    ['addresses', { Name: 'https://a.example | https://b.example' }],
    ['yes and no', { Name: 'yes | no' }],
    ['long texts', { Name: 'x y '.repeat(20) }],
    ['the same word in many rows', { Name: repeat(20, (at) => (at % 2 ? 'Ana B' : 'Bo C')) }],
    ['the audience', { 'Audience name': 'Ana B | Bo C' }],
    ['unknown headers', { Tier: 'Ana B | Bo C' }],
  ])('are not found in %s', (_, table) => {
    expect(Object.values(proposed(table, 'instagram')).map(([field]) => field)).toEqual(['skip']);
  });
});

describe('column statistics', () => {
  const facts = (cells: string) => columnFacts(0, 'x', cells.split(' | '));

  test('are shares of the filled cells', () => {
    expect(
      columnFacts(3, 'Mixed', ['48.5M', ' 5% ', '', 'N/A', 'Spain', 'ES', '@Ana', 'ana', 'ana', '107955']),
    ).toEqual({
      index: 3,
      header: 'Mixed',
      cells: ['48.5M', '5%', '', '', 'Spain', 'ES', '@Ana', 'ana', 'ana', '107955'],
      filled: 8,
      fill: 0.8,
      distinct: 0.875,
      numbers: 0.375,
      percents: 0.125,
      shorts: 0.125,
      median: 107_955,
      decimal: 'point',
      sequential: false,
      countries: 0.25,
      countryCodes: 0.125,
      languages: 0.125,
      booleans: 0,
      platforms: 0,
      profiles: 0,
      addresses: 0,
      emails: 0,
      channelIds: 0,
      longIds: 0.125,
      handles: 0.875,
      lowerHandles: 0.375,
      letters: 0.75,
      averageLength: 3.75,
    });
  });

  test('are zero for an empty column', () => {
    expect(Object.values(columnFacts(0, 'x', [])).filter((fact) => typeof fact === 'number')).toEqual(
      Array.from({ length: 22 }, () => 0),
    );
    expect(columnFacts(0, 'x', ['', '-'])).toMatchObject({
      filled: 0,
      fill: 0,
      averageLength: 0,
      letters: 0,
    });
  });

  test.each<[keyof ReturnType<typeof columnFacts>, string, number]>([
    ['countries', 'Spain | the Netherlands | Atlantis | es', 0.75],
    ['countryCodes', 'ES | es | ESP | QQ', 0.25],
    ['languages', 'German | en-US | x1 | Klingonish', 0.5],
    ['booleans', 'yes | no | maybe | 1', 0.75],
    ['platforms', 'ig | TikTok | x', 2 / 3],
    ['profiles', 'tiktok.com/@a | ana', 0.5],
    ['addresses', 'https://a.example | HTTP://b.example | ftp://c.example | see https://d.example', 0.5],
    ['emails', 'a@b.example | a@b | @ana | ab.example', 0.25],
    ['channelIds', `${CHANNEL} | UC`, 0.5],
    [
      'longIds',
      '12345 | 1234 | 123456789012345678901234 | 1234567890123456789012345 | a12345 | 12345a',
      1 / 3,
    ],
    ['handles', `ana | @Ana_1.x-y | a b | ana! | !ana | ${'a'.repeat(40)} | ${'a'.repeat(41)} | @@a`, 0.375],
    [
      'lowerHandles',
      `ana | @ana_1.x-y | Ana | a b | xAx | ${'a'.repeat(40)} | ${'a'.repeat(41)} | @@a`,
      0.375,
    ],
    ['letters', 'a1 | é | 12 | +1', 0.5],
  ])('count %s in %s', (fact, cells, share) => {
    expect(facts(cells)[fact]).toBeCloseTo(share as number);
  });

  test('include the median', () => {
    expect(medianOf([9, 100, 20])).toBe(20);
    expect(medianOf([4, 1, 3, 2])).toBe(3);
    expect(medianOf([])).toBe(0);
  });

  test.each<[boolean, string]>([
    [true, '1 | 2 | 3'],
    [true, '0 | 1 | 2 | 3'],
    [true, '2 | 3 | 4'],
    [true, '1 | 2 | 3 | 4 | 5 | 9'],
    [false, '1 | 2 | 3 | 9 | 10 | 20'],
    [false, '3 | 4 | 5'],
    [false, '1 | 2'],
    [false, '1 | 3 | 5'],
    [false, '3 | 2 | 1'],
    [false, 'a | b | c'],
  ])('say whether it is a running number: %s for %s', (sequential, cells) => {
    expect(facts(cells).sequential).toBe(sequential);
  });

  test('detect duplicates that differ only by rounding', () => {
    const twins = (a: string, b: string) => areDuplicates(facts(a), facts(b));
    expect(twins('48.5M | 3.6M', '48500000 | 3640000')).toBe(true);
    expect(twins('100 | 200', '94 | 188')).toBe(true);
    expect(twins('100 | 200', '93 | 200')).toBe(false);
    expect(twins('93 | 200', '100 | 200')).toBe(false);
    expect(twins('100 |  | 300', '100 | 200 | ')).toBe(true);
    expect(twins('100 | ', ' | 100')).toBe(false);
    expect(twins('100 | x', '100 | 7')).toBe(true);
    const many = (odd: number) => repeat(40, (at) => String(at < odd ? 900 : 100));
    expect(areDuplicates(facts(many(0)), facts(many(1)))).toBe(true);
    expect(areDuplicates(facts(many(0)), facts(many(2)))).toBe(false);
  });
});
