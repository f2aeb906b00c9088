import { z } from 'zod';
import { Instant } from '../shape.ts';

/**
 * Where a mail stands. `uncertain`: the process was killed while the mail server had it, so that nobody knows
 * whether it left; it is never sent again by itself. `suppressed`: its address may not be written to.
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

/** What an email is for; `email` is one a person of the brand wrote to a creator. */
export const MailKind = z.enum(['invite', 'email', 'test', 'message', 'notice']);
export type MailKind = z.infer<typeof MailKind>;

/** Why an address is not written to any more. */
export const SuppressionReason = z.enum(['bounce', 'complaint', 'unsubscribe']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** What waits to leave for a brand, and how fast it may. */
export const MailQueue = z.object({
  waiting: z.int(),
  deferred: z.int(),
  uncertain: z.int(),
  sentToday: z.int(),
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  /** When the next one leaves, and the last one at this pace. */
  next: Instant.nullable(),
  last: Instant.nullable(),
});
export type MailQueue = z.infer<typeof MailQueue>;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Minutes to wait after the first, second, ... attempt that came to nothing; 71 hours altogether. */
export const RETRY_MINUTES = [1, 5, 15, 60, 120, 240, 480, 720, 1200, 1440];

/** When to try again after so many attempts, or null when it has been tried for long enough. */
export function retryAt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE);
}

/** How far a brand's sending is: what left on which day (UTC), and when the next one may leave. */
export interface MailPace {
  dailyCap: number;
  spacingSeconds: number;
  /** `YYYY-MM-DD` of `sent`. */
  day: string;
  sent: number;
  nextAt: Date;
}

/** The day in UTC that a moment lies in, `YYYY-MM-DD`. */
export const mailDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const nextDay = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY) * DAY + DAY);

/** How many left on the day of `now`. */
export const sentToday = (pace: Pick<MailPace, 'day' | 'sent'>, now: Date): number =>
  pace.day === mailDay(now) ? pace.sent : 0;

/** The first moment, `now` or later, at which cap and spacing let a mail leave. */
export function mayLeaveAt(pace: MailPace, now: Date): Date {
  const from = pace.nextAt > now ? pace.nextAt : now;
  if (sentToday(pace, now) < pace.dailyCap) return from;
  return new Date(Math.max(from.getTime(), nextDay(now).getTime()));
}

/** When the last of `waiting` mails leaves at this pace, the first one leaving at `first`. */
export function lastLeavesAt(pace: MailPace, waiting: number, first: Date): Date {
  const step = pace.spacingSeconds * 1000;
  // Without a distance both are infinite, and only the cap counts.
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
 * Whether a refusal for good is about the recipient, who is then written to no more; other refusals are about
 * the sender or the content. By the enhanced status (RFC 3463) where there is one.
 * @param stage at which command it was refused
 */
export function isAboutRecipient(stage: 'recipient' | 'other', code: number, answer: string): boolean {
  const status = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer);
  if (!status) return stage === 'recipient' && [550, 551, 553].includes(code);
  const [, subject, detail] = status;
  if (subject === '1') return !['7', '8'].includes(detail ?? '');
  return subject === '2' && detail === '1';
}
