import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiProcess, startApi } from './api.ts';
import { percentile } from './load.ts';
import { watchProcessor } from './processor.ts';

/** Results of {@link measureClicks}; rates per second, times in milliseconds unless named otherwise. */
export interface ClickFigures {
  rate: number;
  bareRate: number;
  /** Median of the ratios of alternating rounds. */
  ratio: number;
  p50: number;
  p95: number;
  /** Processor time per redirect. */
  cost: number;
  bareCost: number;
  away: { seconds: number; asked: number; failed: number; lost: number };
  /** Age of the oldest click that a killed process lost; 0 if none was. */
  killed: { rate: number; answered: number; lost: number; lostMs: number; twice: number };
  /** Clicks that arrived at a steady rate, and how long after the last of them all were stored. */
  sustained: { rate: number; seconds: number; arrived: number; lagSeconds: number; twice: number };
  /** Clicks per second written from the spool. */
  written: number;
}

export interface ClickOptions {
  databaseUrl: string;
  issuer: string;
  /** First of four ports. */
  port: number;
  filesDir: string;
  /** How long the database is away, in seconds. */
  awaySeconds: number;
  /** How long clicks arrive at 10,000 per second. */
  sustainSeconds: number;
  say: (text: string) => void;
}

const LINKS = 1000;
const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 3000;
const AWAY_RATE = 500;
const KILL_RATE = 3000;
const SPOOLED = 600_000;
const PER_FILE = 5000;
const STEADY_RATE = 10_000;
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Redirects of the click host alone, beside a `node:http` server that only redirects. */
export async function measureClicks(options: ClickOptions): Promise<ClickFigures> {
  const { databaseUrl, port, say } = options;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const world = await seedLinks(database);
  const proxy = await startProxy(databaseUrl);
  const spool = path.join(options.filesDir, 'bench-spool');
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool, { recursive: true });
  const start = () =>
    startApi({
      ...options,
      databaseUrl: proxy.url,
      port,
      env: { TROUPE_ROLES: 'clicks', CLICK_SPOOL_DIR: spool, LOG_LEVEL: 'silent' },
    });
  let host = await start();
  try {
    say('redirects');
    const speed = await measureSpeed(host, port + 1, world.slugs);
    say(`the database away for ${options.awaySeconds} s`);
    const away = await measureAway(database, proxy, port, world.slugs, options.awaySeconds);
    say('a killed click host');
    const clicks = await loadAtRate(port, world.slugs, KILL_RATE, 5, () => host.kill());
    host = await start();
    const killed = await lossesOf(database, clicks);
    say('writing spooled clicks');
    const written = await measureWriting(database, spool, world);
    say(`${STEADY_RATE} clicks per second for ${options.sustainSeconds} s`);
    const sustained = await measureSustained(database, spool, world, options.sustainSeconds);
    return { ...speed, away, killed: { rate: KILL_RATE, ...killed }, written, sustained };
  } finally {
    await host.stop();
    proxy.close();
    await database.end();
    rmSync(spool, { recursive: true, force: true });
  }
}

interface World {
  brandId: string;
  linkIds: string[];
  slugs: string[];
}

async function seedLinks(database: pg.Client): Promise<World> {
  const [brandId, storeId, creatorId, affiliateId] = Array.from({ length: 4 }, () => randomUUID());
  const slugs = Array.from({ length: LINKS }, (_, n) => `bench${String(n).padStart(5, '0')}`);
  const linkIds = slugs.map(() => randomUUID());
  const rules = { keepClicksDays: 90 };
  const statements: [string, unknown[]][] = [
    [
      `insert into brand (id, name, website, description) values ($1, 'Clicks', 'https://clicks.example', '')`,
      [brandId],
    ],
    [
      `insert into affiliate_program (brand_id, state, version, rules, signing_secret, signer, updated_at)
       values ($1, 'on', 1, $2, '', '', now())`,
      [brandId, JSON.stringify(rules)],
    ],
    [
      `insert into store (id, brand_id, platform, shop, name, status, connected_at)
       values ($1, $2, 'shopify', 'bench.myshopify.com', 'Store', 'connected', now())`,
      [storeId, brandId],
    ],
    [
      `insert into creator (id, platform, username, profile_url)
       values ($1, 'tiktok', 'bench-clicks', 'https://www.tiktok.com/@bench-clicks')`,
      [creatorId],
    ],
    [
      `insert into affiliate (id, brand_id, creator_id, state) values ($1, $2, $3, 'active')`,
      [affiliateId, brandId, creatorId],
    ],
    [
      `insert into affiliate_link (id, brand_id, affiliate_id, slug, store_id, path)
       select id, $1, $2, slug, $3, '/products/' || slug from unnest($4::uuid[], $5::text[]) as link (id, slug)`,
      [brandId, affiliateId, storeId, linkIds, slugs],
    ],
  ];
  for (const [text, values] of statements) await database.query(text, values);
  return { brandId: String(brandId), linkIds, slugs };
}

/** A kept-alive connection that sends one request after another. */
class Visitor {
  readonly #socket: Socket;
  #received = '';
  #answer: ((head: string) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (part: string) => {
      this.#received += part;
      if (!this.#received.endsWith('\r\n\r\n')) return;
      const head = this.#received;
      this.#received = '';
      this.#answer?.(head);
    });
    const fail = () => this.#fail?.(new Error('The connection was closed'));
    this.#socket.on('error', fail).on('close', fail);
  }

  /** Opens a link; returns the id of the click. @throws unless it is a redirect */
  open(slug: string, visitor: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#answer = (head) => {
        const id = head.startsWith('HTTP/1.1 302') ? /[?&]tr=([0-9a-f-]{36})/.exec(head)?.[1] : undefined;
        if (id) resolve(id);
        else reject(new Error(head.slice(0, 200)));
      };
      this.#socket.write(
        `GET /r/${slug} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${AGENT} v${visitor}\r\nAccept: text/html\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\n\r\n`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

const slugAt = (slugs: readonly string[], n: number): string => slugs[(n * 7919) % slugs.length] ?? '';

/** Opens links for a while from all connections; returns each request's duration. */
async function load(port: number, slugs: readonly string[], milliseconds: number): Promise<number[]> {
  const took: number[] = [];
  const startedAt = performance.now();
  let n = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const visitor = new Visitor(port);
      for (let at = performance.now(); at - startedAt < milliseconds; ) {
        const number = n++;
        await visitor.open(slugAt(slugs, number), number);
        const now = performance.now();
        took.push(now - at);
        at = now;
      }
      visitor.close();
    }),
  );
  return took;
}

async function measureSpeed(
  host: ApiProcess,
  barePort: number,
  slugs: readonly string[],
): Promise<Omit<ClickFigures, 'away' | 'killed' | 'written' | 'sustained'>> {
  const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'bare', 'bare-redirect.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(barePort), SLUGS: slugs.join(',') },
  });
  try {
    await untilOpen(barePort, bare);
    const sides = {
      ours: { port: Number(new URL(host.url).port), pid: host.pid },
      bare: { port: barePort, pid: Number(bare.pid) },
    };
    const rates = { ours: [] as number[], bare: [] as number[] };
    const used = { ours: 0, bare: 0 };
    const answered = { ours: 0, bare: 0 };
    const took: number[] = [];
    for (const { port } of Object.values(sides)) await load(port, slugs, 1500);
    for (let round = 0; round < ROUNDS; round++) {
      const order = ['ours', 'bare'] as const;
      for (const side of round % 2 === 0 ? order : order.toReversed()) {
        const processor = watchProcessor([sides[side].pid]);
        const durations = await load(sides[side].port, slugs, ROUND_MS);
        used[side] += processor();
        answered[side] += durations.length;
        rates[side].push((durations.length / ROUND_MS) * 1000);
        if (side === 'ours') took.push(...durations);
      }
    }
    return {
      rate: percentile(rates.ours, 0.5),
      bareRate: percentile(rates.bare, 0.5),
      ratio: percentile(
        rates.ours.map((rate, n) => rate / (rates.bare[n] ?? 1)),
        0.5,
      ),
      p50: percentile(took, 0.5),
      p95: percentile(took, 0.95),
      cost: used.ours / answered.ours,
      bareCost: used.bare / answered.bare,
    };
  } finally {
    bare.kill();
  }
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 100 && child.exitCode === null; waited++) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['open']),
      once(socket, 'error').then(() => ['refused']),
    ]).catch(() => ['refused']);
    socket.destroy();
    if (event === 'open') return;
    await sleep(100);
  }
  throw new Error('The bare redirect does not answer');
}

/** A click that was answered, and when. */
interface Answered {
  id: string;
  at: number;
}

interface Loaded {
  asked: number;
  failed: number;
  clicks: Answered[];
  endedAt: number;
}

/** Opens links at a steady rate; `then` is called at the end, while requests are still in progress. */
async function loadAtRate(
  port: number,
  slugs: readonly string[],
  rate: number,
  seconds: number,
  then?: () => void,
): Promise<Loaded> {
  const visitors = Array.from({ length: CONNECTIONS * 4 }, () => new Visitor(port));
  const free = [...visitors];
  const clicks: Answered[] = [];
  let asked = 0;
  let failed = 0;
  const open = async (visitor: Visitor) => {
    const number = asked++;
    try {
      const id = await visitor.open(slugAt(slugs, number), 1_000_000 + number);
      clicks.push({ id, at: performance.now() });
      free.push(visitor);
    } catch {
      failed++;
    }
  };
  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - startedAt) {
    while (asked < (elapsed / 1000) * rate) {
      const visitor = free.pop();
      if (!visitor) break;
      void open(visitor);
    }
    await sleep(1);
  }
  const endedAt = performance.now();
  then?.();
  await sleep(500);
  for (const visitor of visitors) visitor.close();
  return { asked, failed, clicks, endedAt };
}

/** Waits until the number of kept clicks stays the same for as long as spooled ones may take, and returns missing ids. */
async function missing(database: pg.Client, clicks: readonly Answered[]): Promise<Set<string>> {
  const ids = clicks.map(({ id }) => id);
  let left = new Set(ids);
  for (let unchanged = 0; left.size > 0 && unchanged < 15; ) {
    await sleep(1000);
    const { rows } = await database.query<{ id: string }>(
      'select id from unnest($1::uuid[]) as id where not exists (select from affiliate_click c where c.id = id.id)',
      [[...left]],
    );
    unchanged = rows.length === left.size ? unchanged + 1 : 0;
    left = new Set(rows.map(({ id }) => id));
  }
  return left;
}

async function measureAway(
  database: pg.Client,
  proxy: Proxy,
  port: number,
  slugs: readonly string[],
  seconds: number,
): Promise<ClickFigures['away']> {
  proxy.cut();
  const { asked, failed, clicks } = await loadAtRate(port, slugs, AWAY_RATE, seconds);
  proxy.restore();
  const lost = await missing(database, clicks);
  return { seconds, asked, failed, lost: lost.size };
}

async function lossesOf(
  database: pg.Client,
  { clicks, endedAt }: Loaded,
): Promise<Omit<ClickFigures['killed'], 'rate'>> {
  const lost = await missing(database, clicks);
  const oldest = Math.min(endedAt, ...clicks.filter(({ id }) => lost.has(id)).map(({ at }) => at));
  const { rows } = await database.query<{ twice: number }>(
    'select (count(*) - count(distinct id))::int as twice from affiliate_click where id = any($1::uuid[])',
    [clicks.map(({ id }) => id)],
  );
  return {
    answered: clicks.length,
    lost: lost.size,
    lostMs: endedAt - oldest,
    twice: rows[0]?.twice ?? 0,
  };
}

const countClicks = async (database: pg.Client): Promise<number> =>
  Number((await database.query('select count(*) as n from affiliate_click')).rows[0]?.n);

/** Puts a file of clicks into the spool, as a killed process leaves it. */
function spoolFile(spool: string, world: World): void {
  const now = Date.now();
  const lines = Array.from({ length: PER_FILE }, (_, n) =>
    JSON.stringify({
      id: randomUUID(),
      at: now - n,
      brandId: world.brandId,
      linkId: world.linkIds[n % LINKS],
      verdict: 'person',
      reason: null,
      visitorKey: randomBytes(16).toString('hex'),
      device: 'desktop',
      browserFamily: 'Chrome',
      referrerHost: 'www.instagram.com',
      sourceLabel: null,
      paidMarker: null,
      standDownSeen: false,
    }),
  );
  const name = path.join(spool, `clicks-${randomUUID()}.ndjson`);
  writeFileSync(name, `${lines.join('\n')}\n`);
  // Older files count as abandoned.
  utimesSync(name, now / 1000 - 60, now / 1000 - 60);
}

/** Measures how fast a full spool is written. */
async function measureWriting(database: pg.Client, spool: string, world: World): Promise<number> {
  const before = await countClicks(database);
  for (let file = 0; file < SPOOLED / PER_FILE; file++) spoolFile(spool, world);
  let startedAt = 0;
  for (;;) {
    const written = (await countClicks(database)) - before;
    if (written > 0 && startedAt === 0) startedAt = performance.now() - 1;
    if (written >= SPOOLED) return (SPOOLED / (performance.now() - startedAt)) * 1000;
    await sleep(100);
  }
}

/** Lets clicks arrive at a steady rate, and measures how far writing lags behind. */
async function measureSustained(
  database: pg.Client,
  spool: string,
  world: World,
  seconds: number,
): Promise<ClickFigures['sustained']> {
  const before = await countClicks(database);
  const startedAt = performance.now();
  const files = (seconds * STEADY_RATE) / PER_FILE;
  for (let file = 0; file < files; file++) {
    spoolFile(spool, world);
    await sleep(Math.max(0, startedAt + (file + 1) * (PER_FILE / STEADY_RATE) * 1000 - performance.now()));
  }
  const arrived = files * PER_FILE;
  const ended = performance.now();
  while ((await countClicks(database)) - before < arrived) await sleep(250);
  const lagSeconds = (performance.now() - ended) / 1000;
  const rate = (arrived / (ended - startedAt)) * 1000;
  return { rate, seconds, arrived, lagSeconds, twice: (await countClicks(database)) - before - arrived };
}

/** Stands between the click host and its database. */
interface Proxy {
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): void;
}

async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let away = false;
  const server = createServer((socket) => {
    if (away) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    away = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    restore: () => {
      away = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
