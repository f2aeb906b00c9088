import {
  AffiliateAnalytics,
  AnalyticsGroup,
  CreatorAnalytics,
} from '@troupe/domain/affiliate/affiliate-analytics';
import { Day, Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const query = z.object({
  /** First and last day, in the program's zone; the last 30 days by default, at most 800. */
  from: Day.optional(),
  to: Day.optional(),
  groupBy: AnalyticsGroup.default('day'),
  campaignId: Id.optional(),
});
const ABOUT =
  "Days are in the program's time zone; the period can be up to 800 days and defaults to the last 30. Orders count on the day they were placed. Amounts are in minor units and never added across currencies. `previous` is the preceding period of the same length.";

export const getAffiliateAnalytics = defineCall({
  name: 'getAffiliateAnalytics',
  noun: 'affiliate-analytics',
  method: 'GET',
  path: '/brands/affiliates/affiliate-analytics/:brandId',
  access: 'brand',
  summary: `Retrieves the affiliate program's metrics: clicks by verdict, credited orders, net revenue and commissions. ${ABOUT}`,
  params,
  query,
  output: z.object({ analytics: AffiliateAnalytics }),
});

export const getCreatorAnalytics = defineCall({
  name: 'getCreatorAnalytics',
  noun: 'affiliate-analytics',
  method: 'GET',
  path: '/brands/affiliates/affiliate-analytics/:brandId/creator/:productId',
  access: 'brand',
  summary: `Retrieves one creator's metrics. \`productId\` is the creator's ID in the program, as listed by \`filterAffiliates\`. ${ABOUT}`,
  params: params.extend({ productId: Id }),
  query,
  output: z.object({ analytics: CreatorAnalytics }),
  problems: ['not_found'],
});
