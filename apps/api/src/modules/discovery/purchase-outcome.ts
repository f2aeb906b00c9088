import { setTimeout as sleep } from 'node:timers/promises';
import { type ProblemCode, problem, problems } from '@troupe/domain/problem';
import type { Database } from '../../platform/database.ts';
import { type Purchase, readPurchase } from './audience-report/audience-purchase.queries.ts';
import { readReport, type StoredReport } from './audience-report/audience-report.queries.ts';

const LONGEST_WAIT_MS = 40_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

const isProblemCode = (code: string | null): code is ProblemCode => code !== null && code in problems;

/**
 * Returns how to wait for a purchase of another process, up to 40 seconds. All waiters of a purchase share one polling
 * loop.
 */
export function createWaits<T extends { id: string; state: string }>(
  read: (id: string) => Promise<T | null>,
): (purchase: T) => Promise<T | null> {
  const watched = new Map<string, Promise<T | null>>();

  async function watch(id: string): Promise<T | null> {
    const until = Date.now() + LONGEST_WAIT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const purchase = await read(id);
      if (purchase?.state !== 'open' || Date.now() > until) return purchase;
      await sleep(pause);
    }
  }

  return async (known) => {
    if (known.state !== 'open') return known;
    const watching = watched.get(known.id) ?? watch(known.id).finally(() => watched.delete(known.id));
    watched.set(known.id, watching);
    return watching;
  };
}

/** Returns the problem a purchase ended with; `retry_later` if it hasn't ended. */
export const outcomeProblem = (outcome: string | null) =>
  problem(isProblemCode(outcome) ? outcome : 'retry_later');

/**
 * Waits for another process's purchase. Returns the report, throws its failure, or `retry_later` if it takes too long.
 */
export function createOutcomes(db: Database): (purchase: Purchase) => Promise<StoredReport> {
  const wait = createWaits<Purchase>((id) => readPurchase(db, id));
  return async (known) => {
    const ended = await wait(known);
    const stored = ended?.reportId ? await readReport(db, known.brandId, ended.reportId) : null;
    if (stored) return stored;
    throw outcomeProblem(ended?.outcome ?? null);
  };
}
