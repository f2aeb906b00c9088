import type { Logger } from '@troupe/server/log';
import { traced } from '@troupe/server/tracing';
import type pg from 'pg';
import { type Job, PgBoss, type Queue } from 'pg-boss';
import type { Listener } from './listen.ts';
import { MinuteWork } from './minute-work.ts';

/** How often all queues are polled, in seconds: announcements can be lost, and jobs of killed processes come back. */
const POLL_SECONDS = 10;
/** The same while jobs are due: others of their queues may be due soon. */
const BUSY_SECONDS = 2;
/** The shortest time between two polls, however many delayed jobs become due. */
const POLL_AT_MOST_MS = 1000;
/** Timers may fire this early. */
const TIMER_EARLY_MS = 5;
/** When a failed job's next attempt is looked up. */
const FAILED_MS = 1000;
/** How often the worker of a queue polls it. Announcements and the poll of all queues find jobs sooner. */
const FETCH_SECONDS = 600;
const STOP_MS = 10_000;
const EXPIRE_SECONDS = 900;

/** The schedule of works that share one job. */
const EVERY_MINUTE = '* * * * *';
const MINUTE_JOB = 'every-minute';
/** The queue of schedules inside pg-boss. */
const SCHEDULED = '__pgboss__send-it';
/** Announces a job that is due in so many seconds, which pg-boss doesn't. */
const LATER = 'jobs_later';

/** Selects the queues with waiting jobs, and the seconds until the first one is due; 0 if one is. */
const WAITING = `
  select queue, seconds from (
    select queue, case
      when exists (select from pgboss.job
        where name = queue and state < 'active' and not blocked and start_after <= now()) then 0
      else (select extract(epoch from min(start_after) - now())::float8 from pgboss.job
        where name = queue and state < 'active' and not blocked)
      end as seconds
    from unnest($1::text[]) queue) waiting
  where seconds is not null`;

/** Deletes the schedules that earlier versions had for each work of {@link MINUTE_JOB}. */
const UNSCHEDULE = 'delete from pgboss.schedule where name = any($1)';

/** Writes schedules that are new or changed, given as JSON. A missed run happens once. */
const SCHEDULE = `
  insert into pgboss.schedule as known (name, key, kind, cron, timezone, options, created_on, updated_on)
  select name, '', 'cron', cron, 'UTC', '{"missed": "once"}'::jsonb, now(), now()
  from jsonb_to_recordset($1) as wanted (name text, cron text)
  order by name
  on conflict (name, key) do update
  set kind = excluded.kind, cron = excluded.cron, timezone = excluded.timezone, data = null,
    options = excluded.options, updated_on = excluded.updated_on
  where (known.kind, known.cron, known.timezone, known.options)
    is distinct from (excluded.kind, excluded.cron, excluded.timezone, excluded.options)`;

/** A connection or transaction on which a job can be enqueued together with other writes. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** Options of a queue; `policy: 'short'` allows one waiting job. */
export type QueueOptions = Omit<Queue, 'name'>;

export interface SendOptions {
  /** Enqueues within this transaction: the job exists only after the commit. */
  transaction?: Queryable;
  /** Earliest start, in seconds from now. */
  delaySeconds?: number;
  /** With the policy `short`, one job for each key may wait. */
  key?: string;
}

/** Background jobs, stored in the main database. Handlers must be idempotent: jobs of a killed process are retried. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #queues = new Map<string, QueueOptions>();
  readonly #schedules = new Map<string, string>();
  readonly #handlers = new Map<string, (data: never, signal: AbortSignal) => Promise<void>>();
  readonly #log: Logger;
  readonly #pool: pg.Pool;
  readonly #pollSeconds: number;
  /** The worker ID of each queue that had jobs. A worker per queue from the start would delay it by 100 statements. */
  readonly #workers = new Map<string, Promise<string>>();
  readonly #minute: MinuteWork;
  #isWorking = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  #nextPoll: { at: number; timer: NodeJS.Timeout } | undefined;

  /**
   * @param listener receives job announcements; start it first
   * @param pollSeconds seconds between polls for unannounced jobs
   */
  constructor(pool: pg.Pool, log: Logger, listener: Listener, pollSeconds = POLL_SECONDS) {
    this.#log = log;
    this.#pool = pool;
    this.#pollSeconds = pollSeconds;
    this.#minute = new MinuteWork(log, (name) => this.send(name, {}, { delaySeconds: 1 }));
    const wake = (queue: string) => this.#wake(queue);
    listener.on(LATER, (seconds) => this.#pollIn(Number(seconds) * 1000 + TIMER_EARLY_MS));
    this.#boss = new PgBoss({
      db: {
        executeSql: (text, values) => pool.query(text, values),
        async listen(channel, onNotification, onReconnect) {
          listener.on(channel, (queue) => {
            if (queue === '') onReconnect();
            else if (queue === SCHEDULED) onNotification(queue);
            else wake(queue);
          });
          return { close: async () => {} };
        },
      },
      schema: 'pgboss',
      useListenNotify: true,
      // Jobs here don't wait for each other.
      flowIntervalSeconds: 3600,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  }

  /** Registers a job handler. `data` must be plain JSON. */
  define<Data extends object>(
    name: string,
    work: (data: Data, signal: AbortSignal) => Promise<void>,
    options: QueueOptions = {},
  ): void {
    this.#queues.set(name, {
      retryLimit: 5,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: EXPIRE_SECONDS,
      ...options,
    });
    this.#handlers.set(name, work as (data: never, signal: AbortSignal) => Promise<void>);
  }

  /**
   * Registers work on a cron schedule (UTC), once across all processes. A run missed while no process was up happens
   * once, later. Like any job it may run twice, so it must be idempotent.
   */
  every(
    cron: string,
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: QueueOptions = {},
  ): void {
    this.define(name, (_data, signal) => work(signal), options);
    if (cron === EVERY_MINUTE)
      this.#minute.add(name, work, (options.expireInSeconds ?? EXPIRE_SECONDS) * 1000);
    else this.#schedules.set(name, cron);
  }

  /** Enqueues a job. */
  async send(
    name: string,
    data: object,
    { transaction, delaySeconds, key }: SendOptions = {},
  ): Promise<void> {
    const id = await this.#boss.send(name, data, {
      ...(key !== undefined && { singletonKey: key }),
      ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      ...(transaction && {
        db: { executeSql: (text: string, values?: unknown[]) => transaction.query(text, values) },
      }),
    });
    // Polls find later ones in time. Without an ID, the job that already waits was announced.
    if (id !== null && delaySeconds !== undefined && delaySeconds < this.#pollSeconds)
      await announce(transaction ?? this.#pool, delaySeconds);
  }

  /** Retries a permanently failed job. Returns false if it hasn't failed or is already queued. */
  async retry(name: string, id: string): Promise<boolean> {
    // The declared type lacks the result.
    const { affected = 0 } = (await this.#boss.retry(name, id)) as { affected?: number };
    if (affected > 0) await announce(this.#pool, 0);
    return affected > 0;
  }

  /** Creates the queues; with `work`, also starts processing. */
  async start(work: boolean): Promise<void> {
    const perMinute = this.#minute.names;
    if (perMinute.length > 0) {
      this.define(MINUTE_JOB, () => this.#minute.run(), { policy: 'short', expireInSeconds: 60 });
      this.#schedules.set(MINUTE_JOB, EVERY_MINUTE);
    }
    await this.#boss.start();
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, options] of this.#queues) {
      const before = known.get(name);
      if (!before) await this.#boss.createQueue(name, { ...options, notify: true });
      // Created before announcements existed.
      else if (!before.notify) await this.#boss.updateQueue(name, { notify: true });
    }
    if (known.get(SCHEDULED)?.notify === false) await this.#boss.updateQueue(SCHEDULED, { notify: true });
    const schedules = [...this.#schedules].map(([name, cron]) => ({ name, cron }));
    if (schedules.length > 0) await this.#pool.query(SCHEDULE, [JSON.stringify(schedules)]);
    if (perMinute.length > 0) await this.#pool.query(UNSCHEDULE, [perMinute]);
    this.#isWorking = work;
    this.#pollIn(0);
  }

  /** Polls after this time, unless a poll is due sooner. */
  #pollIn(ms: number): void {
    if (!this.#isWorking) return;
    const pause = Math.min(POLL_AT_MOST_MS, this.#pollSeconds * 1000);
    const at = Math.max(performance.now() + Math.min(ms, this.#pollSeconds * 1000), this.#polledAt + pause);
    if (this.#nextPoll && this.#nextPoll.at <= at) return;
    clearTimeout(this.#nextPoll?.timer);
    const wait = Math.max(0, at - performance.now());
    this.#nextPoll = { at, timer: setTimeout(() => void this.#poll(), wait).unref() };
  }

  /** One statement for all queues: polling each would keep an idle database busy. */
  async #poll(): Promise<void> {
    this.#nextPoll = undefined;
    this.#polledAt = performance.now();
    const { rows } = await this.#pool
      .query<{ queue: string; seconds: number }>(WAITING, [[...this.#queues.keys()]])
      // Without a database nothing is due; requests report the outage.
      .catch(() => ({ rows: [] }));
    for (const { queue, seconds } of rows) {
      if (seconds <= 0) this.#wake(queue);
      this.#pollIn((seconds > 0 ? seconds : BUSY_SECONDS) * 1000 + TIMER_EARLY_MS);
    }
    this.#pollIn(this.#pollSeconds * 1000);
  }

  /** Fetches a queue's next job. */
  #wake(name: string): void {
    const handler = this.#handlers.get(name);
    if (!handler || !this.#isWorking) return;
    const known = this.#workers.get(name);
    if (known) {
      known.then((id) => this.#boss.notifyWorker(id)).catch(() => {});
      return;
    }
    // A new worker fetches at once.
    const worker = this.#listen(name, handler);
    this.#workers.set(name, worker);
    worker.catch((error) => {
      this.#workers.delete(name);
      this.#log.error({ err: error, job: name }, 'jobs');
    });
  }

  async #listen(name: string, handler: (data: never, signal: AbortSignal) => Promise<void>): Promise<string> {
    // One job per batch, because a failure retries the whole batch.
    const how = {
      batchSize: 1,
      pollingIntervalSeconds: FETCH_SECONDS,
      notifyPollingIntervalSeconds: FETCH_SECONDS,
    };
    const workerId = await this.#boss.work(name, how, async (jobs: Job[]) => {
      for (const job of jobs) {
        try {
          await traced({ kind: 'job', id: job.id }, `job ${name}`, {}, () =>
            handler(job.data as never, job.signal),
          );
        } catch (error) {
          this.#log.error({ err: error, job: name, id: job.id }, 'job failed');
          this.#pollIn(FAILED_MS);
          throw error;
        } finally {
          // A transaction's jobs are announced once: fetch the next one immediately.
          this.#boss.notifyWorker(workerId);
        }
      }
    });
    return workerId;
  }

  /** Waits up to 10 s for running jobs, then stops. */
  async stop(): Promise<void> {
    this.#isWorking = false;
    clearTimeout(this.#nextPoll?.timer);
    await Promise.all([this.#boss.stop({ graceful: true, timeout: STOP_MS }), this.#minute.stop(STOP_MS)]);
  }
}

const announce = (on: Queryable, seconds: number) =>
  on.query('select pg_notify($1, $2)', [LATER, String(seconds)]);

/**
 * Processes items sequentially. Failures are logged and left for the next run, so that they don't block the
 * rest.
 */
export async function oneByOne<T>(
  log: Pick<Logger, 'error'>,
  what: string,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error }, what);
    }
}
