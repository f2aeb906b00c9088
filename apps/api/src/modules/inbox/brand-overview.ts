import { getBrand, listBrands } from '@troupe/contract/inbox/brand-overview';
import { brandAbilities } from '@troupe/domain/inbox/brand-overview';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { readBrand, searchBrands } from './brand-overview.queries.ts';

/**
 * Registers the calls that return a brand with its plans, campaigns and unread counts, and search brands for
 * administrators.
 */
export function brandOverview(api: Api): void {
  api.implement(getBrand, async ({ brandId, caller }) => {
    const brand = await readBrand(api.db, brandId);
    if (!brand) throw problem('not_found');
    const { subscriptions, ...rest } = brand;
    const pastDue = subscriptions.some((subscription) => subscription.pastDue);
    const plans = subscriptions.filter(({ kind }) => kind === 'plan');
    return {
      ...rest,
      chargebeePastDue: pastDue,
      activeSubscriptions: plans,
      affiliateSubscription: subscriptions.find(({ kind }) => kind === 'affiliate') ?? null,
      abilities: brandAbilities(
        { role: caller.role, brandRole: caller.memberships.get(brandId) ?? null },
        { subscribed: plans.length > 0, pastDue, emailConfigured: brand.emailConfigured },
      ),
    };
  });

  api.implement(listBrands, async ({ query }) => ({
    brands: await searchBrands(api.db, query.search ?? ''),
  }));
}
