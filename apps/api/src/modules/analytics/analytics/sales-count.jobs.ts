import type { Api } from '../../../platform/api.ts';
import { newId } from '../../../platform/id.ts';
import {
  compareAnalytics,
  countStaleAnalytics,
  readCountedBrands,
  writeCheck,
} from './sales-count.queries.ts';

const DAY_MS = 86_400_000;
/** Orders older than this hardly change, and were compared before. */
const COMPARED_DAYS = 100;

type Parts = Pick<Api, 'pool' | 'clock' | 'log'>;

/** Background work of the sums that analytics read: counting what changed, and a nightly comparison with the ledgers. */
export function salesCountJobs(api: Pick<Api, 'jobs'> & Parts): void {
  const { jobs, pool } = api;
  jobs.every('* * * * *', 'analytics-count', () => countStaleAnalytics(pool).then(() => undefined), {
    policy: 'short',
  });
  // Not retried: what differed is right by then, and administrators would never see that it did.
  jobs.every('41 3 * * *', 'analytics-compare', () => compareAll(api), { policy: 'short', retryLimit: 0 });
}

/**
 * Compares the sums of all brands with orders, commissions and clicks, and puts them right.
 * @throws Error if some differed, which lists the job among the failed ones: each difference is a defect
 */
export async function compareAll({ pool, clock, log }: Parts): Promise<void> {
  const now = clock.now();
  const until = now.toISOString().slice(0, 10);
  const since = new Date(now.getTime() - COMPARED_DAYS * DAY_MS).toISOString().slice(0, 10);
  let differed = 0;
  for (const brandId of await readCountedBrands(pool)) {
    const found = await compareAnalytics(pool, brandId, { since, until });
    if (found.days === 0 && found.quarters === 0) continue;
    differed += 1;
    log.error({ brandId, found }, 'sums of analytics differed from the ledgers and are recounted');
    await writeCheck(pool, brandId, found, { id: newId(), now });
    await countStaleAnalytics(pool, { brandId });
  }
  if (differed > 0)
    throw new Error(
      `Sums of analytics differed from the ledgers for ${differed} brands. They were corrected.`,
    );
}
