import type { ReadSightings } from '@troupe/domain/affiliate/code-sighting';
import type { StoreParts } from '../commerce/store-access.ts';
import { affiliateAlerts } from './affiliate-alerts.ts';
import { affiliateAnalytics } from './affiliate-analytics.ts';
import { affiliateCodes } from './affiliate-codes.ts';
import { affiliateLinks } from './affiliate-links.ts';
import { affiliateOrders } from './affiliate-orders.ts';
import { affiliatePrograms } from './affiliate-programs.ts';
import { affiliates } from './affiliates.ts';
import { codeJobs } from './code-jobs.ts';
import { commissionStatementJobs, commissionStatements } from './commission-statements.ts';
import { commissions } from './commissions.ts';
import { doubleCommissions } from './find-double-commission.ts';
import { importCodes } from './import-codes.ts';
import { orderJourneyJobs } from './order-journeys.ts';
import { ownAffiliates } from './own-affiliates.ts';
import { programRehearsals } from './rehearse-program.ts';

/**
 * Registers the calls with which programs, creators, links, codes, orders and commissions are managed.
 * @param readSightings what social listening saw of codes
 */
export function affiliateModule(parts: StoreParts, readSightings: ReadSightings): void {
  const { api } = parts;
  affiliatePrograms(api);
  affiliates(api);
  ownAffiliates(api);
  affiliateLinks(api);
  affiliateOrders(api);
  affiliateAnalytics(api);
  programRehearsals(api);
  commissions(api);
  affiliateCodes(parts);
  importCodes(parts);
  codeJobs(parts);
  orderJourneyJobs(parts);
  commissionStatements(api);
  commissionStatementJobs(api);
  affiliateAlerts(api, readSightings);
  doubleCommissions(api);
}
