import { mayUpdateReport, reportAgeDays } from '@troupe/domain/discovery/audience-report';
import { counted } from '@troupe/ui/lib/format';
import type { HeldReport } from './audience-report-queries.ts';

/** 'today', '1 day old', '3 days old': full days of 24 hours. */
export const ageText = (days: number): string =>
  days < 1 ? 'less than a day old' : `${counted(days, 'day')} old`;

/** How old a report is by now, and whether an update is offered. A page left open grows older with its report. */
export function reportAge({ report, ageDays, mayUpdate }: HeldReport, now: Date) {
  const days = Math.max(ageDays ?? 0, report ? reportAgeDays(report.report_info.created, now) : 0);
  return { days, mayUpdate: mayUpdate || (report !== null && mayUpdateReport(days)) };
}
