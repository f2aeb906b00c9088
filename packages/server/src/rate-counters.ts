import { problem } from '@troupe/domain/problem';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { upTo } from './cache.ts';
import type { Logger } from './log.ts';

/** How often counts are exchanged with other processes, in milliseconds. */
const EXCHANGE_MS = 1000;
/** Maximum counts per exchange. */
const EXCHANGE_SIZE = 2000;
const REMOVE_EVERY_MS = 60_000;

/** The count in the current window, and milliseconds until the window ends. */
export interface Rate {
  count: number;
  leftMs: number;
}

interface Counter {
  /** The total across processes at the last exchange. */
  shared: number;
  /** Counts of this process since then, and how many of them are being sent. */
  own: number;
  sending: number;
  /** The window's length, and its end by this process's clock. */
  ms: number;
  ends: number;
  /** The end of the database's window by its own clock; 0 before the first exchange. */
  closes: number;
}

/** A window's count in the database, and its end in milliseconds from now and since 1970. */
interface SharedCount {
  count: number;
  left: number;
  closes: number;
}

/**
 * Rate limit counters shared by all processes. Each process counts in memory and exchanges counts once a second in
 * one statement, whatever the load, so together they may exceed a limit by what happens within a second. `addNow`
 * exchanges immediately, for small limits.
 */
export class RateCounters {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #counters = new LRUCache<string, Counter>(upTo(50_000));
  readonly #changed = new Set<string>();
  readonly #exchanging: NodeJS.Timeout;
  #busy = false;
  #removed = Date.now();

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#exchanging = setInterval(() => void this.#exchangeAll(), EXCHANGE_MS).unref();
  }

  /** Counts once more unless `max` is reached; then returns `max + 1`. */
  add(key: string, ms: number, max: number): Rate {
    const counter = this.#counterOf(key, ms);
    const count = counter.shared + counter.sending + counter.own;
    const leftMs = counter.ends - Date.now();
    // Rejected requests aren't counted, so that a flood causes no writes.
    if (count >= max) return { count: max + 1, leftMs };
    counter.own++;
    this.#changed.add(key);
    return { count: count + 1, leftMs };
  }

  /** The same, exact across processes at the cost of a statement. @throws when the database is unreachable */
  async addNow(key: string, ms: number, max: number): Promise<Rate> {
    const counter = this.#counterOf(key, ms);
    if (counter.shared > max) return { count: counter.shared, leftMs: counter.ends - Date.now() };
    const [told] = await this.#write([{ key, by: 1, ms }]);
    if (!told) return { count: 1, leftMs: ms };
    learn(counter, told);
    return { count: told.count, leftMs: told.left };
  }

  stop(): void {
    clearInterval(this.#exchanging);
  }

  #counterOf(key: string, ms: number): Counter {
    const known = this.#counters.get(key);
    if (known && known.ends > Date.now()) return known;
    const counter = { shared: 0, own: 0, sending: 0, ms, ends: Date.now() + ms, closes: 0 };
    this.#counters.set(key, counter);
    return counter;
  }

  async #exchangeAll(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#changed.size > 0) {
        const keys = [...this.#changed].slice(0, EXCHANGE_SIZE);
        for (const key of keys) this.#changed.delete(key);
        await this.#exchange(keys);
      }
      if (Date.now() - this.#removed > REMOVE_EVERY_MS) {
        this.#removed = Date.now();
        await this.#pool.query('delete from rate_limit where expires_at < now()');
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to exchange rate limits');
    } finally {
      this.#busy = false;
    }
  }

  async #exchange(keys: readonly string[]): Promise<void> {
    const sent = keys
      // The same order in all processes prevents deadlocks.
      .toSorted()
      .map((key) => ({ key, counter: this.#counters.peek(key), by: 0 }))
      .filter((one): one is { key: string; counter: Counter; by: number } => (one.counter?.own ?? 0) > 0);
    if (sent.length === 0) return;
    for (const one of sent) {
      one.by = one.counter.own;
      one.counter.own = 0;
      one.counter.sending += one.by;
    }
    try {
      const rows = await this.#write(sent.map(({ key, by, counter: { ms } }) => ({ key, by, ms })));
      const results = new Map(rows.map((row) => [row.key, row]));
      for (const { key, counter, by } of sent) {
        counter.sending -= by;
        const known = results.get(key);
        if (known) learn(counter, known);
      }
    } catch (error) {
      for (const { key, counter, by } of sent) {
        counter.sending -= by;
        counter.own += by;
        this.#changed.add(key);
      }
      throw error;
    }
  }

  async #write(counts: readonly { key: string; by: number; ms: number }[]) {
    const { rows } = await this.#pool.query<SharedCount & { key: string }>({
      name: 'rate-limit',
      text: `insert into rate_limit as known (key, count, expires_at)
        select key, by, now() + ms * interval '1 millisecond'
        from unnest($1::text[], $2::int[], $3::float8[]) as new (key, by, ms)
        on conflict (key) do update set
          count = excluded.count + case when known.expires_at > now() then known.count else 0 end,
          expires_at = case when known.expires_at > now() then known.expires_at else excluded.expires_at end
        returning key, count, (extract(epoch from expires_at - now()) * 1000)::float8 as left,
          (extract(epoch from expires_at) * 1000)::float8 as closes`,
      values: [counts.map(({ key }) => key), counts.map(({ by }) => by), counts.map(({ ms }) => ms)],
    });
    return rows;
  }
}

/** Applies the database's count. Responses arrive in any order, and its windows end by its own clock. */
function learn(counter: Counter, { count, left, closes }: SharedCount): void {
  if (closes < counter.closes) return;
  counter.shared = closes > counter.closes ? count : Math.max(counter.shared, count);
  counter.closes = closes;
  counter.ends = Date.now() + left;
}

/** Limits up to this are exact across processes; higher ones may be exceeded within a second. */
const EXACT_UP_TO = 100;

/** Counts an action; throws `rate_limited` when there are too many. */
export type Limiter = (key: string) => Promise<void>;

/**
 * Returns a limiter shared by all processes.
 * @param name unique name of the limit
 * @param max how often a key may act within `ms` milliseconds of the first time
 */
export function createLimiter(rates: RateCounters, name: string, max: number, ms = 60_000): Limiter {
  return async (subject) => {
    const key = `${name}:${subject}`;
    const { count, leftMs } = max <= EXACT_UP_TO ? await rates.addNow(key, ms, max) : rates.add(key, ms, max);
    if (count <= max) return;
    const minutes = Math.ceil(leftMs / 60_000);
    throw problem('rate_limited', {
      retryAfter: minutes * 60,
      ...(minutes > 1 ? { message: `Too many requests. Try again in ${minutes} minutes.` } : {}),
    });
  };
}
