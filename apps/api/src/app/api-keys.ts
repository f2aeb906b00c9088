import { problem } from '@troupe/domain/problem';
import { upTo } from '@troupe/server/cache';
import type { Logger } from '@troupe/server/log';
import { createLimiter, type RateCounters } from '@troupe/server/rate-counters';
import { LRUCache } from 'lru-cache';
import {
  API_KEY_CHANNEL,
  apiKeyHash,
  findApiKey,
  type KnownApiKey,
  recordUse,
} from '../modules/account/api-key/api-key.queries.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Listener } from '../platform/listen.ts';

const CACHE_MS = 10_000;
const USE_RECORDED_EVERY_MS = 5 * 60_000;

/** The dependencies of API key lookup. */
export interface ApiKeyParts {
  db: Database;
  listener: Listener;
  clock: Clock;
  log: Logger;
  rates: RateCounters;
  /** Calls per key and minute. */
  perMinute: number;
}

/** Looks up an API key by its secret. */
export type FindApiKey = (token: string) => Promise<KnownApiKey>;

/**
 * Looks up API keys, cached for 10 s and invalidated when any process announces a change. Returns the key; throws
 * `unauthenticated` for an invalid one and `rate_limited` for one used too often.
 */
export function apiKeys({ db, listener, clock, log, rates, perMinute }: ApiKeyParts): FindApiKey {
  const known = new LRUCache<string, KnownApiKey>({
    ...upTo(10_000),
    ttl: CACHE_MS,
    perf: { now: () => clock.now().getTime() },
  });
  const recorded = new LRUCache<string, number>(upTo(10_000));
  const limit = createLimiter(rates, 'api-key', perMinute);
  listener.on(API_KEY_CHANNEL, (id) => {
    for (const [hash, key] of known.entries()) if (!id || key.id === id) known.delete(hash);
  });

  function note(id: string): void {
    const now = clock.now();
    if ((recorded.get(id) ?? 0) > now.getTime() - USE_RECORDED_EVERY_MS) return;
    recorded.set(id, now.getTime());
    // Runs in the background: the call neither waits for it nor fails with it.
    recordUse(db, id, now, new Date(now.getTime() - USE_RECORDED_EVERY_MS)).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to record the use of an API key'),
    );
  }

  return async (token: string): Promise<KnownApiKey> => {
    const hash = apiKeyHash(token);
    if (!hash) throw refused();
    let key = known.get(hash);
    if (!key) {
      const found = await findApiKey(db, hash);
      if (!found) throw refused();
      // Cache only after a lookup: refreshing on each use would keep a revoked key alive.
      known.set(hash, found);
      key = found;
    }
    if (key.expiresAt && Date.parse(key.expiresAt) <= clock.now().getTime()) throw refused();
    await limit(key.id);
    note(key.id);
    return key;
  };
}

const refused = () => problem('unauthenticated', { message: 'This API key is invalid, expired or revoked.' });
