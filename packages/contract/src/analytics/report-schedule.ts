import { ReportRun } from '@troupe/domain/analytics/report-run';
import { ReportSchedule, ReportScheduleForm } from '@troupe/domain/analytics/report-schedule';
import { Id, VersionOrZero } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id, reportId: Id });
const noun = 'report-schedule';
const path = '/brand/:brandId/reports/:reportId/schedule';

export const getReportSchedule = defineCall({
  name: 'getReportSchedule',
  noun,
  method: 'GET',
  path,
  access: 'brand',
  summary:
    "Retrieves a report's schedule. Null if it has none. `next` lists the next three send times, and `former` the recipients who left the team and no longer get the report.",
  params,
  output: z.object({ schedule: ReportSchedule.nullable() }),
  problems: ['not_found'],
});

export const putReportSchedule = defineCall({
  name: 'putReportSchedule',
  noun,
  method: 'PUT',
  path,
  access: 'brand',
  peopleOnly: true,
  audit: 'Scheduled report',
  summary:
    "Schedules a report daily, weekly or monthly at a local time in a time zone. If a month doesn't have the scheduled day, the report runs on the last day of that month. Times skipped by daylight saving time shift forward (02:30 becomes 03:30); repeated times run only on the first occurrence. Each occurrence runs once; after an outage, only the latest missed one runs. Send `version` 0 to create a schedule. Returns 409 if `version` is outdated.",
  params,
  body: ReportScheduleForm.extend({ version: VersionOrZero }),
  output: z.object({ schedule: ReportSchedule }),
  problems: ['not_found', 'conflict'],
});

export const sendReport = defineCall({
  name: 'sendReport',
  noun,
  method: 'POST',
  path: `${path}/send`,
  access: 'brand',
  peopleOnly: true,
  audit: 'Sent report by email',
  summary:
    "Runs a report and emails it to the recipients of its schedule. The next scheduled run isn't affected. With an `Idempotency-Key`, repeating the call doesn't send it again. Limited to 5 calls per hour for each report, and 200 emails per day to people outside the team; recipients over that limit are skipped.",
  params,
  output: z.object({ run: ReportRun }),
  problems: ['not_found', 'rate_limited'],
});

export const deleteReportSchedule = defineCall({
  name: 'deleteReportSchedule',
  noun,
  method: 'DELETE',
  path,
  access: 'brand',
  peopleOnly: true,
  audit: 'Removed report schedule',
  summary: "Removes a report's schedule. Runs are kept.",
  params,
  problems: ['not_found'],
});
