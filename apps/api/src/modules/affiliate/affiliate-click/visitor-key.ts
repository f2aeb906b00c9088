import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from '@troupe/server/http';
import type { Logger } from '@troupe/server/log';
import type pg from 'pg';
import { openText, sealText } from '../../../platform/access/secret.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readSalts } from './affiliate-click.queries.ts';

const KEY_BYTES = 16;
const SALT_BYTES = 32;
const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Returns the network of an address in which visitors are not told apart by their address: of IPv4 the first 24 bits, of
 * IPv6 the first 56. Empty for what is no address.
 */
export function networkPrefix(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address)?.[1];
  if (ipv4) return ipv4;
  if (!/^[0-9a-f:]{2,39}$/i.test(address)) return '';
  const [a, b, c, d = ''] = networkOf(address).split(':');
  return [a, b, c, (Number.parseInt(d, 16) >> 8).toString(16)].join(':');
}

/** Returns the day (UTC) of a time in milliseconds, such as `2026-11-24`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The secrets behind visitor keys, one a day (UTC) for all processes together. Today's and tomorrow's are kept in
 * memory, so that a day may begin while the database is away.
 */
export class VisitorKeys {
  readonly #salts = new Map<string, Buffer>();
  readonly #pool: pg.Pool;
  readonly #secretKey: string;
  readonly #host: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  /** @param host the click host, part of each key */
  constructor(options: { pool: pg.Pool; secretKey: string; host: string; clock: Clock; log: Logger }) {
    this.#pool = options.pool;
    this.#secretKey = options.secretKey;
    this.#host = options.host;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Loads the salts, and keeps looking for those of the next day. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#load(), LOOK_EVERY_MS).unref();
    await this.#load();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    const now = this.#clock.now().getTime();
    const days = [dayOf(now), dayOf(now + DAY_MS)];
    for (const day of this.#salts.keys()) if (day < dayOf(now - DAY_MS)) this.#salts.delete(day);
    const missing = days.filter((day) => !this.#salts.has(day));
    if (missing.length === 0) return;
    try {
      const made = missing.map((day) => ({
        day,
        sealed: sealText(this.#secretKey, randomBytes(SALT_BYTES).toString('hex')),
      }));
      for (const { day, sealed } of await readSalts(this.#pool, made))
        this.#salts.set(day, Buffer.from(openText(this.#secretKey, sealed), 'hex'));
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to load the salts of visitor keys');
    }
  }

  /** Returns the key of a visitor for one day: HMAC-SHA-256 over network, user agent and click host, 16 bytes. */
  keyOf(at: number, network: string, userAgent: string): Buffer {
    const day = dayOf(at);
    let salt = this.#salts.get(day);
    if (!salt) {
      // The database was away for a whole day: use a salt of this process until it is back.
      salt = randomBytes(SALT_BYTES);
      this.#salts.set(day, salt);
    }
    return createHmac('sha256', salt)
      .update(`${network}\n${this.#host}\n${userAgent}`)
      .digest()
      .subarray(0, KEY_BYTES);
  }
}
