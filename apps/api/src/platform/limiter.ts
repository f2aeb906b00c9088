import { problem } from '@troupe/domain/problem';
import { LRUCache } from 'lru-cache';

/** Throws `rate_limited` when `key` (an address, say) does something more than `max` times within `ms` of the first. */
export function createLimiter(max: number, ms = 60_000): (key: string) => void {
  const counts = new LRUCache<string, { count: number }>({ max: 20_000, ttl: ms });
  return (key) => {
    const known = counts.get(key);
    if (!known) return void counts.set(key, { count: 1 });
    if (++known.count <= max) return;
    const minutes = Math.ceil(counts.getRemainingTTL(key) / 60_000);
    throw problem('rate_limited', {
      retryAfter: minutes * 60,
      ...(minutes > 1 ? { message: `Too many requests. Try again in ${minutes} minutes.` } : {}),
    });
  };
}
