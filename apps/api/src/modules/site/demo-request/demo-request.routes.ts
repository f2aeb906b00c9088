import { listDemoRequests } from '@troupe/contract/site/demo-request';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { readDemoRequests, removeOldDemoRequests } from './demo-request.queries.ts';

const DAY_MS = 86_400_000;
/** Whoever never became a customer is forgotten after two years, and spam after a month. */
const KEPT_DAYS = { all: 730, heldBack: 30 };

/** What administrators see of the requests for a demo. */
export function demoRequestRoutes({ implement, db }: Api): void {
  implement(listDemoRequests, async ({ query: { page, heldBack } }) => {
    const { requests, total } = await readDemoRequests(db, heldBack, page);
    return { requests, ...pagesOf(page, total) };
  });
}

/** Old requests go, every night. */
export function demoRequestJobs({ jobs, pool, clock, log }: Api): void {
  jobs.every('50 3 * * *', 'demo-request.sweep', async () => {
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const before = { all: ago(KEPT_DAYS.all), heldBack: ago(KEPT_DAYS.heldBack) };
    const removed = await withTransaction(pool, (tx) => removeOldDemoRequests(tx, before));
    if (removed > 0) log.info({ removed }, 'old requests for a demo removed');
  });
}
