import type { Api } from '../../platform/api.ts';
import { reportRuns } from './report-runs.ts';
import { reportSchedules } from './report-schedules.ts';
import { reportShares } from './report-shares.ts';
import { reports } from './reports.ts';

/** Registers reports: what they show, when they are sent, how they were, and who may open them. */
export function reportsModule(api: Api): void {
  reports(api);
  reportSchedules(api);
  reportRuns(api);
  reportShares(api);
}
