import { z } from 'zod';

const Answer = z.object({
  keys: z.array(z.string()).max(1000),
  sessions: z.array(z.string()),
  grants: z.array(z.string()),
});

/** A list older than this is read again beside the call that noticed. */
const STALE_MS = 3_000;
/** A call waits for a list older than this, so that a quiet process does not act on old knowledge. */
const TOO_OLD_MS = 10_000;
const TIMEOUT_MS = 2_000;

/**
 * What the login host has revoked: signing keys, sessions and grants whose tokens have not expired. Read again at most
 * every 3 s while calls come in; a revocation takes effect within 10 s of the next call. While the login host does not
 * answer, the last known list counts: signing everybody out would be worse, and tokens end by themselves.
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

  /** Reads the list when it is due; waits for it only when what is known is too old. Never fails. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt < STALE_MS) return;
    // After a failure calls do not wait for the same silence one after the other.
    if (!this.#reading && now - this.#triedAt < STALE_MS) return;
    this.#triedAt = this.#reading ? this.#triedAt : now;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    if (now - this.#readAt >= TOO_OLD_MS) await this.#reading;
  }

  /** Whether a token signed with this key, or made from this session or grant, is revoked. */
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
      // The next call tries again.
    }
  }
}
