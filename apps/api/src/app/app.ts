import { healthRoutes } from '@troupe/server/health';
import { createLogger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import { RateCounters } from '@troupe/server/rate-counters';
import { closeServer, stopAll } from '@troupe/server/stopping';
import type { FastifyInstance } from 'fastify';
import { clicks } from '../modules/affiliate/clicks.ts';
import { postgresSearch } from '../modules/discovery/creator/creator-search.postgres.ts';
import { TokenVerifier } from '../platform/access/token.ts';
import type { Api } from '../platform/api.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { databaseOver } from '../platform/database.ts';
import { connectEvents, DomainEvents } from '../platform/events.ts';
import { createHttpServer } from '../platform/http.ts';
import { Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listen.ts';
import { Replica } from '../platform/replica/replica.ts';
import { openFiles } from '../providers/files/open-files.ts';
import { apiKeys } from './api-keys.ts';
import { apiMetrics } from './api-metrics.ts';
import { auditor } from './audit.ts';
import { documentationRoutes } from './documentation.ts';
import { closedWhilePastDue, createGate, limitCallers } from './gate.ts';
import { implementer } from './implement.ts';
import { mcpRoutes } from './mcp.ts';
import { wireModules } from './modules.ts';
import { replicatedSearch } from './replicated-search.ts';
import { creatorSearch } from './search-engine.ts';

/** A running API. */
export interface RunningApi extends Api {
  server: FastifyInstance;
  /** The port for incoming email; null where this process receives none. */
  inboundMailPort: number | null;
  /** The port of `/metrics`; null without metrics. */
  metricsPort: number | null;
  /** Finishes open requests and jobs, then closes all connections. */
  stop(): Promise<void>;
}

/** Wires everything and starts the API. */
export async function startApi(config: Config, clock: Clock = systemClock): Promise<RunningApi> {
  const log = createLogger('api', config.LOG_LEVEL);
  // A separate direct URL implies a connection pooler on the other one.
  const pooled = config.DATABASE_DIRECT_URL !== undefined;
  const prepared = config.DATABASE_PREPARED_STATEMENTS;
  const directUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const background = openPool(config.DATABASE_URL, config.BACKGROUND_POOL, {
    name: 'troupe-background',
    pooled,
    prepared,
    pipeline: true,
  });
  const pool = openPool(config.DATABASE_URL, config.DATABASE_POOL, {
    name: 'troupe-api',
    limits: {
      waitMs: config.DATABASE_WAIT_MS,
      maxWaiting: config.DATABASE_QUEUE,
      statementMs: config.STATEMENT_TIMEOUT_MS,
      idleInTransactionMs: config.STATEMENT_TIMEOUT_MS,
      holdMs: config.CONNECTION_HOLD_MS,
    },
    pooled,
    prepared,
    pipeline: true,
    background,
  });
  const replica = config.DATABASE_REPLICA_URL ? new Replica(config, config.DATABASE_REPLICA_URL, log) : null;
  const metrics = await apiMetrics(config, log, { requests: pool, background }, replica);
  const events = new DomainEvents(clock);
  connectEvents(pool, events);
  const db = databaseOver(pool);
  const searchOn = (connectionString: string) =>
    postgresSearch({
      connectionString,
      connections: config.SEARCH_POOL,
      timeoutMs: config.SEARCH_TIMEOUT_MS,
    });
  // Search statements need session settings, which poolers don't keep.
  const database = replica
    ? replicatedSearch(replica, searchOn(config.DATABASE_REPLICA_URL), searchOn(directUrl))
    : searchOn(directUrl);
  const listener = new Listener(directUrl, log);
  const jobs = new Jobs(pool, log, listener);
  const isWorking = config.TROUPE_ROLES.includes('jobs');
  const searches = creatorSearch({ config, pool, jobs, clock, log, database, metrics });
  const rates = new RateCounters(pool, log);
  const links = config.TROUPE_ROLES.some((role) => role === 'http' || role === 'clicks')
    ? clicks(config, clock, log, listener)
    : null;
  const server = await createHttpServer(config, log, rates, { front: links?.handle, metrics });
  const tokens = new TokenVerifier(config);
  const keyParts = { db, listener, clock, log, rates, perMinute: config.API_KEY_CALLS_PER_MINUTE };
  const findKey = apiKeys(keyParts);
  const gate = createGate(tokens, keyParts, findKey);
  const implementing = implementer(
    server,
    limitCallers(closedWhilePastDue(gate, db, listener), config, rates),
    auditor({ pool, clock, log }),
  );
  const api: Api = { config, clock, log, rates, pool, db, replica, jobs, events, ...implementing };
  const health = healthRoutes(server, config.DATABASE_URL, pooled);
  documentationRoutes(server);
  mcpRoutes(server, { config, clock, findKey });
  const files = openFiles(config);
  const work = wireModules({ api, server, listener, files, tokens, gate, search: searches.search });

  await listener.start();
  await links?.start();
  await jobs.start(isWorking);
  if (isWorking) await Promise.all([work.resume(), searches.start()]);
  const inboundMailPort = await work.mail.start();
  work.webhooks.start();
  if (isWorking) work.listening.start();
  await server.listen({ host: config.HOST, port: config.PORT });
  return {
    ...api,
    server,
    inboundMailPort,
    metricsPort: metrics?.port ?? null,
    async stop() {
      work.live.stop();
      rates.stop();
      await stopAll(log, [
        ['requests', () => closeServer(server)],
        ['clicks', async () => links?.stop()],
        ['uploads', () => work.uploads.stop()],
        ['listening', () => work.listening.stop()],
        ['mail', () => work.mail.stop()],
        ['webhooks', () => work.webhooks.stop()],
        ['jobs', () => jobs.stop()],
        ['listener', () => listener.stop()],
        ['search', () => searches.stop()],
        ['replica', async () => replica?.stop()],
        ['health', () => health.stop()],
        ['metrics', async () => metrics?.stop()],
        ['database', () => pool.end()],
      ]);
    },
  };
}
