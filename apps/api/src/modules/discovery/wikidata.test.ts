import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { updateImport } from '@troupe/contract/discovery/creator-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { runToEnd, upload } from './creator-import/creator-import.fixture.ts';

let t: TestApi;
let folder: string;
let brandId: string;
let administrator: TestPerson;

beforeAll(async () => {
  t = await startTestApi();
  folder = mkdtempSync(join(tmpdir(), 'troupe-wikidata-'));
  brandId = await t.brand();
  administrator = await t.person({ role: 'administrator' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.stop();
});

type Snak = { snaktype: string; datavalue?: { value: unknown } };
const snak = (value: unknown): Snak => ({ snaktype: 'value', datavalue: { value } });
const item = (id: string) => ({ 'entity-type': 'item', 'numeric-id': Number(id.slice(1)), id });
const day = (text: string, precision = 11) => ({
  time: `+${text}T00:00:00Z`,
  precision,
  timezone: 0,
  before: 0,
  after: 0,
  calendarmodel: 'http://www.wikidata.org/entity/Q1985727',
});
const count = (amount: string) => ({ amount, unit: '1' });
const claim = (value: unknown, { rank = 'normal', qualifiers = {} as Record<string, unknown[]> } = {}) => ({
  type: 'statement',
  rank,
  mainsnak: snak(value),
  qualifiers: Object.fromEntries(
    Object.entries(qualifiers).map(([property, values]) => [property, values.map(snak)]),
  ),
});
const person = (id: string, name: string, claims: Record<string, unknown[]>) => ({
  type: 'item',
  id,
  labels: { en: { language: 'en', value: name } },
  descriptions: { en: { language: 'en', value: `about ${name}` } },
  claims: { P31: [claim(item('Q5'))], ...claims },
  sitelinks: {},
});

/** A dump in the documented format: one array, an entity on each line. */
const ENTITIES: unknown[] = [
  // The person comes before the codes of country and language.
  person('Q900001', 'Mara Lindqvist', {
    P2003: [claim('mara.lindqvist')],
    P2397: [claim('UCaaaaaaaaaaaaaaaaaaaaaa')],
    P11245: [claim('maralindqvist')],
    P8687: [
      claim(count('+120000'), { qualifiers: { P2003: ['mara.lindqvist'], P585: [day('2024-05-01')] } }),
      claim(count('+150000'), { qualifiers: { P2003: ['Mara.Lindqvist'], P585: [day('2026-02-03')] } }),
      claim(count('+9000000'), { qualifiers: { P585: [day('2026-06-01')] } }),
      claim(count('+8000000'), { qualifiers: { P2003: ['mara.lindqvist'] } }),
      claim(count('+7000000'), { qualifiers: { P2003: ['mara.lindqvist'], P585: [day('2026-00-00', 9)] } }),
      claim(count('+42000'), {
        qualifiers: { P2397: ['UCaaaaaaaaaaaaaaaaaaaaaa'], P585: [day('2025-11-09')] },
      }),
    ],
    P27: [claim(item('Q34'))],
    P103: [claim(item('Q9027'))],
    P106: [claim(item('Q177220')), claim(item('Q5716684'))],
    P18: [claim('Mara Lindqvist 2024.jpg')],
  }),
  { type: 'item', id: 'Q34', claims: { P297: [claim('SE')] } },
  { type: 'item', id: 'Q9027', claims: { P218: [claim('sv')] } },
  person('Q900002', 'Old account', {
    P7085: [
      claim('gone_name', { qualifiers: { P582: [day('2023-01-01')] } }),
      claim('wrong_name', { rank: 'deprecated' }),
      claim('new_name', { rank: 'preferred' }),
    ],
  }),
  person('Q900003', 'Nobody alive', { P2003: [claim('no.longer')], P570: [claim(day('2020-01-01'))] }),
  {
    ...person('Q900004', 'A brand', { P2003: [claim('a.brand')] }),
    claims: { P31: [claim(item('Q4830453'))], P2003: [claim('a.brand')] },
  },
  person('Q900005', '=cmd|calc', { P2003: [claim('formula.name')] }),
  person('Q900006', 'Hostile', {
    P2003: [claim("x'; drop table creator"), claim('<script>'), { rank: 'normal' }, null],
  }),
  person('Q900007', 'No value', { P2003: [{ rank: 'normal', mainsnak: { snaktype: 'somevalue' } }] }),
];
const dump = (entities: unknown[]) =>
  `[\n${entities.map((entity) => JSON.stringify(entity)).join(',\n')}\nnot an entity "P2003"\n]\n`;

const SCRIPT = join(import.meta.dirname, '../../../../../scripts/src/wikidata.ts');

/** Runs the command to its end; returns its output. */
const convert = (...args: string[]) => runNode(SCRIPT, ...args);

function runNode(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(text))));
  });
}

const found = async (searchText: string) =>
  (await administrator.call(searchCreators, { params: { brandId }, query: { q: searchText } })).creators;

test('a dump becomes a file that administrators import for everyone, each figure with its own date', async () => {
  const [source, file] = [join(folder, 'dump.json.gz'), join(folder, 'people.csv')];
  writeFileSync(source, gzipSync(dump(ENTITIES)));
  expect(await convert(source, file)).toContain('4 profiles of 3 people');
  const content = readFileSync(file, 'utf8');
  expect(content).not.toContain('no.longer');
  expect(content).not.toContain('a.brand');
  expect(content).not.toContain('gone_name');
  expect(content).not.toContain('drop table');
  const line = content.split('\r\n').find((one) => one.startsWith('instagram,mara.lindqvist,'));
  expect(line).toMatch(/,https:\/\/commons\.wikimedia\.org\/\S+Mara[ _%20]+Lindqvist[ _%20]+2024\.jpg\S*$/);

  const { import: draft } = await upload(administrator, brandId, 'wikidata-2026-11-01.csv', content);
  expect(draft.columns.map(({ field }) => field)).toEqual([
    'platform',
    'username',
    'socialId',
    'fullname',
    'bio',
    'country',
    'language',
    'category',
    'followerCount',
    'figuresAsOf',
    'profilePicUrl',
  ]);
  const params = { brandId, importId: draft.id };
  await administrator.call(updateImport, { params, body: { forEveryone: true } });
  expect((await runToEnd(administrator, brandId, draft.id)).counts).toMatchObject({ added: 4, rejected: 0 });

  const { rows } = await t.api.pool.query(
    `select platform, username, social_id, country, language, categories, follower_count, figures -> 'followerCount' as origin
       from creator where brand_id is null order by platform, username`,
  );
  const origin = (asOf: string) => ({ source: 'administrator-import', asOf });
  expect(rows).toEqual([
    expect.objectContaining({
      platform: 'instagram',
      username: 'formula.name',
      follower_count: null,
      origin: null,
    }),
    {
      platform: 'instagram',
      username: 'mara.lindqvist',
      social_id: null,
      country: 'SE',
      language: 'sv',
      categories: ['Music', 'Dance'],
      follower_count: 150_000,
      origin: origin('2026-02-03T00:00:00.000Z'),
    },
    expect.objectContaining({ platform: 'tiktok', username: 'new_name' }),
    expect.objectContaining({
      platform: 'youtube',
      username: 'maralindqvist',
      social_id: 'UCaaaaaaaaaaaaaaaaaaaaaa',
      follower_count: 42_000,
      origin: origin('2025-11-09T00:00:00.000Z'),
    }),
  ]);
  expect(await found('mara lindqvist')).not.toHaveLength(0);
});

test('a later dump refreshes older counts, and leaves newer ones alone', async () => {
  const [source, file] = [join(folder, 'later.json'), join(folder, 'later.csv')];
  const counted = (amount: string, at: string) =>
    claim(count(amount), { qualifiers: { P2003: ['mara.lindqvist'], P585: [day(at)] } });
  const both = [
    ['+150500', '2025-01-01', 150_000],
    ['+160000', '2026-09-09', 160_000],
  ] as const;
  for (const [amount, at, expected] of both) {
    const claims = { P2003: [claim('mara.lindqvist')], P8687: [counted(amount, at)] };
    writeFileSync(source, dump([person('Q900001', 'Mara Lindqvist', claims)]));
    await convert(source, file);
    const { import: draft } = await upload(administrator, brandId, 'later.csv', readFileSync(file));
    const params = { brandId, importId: draft.id };
    await administrator.call(updateImport, { params, body: { forEveryone: true } });
    await runToEnd(administrator, brandId, draft.id);
    const { rows } = await t.api.pool.query(
      `select follower_count as n from creator where username = 'mara.lindqvist'`,
    );
    expect(rows).toEqual([{ n: expected }]);
  }
});

test('results of the documented query are imported as they are downloaded', async () => {
  const rows = [
    'platform,username,full_name,bio,country,followers,figures_as_of,picture',
    'instagram,query.one,Query One,Swedish influencer,SE,5100,2026-01-31T00:00:00Z,http://commons.wikimedia.org/wiki/Special:FilePath/Q.jpg',
    'instagram,query.one,Query One,Swedish influencer,SE,4000,2024-01-31T00:00:00Z,',
    'instagram,query.two,Query Two,,,,,',
  ];
  const { import: draft } = await upload(administrator, brandId, 'query.csv', rows.join('\r\n'));
  const params = { brandId, importId: draft.id };
  await administrator.call(updateImport, { params, body: { forEveryone: true } });
  expect((await runToEnd(administrator, brandId, draft.id)).counts).toMatchObject({ added: 2, repeated: 1 });
  const { rows: stored } = await t.api.pool.query(
    `select follower_count as n, figures -> 'followerCount' ->> 'asOf' as day from creator where username = 'query.one'`,
  );
  expect(stored).toEqual([{ n: 5100, day: '2026-01-31T00:00:00.000Z' }]);
});

test('a stopped run continues, and ends with the same file', async () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    person(`Q91${n}`, `Person ${n}`, { P2003: [claim(`person.${n}`)], P27: [claim(item('Q34'))] }),
  );
  const source = join(folder, 'many.json');
  writeFileSync(source, dump([...many.slice(0, 20), ENTITIES[1], ...many.slice(20)]));
  const [whole, halted] = [join(folder, 'whole.csv'), join(folder, 'halted.csv')];
  await convert(source, whole);
  await convert(source, halted, '--limit', '30');
  // As if the process was killed in the middle of a line.
  writeFileSync(`${halted}.part`, '{"kind":"person","id":"Q9', { flag: 'a' });
  expect(await convert(source, halted)).toContain('Continuing after 30 lines.');
  expect(readFileSync(halted, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  expect(readFileSync(whole, 'utf8').match(/,SE,/g)).toHaveLength(40);
});

test('a dump larger than the memory allowed is read to its end', async () => {
  const block = Array.from({ length: 1000 }, (_, n) => ({
    ...person(`Q92${n}`, `Person ${n}`, { P2003: [claim(`person.${n}`)] }),
    descriptions: { en: { language: 'en', value: 'x'.repeat(400) } },
    sitelinks: { enwiki: { site: 'enwiki', title: `${n}`.repeat(400) } },
  }));
  const zipped = gzipSync(block.map((entity) => `${JSON.stringify(entity)},\n`).join(''));
  const [source, file] = [join(folder, 'large.json.gz'), join(folder, 'large.csv')];
  // Members of a gzip file follow each other: 130 MB of text, 60,000 people.
  writeFileSync(source, Buffer.concat(Array.from({ length: 60 }, () => zipped)));
  expect(await runNode('--max-old-space-size=40', SCRIPT, source, file)).toContain(
    '60000 profiles of 60000 people',
  );
});
