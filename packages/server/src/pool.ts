import { AsyncResource } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { DatabaseUnavailable, recordLostConnection } from './error-code.ts';
import { currentScope, inScope, outOfScope } from './request-scope.ts';
import { endSpan, isTracing, startSpan } from './tracing.ts';

/** Limits of a pool under load. All times in milliseconds; 0 means no limit. */
export interface PoolLimits {
  /** How long a caller waits for a free or new connection. */
  waitMs: number;
  /** How many callers may wait; further ones fail immediately. */
  maxWaiting: number;
  /** Maximum time of one statement (`statement_timeout`). */
  statementMs: number;
  /** Maximum idle time in a transaction (`idle_in_transaction_session_timeout`). */
  idleInTransactionMs: number;
  /**
   * Maximum time between taking a connection and giving it back, which is longer than any transaction. The connection
   * is closed then. (`transaction_timeout` of PostgreSQL needs version 17.)
   */
  holdMs: number;
}

/** Limits of background work, generous enough for any job. */
const BACKGROUND: PoolLimits = {
  waitMs: 30_000,
  maxWaiting: 10_000,
  statementMs: 15 * 60_000,
  idleInTransactionMs: 15 * 60_000,
  holdMs: 60 * 60_000,
};

/** Options of a pool. */
export interface PoolOptions {
  /** Shown by PostgreSQL in `pg_stat_activity`. */
  name: string;
  /** PostgreSQL settings of each connection. */
  settings?: Record<string, string>;
  limits?: Partial<PoolLimits>;
  /**
   * True behind a transaction pooler, whose connections are shared: avoids the startup parameter `options`, which
   * poolers reject. Transactions set their own limits; single statements have the caller's limit here and the role's
   * limit on the server. Other `settings` need a direct connection.
   */
  pooled?: boolean;
  /**
   * False behind a pooler that loses prepared statements, which would run a client's statement on connections that don't
   * know it: statements are then sent without their names, and planned each time.
   */
  prepared?: boolean;
  /** Sends a statement before the previous one is answered. Turn off for statements that stream (cursors, COPY). */
  pipeline?: boolean;
  /** Serves callers outside HTTP requests, so that neither side starves the other. Ends with the pool. */
  background?: pg.Pool;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A pool that survives a lost server and fails fast instead of queueing endlessly. */
class GuardedPool extends pg.Pool {
  readonly #maxWaiting: number;
  readonly #background: pg.Pool | undefined;

  constructor(config: pg.PoolConfig, maxWaiting: number, holdMs: number, background: pg.Pool | undefined) {
    super(config);
    if (holdMs > 0) limitHolding(this, holdMs);
    this.#maxWaiting = maxWaiting;
    this.#background = background;
    // pg-pool listens only while a client is idle. A lost connection is reported by its next query, and must not
    // crash the process.
    this.on('connect', (client) => client.on('error', recordLostConnection));
    if (isTracing()) this.on('connect', traceStatements);
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    if (this.#background && !isInRequest()) this.#background.connect(callback as never);
    else if (this.waitingCount >= this.#maxWaiting)
      callback(new DatabaseUnavailable('too many requests wait for a connection'), undefined, () => {});
    else {
      const connected: Connected = (error, client, done) =>
        callback(error && new DatabaseUnavailable(error.message, { cause: error }), client, done);
      super.connect(connected as never);
    }
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.#background?.end()]).then(() => {});
    if (!callback) return ended;
    void ended.then(callback);
    return undefined;
  }
}

/** Closes connections that aren't given back in time. */
function limitHolding(pool: pg.Pool, holdMs: number): void {
  const held = new Map<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    const close = () => {
      const lost = new DatabaseUnavailable(`a connection was held for ${holdMs} ms`);
      (client as unknown as pg.Client).connection.stream.destroy(lost);
    };
    held.set(client, setTimeout(close, holdMs).unref());
  });
  const release = (client: pg.PoolClient) => {
    clearTimeout(held.get(client));
    held.delete(client);
  };
  pool.on('release', (_error, client) => release(client));
  pool.on('remove', release);
}

/** Records the statements of a connection as spans, without values. */
function traceStatements(client: pg.PoolClient): void {
  const run = client.query.bind(client) as (...values: unknown[]) => unknown;
  const traced = (...values: unknown[]): unknown => {
    const [query] = values;
    const { text, name, submit } = (typeof query === 'object' ? query : { text: query }) as Statement;
    const span = submit ? null : startSpan(spanName(name, text), 'client', statementAttributes(text));
    if (!span) return run(...values);
    const last = values.at(-1);
    if (typeof last === 'function') {
      const done = (error: Error | null, result: unknown) => {
        endSpan(span, error ?? undefined);
        last(error, result);
      };
      return run(...values.slice(0, -1), done);
    }
    const result = run(...values) as Promise<unknown>;
    result.then(
      () => endSpan(span),
      (error) => endSpan(span, error),
    );
    return result;
  };
  client.query = traced as typeof client.query;
}

interface Statement {
  text?: string;
  name?: string;
  /** Cursors and streams have this. */
  submit?: unknown;
}

const spanName = (name: string | undefined, text: string | undefined): string =>
  name ?? text?.trim().split(/\s/, 1)[0]?.toLowerCase() ?? 'statement';

const LONGEST_STATEMENT = 500;

const statementAttributes = (text = '') => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, LONGEST_STATEMENT).replace(/'(?:[^']|'')*(?:'|$)/g, '?'),
});

/** A statement that only begins a transaction. */
const BEGIN = /^\s*begin\b[^;]*$/i;

/** Returns a client class whose transactions begin with these settings, and whose statements may have names. */
function clientWith(settings: Readonly<Record<string, string>>, prepared: boolean): typeof pg.Client {
  const local = Object.entries(settings).map(([setting, value]) => `; set local ${setting} = '${value}'`);
  return class extends pg.Client {
    override query(...[given, ...rest]: unknown[]): never {
      const run = super.query as (...values: unknown[]) => never;
      const query = prepared ? given : withoutName(given);
      const text = typeof query === 'object' ? (query as { text?: unknown } | null)?.text : query;
      if (typeof text !== 'string' || !BEGIN.test(text)) return run.call(this, query, ...rest);
      const limited = text + local.join('');
      return run.call(this, typeof query === 'object' ? { ...query, text: limited } : limited, ...rest);
    }
  };
}

/** Returns a statement without its name. Cursors and streams have none. */
const withoutName = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query)
    ? Object.assign({}, query, { name: undefined })
    : query;

/**
 * Opens a pool.
 * @param max maximum connections
 */
export function openPool(
  connectionString: string,
  max = 12,
  {
    name,
    settings = {},
    limits = {},
    pooled = false,
    prepared = true,
    pipeline = false,
    background,
  }: PoolOptions,
): pg.Pool {
  const { waitMs, maxWaiting, statementMs, idleInTransactionMs, holdMs } = { ...BACKGROUND, ...limits };
  const all = {
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    ...settings,
  };
  const config: pg.PoolConfig = {
    connectionString,
    max,
    application_name: name,
    pipeline,
    ...(pooled
      ? // Longer than the server's limit, whose error is more precise.
        {
          Client: clientWith(all, prepared),
          ...(statementMs > 0 ? { query_timeout: statementMs + 1000 } : {}),
        }
      : {
          options: Object.entries(all)
            .map(([setting, value]) => `-c ${setting}=${value}`)
            .join(' '),
        }),
    connectionTimeoutMillis: waitMs,
    // Lets the operating system detect a vanished server.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  return new GuardedPool(config, maxWaiting, holdMs, background);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's async scope, which body parsing leaves. */
    scope: AsyncResource | null;
    /** Its span while tracing is on. */
    span: Span | null;
  }
}

/** Returns whether the current code serves an HTTP request rather than a background task. */
const isInRequest = (): boolean => currentScope()?.kind === 'request';

/** Runs work that a request starts but doesn't await as background work, with its own connections. */
export const inBackground = <T>(work: () => T): T => outOfScope(work);

/** Marks everything a request starts, so that {@link isInRequest} can distinguish it from background work. */
export function trackRequests(server: FastifyInstance): void {
  server.decorateRequest('scope', null);
  server.decorateRequest('span', null);
  server.addHook('onRequest', (request, _reply, next) => {
    const { traceparent } = request.headers;
    const span = startSpan(
      request.method,
      'server',
      { 'http.request.method': request.method, 'troupe.request': request.id },
      typeof traceparent === 'string' ? traceparent : undefined,
    );
    request.span = span;
    inScope({ kind: 'request', id: request.id, span: span ?? undefined }, () => {
      request.scope = new AsyncResource('request');
      request.scope.runInAsyncScope(next);
    });
  });
  // Body parsers call back from socket events, outside the request's scope.
  server.addHook('preValidation', (request, _reply, next) => {
    if (request.scope) request.scope.runInAsyncScope(next);
    else next();
  });
}
