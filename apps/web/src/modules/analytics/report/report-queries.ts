import { keepPreviousData } from '@tanstack/react-query';
import { getReport, listReports } from '@troupe/contract/analytics/report';
import { getReportRun, listReportRuns } from '@troupe/contract/analytics/report-run';
import { getReportSchedule } from '@troupe/contract/analytics/report-schedule';
import { listReportShares, listShareViews } from '@troupe/contract/analytics/report-share';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { callOptions } from '../../../shared/call/query.ts';
import { useWrite, type Write, type WriteOptions } from '../../../shared/call/use-write.ts';

const NOUNS = ['report', 'report-schedule', 'report-run', 'report-share'];

export const reportsOptions = (brandId: string, page = 1) =>
  Object.assign({}, callOptions(listReports, { params: { brandId }, query: { page } }), {
    placeholderData: keepPreviousData,
  });
export const reportOptions = (brandId: string, reportId: string) =>
  callOptions(getReport, { params: { brandId, reportId } });
export const scheduleOptions = (brandId: string, reportId: string) =>
  callOptions(getReportSchedule, { params: { brandId, reportId } });
export const runsOptions = (brandId: string, reportId: string, page = 1) =>
  Object.assign({}, callOptions(listReportRuns, { params: { brandId, reportId }, query: { page } }), {
    placeholderData: keepPreviousData,
  });
export const runOptions = (brandId: string, reportId: string, runId: string) =>
  callOptions(getReportRun, { params: { brandId, reportId, runId } });
export const sharesOptions = (brandId: string, reportId: string | null, page = 1) =>
  Object.assign(
    {},
    callOptions(listReportShares, { params: { brandId }, query: { page, reportId: reportId ?? undefined } }),
    { placeholderData: keepPreviousData },
  );
export const viewsOptions = (brandId: string, shareId: string) =>
  callOptions(listShareViews, { params: { brandId, shareId } });

/** A change to reports, after which what shows them refetches. */
export const useReportWrite = <Input, Output>(
  write: Write<Input, Output>,
  options: WriteOptions<Input, Output>,
) => useWrite(NOUNS, write, options);

/** Campaigns for filters and forms. */
export const campaignsOptions = (brandId: string) =>
  callOptions(listCampaigns, { params: { brandId }, query: {} });
