import { z } from 'zod';
import { Instant } from '../shape.ts';

/**
 * Status of an email. `uncertain`: the process died during the SMTP transaction, so delivery is
 * unknown; it is never resent automatically. `suppressed`: its address must not be emailed.
 */
export const MailStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'suppressed',
  'cancelled',
]);
export type MailStatus = z.infer<typeof MailStatus>;

/** Purpose of an email; `email` was written to a creator by a person. */
export const MailKind = z.enum(['invite', 'email', 'test', 'message', 'notice']);
export type MailKind = z.infer<typeof MailKind>;

/** Why an address is suppressed. */
export const SuppressionReason = z.enum(['bounce', 'complaint', 'unsubscribe']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** A brand's queued emails and sending rate. */
export const MailQueue = z.object({
  waiting: z.int(),
  deferred: z.int(),
  uncertain: z.int(),
  sentToday: z.int(),
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  /** When the next and the last email will be sent at this rate. */
  next: Instant.nullable(),
  last: Instant.nullable(),
});
export type MailQueue = z.infer<typeof MailQueue>;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Delay in minutes after each failed attempt; 71 hours in total. */
export const RETRY_MINUTES = [1, 5, 15, 60, 120, 240, 480, 720, 1200, 1440];

/** Returns when to retry after a number of attempts, or null to give up. */
export function retryAt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE);
}

/** A brand's sending progress: emails sent per day (UTC), and when the next one can be sent. */
export interface MailPace {
  dailyCap: number;
  spacingSeconds: number;
  /** `YYYY-MM-DD` of `sent`. */
  day: string;
  sent: number;
  nextAt: Date;
}

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export const mailDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const nextDay = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY) * DAY + DAY);

/** Returns the number of emails sent on the day of `now`. */
export const sentToday = (pace: Pick<MailPace, 'day' | 'sent'>, now: Date): number =>
  pace.day === mailDay(now) ? pace.sent : 0;

/** Returns the earliest time, `now` or later, at which cap and spacing allow an email. */
export function nextSendAt(pace: MailPace, now: Date): Date {
  const from = pace.nextAt > now ? pace.nextAt : now;
  if (sentToday(pace, now) < pace.dailyCap) return from;
  return new Date(Math.max(from.getTime(), nextDay(now).getTime()));
}

/** Returns when the last of `waiting` emails is sent if the first is sent at `first`. */
export function lastSendAt(pace: MailPace, waiting: number, first: Date): Date {
  const step = pace.spacingSeconds * 1000;
  // Without spacing both are infinite, and only the cap counts.
  const perDay = Math.max(1, Math.min(pace.dailyCap, Math.ceil(DAY / step)));
  const left = Math.ceil((nextDay(first).getTime() - first.getTime()) / step);
  const firstDay = Math.max(1, Math.min(left, pace.dailyCap - sentToday(pace, first)));
  if (waiting <= firstDay) return new Date(first.getTime() + Math.max(0, waiting - 1) * step);
  const rest = waiting - firstDay;
  const days = Math.ceil(rest / perDay) - 1;
  const start = nextDay(first).getTime() + days * DAY;
  return new Date(start + (rest - days * perDay - 1) * step);
}

/**
 * Returns whether a permanent rejection is about the recipient, who is then suppressed; others are
 * about the sender or content. Uses the enhanced status code (RFC 3463) if present.
 * @param stage command that was rejected
 */
export function isAboutRecipient(stage: 'recipient' | 'other', code: number, answer: string): boolean {
  const status = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer);
  if (!status) return stage === 'recipient' && [550, 551, 553].includes(code);
  const [, subject, detail] = status;
  if (subject === '1') return !['7', '8'].includes(detail ?? '');
  return subject === '2' && detail === '1';
}

/** Returns a reply subject: `Re:` plus the thread's subject. */
export function replySubject(subject: string): string {
  const trimmed = subject.trim();
  if (trimmed === '') return '';
  return /^re\s*:/i.test(trimmed) ? trimmed : `Re: ${trimmed}`;
}
