import { z } from 'zod';

const Answer = z.object({
  keys: z.array(z.string()).max(1000),
  sessions: z.array(z.string()),
  grants: z.array(z.string()),
});

/** A list older than this is refreshed in the background. */
const STALE_MS = 3_000;
/** A request waits for a list older than this, so that an idle process doesn't use outdated data. */
const TOO_OLD_MS = 10_000;
const TIMEOUT_MS = 2_000;

/**
 * The login host's revocations: signing keys, plus sessions and grants whose tokens haven't expired. Refreshed at
 * most every 3 s while requests arrive; a revocation takes effect within 10 s of the next request. While the login
 * host is down, the last known list applies: tokens expire anyway, and signing everyone out would be worse.
 */
export class RevocationList {
  readonly #address: string;
  readonly #onKeys: () => Promise<void>;
  #keys = new Set<string>();
  #origins = new Set<string>();
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /** @param onKeys called when another key was revoked */
  constructor(address: string, onKeys: () => Promise<void>) {
    this.#address = address;
    this.#onKeys = onKeys;
  }

  /** Refreshes the list when due; waits only if it is too old. Never throws. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt < STALE_MS) return;
    // After a failure, don't make every request wait for the same timeout.
    if (!this.#reading && now - this.#triedAt < STALE_MS) return;
    this.#triedAt = this.#reading ? this.#triedAt : now;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    if (now - this.#readAt >= TOO_OLD_MS) await this.#reading;
  }

  /** Returns whether tokens with this key, session or grant are revoked. */
  names({ kid, sid, gid }: { kid: string; sid: unknown; gid: unknown }): boolean {
    return this.#keys.has(kid) || this.#origins.has(`s:${sid}`) || this.#origins.has(`g:${gid}`);
  }

  async #read(): Promise<void> {
    try {
      const response = await fetch(this.#address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) return;
      const { keys, sessions, grants } = Answer.parse(await response.json());
      const known = this.#keys;
      this.#keys = new Set(keys);
      this.#origins = new Set([...sessions.map((id) => `s:${id}`), ...grants.map((id) => `g:${id}`)]);
      this.#readAt = performance.now();
      if (keys.some((kid) => !known.has(kid))) await this.#onKeys();
    } catch {
      // The next request retries.
    }
  }
}
