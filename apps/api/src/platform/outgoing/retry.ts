import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import pRetry from 'p-retry';

/** What an error says about the provider. */
export interface Verdict {
  /** `up`: it answered, and said no. `down`: the failure is its own. `unknown`: the error is about neither. */
  health: 'up' | 'down' | 'unknown';
  /** Whether another attempt may help and does no harm. */
  again?: boolean;
  /** The least pause before the next attempt, in milliseconds, such as `Retry-After`. */
  pauseMs?: number;
  /** Of `down`: for administrators, without personal data. */
  message?: string;
}

/** Holds calls back after failures in a row, for all processes together; administrators see it. */
export interface Circuit {
  book: ProviderGuard;
  provider: string;
  /** What is thrown while calls are held back. */
  held(until: Date): Error;
  /** True where the caller reads the answer before it notes a success itself. */
  leavesSuccess?: boolean;
}

export interface RetryOptions {
  attempts: number;
  judge(error: unknown): Verdict;
  circuit?: Circuit;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** No attempt starts later than this after the first one. */
const BUDGET_MS = 60_000;

/**
 * Calls a provider: not while its circuit is open, and again after failures that another attempt may mend. Pauses double
 * from 200 to 400 ms on, with jitter, and last at least as long as the provider asked for, at most 10 seconds.
 * @throws what the last attempt threw, or `circuit.held`
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
      maxTimeout: LONGEST_PAUSE_MS,
      maxRetryTime: BUDGET_MS,
      randomize: true,
      shouldRetry: async ({ error, retryDelay }) => {
        const { again = false, pauseMs = 0 } = judge(error);
        if (again) await sleep(Math.max(0, Math.min(pauseMs, LONGEST_PAUSE_MS) - retryDelay));
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
