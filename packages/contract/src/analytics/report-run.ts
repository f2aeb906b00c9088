import { ReportChanges, ReportSnapshot } from '@troupe/domain/analytics/report';
import { ReportEvidence, ReportRun } from '@troupe/domain/analytics/report-run';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id, reportId: Id });
const one = params.extend({ runId: Id });
const noun = 'report-run';

export const runReport = defineCall({
  name: 'runReport',
  noun,
  method: 'POST',
  path: '/brand/:brandId/reports/:reportId/run',
  access: 'brand',
  audit: 'Ran report',
  summary:
    'Calculates a report and saves the result as a run. Nothing is sent. With an `Idempotency-Key`, repeating the call returns the same run. Limited to 30 runs an hour per report.',
  params,
  output: z.object({ run: ReportRun }),
  problems: ['not_found', 'rate_limited'],
});

export const listReportRuns = defineCall({
  name: 'listReportRuns',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId/runs',
  access: 'brand',
  summary: "Lists a report's runs, newest first.",
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ runs: z.array(ReportRun), ...paging }),
  problems: ['not_found'],
});

export const getReportRun = defineCall({
  name: 'getReportRun',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId/runs/:runId',
  access: 'brand',
  summary: 'Retrieves a run with its metrics as calculated at the time.',
  params: one,
  output: z.object({ run: ReportRun, snapshot: ReportSnapshot }),
  problems: ['not_found'],
});

export const getReportChanges = defineCall({
  name: 'getReportChanges',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId/runs/:runId/changes',
  access: 'brand',
  summary:
    "Retrieves what changed since the previous run. `corrections` compares that run's days as calculated then and in this run, with the items behind each difference and the reason: a refund, an order or journey recorded late, an order credited differently, corrected views or a new cost. `movements` compares the metrics of both runs.",
  params: one,
  output: z.object({ changes: ReportChanges }),
  problems: ['not_found'],
});

const file = (format: 'pdf' | 'xlsx' | 'csv', name: string, type: string, summary: string) =>
  defineCall({
    name,
    noun,
    method: 'GET',
    path: `/brand/:brandId/reports/:reportId/runs/:runId/${format}`,
    access: 'brand',
    summary,
    params: one,
    file: type,
    problems: ['not_found'],
  });

export const getReportPdf = file('pdf', 'getReportPdf', 'application/pdf', 'Downloads a run as PDF.');
export const getReportXlsx = file(
  'xlsx',
  'getReportXlsx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'Downloads a run as an Excel workbook: one sheet for each widget.',
);
export const getReportCsv = file('csv', 'getReportCsv', 'text/csv', 'Downloads all metrics of a run as CSV.');

export const getReportEvidence = defineCall({
  name: 'getReportEvidence',
  noun,
  method: 'GET',
  path: '/brand/:brandId/reports/:reportId/runs/:runId/json',
  access: 'brand',
  summary:
    "Retrieves a run as data with its hash: SHA-256 of `snapshot` as canonical JSON (sorted keys, no whitespace; RFC 8785). `items` lists the entries behind each sum, up to 5,000 per sum. `verify-report.mjs`, available on the report's page, verifies the file offline.",
  params: one,
  output: ReportEvidence,
  problems: ['not_found'],
});
