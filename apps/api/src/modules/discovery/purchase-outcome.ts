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
 * Waits for another process's purchase. All waiters of a purchase share one polling loop. Returns
 * the report, throws its failure, or `retry_later` if it takes too long.
 */
export function createOutcomes(db: Database): (purchase: Purchase) => Promise<StoredReport> {
  const watched = new Map<string, Promise<Purchase | null>>();

  async function watch(id: string): Promise<Purchase | null> {
    const until = Date.now() + LONGEST_WAIT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const purchase = await readPurchase(db, id);
      if (purchase?.state !== 'open' || Date.now() > until) return purchase;
      await sleep(pause);
    }
  }

  return async (known) => {
    let ended: Purchase | null = known;
    if (known.state === 'open') {
      const watching = watched.get(known.id) ?? watch(known.id).finally(() => watched.delete(known.id));
      watched.set(known.id, watching);
      ended = await watching;
    }
    const stored = ended?.reportId ? await readReport(db, known.brandId, ended.reportId) : null;
    if (stored) return stored;
    throw problem(isProblemCode(ended?.outcome ?? null) ? (ended?.outcome as ProblemCode) : 'retry_later');
  };
}
