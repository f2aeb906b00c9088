import { expect, test } from 'vitest';
import { detectColumns } from './columns.ts';
import { asOfFileName } from './creator-import.ts';
import { detectDelimiter } from './delimiter.ts';
import { flattenRecord, parseJson, recordsOf } from './flatten.ts';
import { detectHeaderRow } from './header-rules.ts';
import { detectPlatform } from './platform.ts';
import { rowReader } from './row.ts';

const fieldsOf = (
  headers: string[],
  rows: string[][],
  platform: 'instagram' | 'tiktok' | 'youtube' | null = null,
) => detectColumns(headers, rows, platform).map((column) => column.field);

test('detects the delimiter, ignoring quoted delimiters and line breaks', () => {
  expect(detectDelimiter('a;b;c\n1;"x;y\nz";3\n4,5;6;7\n').delimiter).toBe(';');
  expect(detectDelimiter('Rank\tName\n1st\tA, B\n2nd\tC, D, E\n').delimiter).toBe('\t');
  expect(detectDelimiter('name\nana\nbo\n')).toMatchObject({ delimiter: ',', columns: 1 });
});

test('detects a header row below a title, and a missing one', () => {
  expect(
    detectHeaderRow([['Creators of spring'], [''], ['Platform', 'Handle', 'Followers'], ['ig', 'ana', '12']]),
  ).toBe(2);
  expect(
    detectHeaderRow([
      ['username', 'followers'],
      ['ana', '12'],
      ['bo', '13'],
    ]),
  ).toBe(0);
  expect(
    detectHeaderRow([
      ['ana', '12000', 'https://www.instagram.com/ana'],
      ['bo', '13000', 'https://www.instagram.com/bo'],
    ]),
  ).toBe(-1);
});

test('maps the columns of an ordinary list, in English and German', () => {
  const headers = ['network', 'handle', 'Creator', 'Followers', 'ER', 'E-mail', 'Land', 'Remark', 'Tier'];
  const rows = [
    [
      'Instagram',
      'ana.norte',
      'Ana Vasques',
      '48.200',
      '3,9%',
      'ana@ananorte.example',
      'PT',
      'Met at the fair',
      'A',
    ],
    [
      'TikTok',
      'pedro.corre',
      'Pedro Salgueiro',
      '112.000',
      '5,2%',
      'hello@pedrocorre.example',
      'PT',
      '',
      'A',
    ],
    [
      'YouTube',
      'larutalenta',
      'Lucía Montalvo',
      '67.300',
      '',
      'lucia@larutalenta.example',
      'ES',
      'Long form',
      'B',
    ],
  ];
  const columns = detectColumns(headers, rows, null);
  expect(columns.map((column) => column.field)).toEqual([
    'platform',
    'username',
    'fullname',
    'followerCount',
    'engagement',
    'email',
    'country',
    'notes',
    'skip',
  ]);
  const read = rowReader({ platform: null, columns });
  expect(read(rows[0] ?? [])).toMatchObject({
    draft: { followerCount: 48_200, engagement: 3.9, country: 'PT' },
  });
});

test('values that are countries win over a header that names a figure', () => {
  const rows = [
    ['ana', '100', 'Spain', '5'],
    ['bo', '200', 'India', '6'],
    ['cy', '300', 'United States', '7'],
  ];
  expect(fieldsOf(['username', 'followers', 'Views avg.', 'rank'], rows)).toEqual([
    'username',
    'followerCount',
    'country',
    'skip',
  ]);
});

test('interaction counts never map to the rate, nor totals to averages', () => {
  const headers = [
    'username',
    'Followers',
    'Engagement',
    'Total likes',
    'Likes',
    'Avg likes',
    'Subscribers growth',
  ];
  const rows = [
    ['ana', '48500000', '383100', '29000000', '120000', '52000', '1.2%'],
    ['bo', '3600000', '449400', '19000000', '420000', '41000', '0.2%'],
    ['cy', '1200000', '164400', '9000000', '90000', '9900', '2.1%'],
  ];
  expect(fieldsOf(headers, rows, 'instagram')).toEqual([
    'username',
    'followerCount',
    'engagements',
    'skip',
    'skip',
    'avgLikes',
    'skip',
  ]);
});

test('omits impossible likes and comments', () => {
  const rows = Array.from({ length: 10 }, (_, n) => [`user${n}`, '5000000', `${2000 + n}`, `${4000 + n}`]);
  const columns = detectColumns(['username', 'followers', 'Likes avg', 'Comments avg.'], rows, 'instagram');
  expect(columns.map((column) => column.field)).toEqual(['username', 'followerCount', 'skip', 'skip']);
  expect(columns[3]?.reason).toContain('more comments than likes');
});

test('uses the more exact of two columns with the same figures', () => {
  const rows = [
    ['ana', '48.5M', '48500000'],
    ['bo', '3.6M', '3600000'],
    ['cy', '13.4M', '13400000'],
  ];
  expect(fieldsOf(['username', 'Followers', 'Followers'], rows)).toEqual([
    'username',
    'skip',
    'followerCount',
  ]);
});

test('distinguishes fractions and percent by column', () => {
  const scale = (cells: string[]) =>
    detectColumns(
      ['username', 'engagement rate'],
      cells.map((cell, n) => [`user${n}`, cell]),
      'tiktok',
    )[1]?.scale;
  expect(scale(['0.0035', '0.034', '1.9', '0.02'])).toBe('fraction');
  expect(scale(['3.5', '0.9', '1.9', '12'])).toBe('percent');
});

test('flattens JSON into dotted columns and keeps long ids intact', () => {
  const record = parseJson(
    '{"id": 6566918905926762501, "language": {"code": "en"}, "topics": ["a", "b"], "audience_geo": {"countries": [{"name": "India", "weight": 0.5}]}}',
  );
  expect([...flattenRecord(record)]).toEqual([
    ['id', '6566918905926762501'],
    ['language.code', 'en'],
    ['topics', 'a; b'],
    ['audience_geo.countries[]', 'India'],
  ]);
});

test('finds the records inside the wrappers of a JSON document', () => {
  expect(recordsOf(parseJson('{"data": [{"a": 1}, {"a": 2}], "total": 2}'))).toHaveLength(2);
  expect(recordsOf(parseJson('{"creators": {"items": [{"a": 1}, {"a": 2}]}}'))).toHaveLength(2);
  expect(recordsOf(parseJson('{"username": "ana", "tags": ["x"]}'))).toHaveLength(1);
});

test('detects the platform from URLs, headers or the file name, else asks', () => {
  expect(detectPlatform('list.csv', ['name', 'url'], [['Ana', 'https://www.tiktok.com/@ana']]).platform).toBe(
    'tiktok',
  );
  expect(detectPlatform('list.csv', ['Instagram name'], [['ana']]).platform).toBe('instagram');
  expect(detectPlatform('yt_top.csv', ['name'], [['ana']]).platform).toBe('youtube');
  expect(detectPlatform('list.csv', ['name'], [['ana']]).platform).toBeNull();
  expect(detectPlatform('x.csv', ['url'], [['instagram.com/a'], ['tiktok.com/@b']])).toMatchObject({
    platform: null,
    perRow: true,
  });
});

test('reads the date of the figures from the file name', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const day = (name: string) => asOfFileName(name, now)?.toISOString().slice(0, 10) ?? null;
  expect(day('ig_top1000_2022-06.csv')).toBe('2022-06-30');
  expect(day('export-2024-03-15.csv')).toBe('2024-03-15');
  expect(day('instagram sep-2022.csv')).toBe('2022-09-30');
  expect(day('yt_global_2023.csv')).toBe('2023-12-31');
  expect(day('ig_top1000_2022-base.csv')).toBe('2022-12-31');
  expect(day('runners_2026.csv')).toBeNull();
  expect(day('top2000.csv')).toBeNull();
  expect(day('iberia-runners-q4.xlsx')).toBeNull();
  expect(day('plan_2031-01.csv')).toBeNull();
});

test('rejects rows with a reason and the field to correct', () => {
  const columns = detectColumns(
    ['platform', 'username', 'full name', 'followers', 'email'],
    [['instagram', 'ana', 'Ana', '12', 'a@b.example']],
    null,
  );
  const read = rowReader({ platform: null, columns });
  const problem = (cells: string[]) => {
    const result = read(cells);
    return result.kind === 'rejected' ? [result.problem.field, result.problem.reason] : result;
  };
  expect(problem(['instagram', '', 'Rui Teles', '12', ''])).toEqual(['username', 'Username is empty']);
  expect(problem(['pinterest', 'casa', '', '12', ''])).toEqual([
    'platform',
    "Platform “pinterest” isn't supported",
  ]);
  expect(problem(['instagram', 'ana', '', 'many', ''])).toEqual([
    'followerCount',
    "Followers “many” isn't a number",
  ]);
  expect(problem(['instagram', 'ana', '', '12', 'cinco@'])).toEqual([
    'email',
    'Email “cinco@” is incomplete',
  ]);
  expect(problem(['', '', '', '', ''])).toEqual([null, 'The row is empty']);
  expect(problem(['instagram', 'ana', '', '1', '', 'more'])).toEqual([
    null,
    'The row has 6 cells, but the file has 5 columns',
  ]);
});

test('derives the rate from counts only if followers are known', () => {
  const plan = (field: 'engagements' | 'avgLikes') => ({
    platform: 'instagram' as const,
    columns: [
      { index: 0, field: 'username' as const },
      { index: 1, field: 'followerCount' as const },
      { index: 2, field },
    ],
  });
  expect(rowReader(plan('engagements'))(['ana', '2000', '50'])).toMatchObject({ draft: { engagement: 2.5 } });
  expect(rowReader(plan('engagements'))(['ana', '', '50'])).toMatchObject({ draft: { engagement: null } });
  expect(rowReader(plan('avgLikes'))(['ana', '2000', '50'])).toMatchObject({
    draft: { engagement: null, avgLikes: 50 },
  });
});

test('ignores zeros that mean missing figures', () => {
  const read = rowReader({
    platform: 'youtube',
    columns: (['username', 'followerCount', 'avgViews', 'avgLikes', 'avgComments'] as const).map(
      (field, index) => ({
        index,
        field,
      }),
    ),
  });
  expect(read(['ana', '64000', '0', '0', '0'])).toMatchObject({
    draft: { followerCount: 64_000, engagement: null, avgViews: null, avgLikes: null, avgComments: null },
    remarks: ['We skip averages of 0 because they mean the data is missing'],
  });
  expect(read(['bo', '64000', '0', '80', '2'])).toMatchObject({
    draft: { engagement: 0.128, avgViews: null, avgLikes: 80, avgComments: 2 },
  });
  // Likes can be hidden: comments alone don't give a rate.
  expect(read(['cy', '64000', '900', '0', '2'])).toMatchObject({
    draft: { engagement: null, avgViews: 900, avgLikes: 0, avgComments: 2 },
  });
  const interactions = rowReader({
    platform: 'instagram',
    columns: [
      { index: 0, field: 'username' },
      { index: 1, field: 'followerCount' },
      { index: 2, field: 'engagements' },
    ],
  });
  expect(interactions(['dee', '5000', '0'])).toMatchObject({ draft: { engagement: null } });
});

test('rounds a derived rate half up, regardless of binary fractions', () => {
  const read = rowReader({
    platform: 'instagram',
    columns: [
      { index: 0, field: 'username' },
      { index: 1, field: 'followerCount' },
      { index: 2, field: 'engagements' },
    ],
  });
  expect(read(['ana', '1600', '203'])).toMatchObject({ draft: { engagement: 12.688 } });
  expect(read(['bo', '640', '46'])).toMatchObject({ draft: { engagement: 7.188 } });
});

test('omits columns about the audience with a reason', () => {
  const cells: Record<string, string[]> = {
    'Audience country': ['Norway', 'Japan', 'Spain', 'Norway'],
    'Country of followers': ['NO', 'JP', 'ES', 'NO'],
    'Audience language': ['en', 'ja', 'es', 'en'],
    'Audience interests': ['Food', 'Travel', 'Food', 'Music'],
    'Followers age 18-24': ['3400', '5600', '4100', '900'],
    'Female followers': ['4000', '5600', '4100', '900'],
    'Top city': ['Oslo', 'Tokyo', 'Madrid', 'Oslo'],
    'Top country': ['Norway', 'Japan', 'Spain', 'Norway'],
    'Audience gender': ['female', 'male', 'female', 'male'],
    'Audience age': ['25-34', '18-24', '25-34', '18-24'],
    audienceCity: ['Oslo', 'Tokyo', 'Madrid', 'Oslo'],
    'País del público': ['Noruega', 'Japón', 'España', 'Noruega'],
  };
  const rows = ['ana', 'bo', 'cy', 'dee'].map((name, at) => [
    name,
    `${(at + 1) * 10_000}`,
    'PT',
    ...Object.values(cells).map((column) => column[at] ?? ''),
  ]);
  const columns = detectColumns(
    ['username', 'followers', 'Country', ...Object.keys(cells)],
    rows,
    'instagram',
  );
  expect(columns.map(({ field }) => field)).toEqual([
    'username',
    'followerCount',
    'country',
    ...Object.keys(cells).map(() => 'skip'),
  ]);
  for (const column of columns.slice(3))
    expect(column.reason, column.header).toBe('Describes the audience or other people, not the creator');
});
