import { codeOf, isDatabaseUnavailable } from '@troupe/server/error-code';
import type { Logger } from '@troupe/server/log';
import type pg from 'pg';
import { type Click, insertClicks } from './affiliate-click.queries.ts';
import { markLate } from './click-rollup.queries.ts';
import type { ClickSpool } from './click-spool.ts';

/** How long a click is in memory only. */
const FLUSH_MS = 100;
/** How often abandoned files are looked for. */
const REPLAY_MS = 1000;
/** Clicks per statement. */
const BATCH = 5000;
/** Statements in progress; while the database is slower than that, clicks stay in the spool. */
const MAX_WRITING = 4;
/** Clicks in memory while neither the database nor the disk takes any; more are dropped. */
const MAX_WAITING = 500_000;

/**
 * Writes clicks: ten times a second to a file of the spool, and from there to the database. Recording never waits and
 * never fails. A process that is killed loses at most the clicks of the last 100 ms.
 */
export class ClickRecorder {
  readonly #pool: pg.Pool;
  readonly #spool: ClickSpool;
  readonly #log: Logger;
  #waiting: Click[] = [];
  readonly #writing = new Set<Promise<void>>();
  #away = false;
  #replaying: Promise<void> | null = null;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Clicks dropped since the process started. */
  lost = 0;

  constructor(pool: pg.Pool, spool: ClickSpool, log: Logger) {
    this.#pool = pool;
    this.#spool = spool;
    this.#log = log;
  }

  start(): void {
    this.#timers.push(setInterval(() => this.#flush(), FLUSH_MS).unref());
    this.#timers.push(setInterval(() => this.#replay(), REPLAY_MS).unref());
  }

  record(click: Click): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(click);
    else this.lost++;
  }

  /** Writes the remaining clicks. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#replaying;
    this.#flush();
    await Promise.all(this.#writing);
  }

  #flush(): void {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.length > BATCH ? this.#waiting.splice(0, BATCH) : this.#waiting;
      if (batch === this.#waiting) this.#waiting = [];
      const stays = this.#away || this.#writing.size >= MAX_WRITING;
      const file = this.#hold(batch, stays);
      if (stays && file) continue;
      const writing = this.#write(batch, file).finally(() => this.#writing.delete(writing));
      this.#writing.add(writing);
      // Without a disk, the rest waits for the database.
      if (!file && this.#writing.size >= MAX_WRITING) return;
    }
  }

  /** Returns the file that holds the clicks, or null when the disk takes none. */
  #hold(clicks: Click[], durable: boolean): string | null {
    try {
      return this.#spool.hold(clicks, durable);
    } catch (error) {
      this.#log.error({ err: error }, 'failed to spool clicks');
      return null;
    }
  }

  async #write(clicks: Click[], file: string | null): Promise<void> {
    try {
      await insertClicks(this.#pool, clicks);
      if (file) await this.#spool.release(file);
    } catch (error) {
      if (!this.#away) this.#log.warn({ err: error }, 'failed to write clicks; they stay in the spool');
      this.#away = true;
      if (!file) for (const click of clicks) this.record(click);
    }
  }

  #replay(): void {
    this.#replaying ??= this.#replayAll().finally(() => {
      this.#replaying = null;
    });
  }

  async #replayAll(): Promise<void> {
    try {
      // Checks whether the database is back, also when the spool is empty.
      if (this.#away) await insertClicks(this.#pool, []);
      const written = await this.#spool.replay(
        (clicks) => this.#writeLate(clicks),
        (error) => this.#isRefused(error),
      );
      if (this.#away || written > 0) this.#log.info({ written }, 'wrote the spooled clicks');
      this.#away = false;
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        this.#log.error({ err: error }, 'failed to read the spool of clicks');
    }
  }

  async #writeLate(clicks: readonly Click[]): Promise<void> {
    await insertClicks(this.#pool, clicks);
    await markLate(
      this.#pool,
      clicks.map(({ at }) => at),
    );
  }

  #isRefused(error: unknown): boolean {
    const isData = /^2[23]/.test(codeOf(error) ?? '');
    if (isData)
      this.#log.error({ err: error }, 'the database refuses spooled clicks; their file is set aside');
    return isData;
  }
}
