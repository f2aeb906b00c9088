import type { Api } from '../../../platform/api.ts';
import { grantPlanCredits } from './credit-plan.queries.ts';

/** The monthly credits of plans. Looked at every hour, so that a day on which nothing ran costs nobody anything. */
export function creditJobs(api: Api): void {
  api.jobs.every('7 * * * *', 'credit-plan', async () => {
    const granted = await grantPlanCredits(api.pool, api.db, api.clock.now());
    if (granted > 0) api.log.info({ granted }, 'plan credits granted');
  });
}
