import { createBrand, getBrand, listBrands, updateBrand } from '@troupe/contract/account/brand';
import { brandAbilities } from '@troupe/domain/account/brand';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { insertBrand, readBrand, searchBrands, writeBrand } from './brand.queries.ts';

/** Brands, for their members and for administrators. */
export function brandRoutes(api: Api): void {
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

  api.implement(updateBrand, async ({ brandId, body }) => {
    const { name, website, description } = body;
    const details = { name: name.trim(), website, description: description.trim() };
    if (!(await writeBrand(api.db, brandId, details))) throw problem('not_found');
    return details;
  });

  api.implement(listBrands, async ({ query }) => ({
    brands: await searchBrands(api.db, query.search ?? ''),
  }));

  api.implement(createBrand, async ({ body }) => ({ brandId: await insertBrand(api.db, body) }));
}
