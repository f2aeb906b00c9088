import { describe, expect, test } from 'vitest';
import type { ColumnReading, ImportField } from './field.ts';
import { readCell, rowReader } from './row.ts';

type Plan = Parameters<typeof rowReader>[0];

/** Reads one row of a file with the given fields, in order. */
const read = (fields: ImportField[], cells: string[], platform: Plan['platform'] = 'instagram') =>
  rowReader({ platform, columns: fields.map((field, index) => ({ field, index })) })(cells);

const draft = (fields: ImportField[], cells: string[], platform: Plan['platform'] = 'instagram') => {
  const result = read(fields, cells, platform);
  if (result.kind !== 'creator') throw new Error(result.problem.reason);
  return result.draft;
};

const problem = (fields: ImportField[], cells: string[], platform: Plan['platform'] = 'instagram') => {
  const result = read(fields, cells, platform);
  return result.kind === 'rejected' ? result.problem : result;
};

const CHANNEL = 'UC-8QAzbLcRglXeN_MY9blyw';
const OTHER_CHANNEL = 'UCSTgtLylu5QDTuWBHShXpLQ';

const EMPTY = {
  platform: 'instagram',
  username: 'ana',
  fullname: '',
  profileUrl: 'https://www.instagram.com/ana/',
  socialId: null,
  followerCount: null,
  engagement: null,
  avgViews: null,
  avgLikes: null,
  avgComments: null,
  avgShares: null,
  country: null,
  language: null,
  categories: [],
  bio: '',
  email: null,
  verified: null,
  profilePicUrl: null,
  figuresAsOf: null,
  notes: '',
  tags: [],
};

describe('a row', () => {
  test('becomes a creator with every field it fills', () => {
    const row: [ImportField, string][] = [
      ['platform', 'TikTok'],
      ['username', '@ana.norte'],
      ['fullname', ' Ana  Vasques '],
      ['socialId', '6566918905926762501'],
      ['followerCount', '48,200'],
      ['engagement', '3.9%'],
      ['avgViews', '9000'],
      ['avgLikes', '1200'],
      ['avgComments', '40'],
      ['avgShares', '12'],
      ['country', 'Portugal'],
      ['language', 'pt-PT'],
      ['category', 'Food; Boats'],
      ['category', 'Boats | Music'],
      ['bio', 'Cook\r\nfrom Porto'],
      ['email', 'Ana@Norte.example'],
      ['verified', 'yes'],
      ['profilePicUrl', 'https://cdn.example/ana.jpg'],
      ['figuresAsOf', '2026-02-03'],
      ['notes', 'Met at the fair'],
      ['notes', ''],
      ['notes', 'Likes tea'],
      ['tags', 'interested, Approved'],
      ['tags', 'Interested'],
      ['skip', 'whatever'],
    ];
    expect(
      read(
        row.map(([field]) => field),
        row.map(([, cell]) => cell),
        null,
      ),
    ).toEqual({
      kind: 'creator',
      remarks: [],
      draft: {
        platform: 'tiktok',
        username: 'ana.norte',
        fullname: 'Ana Vasques',
        profileUrl: 'https://www.tiktok.com/@ana.norte',
        socialId: '6566918905926762501',
        followerCount: 48_200,
        engagement: 3.9,
        avgViews: 9000,
        avgLikes: 1200,
        avgComments: 40,
        avgShares: 12,
        country: 'PT',
        language: 'pt',
        categories: ['Food', 'Boats', 'Music'],
        bio: 'Cook\nfrom Porto',
        email: 'ana@norte.example',
        verified: true,
        profilePicUrl: 'https://cdn.example/ana.jpg',
        figuresAsOf: '2026-02-03T00:00:00.000Z',
        notes: 'Met at the fair\nLikes tea',
        tags: ['Interested', 'Approved'],
      },
    });
  });

  test('leaves missing fields empty', () => {
    expect(read(['username', 'followerCount', 'bio', 'notes', 'tags'], ['ana', '', '', '', ''])).toEqual({
      kind: 'creator',
      draft: EMPTY,
      remarks: [],
    });
    expect(draft(['username', 'fullname', 'category'], ['ana'])).toEqual(EMPTY);
  });

  test('is rejected if it is blank or wider than the file', () => {
    expect(problem(['username', 'fullname'], [' ', ''])).toEqual({
      field: null,
      reason: 'The row is empty',
      suggestion: null,
      name: '',
    });
    expect(problem(['username', 'fullname'], ['ana', 'Ana', 'more'])).toEqual({
      field: null,
      reason: 'The row has 3 cells, but the file has 2 columns',
      suggestion: null,
      name: 'Ana',
    });
    expect(draft(['username', 'fullname'], ['ana', '', ' ', '\t'])).toEqual(EMPTY);
  });

  test('may have skipped columns in between', () => {
    const reader = rowReader({
      platform: 'instagram',
      columns: [
        { field: 'followerCount', index: 3 },
        { field: 'username', index: 1 },
      ],
    });
    expect(reader(['x', 'ana', 'y', '12'])).toMatchObject({ draft: { username: 'ana', followerCount: 12 } });
    expect(reader(['x', 'ana', 'y', '12', 'z'])).toMatchObject({
      problem: { reason: 'The row has 5 cells, but the file has 4 columns' },
    });
  });
});

describe('a wrong value', () => {
  test.each<[ImportField, string, string]>([
    ['followerCount', 'many', "Followers “many” isn't a number"],
    ['engagements', '-5', 'Engagements per post “-5” is less than zero'],
    ['engagement', 'high', "Engagement rate “high” isn't a valid rate"],
    ['avgViews', 'many', "Average views “many” isn't a number"],
    ['avgShares', 'many', "Average shares “many” isn't a number"],
    ['email', 'cinco@', 'Email “cinco@” is incomplete'],
  ])('in %s rejects the row', (field, cell, reason) => {
    expect(problem(['username', field, 'followerCount'], ['ana', cell, '10'])).toEqual({
      field,
      reason,
      suggestion: null,
      name: 'ana',
    });
  });

  test.each<[ImportField, string, string]>([
    ['country', 'Atlantis', "Country “Atlantis” isn't recognized, skipped"],
    ['language', 'Klingonish', "Language “Klingonish” isn't recognized, skipped"],
    ['verified', 'maybe', "“maybe” isn't a yes or no value, skipped"],
    ['profilePicUrl', 'ana.jpg', "Picture URL “ana.jpg” can't be used, skipped"],
    ['figuresAsOf', '2999-01-01', "“2999-01-01” isn't a past date, skipped"],
    ['figuresAsOf', '2026-02-31', "“2026-02-31” isn't a past date, skipped"],
    ['figuresAsOf', '03/02/2026', "“03/02/2026” isn't a past date, skipped"],
    ['tags', 'hot', "Tag “hot” isn't a status tag, skipped"],
    ['category', 'Caf\ufffd', "Category “Caf\ufffd” can't be used, skipped"],
    ['socialId', '6.5E+18', 'Platform ID “6.5E+18” is missing digits, skipped'],
    ['fullname', '\ufffd\ufffd', 'Name “\ufffd\ufffd” has missing or damaged characters, skipped'],
  ])('in %s is skipped with a remark', (field, cell, remark) => {
    expect(read(['username', field], ['ana', cell])).toEqual({
      kind: 'creator',
      draft: EMPTY,
      remarks: [remark],
    });
  });

  test('that is only inexact is kept with a remark', () => {
    expect(read(['username', 'avgViews'], ['ana', '2.28E+11'])).toMatchObject({
      draft: { avgViews: 228_000_000_000 },
      remarks: ['Average views “2.28E+11” is rounded in the file'],
    });
    expect(read(['username', 'bio', 'notes'], ['ana', 'x'.repeat(5001), 'y'.repeat(20_001)])).toMatchObject({
      draft: { bio: 'x'.repeat(5000), notes: 'y'.repeat(20_000) },
      remarks: ['The text was too long and was cut off', 'The text was too long and was cut off'],
    });
  });

  test('names the creator by name, username, URL or id, whichever is filled first', () => {
    const fields: ImportField[] = ['socialId', 'profileUrl', 'username', 'fullname', 'email'];
    const name = (...cells: string[]) => {
      const result = problem(fields, [...cells, 'cinco@']);
      return 'name' in result ? result.name : result;
    };
    const url = 'instagram.com/ana';
    expect(name('7', url, 'ana', ' Ana  B ')).toBe('Ana B');
    expect(name('7', url, 'ana', 'N/A')).toBe('ana');
    expect(name('7', url, '', '')).toBe(url);
    expect(name('7', '-', '', '')).toBe('7');
    expect(problem(['email'], ['cinco@'])).toMatchObject({ name: '' });
    expect(name('', '', '', `${'é'.repeat(150)}${'x'.repeat(100)}`)).toBe(
      `${'é'.repeat(150)}${'x'.repeat(50)}`,
    );
  });
});

describe("a row's platform", () => {
  test("prefers its own column over the file's platform", () => {
    expect(draft(['platform', 'username'], ['yt', 'ana']).platform).toBe('youtube');
    expect(draft(['platform', 'username'], ['', 'ana'], 'tiktok').platform).toBe('tiktok');
    expect(draft(['platform', 'platform', 'username'], ['', 'ig', 'ana'], null).platform).toBe('instagram');
  });

  test('can come from a URL in the URL or username column', () => {
    expect(draft(['profileUrl'], ['tiktok.com/@ana'], 'instagram').platform).toBe('tiktok');
    expect(draft(['username'], ['https://www.youtube.com/@Ana'], null)).toMatchObject({
      platform: 'youtube',
      username: 'Ana',
    });
    expect(draft(['username', 'username'], ['', 'instagram.com/ana'], null)).toMatchObject({
      platform: 'instagram',
      username: 'ana',
    });
    expect(draft(['username'], ['ana.norte'], 'tiktok').platform).toBe('tiktok');
  });

  test('can come from a channel id', () => {
    expect(draft(['socialId'], [CHANNEL], null)).toMatchObject({
      platform: 'youtube',
      username: CHANNEL,
      fullname: CHANNEL,
      socialId: CHANNEL,
      profileUrl: `https://www.youtube.com/channel/${CHANNEL}`,
    });
    expect(problem(['username', 'socialId'], ['ana', '12345'], null)).toMatchObject({
      field: 'platform',
      reason: 'Platform is missing',
    });
  });

  test('must match the URL, except for TikTok Shop on TikTok', () => {
    expect(problem(['platform', 'profileUrl'], ['instagram', 'tiktok.com/@ana'])).toEqual({
      field: 'platform',
      reason: 'Platform is Instagram, but the URL is on TikTok',
      suggestion: null,
      name: 'tiktok.com/@ana',
    });
    expect(draft(['platform', 'profileUrl'], ['TikTok Shop', 'tiktok.com/@ana']).platform).toBe(
      'tiktok-shop',
    );
    expect(problem(['platform', 'profileUrl'], ['TikTok Shop', 'instagram.com/ana'])).toMatchObject({
      reason: 'Platform is TikTok Shop, but the URL is on Instagram',
    });
    expect(draft(['platform', 'username'], ['TikTok Shop', 'ana']).platform).toBe('tiktok-shop');
    expect(draft(['platform', 'profileUrl'], ['ig', 'instagram.com/ana']).platform).toBe('instagram');
  });

  test('is rejected if unsupported or missing', () => {
    expect(problem(['platform', 'username'], ['pinterest', 'ana'])).toEqual({
      field: 'platform',
      reason: "Platform “pinterest” isn't supported",
      suggestion: null,
      name: 'ana',
    });
    expect(problem(['platform', 'username'], ['', 'ana'], null)).toMatchObject({
      field: 'platform',
      reason: 'Platform is missing',
    });
  });
});

describe("a row's username", () => {
  test('comes from the first filled username column', () => {
    expect(draft(['username', 'username'], ['', '@bo']).username).toBe('bo');
    expect(draft(['profileUrl', 'username'], ['instagram.com/ana', 'bo'])).toMatchObject({
      username: 'bo',
      profileUrl: 'https://www.instagram.com/ana/',
    });
  });

  test('comes from the URL if no column holds it', () => {
    expect(draft(['profileUrl', 'profileUrl'], ['', 'https://www.instagram.com/ana/'])).toEqual(EMPTY);
    expect(draft(['profileUrl'], [`youtube.com/channel/${CHANNEL}`])).toMatchObject({
      username: CHANNEL,
      socialId: CHANNEL,
      profileUrl: `https://www.youtube.com/channel/${CHANNEL}`,
    });
  });

  test("comes from a YouTube channel's name, with a search as URL", () => {
    expect(draft(['fullname'], ['Nursery Rhymes & Co'], 'youtube')).toMatchObject({
      username: 'Nursery Rhymes & Co',
      fullname: 'Nursery Rhymes & Co',
      socialId: null,
      profileUrl: 'https://www.youtube.com/results?search_query=Nursery%20Rhymes%20%26%20Co',
    });
    expect(draft(['username'], ['Éva.tv-1'], 'youtube').profileUrl).toBe(
      'https://www.youtube.com/@%C3%89va.tv-1',
    );
    expect(draft(['fullname', 'username'], ['Ana B', 'ana'], 'youtube')).toMatchObject({
      username: 'ana',
      fullname: 'Ana B',
    });
  });

  test('with a channel id links to the channel', () => {
    expect(draft(['username', 'socialId'], ['Ana', CHANNEL], 'youtube')).toMatchObject({
      username: 'Ana',
      socialId: CHANNEL,
      profileUrl: `https://www.youtube.com/channel/${CHANNEL}`,
    });
    expect(draft(['username'], [CHANNEL], 'youtube')).toMatchObject({
      socialId: CHANNEL,
      profileUrl: `https://www.youtube.com/channel/${CHANNEL}`,
    });
    expect(draft(['username', 'socialId'], [OTHER_CHANNEL, CHANNEL], 'youtube').socialId).toBe(CHANNEL);
    expect(
      draft(['username', 'profileUrl'], ['Ana', `youtube.com/channel/${CHANNEL}`], 'youtube').socialId,
    ).toBe(CHANNEL);
    expect(draft(['username', 'socialId'], ['ana', '123.00'])).toMatchObject({
      socialId: '123',
      profileUrl: 'https://www.instagram.com/ana/',
    });
    expect(draft(['platform', 'username', 'socialId'], ['ig', 'ana', CHANNEL]).profileUrl).toBe(
      'https://www.instagram.com/ana/',
    );
    expect(draft(['username', 'profileUrl'], [CHANNEL, 'youtube.com/@Ana'], 'youtube').profileUrl).toBe(
      `https://www.youtube.com/channel/${CHANNEL}`,
    );
  });

  test('with a space is rejected with a suggestion', () => {
    expect(problem(['username'], ['omar seddik'])).toEqual({
      field: 'username',
      reason: 'Username has a space: “omar seddik”',
      suggestion: 'omarseddik',
      name: 'omar seddik',
    });
  });

  test('is rejected for the reason its URL is rejected', () => {
    expect(problem(['profileUrl'], ['tiktok.com/@ana/video/7'], 'tiktok')).toEqual({
      field: 'username',
      reason: 'Profile URL leads to a post',
      suggestion: 'ana',
      name: 'tiktok.com/@ana/video/7',
    });
    expect(problem(['profileUrl'], ['instagram.com/p/7'])).toMatchObject({ suggestion: null });
    expect(draft(['username', 'profileUrl'], ['ana', 'pinterest.com/ana'])).toMatchObject({
      username: 'ana',
    });
  });

  test('is rejected if missing, on YouTube only without name and id', () => {
    for (const platform of ['instagram', 'youtube'] as const)
      expect(problem(['username', 'followerCount'], ['', '12'], platform)).toEqual({
        field: 'username',
        reason: 'Username is empty',
        suggestion: null,
        name: '',
      });
    expect(problem(['platform', 'fullname', 'socialId'], ['ig', 'Ana', CHANNEL])).toMatchObject({
      field: 'username',
    });
    expect(problem(['followerCount', 'platform', 'profileUrl', 'username', 'fullname'], ['12'])).toEqual({
      field: 'username',
      reason: 'Username is empty',
      suggestion: null,
      name: '',
    });
    expect(problem(['socialId', 'followerCount'], ['12345', '12'], 'youtube')).toMatchObject({
      reason: 'Username is empty',
    });
    expect(problem(['fullname'], ['??? ???'], 'youtube')).toMatchObject({
      field: 'username',
      reason: 'Name “??? ???” has missing or damaged characters',
    });
  });
});

describe("a row's figures", () => {
  test('derive a rate from likes, comments and shares per post', () => {
    const fields: ImportField[] = ['username', 'followerCount', 'avgLikes', 'avgComments', 'avgShares'];
    const rate = (...cells: string[]) => draft(fields, ['ana', ...cells]).engagement;
    expect(rate('2000', '50', '8', '2')).toBe(3);
    expect(rate('2000', '50', '8', '')).toBe(2.9);
    expect(rate('2000', '50', '0', '')).toBe(2.5);
    expect(rate('2000', '50', '', '2')).toBeNull();
    expect(rate('2000', '', '8', '2')).toBeNull();
    expect(rate('0', '50', '8', '2')).toBeNull();
  });

  test('prefer interactions over likes and comments, and a given rate over both', () => {
    const fields: ImportField[] = ['username', 'followerCount', 'engagements', 'avgLikes', 'avgComments'];
    expect(draft(fields, ['ana', '2000', '100', '50', '8']).engagement).toBe(5);
    expect(draft([...fields, 'engagement'], ['ana', '2000', '100', '50', '8', '1.5']).engagement).toBe(1.5);
  });

  test('omit averages of zero with a remark', () => {
    const fields: ImportField[] = ['username', 'avgViews', 'avgLikes', 'avgComments', 'avgShares'];
    expect(read(fields, ['ana', '0', '0', '0', '0'])).toEqual({
      kind: 'creator',
      draft: EMPTY,
      remarks: ['We skip averages of 0 because they mean the data is missing'],
    });
    expect(read(fields, ['ana', '0', '80', '0', '0'])).toMatchObject({
      draft: { avgViews: null, avgLikes: 80, avgComments: 0, avgShares: 0 },
      remarks: ['We skip average views of 0 because they mean the data is missing'],
    });
    expect(read(fields, ['ana', '900', '0', '', ''])).toMatchObject({
      draft: { avgViews: 900, avgLikes: 0 },
      remarks: [],
    });
  });

  test("use their column's decimal separator and scale", () => {
    const reader = rowReader({
      platform: 'instagram',
      columns: [
        { index: 0, field: 'username' },
        { index: 1, field: 'followerCount', decimal: 'comma' },
        { index: 2, field: 'engagement', decimal: 'comma', scale: 'fraction' },
      ],
    });
    expect(reader(['ana', '48.200', '0,039'])).toMatchObject({
      draft: { followerCount: 48_200, engagement: 3.9 },
    });
  });
});

describe('one cell', () => {
  const cell = (reading: ImportField | ColumnReading, text: string, platform: Plan['platform'] = null) => {
    const found = readCell(typeof reading === 'string' ? { field: reading } : reading, text, platform);
    return found.kind === 'value' ? found.value : found.kind;
  };

  test.each<[ImportField, string, unknown]>([
    ['platform', 'ig', 'instagram'],
    ['username', '@Ana B', 'Ana B'],
    ['fullname', ' Ana  B ', 'Ana B'],
    ['profileUrl', ' https://www.instagram.com/ana ', 'https://www.instagram.com/ana'],
    ['profileUrl', 'pinterest.com/ana', 'refused'],
    ['socialId', ' 65.0 ', '65'],
    ['socialId', '65.000', '65'],
    ['socialId', '65.0.1', 'refused'],
    ['socialId', '65.0x', 'refused'],
    ['socialId', 'N/A', 'missing'],
    ['socialId', '1e5', 'refused'],
    ['socialId', '1E+5', 'refused'],
    ['socialId', 'MS4w-LjAB_AAAA', 'MS4w-LjAB_AAAA'],
    ['socialId', 'ane5', 'ane5'],
    ['socialId', 'a b', 'refused'],
    ['socialId', 'a!', 'refused'],
    ['socialId', '!a', 'refused'],
    ['socialId', 'x'.repeat(64), 'x'.repeat(64)],
    ['socialId', 'x'.repeat(65), 'refused'],
    ['socialId', 'UC-8QAzbLcRglXeN_MY9e123', 'UC-8QAzbLcRglXeN_MY9e123'],
    ['followerCount', '8600000000', 'refused'],
    ['avgViews', '8600000000', 8_600_000_000],
    ['engagement', '4.5%', 4.5],
    ['country', 'Spain', 'ES'],
    ['language', 'German', 'de'],
    ['category', 'Boats, Food', ['Boats', 'Food']],
    ['bio', 'a\nb', 'a\nb'],
    ['email', 'a@b.example', 'a@b.example'],
    ['verified', 'no', false],
    ['profilePicUrl', 'https://cdn.example/a', 'https://cdn.example/a'],
    ['notes', 'a\nb', 'a\nb'],
    ['tags', 'Invited', ['Invited']],
    ['skip', ' a  b ', 'a b'],
    ['skip', ' ', 'missing'],
  ])('for %s: %j is read as %j', (field, text, expected) => {
    expect(cell(field, text)).toEqual(expected);
  });

  test("with usernames follows the platform's rules", () => {
    expect(cell('username', 'Ana B', 'instagram')).toBe('refused');
    expect(cell('username', 'ana', 'instagram')).toBe('ana');
    expect(cell('username', '', 'instagram')).toBe('missing');
  });

  test("with ids explains why it can't be used", () => {
    expect(readCell({ field: 'socialId' }, 'a b', null)).toEqual({
      kind: 'refused',
      reason: "Platform ID “a b” can't be used",
    });
  });
});
