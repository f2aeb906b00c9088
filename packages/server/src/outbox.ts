import type { Logger } from './log.ts';

/** Rows that are sent in order: emails of one brand, events for one endpoint. */
export interface Lane {
  id: string;
  /** When the first row of the lane is due. */
  dueAt: Date;
  /** Whether the lane has been failing: such lanes get only some of the slots. */
  failing?: boolean;
}

/** The result of serving a lane. */
export interface TurnResult {
  /** When to serve the lane again, in milliseconds of the clock; null if nothing is due. */
  next: number | null;
  /** Whether the server shared by all lanes was reachable; omitted if it wasn't contacted. */
  reached?: boolean;
}

/** What differs between outboxes: the rows, their order, and how they are sent. */
export interface OutboxKind {
  /** For logs. */
  name: string;
  /** Lanes served concurrently by one process, and how many of them may be failing ones. */
  lanesAtOnce: number;
  failingAtOnce?: number;
  /** Maximum time between polls, because announcements can be lost. */
  pollMs: number;
  /** How long a lane pauses after its turn threw. */
  afterFailureMs: number;
  /** Returns lanes with something to send, in the order to serve them. */
  lanes(): Promise<Lane[]>;
  /** Claims and sends what is due in a lane, for one turn. `isStopping` becomes true when the process ends. */
  serve(laneId: string, isStopping: () => boolean): Promise<TurnResult>;
}

interface OutboxParts {
  clock: { now(): Date };
  log: Pick<Logger, 'error'>;
}

/** While the shared server is down, retries after 1 s, 2 s, 4 s ... up to this. */
const MAX_PAUSE_MS = 60_000;

/**
 * Sends rows that were written in the transaction of their cause. Lanes take turns by longest wait. Safe in any
 * number of processes, because `serve` claims rows with row locks.
 */
export class Outbox {
  readonly #clock: OutboxParts['clock'];
  readonly #log: OutboxParts['log'];
  readonly #kind: OutboxKind;
  readonly #lanes = new Map<string, { at: number; failing: boolean }>();
  readonly #underWay = new Map<string, { failing: boolean; done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #every: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;
  #pauseMs = 0;
  #pausedUntil = 0;

  constructor({ clock, log }: OutboxParts, kind: OutboxKind) {
    this.#clock = clock;
    this.#log = log;
    this.#kind = kind;
  }

  /** Starts sending and polling. */
  start(): void {
    this.#every = setInterval(() => this.wake(), this.#kind.pollMs);
    this.#every.unref();
    this.wake();
  }

  /** Polls immediately. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (this.#lookAgain) {
        this.#lookAgain = false;
        this.wake();
      } else this.#step();
    });
  }

  /** Finishes work in progress and takes nothing new. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#every);
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
  }

  async #look(): Promise<void> {
    try {
      for (const { id, dueAt, failing = false } of await this.#kind.lanes()) {
        // A waiting lane keeps its place in the queue.
        const at = Math.max(dueAt.getTime(), this.#now());
        this.#lanes.set(id, { at: Math.min(at, this.#lanes.get(id)?.at ?? at), failing });
      }
    } catch (error) {
      this.#log.error({ err: error, outbox: this.#kind.name }, 'failed to read the outbox');
    }
  }

  /** Starts turns that may start now, and sets the timer for the next one. */
  #step(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const pause = this.#pausedUntil - Date.now();
    if (pause > 0) {
      this.#timer = setTimeout(() => this.#step(), pause).unref();
      return;
    }
    for (let id = this.#nextLane(); id !== undefined; id = this.#nextLane()) this.#startTurn(id);
    // Lanes that are already due start when a turn ends.
    const now = this.#now();
    const later = [...this.#lanes.values()].map(({ at }) => at).filter((at) => at > now);
    const ms = Math.min(...later) - now;
    if (ms < this.#kind.pollMs) this.#timer = setTimeout(() => this.#step(), Math.max(ms, 1)).unref();
  }

  #nextLane(): string | undefined {
    const { lanesAtOnce, failingAtOnce = lanesAtOnce } = this.#kind;
    if (this.#underWay.size >= lanesAtOnce) return undefined;
    const noFailing = [...this.#underWay.values()].filter(({ failing }) => failing).length >= failingAtOnce;
    const now = this.#now();
    let found: string | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [id, { at, failing }] of this.#lanes) {
      if (at > now || at >= earliest || (failing && noFailing) || this.#underWay.has(id)) continue;
      found = id;
      earliest = at;
    }
    return found;
  }

  #startTurn(id: string): void {
    const failing = this.#lanes.get(id)?.failing ?? false;
    // Keep what a concurrent poll found.
    this.#lanes.delete(id);
    const done = this.#turn(id, failing).finally(() => {
      this.#underWay.delete(id);
      this.#step();
    });
    this.#underWay.set(id, { failing, done });
  }

  async #turn(id: string, failing: boolean): Promise<void> {
    const { name, afterFailureMs } = this.#kind;
    try {
      const { next, reached } = await this.#kind.serve(id, () => this.#stopped);
      if (reached !== undefined) this.#pauseAfter(reached);
      if (next !== null) this.#lanes.set(id, { at: next, failing: this.#lanes.get(id)?.failing ?? failing });
    } catch (error) {
      this.#log.error({ err: error, outbox: name, lane: id }, 'failed to serve an outbox lane');
      this.#lanes.set(id, { at: this.#now() + afterFailureMs, failing });
    }
  }

  /** Backs off instead of trying an unreachable server for every row. */
  #pauseAfter(reached: boolean): void {
    if (reached) {
      this.#pauseMs = 0;
      return;
    }
    // Concurrent turns fail together: count one failure.
    if (Date.now() < this.#pausedUntil) return;
    this.#pauseMs = Math.min(Math.max(1000, this.#pauseMs * 2), MAX_PAUSE_MS);
    this.#pausedUntil = Date.now() + this.#pauseMs;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
