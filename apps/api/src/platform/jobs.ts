import type { Logger } from '@troupe/server/log';
import type pg from 'pg';
import { type Job, PgBoss, type Queue } from 'pg-boss';
import type { Listener } from './listen.ts';

/** How often all queues together are looked into for what nothing announces: repeats, and jobs for later. In seconds. */
const LOOK_EVERY = 1;
/** How often each queue is looked into by itself, should looks at all of them fail. */
const FETCH_EVERY = 60;

/** Which of the queues hold a job that is due. */
const DUE = `
  select queue from unnest($1::text[]) queue where exists (
    select from pgboss.job
    where name = queue and state < 'active' and not blocked and start_after <= now())`;

/** A connection or a transaction on which a job can be put into the queue together with other writes. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** How a kind of job is queued; `policy: 'short'` lets one wait at a time. */
export type QueueOptions = Omit<Queue, 'name'>;

export interface SendOptions {
  /** Enqueues in this transaction: the job exists only when the transaction commits. */
  transaction?: Queryable;
  /** Done no earlier than after so many seconds. */
  delaySeconds?: number;
}

/**
 * Background work, kept in the same database as everything else. A job's handler must be able to run again:
 * a killed process leaves its job to be repeated.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #queues = new Map<string, QueueOptions>();
  readonly #schedules = new Map<string, string>();
  readonly #workers = new Map<string, (data: never, signal: AbortSignal) => Promise<void>>();
  readonly #log: Logger;
  readonly #pool: pg.Pool;
  readonly #lookEvery: number;
  /** Who does the jobs of each queue in this process. */
  readonly #doers = new Map<string, string>();
  #looking: NodeJS.Timeout | undefined;

  /**
   * @param listener hears of new jobs, started before the jobs are
   * @param lookEvery seconds between two looks for jobs that nothing announces
   */
  constructor(pool: pg.Pool, log: Logger, listener: Listener, lookEvery = LOOK_EVERY) {
    this.#log = log;
    this.#pool = pool;
    this.#lookEvery = lookEvery;
    this.#boss = new PgBoss({
      db: {
        executeSql: (text, values) => pool.query(text, values),
        async listen(channel, onNotification, onReconnect) {
          listener.on(channel, (queue) => (queue === '' ? onReconnect() : onNotification(queue)));
          return { close: async () => {} };
        },
      },
      schema: 'pgboss',
      useListenNotify: true,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  }

  /** Declares a kind of job and the work it stands for. `data` must be plain JSON. */
  define<Data extends object>(
    name: string,
    work: (data: Data, signal: AbortSignal) => Promise<void>,
    options: QueueOptions = {},
  ): void {
    this.#queues.set(name, {
      retryLimit: 5,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: 900,
      ...options,
    });
    this.#workers.set(name, work as (data: never, signal: AbortSignal) => Promise<void>);
  }

  /**
   * Declares work that repeats by a cron line (UTC), once for all processes together. What fell due while no process
   * ran is done once, later. Like any job it may run twice, so it must look at what is there.
   */
  every(
    cron: string,
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    options: QueueOptions = {},
  ): void {
    this.define(name, (_data, signal) => work(signal), options);
    this.#schedules.set(name, cron);
  }

  /** Puts a job into the queue. */
  async send(name: string, data: object, { transaction, delaySeconds }: SendOptions = {}): Promise<void> {
    await this.#boss.send(name, data, {
      ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      ...(transaction && {
        db: { executeSql: (text: string, values?: unknown[]) => transaction.query(text, values) },
      }),
    });
  }

  /** Has a job done again that failed for good. Answers false when it has not, or is waiting for that already. */
  async retry(name: string, id: string): Promise<boolean> {
    // Its declared type leaves out what it answers.
    const { affected = 0 } = (await this.#boss.retry(name, id)) as { affected?: number };
    return affected > 0;
  }

  /** Makes the queues; with `work`, also begins to do what is in them. */
  async start(work: boolean): Promise<void> {
    await this.#boss.start();
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, options] of this.#queues) {
      const before = known.get(name);
      if (!before) await this.#boss.createQueue(name, { ...options, notify: true });
      // Made before jobs were announced.
      else if (!before.notify) await this.#boss.updateQueue(name, { notify: true });
      if (work) await this.#listen(name);
    }
    for (const [name, cron] of this.#schedules)
      await this.#boss.schedule(name, cron, null, { missed: 'once' });
    if (work) this.#lookLater();
  }

  #lookLater(): void {
    this.#looking = setTimeout(() => this.#look(), this.#lookEvery * 1000).unref();
  }

  /** One statement for all queues: asking for the jobs of each would keep an idle database at work. */
  async #look(): Promise<void> {
    const due = await this.#pool
      .query<{ queue: string }>(DUE, [[...this.#doers.keys()]])
      // Without a database nothing is due; requests tell of it.
      .catch(() => ({ rows: [] }));
    for (const { queue } of due.rows) this.#boss.notifyWorker(this.#doers.get(queue) ?? '');
    if (this.#looking) this.#lookLater();
  }

  async #listen(name: string): Promise<void> {
    const handler = this.#workers.get(name);
    if (!handler) return;
    // One job a batch, because a failure repeats the whole batch.
    const how = {
      batchSize: 1,
      pollingIntervalSeconds: FETCH_EVERY,
      notifyPollingIntervalSeconds: FETCH_EVERY,
    };
    const doer = await this.#boss.work(name, how, async (jobs: Job[]) => {
      for (const job of jobs) {
        try {
          await handler(job.data as never, job.signal);
        } catch (error) {
          this.#log.error({ err: error, job: name, id: job.id }, 'job failed');
          throw error;
        } finally {
          // Jobs of one transaction are announced once: the next one is asked for without waiting.
          this.#boss.notifyWorker(doer);
        }
      }
    });
    this.#doers.set(name, doer);
  }

  /** Waits for running jobs (at most 10 s), then stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#looking);
    this.#looking = undefined;
    await this.#boss.stop({ graceful: true, timeout: 10_000 });
  }
}

/**
 * Does the same for each, one after the other. What fails is logged and left for the next time, so that nobody else
 * has to wait for it.
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
