import { ReportEvidence } from '@troupe/domain/analytics/report-run';
import { ReportShare, ReportShareForm, SharedReport, ShareView } from '@troupe/domain/analytics/report-share';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ shareId: Id });
const noun = 'report-share';

/** 256 random bits as base64url. */
const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const listReportShares = defineCall({
  name: 'listReportShares',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/shares',
  access: 'brand',
  peopleOnly: true,
  summary: "Lists the links to a brand's reports, newest first. Revoked links stay listed for a year.",
  params,
  query: z.object({ reportId: Id.optional(), page: PageNumber.default(1) }),
  output: z.object({ shares: z.array(ReportShare), ...paging }),
});

export const createReportShare = defineCall({
  name: 'createReportShare',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports/:reportId/shares',
  access: 'brand',
  peopleOnly: true,
  audit: 'Shared report by link',
  summary:
    'Creates a link that lets anyone view a report, either live or as captured by a run. It can have a password, an expiration date and a view limit. A report can have up to 50 active links.',
  params: params.extend({ reportId: Id }),
  body: ReportShareForm,
  output: z.object({ share: ReportShare }),
  problems: ['not_found'],
});

export const rotateReportShare = defineCall({
  name: 'rotateReportShare',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports/shares/:shareId/rotate',
  access: 'brand',
  peopleOnly: true,
  audit: 'Replaced shared report link',
  summary:
    'Replaces a link. The old one stops working immediately, and viewers have to enter the password again.',
  params: one,
  output: z.object({ share: ReportShare }),
  problems: ['not_found', 'invalid_transition'],
});

export const revokeReportShare = defineCall({
  name: 'revokeReportShare',
  noun,
  method: 'DELETE',
  path: '/brand/:brandId/reports/shares/:shareId',
  access: 'brand',
  peopleOnly: true,
  audit: 'Revoked shared report link',
  summary: 'Revokes a link. Its view log is kept. Revoking again has no effect.',
  params: one,
  output: z.object({ share: ReportShare }),
  problems: ['not_found'],
});

export const listShareViews = defineCall({
  name: 'listShareViews',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/shares/:shareId/views',
  access: 'brand',
  peopleOnly: true,
  summary:
    "Lists up to 200 views of a link, newest first. Each has its time, device type and browser. IP addresses aren't stored.",
  params: one,
  output: z.object({ views: z.array(ShareView) }),
  problems: ['not_found'],
});

export const getSharedReport = defineCall({
  name: 'getSharedReport',
  noun,
  method: 'GET',
  path: '/shared/:token',
  access: 'public',
  summary:
    'Retrieves a shared report by its link token. A password-protected report requires the header `X-Share-Access`; get its value from `POST /shared/:token/password`. Each request counts as a view, unless it repeats an `X-Share-View` ID sent within the last hour. Returns 404 if the link is unknown, expired, used up or revoked, or if the brand was closed.',
  params: z.object({ token: ShareToken }),
  output: z.object({ report: SharedReport }),
  problems: ['not_found', 'rate_limited'],
});

const SHARED_FILE =
  'Takes the same headers as `GET /shared/:token` and counts as a view in the same way. Limited to 30 files per minute for each IP address.';
const sharedFile = (format: 'pdf' | 'xlsx' | 'csv', name: string, type: string, summary: string) =>
  defineCall({
    name,
    noun,
    method: 'GET',
    path: `/shared/:token/${format}`,
    access: 'public',
    summary: `${summary} ${SHARED_FILE}`,
    params: z.object({ token: ShareToken }),
    file: type,
    problems: ['not_found', 'rate_limited'],
  });

export const getSharedPdf = sharedFile(
  'pdf',
  'getSharedPdf',
  'application/pdf',
  'Downloads a shared report as PDF.',
);
export const getSharedXlsx = sharedFile(
  'xlsx',
  'getSharedXlsx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'Downloads a shared report as an Excel workbook.',
);
export const getSharedCsv = sharedFile(
  'csv',
  'getSharedCsv',
  'text/csv',
  'Downloads all metrics of a shared report as CSV.',
);

export const getSharedEvidence = defineCall({
  name: 'getSharedEvidence',
  noun,
  method: 'GET',
  path: '/shared/:token/json',
  access: 'public',
  summary: `Retrieves a shared report as data with its hash, without the items behind its sums. ${SHARED_FILE}`,
  params: z.object({ token: ShareToken }),
  output: ReportEvidence,
  problems: ['not_found', 'rate_limited'],
});

export const openSharedReport = defineCall({
  name: 'openSharedReport',
  noun,
  method: 'POST',
  path: '/shared/:token/password',
  access: 'public',
  summary:
    'Checks the password of a shared report. Returns a value for the header `X-Share-Access`, which is valid for an hour. Limited to 10 attempts every 15 minutes per link and per IP address.',
  params: z.object({ token: ShareToken }),
  body: z.object({ password: z.string().max(400) }),
  output: z.object({ access: z.string() }),
  problems: ['not_found', 'rate_limited'],
});
