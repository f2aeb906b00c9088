import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiOptions, type ApiProcess, startApi } from '../api.ts';
import { serversOf, usedBy, watchProcessor } from '../processor.ts';
import { megabytes, type Row } from '../report.ts';
import { measureRest } from '../rest.ts';
import { type BenchPost, benchPosts } from './bench-posts.ts';
import { JetstreamHost } from './jetstream-host.ts';
import { benchQueries } from './matching.ts';

const BRANDS = 5;
const BACKLOG = 100_000;
const STEADY_PER_SECOND = 400;
const FAST_PER_SECOND = 2000;
const SECONDS = 20;
const MOST_WAIT_MS = 120_000;
/** A word that one more monitor looks for: its mention is the last of what was sent before. */
const LAST = 'lastofthem';

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const percentOf = (share: number) => `${(share * 100).toFixed(1)}%`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** Adds brands with monitors, each with one of these queries. */
async function seedMonitors(client: pg.Client, queries: readonly string[]): Promise<void> {
  const brand = (n: string) => `('01900005-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  await client.query(
    `insert into brand (id, name, website, description)
      select ${brand('n')}, 'Listening ' || n, 'https://listening.example', '' from generate_series(0, ${BRANDS - 1}) n`,
  );
  await client.query(
    `insert into monitor (id, brand_id, name, kind, query, alert_rules, created_at, updated_at)
      select gen_random_uuid(), ${brand(`n % ${BRANDS}`)}, 'Monitor ' || n, 'topic', query,
        '{"spike":true,"negativeShift":true}', now(), now()
      from unnest($1::text[]) with ordinality as q(query, n)`,
    [queries],
  );
}

/** Measures the API while it listens to a stream of posts: at rest, at two rates, and after an outage. */
export async function measureStream(
  options: Omit<ApiOptions, 'env'>,
  streamPort: number,
  say: (text: string) => void,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  const host = await JetstreamHost.start(streamPort);
  const env = {
    BLUESKY_STREAMS: `ws://127.0.0.1:${streamPort}/subscribe`,
    BLUESKY_URL: host.url,
    BLUESKY_ACCOUNT_URL: host.url,
    LISTENING_SOURCES: 'content',
  };
  let api: ApiProcess | undefined;
  try {
    await seedMonitors(client, [...benchQueries(), LAST]);
    const posts = benchPosts(BACKLOG, 5);
    api = await startApi(Object.assign({ env }, options));
    await until(() => host.isConnected);
    say('listening, idle');
    const rest = await measureRest(api, options.databaseUrl);
    const rows: Row[] = [
      {
        what: 'memory of the API that listens for 500 monitors, without posts',
        measured: megabytes(rest.memory),
        target: 'under 250 MB',
        ok: rest.memory < 250 * 1024 ** 2,
      },
      {
        what: 'processor of API and PostgreSQL for it, without posts',
        measured: `${percentOf(rest.processor)} of a core, ${rest.statements.toFixed(1)} transactions per second`,
        target: 'under 5%',
        ok: rest.processor < 0.05,
      },
    ];
    const sides = { host, client, databaseUrl: options.databaseUrl };
    for (const perSecond of [STEADY_PER_SECOND, FAST_PER_SECOND]) {
      say(`${perSecond} posts per second`);
      rows.push(await measureRate(api, sides, posts, perSecond));
    }
    await api.stop();
    say('an outage');
    host.publish([...posts, { text: `${LAST} outage`, language: 'en' }]);
    api = await startApi(Object.assign({ env }, options));
    rows.push(await measureCatchUp(api, sides));
    return rows;
  } finally {
    await api?.stop();
    await host.stop();
    await client.end();
  }
}

interface Sides {
  host: JetstreamHost;
  client: pg.Client;
  databaseUrl: string;
}

async function measureRate(
  api: ApiProcess,
  { host, client, databaseUrl }: Sides,
  posts: readonly BenchPost[],
  perSecond: number,
): Promise<Row> {
  const before = await mentions(client);
  const startedAt = performance.now();
  const ofApi = watchProcessor([api.pid]);
  const ofDatabase = watchProcessor(serversOf(databaseUrl));
  await host.publishSteadily(posts, perSecond, SECONDS);
  const sentAt = performance.now();
  await untilStored(host, client, `${LAST} ${perSecond}`);
  const behind = performance.now() - sentAt;
  const share = ofApi() / (performance.now() - startedAt);
  const found = (await mentions(client)) - before;
  const isSteady = perSecond === STEADY_PER_SECOND;
  return {
    what: `API at ${count(perSecond)} posts per second for ${SECONDS} s, 500 monitors`,
    measured: `${percentOf(share)} of a core (PostgreSQL ${percentOf(ofDatabase() / (performance.now() - startedAt))}), ${count(found)} mentions stored, ${seconds(behind)} behind at the end`,
    target: isSteady ? 'under 60% of a core' : 'kept up with, under 5 s behind',
    ok: behind < 5000 && (!isSteady || share < 0.6),
  };
}

async function measureCatchUp(api: ApiProcess, { host, client }: Sides): Promise<Row> {
  await until(() => host.isConnected);
  const startedAt = host.connectedAt;
  const atStart = usedBy(api.pid);
  await until(() => isStored(client, `${LAST} outage`));
  const took = performance.now() - startedAt;
  const rate = BACKLOG / (took / 1000);
  const used = usedBy(api.pid) - atStart;
  return {
    what: `${count(BACKLOG)} posts of an outage, until all are matched and stored`,
    measured: `${seconds(took)}, ${count(rate)} posts per second (${seconds(used)} of processor time)`,
    target: 'at least 10,000 per second',
    ok: rate >= 10_000,
  };
}

/** How many mentions are stored. */
async function mentions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from monitor_mention');
  return rows[0]?.n ?? 0;
}

/** Publishes a post and waits until its mention is stored, after all that was published before. */
async function untilStored(host: JetstreamHost, client: pg.Client, text: string): Promise<void> {
  host.publish([{ text, language: 'en' }]);
  await until(() => isStored(client, text));
}

async function isStored(client: pg.Client, text: string): Promise<boolean> {
  return ((await client.query('select from mention where text = $1', [text])).rowCount ?? 0) > 0;
}

/** Waits for something that happens within two minutes. @param pauseMs between two looks */
export async function until(happened: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  const startedAt = performance.now();
  while (!(await happened())) {
    if (performance.now() - startedAt > MOST_WAIT_MS) throw new Error('It did not happen within two minutes');
    await sleep(pauseMs);
  }
}
