import { AudienceReport, PurchasedReport } from '@troupe/domain/discovery/audience-report';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, Instant, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const whose = { socialProfileId: Id, socialId: text({ max: 200 }).nullable().optional() };

const held = z.object({
  id: Id.nullable(),
  report: AudienceReport.nullable(),
  /** Opens the report as PDF for an hour, without signing in. */
  reportUrl: z.string().nullable(),
  ageDays: z.int().nullable(),
  mayUpdate: z.boolean(),
  purchased: Instant.nullable(),
  /** Since when a purchase of the brand is on its way, by whomever; null when none is. */
  underWay: Instant.nullable(),
});

export const getAudienceData = defineCall({
  name: 'getAudienceData',
  noun: 'audience-report',
  method: 'GET',
  path: '/brand/:brandId/audience-data',
  access: 'brand',
  summary:
    'The newest report the brand holds on a creator, and whether one is on its way; `report` is null before the first.',
  params,
  query: z.object({ socialProfileId: Id, socialId: text({ max: 200 }).optional() }),
  output: held,
  problems: ['not_found'],
  messageField: 'err',
});

export const buyAudienceData = defineCall({
  name: 'buyAudienceData',
  noun: 'audience-report',
  method: 'POST',
  path: '/brand/:brandId/audience-data',
  access: 'brand',
  summary:
    'Buys a report for 1 credit, or with `forceReload` an update of one at least a day old. `found`: the brand held one already, nothing was deducted.',
  params,
  body: z.object({ ...whose, forceReload: z.boolean().default(false) }),
  output: held.extend({ found: z.boolean(), charged: z.int() }),
  problems: [
    'not_found',
    'subscription_required',
    'insufficient_credits',
    'retry_later',
    'empty_audience_data',
    'report_unavailable',
    'unavailable',
  ],
  messageField: 'err',
});

export const listAudienceReports = defineCall({
  name: 'listAudienceReports',
  noun: 'audience-report',
  method: 'GET',
  path: '/brand/:brandId/audience-reports',
  access: 'brand',
  summary: 'The creators the brand holds a report on, last bought first.',
  params,
  query: z.object({
    page: PageNumber.default(1),
    search: text({ max: 120 }).optional(),
    platform: several(Platform),
  }),
  output: z.object({ reports: z.array(PurchasedReport), ...paging }),
});

export const exportAudienceReport = defineCall({
  name: 'exportAudienceReport',
  noun: 'audience-report',
  method: 'GET',
  path: '/brand/:brandId/audience-reports/:reportId/csv',
  access: 'brand',
  summary: 'A report as CSV: one row a share of an audience, with its weight.',
  params: params.extend({ reportId: Id }),
  file: 'text/csv',
  problems: ['not_found'],
});

export const openAudienceReport = defineCall({
  name: 'openAudienceReport',
  noun: 'audience-report',
  method: 'GET',
  path: '/audience-report-file/:token',
  access: 'public',
  summary: 'A report as PDF, by a signed address that holds for an hour.',
  params: z.object({ token: z.string().max(500) }),
  file: 'application/pdf',
  problems: ['not_found'],
});
