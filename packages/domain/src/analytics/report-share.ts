import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { ReportSnapshot } from './report.ts';

/** The most links of a report that work at one time. */
export const MOST_SHARES = 50;
/** The longest time that a link works, in days. */
const MOST_SHARE_DAYS = 366;

/** A password of a link. */
const SharePassword = text({ max: 200 }).refine((value) => value.length >= 8, 'Use at least 8 characters');

/** What a person sets of a link. */
export const ReportShareForm = z.object({
  /** The recipient, as the team names it. */
  label: text({ max: 120 }),
  /** A run shows the report as it was; null shows it as it is when the link is opened. */
  runId: Id.nullable(),
  /** Null asks for none. */
  password: SharePassword.nullable(),
  /** In days from now; null doesn't end. */
  days: z.int().min(1, 'Enter at least 1 day').max(MOST_SHARE_DAYS, 'Enter up to 366 days').nullable(),
  /** How often it can be opened; null for any number. */
  viewLimit: z.int().min(1, 'Enter at least 1 view').max(1_000_000).nullable(),
});
export type ReportShareForm = z.infer<typeof ReportShareForm>;

const ShareState = z.enum(['active', 'expired', 'used-up', 'revoked']);
export type ShareState = z.infer<typeof ShareState>;

/** A link to a report. */
export const ReportShare = z.object({
  id: Id,
  reportId: Id,
  reportName: z.string(),
  label: z.string(),
  runId: Id.nullable(),
  /** The moment of a frozen report. */
  runAsOf: Instant.nullable(),
  hasPassword: z.boolean(),
  expires: Instant.nullable(),
  viewLimit: z.int().nullable(),
  views: z.int(),
  lastSeen: Instant.nullable(),
  state: ShareState,
  /** The link; null once it doesn't work. */
  url: z.string().nullable(),
  created: Instant,
  createdBy: z.string().nullable(),
  rotated: Instant.nullable(),
});
export type ReportShare = z.infer<typeof ReportShare>;

/** What opened a link, coarsely. No address is stored. */
export const ShareAgent = z.enum(['phone', 'tablet', 'computer', 'program', 'unknown']);
export type ShareAgent = z.infer<typeof ShareAgent>;

/** An entry of a link's view log. */
export const ShareView = z.object({
  at: Instant,
  agent: ShareAgent,
  browser: z.string(),
  /** Opened, or tried with a wrong password. */
  kind: z.enum(['view', 'wrong-password']),
});
export type ShareView = z.infer<typeof ShareView>;

/** A shared report as everybody with the link sees it; null while it asks for a password. */
export const SharedReport = z.object({
  needsPassword: z.boolean(),
  snapshot: ReportSnapshot.nullable(),
  /** Shows figures as they were, not as they are. */
  frozen: z.boolean(),
  expires: Instant.nullable(),
});
export type SharedReport = z.infer<typeof SharedReport>;

const PROGRAM = /bot|crawl|spider|curl|wget|python|java\/|go-http|okhttp|axios|node|preview|headless|fetch/i;

/** Returns the kind of device and the browser's name of a user agent; the rest is forgotten. */
export function coarseAgent(userAgent: string): { agent: ShareAgent; browser: string } {
  const text = userAgent.slice(0, 512);
  if (text === '') return { agent: 'unknown', browser: '' };
  if (PROGRAM.test(text)) return { agent: 'program', browser: '' };
  const browser = /Edg\//.test(text)
    ? 'Edge'
    : /Firefox\/|FxiOS\//.test(text)
      ? 'Firefox'
      : /SamsungBrowser\//.test(text)
        ? 'Samsung Internet'
        : /OPR\//.test(text)
          ? 'Opera'
          : /Chrome\/|CriOS\//.test(text)
            ? 'Chrome'
            : /Safari\//.test(text)
              ? 'Safari'
              : '';
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(text)) return { agent: 'tablet', browser };
  if (/Mobi|iPhone|Android/.test(text)) return { agent: 'phone', browser };
  return { agent: /Windows|Macintosh|X11|Linux|CrOS/.test(text) ? 'computer' : 'unknown', browser };
}

/** Returns whether a link works at a moment. */
export function shareState(
  share: { revoked: boolean; expires: string | null; viewLimit: number | null; views: number },
  now: Date,
): ShareState {
  if (share.revoked) return 'revoked';
  if (share.expires !== null && Date.parse(share.expires) <= now.getTime()) return 'expired';
  if (share.viewLimit !== null && share.views >= share.viewLimit) return 'used-up';
  return 'active';
}
