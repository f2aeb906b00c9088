import { CallError } from '@troupe/contract/client';
import { mayUpdateReport, reportAgeDays } from '@troupe/domain/discovery/audience-report';
import type { NoticeOptions } from '@troupe/ui/feedback/notify';
import { counted } from '@troupe/ui/lib/format';
import type { HeldReport } from './audience-report-queries.ts';

/** The notification about a purchase. */
export interface PurchaseNotice {
  kind: 'success' | 'warning' | 'failure';
  text: string;
  detail?: NoticeOptions['detail'];
}

/** Returns the notification for a purchased report. */
export function purchasedNotice({ found }: { found: boolean }, username: string): PurchaseNotice {
  return found
    ? {
        kind: 'success',
        text: 'Deep Insights Found',
        detail: `A report for ${username} is already in your account. No credit was deducted.`,
      }
    : {
        kind: 'success',
        text: 'Deep Insights Purchased',
        detail: `Report saved for ${username}. 1 credit has been deducted from your account.`,
      };
}

const said = (text: unknown): string | undefined =>
  typeof text === 'string' && text.trim() ? text : undefined;

/** Returns the notification for a failed purchase, with the server's text (`err`) if any. */
export function refusedNotice(error: unknown): PurchaseNotice {
  const text = error instanceof CallError ? said(error.body.err) : undefined;
  const code = error instanceof CallError ? error.code : undefined;
  if (code === 'retry_later') {
    return {
      kind: 'warning',
      text: text ?? 'We are currently processing your request. Please check back in a few minutes.',
    };
  }
  if (code === 'empty_audience_data')
    return { kind: 'warning', text: 'No audience data is available for this channel' };
  if (code === 'insufficient_credits') return { kind: 'failure', text: text ?? 'You have no credits left.' };
  return {
    kind: 'failure',
    text: text ?? 'An unknown error occurred',
    ...(code === 'network' && error instanceof Error ? { detail: error.message } : {}),
  };
}

/** 'today', '1 day old', '3 days old': full days of 24 hours. */
export const ageText = (days: number): string =>
  days < 1 ? 'less than a day old' : `${counted(days, 'day')} old`;

/** How old a report is by now, and whether an update is offered. A page left open grows older with its report. */
export function reportAge({ report, ageDays, mayUpdate }: HeldReport, now: Date) {
  const days = Math.max(ageDays ?? 0, report ? reportAgeDays(report.report_info.created, now) : 0);
  return { days, mayUpdate: mayUpdate || (report !== null && mayUpdateReport(days)) };
}
