import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, isDatabaseUnavailable } from '@troupe/server/error-code';
import type { Logger } from '@troupe/server/log';
import { inBackground, openPool } from '@troupe/server/pool';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Database, databaseOver } from '../database.ts';
import { type LogPosition, readReplayed, readWritten } from './replica.queries.ts';

/** How long a read waits for the replica, and how often it looks. A replica nearby is behind by a millisecond or two. */
const PATIENCE_MS = 50;
const LOOK_MS = 2;
/** How long reads go to the primary at once after the replica was behind, and after it failed. */
const BEHIND_MS = 250;
const FAILED_MS = 2000;

/** Serves read-only work that is worth taking off the primary: searches and figures. */
export class Replica {
  readonly pool: pg.Pool;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #primaryPosition: pg.Pool;
  readonly #replicaPosition: pg.Pool;
  readonly #written: () => Promise<LogPosition | null>;
  readonly #replayed: () => Promise<LogPosition | null>;
  #avoidUntil = 0;
  #behind = 0;

  constructor(config: Config, url: string, log: Logger) {
    this.#log = log;
    const name = 'troupe-replica';
    const limits = {
      waitMs: config.DATABASE_WAIT_MS,
      maxWaiting: config.DATABASE_QUEUE,
      statementMs: config.STATEMENT_TIMEOUT_MS,
      idleInTransactionMs: config.STATEMENT_TIMEOUT_MS,
      holdMs: config.CONNECTION_HOLD_MS,
    };
    const background = openPool(url, config.BACKGROUND_POOL, { name });
    this.pool = openPool(url, config.DATABASE_POOL, { name, limits, background });
    this.#db = databaseOver(this.pool);
    // Separate connections, so that a search doesn't wait for requests that use the whole pool.
    const quick = { waitMs: config.DATABASE_WAIT_MS, maxWaiting: 10, statementMs: 1000 };
    const position = { name: 'troupe-position', limits: quick };
    const pooled = config.DATABASE_DIRECT_URL !== undefined;
    this.#primaryPosition = openPool(config.DATABASE_URL, 1, Object.assign({ pooled }, position));
    this.#replicaPosition = openPool(url, 1, position);
    this.#written = shared(() => readWritten(this.#primaryPosition));
    this.#replayed = shared(() => readReplayed(this.#replicaPosition));
  }

  /** How many bytes of the log the replica lacked when last asked. */
  get behind(): number {
    return this.#behind;
  }

  /**
   * Runs read-only work on the replica if that has everything acknowledged before this call, by whichever process;
   * else on the primary. Runs it there too if the replica fails.
   */
  async read<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!(await this.#isCurrent())) return onPrimary();
    try {
      return await onReplica();
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      this.#avoid(FAILED_MS, error);
      return onPrimary();
    }
  }

  /** Returns an API whose queries go to the replica. */
  over<Api extends { pool: pg.Pool; db: Database }>(api: Api): Api {
    return Object.assign({}, api, { pool: this.pool, db: this.#db });
  }

  async stop(): Promise<void> {
    await Promise.all([this.pool.end(), this.#primaryPosition.end(), this.#replicaPosition.end()]);
  }

  async #isCurrent(): Promise<boolean> {
    if (performance.now() < this.#avoidUntil) return false;
    const until = performance.now() + PATIENCE_MS;
    try {
      const [written, first] = await Promise.all([this.#written(), this.#replayed()]);
      for (let replayed = first; ; replayed = await this.#replayed()) {
        if (!written || replayed?.cluster !== written.cluster) {
          this.#avoid(FAILED_MS, new Error('DATABASE_REPLICA_URL is no replica of the database'));
          return false;
        }
        this.#behind = Math.max(0, written.position - replayed.position);
        if (this.#behind === 0) return true;
        if (performance.now() >= until) {
          this.#avoid(BEHIND_MS);
          return false;
        }
        await sleep(LOOK_MS);
      }
    } catch (error) {
      this.#avoid(FAILED_MS, error);
      return false;
    }
  }

  #avoid(milliseconds: number, error?: unknown): void {
    const now = performance.now();
    // One line for all requests that found out at the same time.
    if (error && now >= this.#avoidUntil) this.#log.warn({ err: error }, 'replica not used');
    this.#avoidUntil = Math.max(this.#avoidUntil, now + milliseconds);
  }
}

/** Runs read-only work over the replica if there is one that is up to date, else over the primary. */
export function readOnly<Api extends { pool: pg.Pool; db: Database; replica: Replica | null }, T>(
  api: Api,
  work: (from: Api) => Promise<T>,
): Promise<T> {
  const { replica } = api;
  if (!replica) return work(api);
  return replica.read(
    () => work(replica.over(api)),
    () => work(api),
  );
}

const STATEMENT_TOOK_TOO_LONG = '57014';

/** Conflict with changes that are replayed (also as a deadlock), and a write. */
const ONLY_ON_REPLICAS = ['40001', '40P01', '25006'];

function isReplicaFailure(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  // It would take as long on the primary.
  if (code === STATEMENT_TOOK_TOO_LONG) return false;
  return isDatabaseUnavailable(error) || ONLY_ON_REPLICAS.includes(code);
}

/** Shares a query among its callers; each gets the result of one that began after the call. */
function shared<T>(query: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const started = inBackground(query);
      running = started.catch(() => {});
      return started;
    });
    return next;
  };
}
