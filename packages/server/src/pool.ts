import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { DatabaseUnavailable, noteLostConnection } from './error-code.ts';

/** How a pool behaves under pressure. All times in milliseconds; 0 means no limit. */
export interface PoolLimits {
  /** How long a caller waits for a connection, free or new. */
  waitMs: number;
  /** How many callers may wait; one more is refused at once. */
  maxWaiting: number;
  /** How long one statement may run (`statement_timeout`). */
  statementMs: number;
  /** How long a transaction may sit idle (`idle_in_transaction_session_timeout`). */
  idleInTransactionMs: number;
}

/** Limits of background work: patient, and as long as a job may take. */
const BACKGROUND: PoolLimits = {
  waitMs: 30_000,
  maxWaiting: 10_000,
  statementMs: 15 * 60_000,
  idleInTransactionMs: 15 * 60_000,
};

/** What a pool is opened with. */
export interface PoolOptions {
  /** Shown by PostgreSQL in `pg_stat_activity`. */
  name: string;
  /** PostgreSQL settings of each connection. */
  settings?: Record<string, string>;
  limits?: Partial<PoolLimits>;
  /**
   * The pool leads to a transaction pooler, whose connections are shared: no startup parameter `options`, which
   * poolers refuse. Transactions set their own limits; a statement outside of one has the limit of its caller here,
   * and on the server that of its role. Other `settings` need a direct connection.
   */
  pooled?: boolean;
  /** Sends a statement before the one ahead of it is answered. Statements that stream (cursors, COPY) need it off. */
  pipeline?: boolean;
  /** Serves callers outside HTTP requests, so that neither side starves the other. Ended with the pool. */
  background?: pg.Pool;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A pool that survives a lost server, and refuses instead of queueing without end. */
class GuardedPool extends pg.Pool {
  readonly #maxWaiting: number;
  readonly #background: pg.Pool | undefined;

  constructor(config: pg.PoolConfig, maxWaiting: number, background: pg.Pool | undefined) {
    super(config);
    this.#maxWaiting = maxWaiting;
    this.#background = background;
    // pg-pool listens only while a client is idle. A lost connection is reported by the next query on it, and must
    // not end the process before.
    this.on('connect', (client) => client.on('error', noteLostConnection));
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

/** The statement that begins a transaction, alone. */
const BEGIN = /^\s*begin\b[^;]*$/i;

/** Clients whose transactions begin with settings of their own. */
function clientWith(settings: Readonly<Record<string, string>>): typeof pg.Client {
  const local = Object.entries(settings).map(([setting, value]) => `; set local ${setting} = '${value}'`);
  return class extends pg.Client {
    override query(...[query, ...rest]: unknown[]): never {
      const run = super.query as (...values: unknown[]) => never;
      const text = typeof query === 'object' ? (query as { text?: unknown } | null)?.text : query;
      if (typeof text !== 'string' || !BEGIN.test(text)) return run.call(this, query, ...rest);
      const limited = text + local.join('');
      return run.call(this, typeof query === 'object' ? { ...query, text: limited } : limited, ...rest);
    }
  };
}

/**
 * Opens a pool.
 * @param max how many connections it has at most
 */
export function openPool(
  connectionString: string,
  max = 12,
  { name, settings = {}, limits = {}, pooled = false, pipeline = false, background }: PoolOptions,
): pg.Pool {
  const { waitMs, maxWaiting, statementMs, idleInTransactionMs } = { ...BACKGROUND, ...limits };
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
      ? // The caller's limit comes after the server's, which tells more.
        { Client: clientWith(all), ...(statementMs > 0 ? { query_timeout: statementMs + 1000 } : {}) }
      : {
          options: Object.entries(all)
            .map(([setting, value]) => `-c ${setting}=${value}`)
            .join(' '),
        }),
    connectionTimeoutMillis: waitMs,
    // A server that vanished without a word is noticed by the operating system.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  return new GuardedPool(config, maxWaiting, background);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The asynchronous scope of the request; parsing a body leaves it. */
    scope: AsyncResource | null;
  }
}

const scope = new AsyncLocalStorage<true>();

/** Returns whether the running code works for an HTTP request, rather than for a job or another background task. */
export const isInRequest = (): boolean => scope.getStore() === true;

/** Runs work that a request starts but does not wait for as background work, with its own connections. */
export const inBackground = <T>(work: () => T): T => scope.exit(work);

/** Marks everything a request starts, so that {@link isInRequest} can tell it from background work. */
export function trackRequests(server: FastifyInstance): void {
  server.decorateRequest('scope', null);
  server.addHook('onRequest', (request, _reply, next) => {
    scope.run(true, () => {
      request.scope = new AsyncResource('request');
      request.scope.runInAsyncScope(next);
    });
  });
  // Body parsers call back from the socket's events, which belong to no request.
  server.addHook('preValidation', (request, _reply, next) => {
    if (request.scope) request.scope.runInAsyncScope(next);
    else next();
  });
}
