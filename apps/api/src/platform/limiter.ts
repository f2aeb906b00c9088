import { problem } from '@troupe/domain/problem';
import { LRUCache } from 'lru-cache';

/** Throws `rate_limited` when `key` (an address, say) does something more than `max` times a minute. */
export function createLimiter(max: number): (key: string) => void {
  const counts = new LRUCache<string, { count: number }>({ max: 20_000, ttl: 60_000 });
  return (key) => {
    const known = counts.get(key);
    if (!known) return void counts.set(key, { count: 1 });
    if (++known.count > max) throw problem('rate_limited');
  };
}
