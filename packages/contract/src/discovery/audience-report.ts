import { AudienceReport, PurchasedReport } from '@troupe/domain/discovery/audience-report';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, Instant, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const creatorRef = { socialProfileId: Id, socialId: text({ max: 200 }).nullable().optional() };

const heldReport = z.object({
  id: Id.nullable(),
  report: AudienceReport.nullable(),
  /** Link to the PDF, valid for one hour without signing in. */
  reportUrl: z.string().nullable(),
  ageDays: z.int().nullable(),
  mayUpdate: z.boolean(),
  purchased: Instant.nullable(),
  /** When the brand's purchase in progress started; null if there is none. */
  underWay: Instant.nullable(),
});

export const getAudienceData = defineCall({
  name: 'getAudienceData',
  noun: 'audience-report',
  method: 'GET',
  path: '/brand/:brandId/audience-data',
  access: 'brand',
  summary:
    "Retrieves the brand's latest audience report for a creator. `report` is null until one is purchased. Also states whether a purchase is in progress.",
  params,
  query: z.object({ socialProfileId: Id, socialId: text({ max: 200 }).optional() }),
  output: heldReport,
  problems: ['not_found'],
  messageField: 'err',
});

export const buyAudienceData = defineCall({
  name: 'buyAudienceData',
  noun: 'audience-report',
  method: 'POST',
  path: '/brand/:brandId/audience-data',
  access: 'brand',
  audit: 'Bought deep insights report',
  effect: 'Spends 1 credit.',
  summary:
    "Purchases an audience report for 1 credit. If the brand already has the report, it's returned with `found: true` and no credit is charged. Set `forceReload` to update a report that is at least one day old, for 1 credit.",
  params,
  body: z.object({ ...creatorRef, forceReload: z.boolean().default(false) }),
  output: heldReport.extend({ found: z.boolean(), charged: z.int() }),
  problems: [
    'sample_data',
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
  summary: 'Lists creators the brand has audience reports for, most recent purchase first.',
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
  audit: 'Exported deep insights report',
  summary: 'Downloads an audience report as CSV. Each row is one audience segment with its share.',
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
  summary: 'Downloads an audience report as PDF through a signed URL that is valid for one hour.',
  params: z.object({ token: z.string().max(500) }),
  file: 'application/pdf',
  problems: ['not_found'],
});
