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

/** Why a read went to the primary. */
const FALLBACKS = ['behind', 'unreachable', 'conflict', 'not_a_replica'] as const;
type Fallback = (typeof FALLBACKS)[number];

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
  #avoidedFor: Fallback = 'behind';
  #readsOfReplica = 0;
  readonly #readsOfPrimary: Record<Fallback, number> = {
    behind: 0,
    unreachable: 0,
    conflict: 0,
    not_a_replica: 0,
  };

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

  /** Returns the number of reads by target, and by the reason for those of the primary. */
  get reads(): { target: 'replica' | 'primary'; reason: Fallback | 'current'; count: number }[] {
    const ofPrimary = FALLBACKS.map((reason) => ({
      target: 'primary' as const,
      reason,
      count: this.#readsOfPrimary[reason],
    }));
    return [{ target: 'replica', reason: 'current', count: this.#readsOfReplica }, ...ofPrimary];
  }

  /** Returns how many bytes of the log the replica lacks; null if it doesn't answer or isn't one. */
  async measureLag(): Promise<number | null> {
    const [written, replayed] = await this.#positions().catch(() => []);
    return written && replayed?.cluster === written.cluster ? lag(written, replayed) : null;
  }

  /**
   * Runs read-only work on the replica if that has everything acknowledged before this call, by whichever process;
   * else on the primary. Runs it there too if the replica fails.
   */
  async read<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!(await this.#isCurrent())) {
      this.#readsOfPrimary[this.#avoidedFor] += 1;
      return onPrimary();
    }
    try {
      const found = await onReplica();
      this.#readsOfReplica += 1;
      return found;
    } catch (error) {
      const reason = failureOf(error);
      if (!reason) throw error;
      this.#avoid(FAILED_MS, reason, error);
      this.#readsOfPrimary[reason] += 1;
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

  /** Asks the primary and the replica at the same time. */
  #positions(): Promise<[LogPosition | null, LogPosition | null]> {
    return Promise.all([this.#written(), this.#replayed()]);
  }

  async #isCurrent(): Promise<boolean> {
    if (performance.now() < this.#avoidUntil) return false;
    const until = performance.now() + PATIENCE_MS;
    try {
      const [written, first] = await this.#positions();
      for (let replayed = first; ; replayed = await this.#replayed()) {
        if (!written || replayed?.cluster !== written.cluster) {
          const error = new Error('DATABASE_REPLICA_URL is no replica of the database');
          this.#avoid(FAILED_MS, 'not_a_replica', error);
          return false;
        }
        if (lag(written, replayed) === 0) return true;
        if (performance.now() >= until) {
          this.#avoid(BEHIND_MS, 'behind');
          return false;
        }
        await sleep(LOOK_MS);
      }
    } catch (error) {
      this.#avoid(FAILED_MS, 'unreachable', error);
      return false;
    }
  }

  #avoid(milliseconds: number, reason: Fallback, error?: unknown): void {
    const now = performance.now();
    // One line for all requests that found out at the same time.
    if (error && now >= this.#avoidUntil) this.#log.warn({ err: error }, 'replica not used');
    this.#avoidedFor = reason;
    this.#avoidUntil = Math.max(this.#avoidUntil, now + milliseconds);
  }
}

const lag = (written: LogPosition, replayed: LogPosition): number =>
  Math.max(0, written.position - replayed.position);

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

/** Returns why the replica couldn't serve a read; null if the read itself failed. */
function failureOf(error: unknown): Fallback | null {
  const code = codeOf(error) ?? '';
  // It would take as long on the primary.
  if (code === STATEMENT_TOOK_TOO_LONG) return null;
  if (ONLY_ON_REPLICAS.includes(code)) return 'conflict';
  return isDatabaseUnavailable(error) ? 'unreachable' : null;
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
