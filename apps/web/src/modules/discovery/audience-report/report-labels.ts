import { CallError } from '@troupe/contract/client';
import { mayUpdateReport, reportAgeDays } from '@troupe/domain/discovery/audience-report';
import type { NoticeOptions } from '@troupe/ui/feedback/notify';
import type { HeldReport } from './audience-report-queries.ts';
import { t } from './messages/messages.gen.ts';

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
        text: t('bought.found'),
        detail: t('bought.foundDetail', { username }),
      }
    : {
        kind: 'success',
        text: t('bought.title'),
        detail: t('bought.detail', { username }),
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
      text: text ?? t('bought.later'),
    };
  }
  if (code === 'empty_audience_data') return { kind: 'warning', text: t('report.noData') };
  if (code === 'insufficient_credits') return { kind: 'failure', text: text ?? t('credits.none') };
  return {
    kind: 'failure',
    text: text ?? t('bought.failed'),
    ...(code === 'network' && error instanceof Error ? { detail: error.message } : {}),
  };
}

/** 'today', '1 day old', '3 days old': full days of 24 hours. */
export const ageText = (days: number): string => (days < 1 ? t('age.new') : t('age.days', { days }));

/** Returns the current age of a report, and whether an update is offered. Pages stay open for days. */
export function reportAge({ report, ageDays, mayUpdate }: HeldReport, now: Date) {
  const days = Math.max(ageDays ?? 0, report ? reportAgeDays(report.report_info.created, now) : 0);
  return { days, mayUpdate: mayUpdate || (report !== null && mayUpdateReport(days)) };
}
