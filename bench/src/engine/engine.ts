import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, missingForEngine, startEngine } from '@troupe/scripts/discovery/engine-nodes';
import { withClient } from '@troupe/scripts/postgres/databases';
import { removeEmbedded, startEmbedded } from '@troupe/scripts/postgres/postgres';
import type pg from 'pg';
import { type ApiProcess, migrate, startApi } from '../api.ts';
import { type Issuer, startIssuer } from '../issuer.ts';
import { machineFacts, type Row } from '../report.ts';
import { seed } from '../seed.ts';
import { compareSearches, warmUp } from './both-searches.ts';
import {
  comparedTable,
  type EngineFigures,
  type EngineSizes,
  engineRows,
  type Indexing,
  sizeTable,
} from './engine-rows.ts';

const NODES = 3;
const DATABASE = 'troupe_bench_engine';
const MOST_CHANGES = 20_000;
const POLL_MS = 50;

export interface EngineBenchOptions {
  port: number;
  creators: number;
  /** Holds the data of database and nodes. */
  dataDir: string;
  /** Heap of each node. */
  memory: string;
  shards: number;
  replicas: number;
  /** Leaves the data for a run that reuses it. */
  keeps: boolean;
  /** Measures the data that an earlier run left, and leaves it again. */
  reuses: boolean;
  say(text: string): void;
}

/** What a run leaves for those that reuse its data. */
interface Note {
  creators: number;
  brandId: string;
  subject: string;
  indexing?: Indexing;
}

/**
 * Loads creators into PostgreSQL and a cluster of three nodes, and sends the same searches to both. Null where a cluster
 * can't run.
 */
export async function measureEngine(
  options: EngineBenchOptions,
): Promise<{ facts: [string, string][]; rows: Row[]; details: string[] } | null> {
  const { port, dataDir, memory, keeps, reuses, say } = options;
  const missing = missingForEngine();
  if (missing) {
    say(`search engine skipped: ${missing}`);
    return null;
  }
  const noteFile = path.join(dataDir, 'note.json');
  if (reuses && !existsSync(noteFile)) throw new Error(`${dataDir} has no data to reuse`);
  const databaseDir = path.join(dataDir, 'database');
  if (!reuses) {
    await removeEmbedded(databaseDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
  mkdirSync(dataDir, { recursive: true });
  const issuer = await startIssuer();
  const database = await startEmbedded({ dataDir: databaseDir, port });
  let engine: Engine | undefined;
  try {
    const databaseUrl = database.urlOf(DATABASE);
    const facts = await machineFacts(database.urlOf('postgres'));
    if (!reuses) await fill(database.urlOf('postgres'), databaseUrl, noteFile, options);
    say('starting the search engine');
    engine = await startEngine({
      nodes: NODES,
      port: port + 10,
      memory,
      dataDir: path.join(dataDir, 'nodes'),
      keepsData: reuses,
      say,
    });
    const parts = { databaseUrl, urls: engine.urls, issuer, options };
    const note: Note = JSON.parse(readFileSync(noteFile, 'utf8'));
    const indexing = note.indexing ?? (await fillIndex(parts));
    writeFileSync(noteFile, JSON.stringify(Object.assign(note, { indexing })));
    const { searches, answers } = await measureSides(parts, note);
    const sizes = await readSizes(databaseUrl, engine.urls);
    const figures = { creators: note.creators, indexing, searches, sizes, answers };
    return { facts, rows: engineRows(figures), details: [comparedTable(searches), sizeTable(figures)] };
  } finally {
    await engine?.stop();
    await database.stop();
    issuer.stop();
    if (!keeps && !reuses) {
      await removeEmbedded(databaseDir);
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function fill(
  serverUrl: string,
  databaseUrl: string,
  noteFile: string,
  { creators, say }: EngineBenchOptions,
): Promise<void> {
  await query(serverUrl, `create database ${DATABASE}`);
  await migrate(databaseUrl);
  say(`seeding ${creators.toLocaleString('en-US')} creators`);
  const note: Note = Object.assign({ creators }, await seed(databaseUrl, creators, say));
  writeFileSync(noteFile, JSON.stringify(note));
}

interface Parts {
  databaseUrl: string;
  urls: readonly string[];
  issuer: Issuer;
  options: EngineBenchOptions;
}

/** Lets the API's jobs fill an index, and then send changes to it. */
async function fillIndex(parts: Parts): Promise<Indexing> {
  const { databaseUrl, options } = parts;
  const { creators, say } = options;
  const api = await startSide(parts, 'engine', { TROUPE_ROLES: 'http,jobs' });
  try {
    say('filling the index');
    for (let waited = 0; ; waited++) {
      const [index] = await query<{ state: string; creators: number; seconds: number }>(
        databaseUrl,
        `select state, creators::float8 as creators,
          extract(epoch from coalesce(serving_at, now()) - created_at)::float8 as seconds from search_index`,
      );
      if (index?.state === 'serving') {
        say(`filled in ${index.seconds.toFixed(0)} s`);
        const changes = Math.min(MOST_CHANGES, Math.floor(creators / 10));
        return Object.assign({ seconds: index.seconds, changes }, await sendChanges(databaseUrl, changes));
      }
      if (index && waited % 60 === 0) say(`filled with ${index.creators.toLocaleString('en-US')} creators`);
      if (!api.runs()) throw new Error('The API ended while it filled the index');
      await sleep(1000);
    }
  } finally {
    await api.stop();
  }
}

/** Changes creators at once, and waits until the search engine has them all. */
async function sendChanges(databaseUrl: string, changes: number): Promise<{ changeSeconds: number }> {
  await query(
    databaseUrl,
    `update creator set follower_count = coalesce(follower_count, 0) + 1
      where id in (select id from creator limit ${changes})`,
  );
  const startedAt = performance.now();
  while ((await query(databaseUrl, 'select from search_change limit 1')).length > 0) await sleep(POLL_MS);
  const changeSeconds = (performance.now() - startedAt) / 1000;
  await mergeEntries(databaseUrl);
  return { changeSeconds };
}

/** Runs the job that merges new entries of PostgreSQL's indexes, and waits for it. */
async function mergeEntries(databaseUrl: string): Promise<void> {
  const [job] = await query<{ id: string }>(
    databaseUrl,
    `insert into pgboss.job (name) values ('creator-topics-schedule') returning id`,
  );
  const done = `select from pgboss.job where id = '${job?.id}' and state = 'completed'`;
  while ((await query(databaseUrl, done)).length === 0) await sleep(1000);
}

async function measureSides(
  parts: Parts,
  { brandId, subject }: Note,
): Promise<Pick<EngineFigures, 'searches' | 'answers'>> {
  const { issuer, urls, options } = parts;
  const metricsPort = options.port + 3;
  const apis: ApiProcess[] = [];
  try {
    await untilMerged(urls);
    const database = await startSide(parts, 'database');
    apis.push(database);
    const engine = await startSide(parts, 'engine', { METRICS_PORT: String(metricsPort) });
    apis.push(engine);
    options.say('searching');
    const sides = { database: database.url, engine: engine.url };
    const who = { token: issuer.sign(subject), brandId };
    await warmUp(sides, who);
    const before = await readAnswers(metricsPort);
    const searches = await compareSearches(sides, who);
    const after = await readAnswers(metricsPort);
    const answers = Object.entries(after).map(([by, number]) => [by, number - (before[by] ?? 0)]);
    return { searches, answers: Object.fromEntries(answers) };
  } finally {
    for (const api of apis) await api.stop();
  }
}

/** Returns how many searches were answered since the start, by whom. */
async function readAnswers(port: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = text.matchAll(/^troupe_search_answers\{by="([^"]+)".*\} (\d+)$/gm);
  return Object.fromEntries([...counts].map(([, by, count]) => [by, Number(count)]));
}

/** Lets a busy machine be slow instead of refusing requests. */
const UNLIMITED = { EVENT_LOOP_DELAY_MS: '0', DATABASE_WAIT_MS: '60000', SEARCH_TIMEOUT_MS: '30000' };

/**
 * Starts an API that searches on one side.
 * @param env by default, without jobs, which would forget the index where there is no search engine
 */
const startSide = (
  { databaseUrl, urls, issuer, options }: Parts,
  side: 'database' | 'engine',
  env: Record<string, string> = {},
): Promise<ApiProcess> =>
  startApi({
    databaseUrl,
    issuer: issuer.url,
    port: options.port + (side === 'database' ? 1 : 2),
    filesDir: path.join(options.dataDir, 'files'),
    env: Object.assign(
      { TROUPE_ROLES: 'http' },
      UNLIMITED,
      side === 'engine' ? settingsOf(urls, options) : {},
      env,
    ),
  });

const settingsOf = (urls: readonly string[], { shards, replicas }: EngineBenchOptions) => ({
  SEARCH_URL: urls.join(','),
  SEARCH_SHARDS: String(shards),
  SEARCH_REPLICAS: String(replicas),
});

/** Waits until the engine no longer merges what was written last. */
async function untilMerged(urls: readonly string[]): Promise<void> {
  for (;;) {
    const { _all } = await readStats(urls, 'merge');
    if (_all.total.merges?.current === 0) return;
    await sleep(1000);
  }
}

async function readSizes(databaseUrl: string, urls: readonly string[]): Promise<EngineSizes> {
  const [stored] = await query<{ table: number; indexes: number }>(
    databaseUrl,
    `select pg_table_size('creator')::float8 as table, pg_indexes_size('creator')::float8 as indexes`,
  );
  const { _all } = await readStats(urls, 'store,segments');
  return {
    table: stored?.table ?? 0,
    indexes: stored?.indexes ?? 0,
    primary: _all.primaries.store.size_in_bytes,
    withReplicas: _all.total.store.size_in_bytes,
    segments: _all.primaries.segments.count,
  };
}

interface Stats {
  merges: { current: number };
  store: { size_in_bytes: number };
  segments: { count: number };
}

async function readStats(
  urls: readonly string[],
  kinds: string,
): Promise<{ _all: { primaries: Stats; total: Stats } }> {
  const response = await fetch(`${urls[0]}/troupe-creators-*/_stats/${kinds}`);
  if (!response.ok) throw new Error(`The search engine answered ${response.status}`);
  return (await response.json()) as { _all: { primaries: Stats; total: Stats } };
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  return withClient(url, async (client) => {
    return (await client.query<T>(text)).rows;
  });
}
