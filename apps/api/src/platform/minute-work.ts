import type { Logger } from '@troupe/server/log';
import { currentScope } from '@troupe/server/request-scope';
import { traced } from '@troupe/server/tracing';

type Work = (signal: AbortSignal) => Promise<void>;

/** How long a work has the minute for itself; then the next one starts beside it. */
const TURN_MS = 250;

/**
 * The works of every minute. Most find nothing to do, so one job starts all of them: a job for each would cost four
 * more statements each. A slow work holds up neither the others nor the next minute.
 */
export class MinuteWork {
  readonly #works = new Map<string, { work: Work; limitMs: number }>();
  readonly #running = new Map<string, { done: Promise<void>; end: AbortController }>();
  readonly #log: Logger;
  readonly #retry: (name: string) => Promise<void>;
  #stopped = false;

  /** @param retry enqueues failed work as a separate job, which is retried like any other */
  constructor(log: Logger, retry: (name: string) => Promise<void>) {
    this.#log = log;
    this.#retry = retry;
  }

  get names(): string[] {
    return [...this.#works.keys()];
  }

  /** @param limitMs time after which `work` is aborted and may start again in the next minute */
  add(name: string, work: Work, limitMs: number): void {
    this.#works.set(name, { work, limitMs });
  }

  /** Starts all works that aren't still running here since an earlier minute. */
  async run(): Promise<void> {
    for (const [name, { work, limitMs }] of this.#works) {
      if (this.#stopped) return;
      if (this.#running.has(name)) continue;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const turn = setTimeout(resolve, TURN_MS);
      await Promise.race([this.#start(name, work, limitMs), over]);
      clearTimeout(turn);
    }
  }

  /** Waits up to `graceMs` for running works, then tells them to end. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const grace = setTimeout(resolve, graceMs);
    await Promise.race([Promise.all([...this.#running.values()].map(({ done }) => done)), over]);
    clearTimeout(grace);
    for (const { end } of this.#running.values()) end.abort();
  }

  #start(name: string, work: Work, limitMs: number): Promise<void> {
    const end = new AbortController();
    const forget = () => {
      if (this.#running.get(name)?.end === end) this.#running.delete(name);
    };
    const limit = setTimeout(() => {
      end.abort();
      forget();
    }, limitMs).unref();
    const done = this.#attempt(name, () => work(end.signal)).finally(() => {
      clearTimeout(limit);
      forget();
    });
    this.#running.set(name, { done, end });
    return done;
  }

  async #attempt(name: string, work: () => Promise<void>): Promise<void> {
    const id = currentScope()?.id ?? '';
    try {
      await traced({ kind: 'job', id }, `job ${name}`, {}, work);
    } catch (error) {
      this.#log.error({ err: error, job: name, id }, 'job failed');
      // Without a database, the next minute repeats it.
      await this.#retry(name).catch(() => {});
    }
  }
}
