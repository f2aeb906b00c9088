import type { Logger } from '@troupe/server/log';
import type pg from 'pg';
import { type Job, PgBoss, type Queue } from 'pg-boss';
import type { Listener } from './listen.ts';

/** How often queues are looked into for what nothing announces: repeats, and jobs for later. In seconds. */
const LOOK_EVERY = 2;
/** The same while announcements cannot be heard. */
const LOOK_EVERY_UNHEARD = 0.5;

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

  /** @param listener hears of new jobs, started before the jobs are */
  constructor(pool: pg.Pool, log: Logger, listener: Listener) {
    this.#log = log;
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
  }

  async #listen(name: string): Promise<void> {
    const handler = this.#workers.get(name);
    if (!handler) return;
    // One job a batch, because a failure repeats the whole batch.
    const how = {
      batchSize: 1,
      pollingIntervalSeconds: LOOK_EVERY_UNHEARD,
      notifyPollingIntervalSeconds: LOOK_EVERY,
    };
    await this.#boss.work(name, how, async (jobs: Job[]) => {
      for (const job of jobs) {
        try {
          await handler(job.data as never, job.signal);
        } catch (error) {
          this.#log.error({ err: error, job: name, id: job.id }, 'job failed');
          throw error;
        }
      }
    });
  }

  /** Waits for running jobs (at most 10 s), then stops. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 10_000 });
  }
}
