import type { Api } from '../../../platform/api.ts';
import { compareTotals, countStaleSales } from './sales-total.queries.ts';

const DAY_MS = 86_400_000;
/** Orders older than this hardly change, and were compared before. */
const COMPARED_DAYS = 100;

/** Background work of the totals that screens read: counting what changed, and a nightly comparison. */
export function salesTotalJobs({
  jobs,
  pool,
  clock,
  log,
}: Pick<Api, 'jobs' | 'pool' | 'clock' | 'log'>): void {
  jobs.every('* * * * *', 'affiliate-sales-count', () => countStaleSales(pool).then(() => undefined), {
    policy: 'short',
  });
  jobs.every('23 3 * * *', 'affiliate-totals-compare', () => compareAll({ pool, log }, clock.now()), {
    policy: 'short',
  });
}

/** Compares totals with what they add up, puts them right, and reports differences: each is a defect. */
async function compareAll({ pool, log }: Pick<Api, 'pool' | 'log'>, now: Date): Promise<void> {
  const since = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - COMPARED_DAYS * DAY_MS);
  const found = await compareTotals(pool, since, now);
  if (Object.values(found).some((count) => count > 0))
    log.error({ found }, 'totals of affiliate programs differed from what they add up and were corrected');
}
