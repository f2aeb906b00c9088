import { problem } from '@troupe/domain/problem';
import type { RateCounters } from './rate-counters.ts';

/** Limits up to this number are exact across processes; larger ones may be exceeded within a second. */
const EXACT_UP_TO = 100;

/** Counts what somebody does; throws `rate_limited` once it is too often. */
export type Limiter = (key: string) => Promise<void>;

/**
 * Returns a limiter shared by all processes.
 * @param name what is limited, unique
 * @param max how often one key may do it within `ms` milliseconds of the first time
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
