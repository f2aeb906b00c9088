import {
  Report,
  ReportForm,
  ReportSnapshot,
  ReportSummary,
  ReportVersion,
} from '@troupe/domain/analytics/report';
import { Id, PageNumber, paging, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ reportId: Id });
const noun = 'report';

/** Enough for 40 widgets with their texts. */
const BODY_LIMIT = 1024 * 1024;

export const listReports = defineCall({
  name: 'listReports',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports',
  access: 'brand',
  summary: "Lists a brand's reports, most recently updated first.",
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({
    reports: z.array(ReportSummary),
    /** The brand's logo on its reports. */
    logoUrl: z.string().nullable(),
    ...paging,
  }),
});

export const createReport = defineCall({
  name: 'createReport',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports',
  access: 'brand',
  audit: 'Created report',
  summary:
    'Creates a report from up to 40 of the available widgets. Nothing is calculated until the report is opened, run or shared. A brand can have up to 200 reports.',
  params,
  body: ReportForm,
  bodyLimit: BODY_LIMIT,
  output: z.object({ report: Report }),
});

export const getReport = defineCall({
  name: 'getReport',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId',
  access: 'brand',
  summary: 'Retrieves a report.',
  params: one,
  output: z.object({ report: Report }),
  problems: ['not_found'],
});

export const changeReport = defineCall({
  name: 'changeReport',
  noun,
  method: 'PUT',
  path: '/brand/:brandId/reports/:reportId',
  access: 'brand',
  audit: 'Changed report',
  summary:
    "Replaces a report's content and creates a new version. Runs keep the version they were created with. Returns 409 if `version` is outdated.",
  params: one,
  body: ReportForm.extend({ version: Version }),
  bodyLimit: BODY_LIMIT,
  output: z.object({ report: Report }),
  problems: ['not_found', 'conflict'],
});

export const deleteReport = defineCall({
  name: 'deleteReport',
  noun,
  method: 'DELETE',
  path: '/brand/:brandId/reports/:reportId',
  access: 'brand',
  audit: 'Deleted report',
  summary: 'Deletes a report with its schedule, runs and links.',
  params: one,
  problems: ['not_found'],
});

export const listReportVersions = defineCall({
  name: 'listReportVersions',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId/versions',
  access: 'brand',
  summary: 'Lists up to 100 versions of a report, newest first.',
  params: one,
  output: z.object({ versions: z.array(ReportVersion) }),
  problems: ['not_found'],
});

export const previewReport = defineCall({
  name: 'previewReport',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports/preview',
  access: 'brand',
  audit: false,
  summary: 'Calculates a report without saving it. Limited to 30 calls a minute per brand.',
  params,
  body: ReportForm,
  bodyLimit: BODY_LIMIT,
  output: z.object({ snapshot: ReportSnapshot }),
  problems: ['rate_limited'],
});

export const uploadReportLogo = defineCall({
  name: 'uploadReportLogo',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports/logo',
  access: 'brand',
  audit: 'Changed report logo',
  summary:
    "Uploads the brand's logo for its reports. Accepts JPEG, PNG and WebP up to 10 MB, detected from the file's content.",
  params,
  multipart: true,
  output: z.object({ logoUrl: z.string() }),
  problems: ['unsupported_type', 'too_large'],
});

export const deleteReportLogo = defineCall({
  name: 'deleteReportLogo',
  noun,
  method: 'DELETE',
  path: '/brand/:brandId/reports/logo',
  access: 'brand',
  audit: 'Removed report logo',
  summary: "Removes the brand's logo from its reports. Removing it again has no effect.",
  params,
});

export const getReportLogo = defineCall({
  name: 'getReportLogo',
  noun,
  method: 'GET',
  path: '/report-logo/:brandId/:name',
  access: 'public',
  summary:
    "Downloads the brand's logo for its reports. The file name changes with the logo, so responses can be cached indefinitely.",
  params: z.object({ brandId: Id, name: z.string().regex(/^[0-9a-f]{32}\.png$/) }),
  file: 'image/png',
  problems: ['not_found'],
});
