import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Api } from '../api.ts';
import { type Database, withTransaction } from '../database.ts';

/** One request for the job stands for everything that came within this time. */
const GATHER_MS = 100;
/** Webhooks that one statement stores. */
const STORED_AT_ONCE = 100;

/** Where a provider sends webhooks. */
export interface WebhookEndpoint<Row> {
  path: string;
  mostBytes: number;
  /** Refuses a sender by its headers, before the body is read. */
  authenticate?(request: FastifyRequest): void;
  /** Verifies a webhook and returns the row to store; throws a problem for anything else. */
  read(request: FastifyRequest, body: Buffer): Row;
  /** Stores rows under the provider's ids; returns how many are new. */
  store(rows: readonly Row[]): Promise<number>;
  /** The job that processes what was stored. */
  job: string;
}

/**
 * Receives a provider's webhooks: each is verified, stored once as it came, and answered at once. Processing is the
 * job's; a request for it that is lost with its process must be made up for by a look every minute.
 */
export function receiveWebhooks<Row>(
  server: FastifyInstance,
  api: Pick<Api, 'jobs' | 'log'>,
  { path, mostBytes, authenticate, read, store, job }: WebhookEndpoint<Row>,
): void {
  const requestJob = jobRequester(api, job);
  // In a burst one statement stores what came while the one before it ran.
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
 * Does for many at once what is asked for one by one: items that come while a round runs wait for the next one. A
 * round that fails fails for every item in it.
 * @param most items of one round
 */
export function batch<T, R>(
  most: number,
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function rounds(): Promise<void> {
    busy = true;
    // What came in the same moment goes along.
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

/** What `take` throws where it knows which webhook fails the others. */
export class WebhookFailure extends Error {
  readonly event: unknown;

  constructor(event: unknown, cause: unknown) {
    super('a webhook failed', { cause });
    this.event = event;
  }
}

/** How one kind of stored webhook is processed. */
export interface InboxKind<Event> {
  /** Events of one transaction. */
  atOnce: number;
  keyOf(event: Event): string;
  /** Returns the oldest events that are due, or those of `keys` that are, locked until the transaction ends. */
  hold(tx: Database, limit: number, keys?: readonly string[]): Promise<Event[]>;
  /**
   * Processes events and writes what became of them. Returns what to do after the commit.
   * @throws WebhookFailure, or anything where the event that failed is not known
   */
  take(
    tx: Database,
    events: readonly Event[],
    connection: pg.PoolClient,
  ): Promise<(() => void | Promise<void>) | undefined>;
  /** Notes that an event failed by itself. */
  fail(event: Event, error: unknown): Promise<void>;
}

/** Processes stored webhooks in the order in which they came. */
export class Inbox<Event> {
  readonly #pool: pg.Pool;
  readonly #kind: InboxKind<Event>;

  constructor({ pool }: Pick<Api, 'pool'>, kind: InboxKind<Event>) {
    this.#pool = pool;
    this.#kind = kind;
  }

  /** Processes everything that is due. Any number of processes may do this at once. */
  async drain(signal?: AbortSignal): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const { held, failure } = await this.#takeSome();
      if (failure) await this.#takeApart(held, failure.error, signal);
      else if (held.length === 0) return;
    }
  }

  /** Processes one event, if it is due. */
  async takeOne(key: string): Promise<void> {
    const { held, failure } = await this.#takeSome([key]);
    if (failure) await this.#takeApart(held, failure.error);
  }

  /**
   * A failure undid everything that was held with it. The event that failed is put off by itself, so that the others
   * are processed together; where it is not known, halves are tried.
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
        if (held.length > 0) afterCommit = await this.#kind.take(tx, held, connection);
      });
    } catch (error) {
      return { held, failure: { error } };
    }
    await afterCommit?.();
    return { held };
  }
}
