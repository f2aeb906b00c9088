import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { getReport, listReports } from '@troupe/contract/analytics/report';
import { getReportRun, listReportRuns } from '@troupe/contract/analytics/report-run';
import { getReportSchedule } from '@troupe/contract/analytics/report-schedule';
import { listReportShares, listShareViews } from '@troupe/contract/analytics/report-share';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { notify } from '@troupe/ui/feedback/notify';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';

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

/** Changes something about reports, and refreshes what shows it. */
export function useReportWrite<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  options: { failed: string; onError?: (error: Error) => boolean; onDone?: (output: Output) => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (output: Output) => options.onDone?.(output),
    onError: (error: Error) => {
      if (!options.onError?.(error)) notify.failure(options.failed, { detail: errorText(error) });
    },
    onSettled: () => Promise.all(NOUNS.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] }))),
  });
}

/** Campaigns for filters and forms. */
export const campaignsOptions = (brandId: string) =>
  callOptions(listCampaigns, { params: { brandId }, query: {} });
