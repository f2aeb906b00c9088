import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import pRetry from 'p-retry';

/** The health of a provider as judged from an error. */
export interface Verdict {
  /** `up`: it responded with a rejection. `down`: it failed. `unknown`: the error has another cause. */
  health: 'up' | 'down' | 'unknown';
  /** Whether a retry is safe and may help. */
  again?: boolean;
  /** Minimum delay before the next attempt, in milliseconds, such as `Retry-After`. */
  pauseMs?: number;
  /** For `down`: a message for administrators, without personal data. */
  message?: string;
}

/** A circuit breaker shared by all processes and visible to administrators. */
export interface Circuit {
  book: ProviderGuard;
  provider: string;
  /** Returns the error to throw while the circuit is open. */
  held(until: Date): Error;
  /** True if the caller records success itself after reading the response. */
  leavesSuccess?: boolean;
}

export interface RetryOptions {
  attempts: number;
  judge(error: unknown): Verdict;
  circuit?: Circuit;
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;
/** No attempt starts later than this after the first one. */
const BUDGET_MS = 60_000;

/**
 * Calls a provider unless its circuit is open, and retries temporary failures. Delays double, starting at 200 to 400
 * ms with jitter, respect the provider's minimum, and are capped at 10 seconds.
 * @throws the error of the last attempt, or `circuit.held`
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  { attempts, judge, circuit }: RetryOptions,
): Promise<T> {
  const until = await circuit?.book.circuitOpenUntil(circuit.provider);
  if (circuit && until) throw circuit.held(until);
  let result: T;
  try {
    result = await pRetry(work, {
      retries: attempts - 1,
      minTimeout: FIRST_PAUSE_MS,
      maxTimeout: MAX_PAUSE_MS,
      maxRetryTime: BUDGET_MS,
      randomize: true,
      shouldRetry: async ({ error, retryDelay }) => {
        const { again = false, pauseMs = 0 } = judge(error);
        if (again) await sleep(Math.max(0, Math.min(pauseMs, MAX_PAUSE_MS) - retryDelay));
        return again;
      },
    });
  } catch (error) {
    const { health, message } = judge(error);
    if (health === 'down') await circuit?.book.recordCall({ provider: circuit.provider, ok: false, message });
    if (health === 'up' && !circuit?.leavesSuccess)
      await circuit?.book.recordCall({ provider: circuit.provider, ok: true });
    throw error;
  }
  if (!circuit?.leavesSuccess) await circuit?.book.recordCall({ provider: circuit.provider, ok: true });
  return result;
}
