import { getUsage, listCollaborations } from '@troupe/contract/campaigns/usage';
import { planOf } from '@troupe/domain/billing/plan';
import { monthOf, monthSpan } from '@troupe/domain/campaigns/usage';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import { readBalance } from '../billing/credit/credit.queries.ts';
import { readPlan } from '../billing/subscription/subscription.queries.ts';
import { readSeats } from '../outreach/team-invites.ts';
import { collaborationsByMonth, creditsByDay, readCollaborations } from './usage/usage.queries.ts';

/** Registers the calls for plan usage and the details behind each figure. */
export function usage({ db, clock, implement }: Api): void {
  implement(getUsage, async ({ brandId }) => {
    const now = clock.now();
    const [held, team, months, balance, days] = await Promise.all([
      readPlan(db, brandId),
      readSeats(db, brandId, now),
      collaborationsByMonth(db, brandId, now),
      readBalance(db, brandId),
      creditsByDay(db, brandId, now),
    ]);
    const plan = planOf(held?.planId ?? null);
    return {
      asOf: now.toISOString(),
      team,
      collaborations: {
        used: months.at(-1)?.count ?? 0,
        limit: plan?.collaborations ?? null,
        resets: monthSpan(monthOf(now)).to.toISOString(),
        months,
      },
      credits: { ...balance, monthly: plan?.credits ?? null, days },
    };
  });

  implement(listCollaborations, async ({ brandId, query: { month, page } }) => {
    const found = await readCollaborations(db, brandId, monthSpan(month), page);
    return { ...found, ...pagesOf(page, found.total) };
  });
}
