import {
  Analytics,
  AnalyticsCompare,
  AnalyticsRowKind,
  AnalyticsSetting,
  AnalyticsSort,
  AnalyticsStep,
  FormulaDescription,
  Sensitivity,
} from '@troupe/domain/analytics/analytics';
import { Platform } from '@troupe/domain/discovery/creator';
import { FormulaId } from '@troupe/domain/figure';
import { Day, Id, PageNumber, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const filter = {
  /** First and last day in the brand's time zone; the last 90 days by default, at most 1,100. */
  from: Day.optional(),
  to: Day.optional(),
  campaignId: Id.optional(),
  creatorId: Id.optional(),
  platform: Platform.optional(),
  /**
   * Converts all amounts to this currency at the rate of each item's day; `each` shows currencies separately. The
   * brand's setting by default.
   */
  currency: z
    .string()
    .regex(/^([A-Z]{3}|each)$/, { error: 'Use an ISO currency code such as EUR' })
    .optional(),
  /** An IANA time zone for days instead of the brand's. */
  zone: text({ max: 64 }).optional(),
};
const ABOUT =
  "Days are in the brand's time zone. Orders count on the day they were placed, posts on the day they went live, costs on the day they are dated. Amounts are in minor units and never added across currencies. Set `currency` to convert each amount at the European Central Bank rate for its day.";

export const getAnalytics = defineCall({
  name: 'getAnalytics',
  noun: 'analytics',
  method: 'GET',
  path: '/brand/:brandId/analytics',
  access: 'brand',
  summary: `Retrieves the results and costs of creator marketing. Covers metrics with their formulas, chart data points, and rows by campaign, creator, platform or post. ${ABOUT} \`unknown\` counts items left out because their value isn't known.`,
  params,
  query: z.object({
    from: filter.from,
    to: filter.to,
    campaignId: filter.campaignId,
    creatorId: filter.creatorId,
    platform: filter.platform,
    currency: filter.currency,
    zone: filter.zone,
    compare: AnalyticsCompare.default('previous'),
    /** Days to compare with, for `custom`. */
    compareFrom: Day.optional(),
    compareTo: Day.optional(),
    every: AnalyticsStep.optional(),
    groupBy: AnalyticsRowKind.optional(),
    sort: AnalyticsSort.optional(),
    page: PageNumber.default(1),
  }),
  output: z.object({ analytics: Analytics }),
  problems: ['not_found'],
});

export const listFormulas = defineCall({
  name: 'listFormulas',
  noun: 'analytics',
  method: 'GET',
  path: '/brand/:brandId/analytics/formulas',
  access: 'brand',
  summary:
    'Lists the formulas for all metrics. Campaigns, the affiliate program, analytics and reports use the same ones.',
  params,
  output: z.object({ formulas: z.array(FormulaDescription) }),
});

export const getEvidence = defineCall({
  name: 'getEvidence',
  noun: 'analytics',
  method: 'GET',
  path: '/brand/:brandId/analytics/figures/:formulaId/evidence',
  access: 'brand',
  audit: 'Downloaded metric evidence',
  summary: `Downloads the evidence for a metric. Includes every item it was calculated from, items left out, the calculation and its result, and a hash of the file. \`docs/verify-figure.mjs\` recalculates it offline. ${ABOUT} For monetary metrics, pass their currency as \`in\`, unless amounts are converted.`,
  params: params.extend({ formulaId: FormulaId }),
  query: z.object({
    from: filter.from,
    to: filter.to,
    campaignId: filter.campaignId,
    creatorId: filter.creatorId,
    platform: filter.platform,
    currency: filter.currency,
    zone: filter.zone,
    /** The currency of the figure, if amounts aren't converted. */
    in: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' })
      .optional(),
  }),
  file: 'application/json',
});

export const getSensitivity = defineCall({
  name: 'getSensitivity',
  noun: 'analytics',
  method: 'GET',
  path: '/brand/:brandId/analytics/sensitivity',
  access: 'brand',
  summary: `Calculates the return on ad spend under other attribution rules. Nothing is saved. ${ABOUT} Covers the newest 100,000 orders of the period; orders without buyer data keep their current attribution.`,
  params,
  query: z.object({
    from: filter.from,
    to: filter.to,
    currency: filter.currency,
    zone: filter.zone,
  }),
  output: z.object({ sensitivity: Sensitivity }),
  problems: ['rate_limited'],
});

export const getAnalyticsSetting = defineCall({
  name: 'getAnalyticsSetting',
  noun: 'analytics',
  method: 'GET',
  path: '/brand/:brandId/analytics/setting',
  access: 'brand',
  summary: 'Retrieves the analytics settings: margin, earned media value and display currency.',
  params,
  output: z.object({ setting: AnalyticsSetting }),
});

export const putAnalyticsSetting = defineCall({
  name: 'putAnalyticsSetting',
  noun: 'analytics',
  method: 'PUT',
  path: '/brand/:brandId/analytics/setting',
  access: 'brand',
  audit: 'Changed analytics settings',
  summary: 'Replaces the analytics settings.',
  params,
  body: AnalyticsSetting,
  output: z.object({ setting: AnalyticsSetting }),
});
