import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type pg from 'pg';
import type { Logger } from './log.ts';

/** Where metrics are served. */
export interface MetricsSettings {
  /** Address to listen on. */
  host: string;
  /** Port apart from the public one; undefined turns metrics off, 0 takes a free one. */
  port: number | undefined;
  /** Bearer token that scrapers must send; empty for none. */
  token: string;
}

/** A value read at each scrape: labels and number. */
export type Reading = [labels: Record<string, string>, value: number];

/** A group of values that one query returns. */
export interface MetricGroup {
  /** Metrics by name with their help texts; gauges unless they are counters. */
  metrics: Record<string, { help: string; labels: string[]; type?: 'counter' }>;
  /** How long values are kept, in milliseconds. */
  keptMs?: number;
  read(): Promise<Record<string, Reading[]>>;
}

/** The metrics of a process, in the format of Prometheus. */
export interface Metrics {
  /** The port it listens on. */
  port: number;
  /** Counts a finished request under the name of its call, never its URL. */
  countRequest(call: string, method: string, status: number, seconds: number): void;
  /** Shows connections and waiting callers of a pool. */
  watchPool(name: string, pool: pg.Pool): void;
  /** Adds values that are read from the database at most every ten seconds. */
  add(group: MetricGroup): void;
  stop(): Promise<void>;
}

/** What counters and gauges have in common. */
interface Collected {
  reset(): void;
  remove(of: Record<string, string>): void;
  inc(of: Record<string, string>, value: number): void;
}

/** Upper bounds in seconds; below 5 ms differences aren't noticeable. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** A second scraper, or a short interval, must not repeat the queries. */
const KEPT_MS = 10_000;
const SCRAPE_TIMEOUT_MS = 10_000;

/** Serves `/metrics` if a port is configured. The library is loaded only then: it takes 19 MB. */
export async function startMetrics(
  app: string,
  { host, port, token }: MetricsSettings,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Metrics | null> {
  if (port === undefined) return null;
  const { default: client } = await import('prom-client');
  const registry = new client.Registry();
  registry.setDefaultLabels({ app });
  // Memory, processor time, garbage collection, and the event loop's delay as a separate histogram.
  client.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const registers = [registry];
  const duration = new client.Histogram({
    name: 'troupe_http_request_duration_seconds',
    help: 'Time to answer a request, by call.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  const requests = new client.Counter({
    name: 'troupe_http_requests_total',
    help: 'Answered requests by call, method and status.',
    labelNames: ['call', 'method', 'status'],
    registers,
  });
  const pools = new Map<string, pg.Pool>();
  new client.Gauge({
    name: 'troupe_database_pool',
    help: 'Connections of a pool (total, idle), its maximum, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount, options }] of pools) {
        const states = { total: totalCount, idle: idleCount, waiting: waitingCount, max: options.max };
        for (const [state, value] of Object.entries(states)) this.set({ pool, state }, value);
      }
    },
  });

  function add({ metrics, keptMs = KEPT_MS, read }: MetricGroup): void {
    let reading: { at: number; values: Promise<Record<string, Reading[]>> } | undefined;
    const values = () => {
      if (!reading || performance.now() - reading.at > keptMs) {
        const failed = (error: unknown) => {
          log.warn({ err: error }, 'failed to read metrics');
          return {};
        };
        reading = { at: performance.now(), values: read().catch(failed) };
      }
      return reading.values;
    };
    for (const [name, { help, labels, type }] of Object.entries(metrics)) {
      const collect = collectorOf(async () => (await values())[name] ?? []);
      const settings = { name, help, labelNames: labels, registers, collect };
      if (type === 'counter') new client.Counter(settings);
      else new client.Gauge(settings);
    }
  }

  const isAllowed = bearerCheck(token);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path !== '/metrics') response.writeHead(404).end();
    else if (!isAllowed(request)) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  server.requestTimeout = SCRAPE_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const at = (server.address() as { port: number }).port;
  log.info({ port: at }, 'metrics');
  return {
    port: at,
    countRequest(call, method, status, seconds) {
      duration.observe({ call }, seconds);
      requests.inc({ call, method, status });
    },
    watchPool: (name, pool) => void pools.set(name, pool),
    add,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      registry.clear();
    },
  };
}

/** Returns how a counter or gauge takes its values: absent rather than stale if they can't be read. */
const collectorOf = (read: () => Promise<Reading[]>) =>
  async function collect(this: Collected) {
    // Without labels, reset leaves a zero.
    this.reset();
    this.remove({});
    for (const [of, value] of await read()) this.inc(of, value);
  };

/** Compares digests, whose length and timing reveal nothing. */
function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  if (token === '') return () => true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), wanted);
}
