import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRows } from '../../../../demo/copy.ts';
import { inventCreators } from '../../../../demo/creators.ts';
import { Random } from '../../../../demo/random.ts';
import { contentTable } from '../../content/content.table.ts';
import { importFile } from '../../creator-import/creator-import.fixture.ts';
import { indexOutdated } from '../../creator-topics/creator-topics.jobs.ts';
import { type CreatorWorld, startCreatorWorld } from '../creator.fixture.ts';
import { creatorPeerTable, creatorTable } from '../creator.table.ts';

/** Members of a rule; see README.md. */
interface Rule {
  main?: string;
  category?: string;
  also?: string;
  bio?: string;
  post?: string;
  rows?: string[];
}

interface JudgedQuery {
  world: 'demo' | 'real';
  q: string;
  filters?: { country?: string[]; platform?: Platform[] };
  heldOut?: boolean;
  grades: Partial<Record<'1' | '2' | '3', Rule[]>>;
}

interface Row {
  username: string;
  fullname: string;
  bio: string;
  categories: string[];
  titles: string[];
  country: string | null;
  platform: Platform;
}

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../../../shared');
const FOLDER = join(SHARED, 'data/creators');
const FILES = [
  'ig_top1000_2022-base.csv',
  'yt_global_2023.csv',
  'yt_channels_api.jsonl',
  'iqdata_search_results.json',
];
const isHere = FILES.every((file) => existsSync(join(FOLDER, file)));
if (!isHere) console.log('The files of real creators are not here: their searches are not measured.');

const QUERIES: JudgedQuery[] = JSON.parse(readFileSync(join(import.meta.dirname, 'queries.json'), 'utf8'));
const GOAL = 0.85;
const CREATORS = 3000;

const hashOf = (text: string) =>
  createHash('sha256').update(text.trim().toLowerCase()).digest('hex').slice(0, 12);

function holds(rule: Rule, row: Row): boolean {
  if (rule.main && row.categories[0] !== rule.main) return false;
  if (rule.category && !row.categories.includes(rule.category)) return false;
  if (rule.also && !row.categories.includes(rule.also)) return false;
  if (rule.bio && !row.bio.includes(rule.bio)) return false;
  if (rule.post && !row.titles.includes(rule.post)) return false;
  return !rule.rows || rule.rows.includes(hashOf(row.username)) || rule.rows.includes(hashOf(row.fullname));
}

function gradeOf({ grades }: JudgedQuery, row: Row): number {
  for (const grade of ['3', '2', '1'] as const)
    if (grades[grade]?.some((rule) => holds(rule, row))) return Number(grade);
  return 0;
}

const gain = (grades: readonly number[]) =>
  grades.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

let demo: CreatorWorld;
let real: CreatorWorld;
const rows = { demo: [] as Row[], real: [] as Row[] };

/** Reads the judged texts of each creator that a search could find. */
async function readRows(w: CreatorWorld): Promise<Row[]> {
  const { rows: read } = await w.t.api.pool.query<Row>(
    `select username, fullname, bio, categories, country, platform,
      coalesce((select array_agg(title) from content where creator_id = creator.id), '{}') as titles from creator`,
  );
  return read;
}

beforeAll(async () => {
  demo = await startCreatorWorld();
  const now = new Date('2026-11-20T00:00:00Z');
  const world = inventCreators(new Random(20_261_120), {
    count: CREATORS,
    now,
    pictures: 'http://localhost',
  });
  const client = new pg.Client({ connectionString: demo.t.databaseUrl });
  await client.connect();
  await demo.t.api.db.insert(creatorPeerTable).values(world.peers);
  await copyRows(client, creatorTable, Object.keys(world.creators[0] ?? {}) as never, world.creators);
  await copyRows(client, contentTable, Object.keys(world.content[0] ?? {}) as never, world.content);
  await client.end();
  await demo.t.api.pool.query('analyze');
  rows.demo = await readRows(demo);
  if (!isHere) return;
  real = await startCreatorWorld();
  for (const file of FILES)
    await importFile(real.person, real.brandId, file, new Uint8Array(readFileSync(join(FOLDER, file))));
  await indexOutdated(real.t.api.pool);
  await real.t.api.pool.query('analyze');
  rows.real = await readRows(real);
}, 300_000);
afterAll(async () => {
  await demo.t.stop();
  await real?.t.stop();
});

const rowOf = (creator: CreatorResult, all: readonly Row[]): Row => {
  const row = all.find(
    ({ username, platform }) => username === creator.username && platform === creator.platform,
  );
  if (!row) throw new Error(`Unknown creator ${creator.id}`);
  return row;
};

async function measure(query: JudgedQuery): Promise<{ score: number; found: number }> {
  const w = query.world === 'demo' ? demo : real;
  const { creators } = await w.search({ q: query.q, ...query.filters });
  const all = rows[query.world];
  const fits = all.filter((row) => isWithin(query, row));
  const best = fits.map((row) => gradeOf(query, row)).sort((a, b) => b - a);
  const got = creators.map((creator) => gradeOf(query, rowOf(creator, all)));
  return { score: gain(got) / gain(best), found: creators.length };
}

const isWithin = ({ filters }: JudgedQuery, { country, platform }: Row): boolean =>
  (!filters?.country || filters.country.includes(country ?? '')) &&
  (!filters?.platform || filters.platform.includes(platform));

const average = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

describe.each([
  ['tuned', (query: JudgedQuery) => !query.heldOut],
  ['held out', (query: JudgedQuery) => query.heldOut === true],
])('%s searches', (name, belongs) => {
  test(`rank judged creators with an nDCG@10 of at least ${GOAL}, and none is empty`, async () => {
    const measured: { query: JudgedQuery; score: number; found: number }[] = [];
    for (const query of QUERIES.filter(belongs))
      if (query.world === 'demo' || isHere) measured.push(Object.assign({ query }, await measure(query)));
    const score = average(measured.map((each) => each.score));
    const worst = [...measured].sort((a, b) => a.score - b.score).slice(0, 25);
    console.log(
      [
        `nDCG@10 of ${measured.length} ${name} searches: ${score.toFixed(3)}`,
        ...worst.map((each) => `${each.score.toFixed(2)} ${each.found} ${each.query.world}: ${each.query.q}`),
      ].join('\n'),
    );
    expect(measured.filter(({ found }) => found === 0).map(({ query }) => query.q)).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(GOAL);
  }, 120_000);
});
