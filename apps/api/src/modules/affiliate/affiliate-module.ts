import type { Api } from '../../platform/api.ts';
import { affiliateLinks } from './affiliate-links.ts';
import { affiliateOrders } from './affiliate-orders.ts';
import { affiliatePrograms } from './affiliate-programs.ts';
import { affiliates } from './affiliates.ts';
import { commissions } from './commissions.ts';
import { ownAffiliates } from './own-affiliates.ts';

/** Registers the calls with which programs, creators and links are managed. */
export function affiliateModule(api: Api): void {
  affiliatePrograms(api);
  affiliates(api);
  ownAffiliates(api);
  affiliateLinks(api);
  affiliateOrders(api);
  commissions(api);
}
