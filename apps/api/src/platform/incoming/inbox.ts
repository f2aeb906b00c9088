import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Api } from '../api.ts';
import { type Database, withTransaction } from '../database.ts';

/** One job request covers everything received within this time. */
const GATHER_MS = 100;
/** Webhooks stored per statement. */
const STORED_AT_ONCE = 100;

/** An endpoint that receives a provider's webhooks. */
export interface WebhookEndpoint<Row> {
  path: string;
  mostBytes: number;
  /** Authenticates the sender by headers, before the body is read. */
  authenticate?(request: FastifyRequest): void;
  /** Verifies a webhook and returns the row to store; throws a problem otherwise. */
  read(request: FastifyRequest, body: Buffer): Row;
  /** Stores rows by provider ID; returns how many are new. */
  store(rows: readonly Row[]): Promise<number>;
  /** The job that processes stored webhooks. */
  job: string;
}

/**
 * Receives a provider's webhooks: verifies, stores each once as received, and responds immediately. The job processes
 * them; it must also run every minute, because job requests can be lost with a process.
 */
export function receiveWebhooks<Row>(
  server: FastifyInstance,
  api: Pick<Api, 'jobs' | 'log'>,
  { path, mostBytes, authenticate, read, store, job }: WebhookEndpoint<Row>,
): void {
  const requestJob = jobRequester(api, job);
  // In a burst, one statement stores all events received during the previous one.
  const storeOne = batch<Row, boolean>(STORED_AT_ONCE, async (rows) => {
    const added = await store(rows);
    return rows.map(() => added > 0);
  });
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, {
      onRequest: async (request) => authenticate?.(request),
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (await storeOne(read(request, body))) requestJob();
        return {};
      },
    });
  });
}

function jobRequester({ jobs, log }: Pick<Api, 'jobs' | 'log'>, job: string): () => void {
  let requested = false;
  return () => {
    if (requested) return;
    requested = true;
    setTimeout(() => {
      requested = false;
      jobs
        .send(job, {})
        .catch((error: unknown) => log.warn({ err: error, job }, 'failed to request the inbox job'));
    }, GATHER_MS).unref();
  };
}

/**
 * Batches individual requests: items that arrive during a round wait for the next one. A failing round fails all its
 * items.
 * @param most items per round
 */
export function batch<T, R>(
  most: number,
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function rounds(): Promise<void> {
    busy = true;
    // Include all events received at the same moment.
    await null;
    while (waiting.length > 0) {
      const round = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await work(round.map(({ item }) => item));
        for (const [at, { resolve }] of round.entries()) resolve(results[at] as R);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void rounds();
    });
}

/** Thrown by `take` when it knows which webhook failed. */
export class WebhookFailure extends Error {
  readonly event: unknown;

  constructor(event: unknown, cause: unknown) {
    super('a webhook failed', { cause });
    this.event = event;
  }
}

/** How one kind of stored webhook is processed. */
export interface InboxKind<Event> {
  /** Events per transaction. */
  atOnce: number;
  keyOf(event: Event): string;
  /** Locks and returns the oldest due events, optionally only those of `keys`. */
  hold(tx: Database, limit: number, keys?: readonly string[]): Promise<Event[]>;
  /**
   * Processes events and saves the results. Returns what to do after the commit.
   * @throws WebhookFailure, or any error if the failing event is unknown
   */
  applyEvents(
    tx: Database,
    events: readonly Event[],
    connection: pg.PoolClient,
  ): Promise<(() => void | Promise<void>) | undefined>;
  /** Records an event's failure. */
  fail(event: Event, error: unknown): Promise<void>;
}

/** Processes stored webhooks in order of arrival. */
export class Inbox<Event> {
  readonly #pool: pg.Pool;
  readonly #kind: InboxKind<Event>;

  constructor({ pool }: Pick<Api, 'pool'>, kind: InboxKind<Event>) {
    this.#pool = pool;
    this.#kind = kind;
  }

  /** Processes everything due. Safe to run in any number of processes. */
  async drain(signal?: AbortSignal): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const { held, failure } = await this.#takeSome();
      if (failure) await this.#takeApart(held, failure.error, signal);
      else if (held.length === 0) return;
    }
  }

  /** Processes one event if it is due. */
  async processOne(key: string): Promise<void> {
    const { held, failure } = await this.#takeSome([key]);
    if (failure) await this.#takeApart(held, failure.error);
  }

  /**
   * Isolates a failure, which rolled back its whole batch: postpones the failing event and processes the rest. If it
   * is unknown, retries in halves.
   */
  async #takeApart(failed: readonly Event[], error: unknown, signal?: AbortSignal): Promise<void> {
    const [only] = failed;
    if (!only) throw error;
    if (failed.length === 1)
      return this.#kind.fail(only, error instanceof WebhookFailure ? error.cause : error);
    const half = Math.ceil(failed.length / 2);
    const parts =
      error instanceof WebhookFailure
        ? [[error.event as Event]]
        : [failed.slice(0, half), failed.slice(half)];
    for (const part of parts) {
      if (signal?.aborted) return;
      const { failure } = await this.#takeSome(part.map((event) => this.#kind.keyOf(event)));
      if (failure) await this.#takeApart(part, failure.error, signal);
    }
  }

  async #takeSome(
    keys?: readonly string[],
  ): Promise<{ held: readonly Event[]; failure?: { error: unknown } }> {
    const held: Event[] = [];
    let afterCommit: (() => void | Promise<void>) | undefined;
    try {
      await withTransaction(this.#pool, async (tx, connection) => {
        held.push(...(await this.#kind.hold(tx, this.#kind.atOnce, keys)));
        if (held.length > 0) afterCommit = await this.#kind.applyEvents(tx, held, connection);
      });
    } catch (error) {
      return { held, failure: { error } };
    }
    await afterCommit?.();
    return { held };
  }
}
