import { z } from 'zod';
import { Instant } from '../shape.ts';

/** What happened to the emails that a brand sent from its domain in a period. Sources: SMTP responses and reports. */
export const DomainHealthPeriod = z.object({
  days: z.int(),
  /** Emails that were accepted or rejected by mail servers. */
  sent: z.int(),
  bounced: z.int(),
  /** Emails whose readers reported them as spam. */
  complaints: z.int(),
});
export type DomainHealthPeriod = z.infer<typeof DomainHealthPeriod>;

export const HealthLevel = z.enum(['good', 'watch', 'stop']);
export type HealthLevel = z.infer<typeof HealthLevel>;

export const StopReason = z.enum(['bounces', 'complaints', 'placement']);
export type StopReason = z.infer<typeof StopReason>;

/** Where a test email was found. Mail servers don't report it, but connected mailboxes can be searched. */
export const PlacementFolder = z.enum(['inbox', 'spam', 'missing']);
export type PlacementFolder = z.infer<typeof PlacementFolder>;

/** Where the latest test emails from a domain arrived. */
export const Placement = z.object({
  sent: Instant,
  level: HealthLevel,
  results: z.array(
    z.object({
      /** A connected mailbox of the brand. */
      address: z.string(),
      /** Null while the email is looked for: until 30 minutes after it was sent. `missing` if it was in neither folder. */
      folder: PlacementFolder.nullable(),
    }),
  ),
});
export type Placement = z.infer<typeof Placement>;

/**
 * Why sending to creators was stopped. `count` of `sent` emails bounced, were reported as spam or, for `placement`, landed in
 * the spam folder.
 */
export const DomainStop = z.object({
  reason: StopReason,
  sent: z.int(),
  count: z.int(),
  at: Instant,
});
export type DomainStop = z.infer<typeof DomainStop>;

/** Bounces and complaints of a domain. */
export const DomainHealth = z.object({
  domain: z.string(),
  periods: z.array(DomainHealthPeriod),
  bounces: HealthLevel,
  complaints: HealthLevel,
  /** Null before the first test email with a connected mailbox. */
  placement: Placement.nullable(),
  /** Set while invites and follow-ups wait for a person to resume them. */
  stopped: DomainStop.nullable(),
  /** Invites and follow-ups that wait. */
  waiting: z.int(),
  /** When sending was last resumed; counting for the automatic stop starts there. */
  resumed: Instant.nullable(),
  resumedBy: z.string().nullable(),
  /** When the last bounce or complaint report arrived; null if none ever did. */
  lastReport: Instant.nullable(),
  /** When these figures were counted. */
  counted: Instant,
});
export type DomainHealth = z.infer<typeof DomainHealth>;

/** Days over which the automatic stop counts. */
export const STOP_DAYS = 7;

/**
 * Limits. Gmail asks bulk senders to stay under 0.1% of complaints and never reach 0.3%. A share counts only with so
 * many cases, because one complaint among ten emails says little.
 */
export const HEALTH_LIMITS = {
  bounces: { watch: 0.02, stop: 0.05, watchFrom: 2, stopFrom: 5 },
  complaints: { watch: 0.001, stop: 0.003, watchFrom: 1, stopFrom: 2 },
  /** Of the test emails that were found. One mailbox alone may have a filter of its own. */
  placement: { watch: 0, stop: 0.5, watchFrom: 1, stopFrom: 2 },
} as const;

/** How long a test email may take to arrive. */
export const PLACEMENT_WAIT_MS = 30 * 60_000;

/** Connected mailboxes that a test email goes to, and tests that a brand can send in 24 hours. */
export const MAX_TEST_MAILBOXES = 10;
export const MAX_TESTS_PER_DAY = 5;

type Folders = readonly { folder: PlacementFolder | null }[];

/** Counts the test emails that were found, and those in spam. */
export function countPlacement(results: Folders): { found: number; spam: number } {
  const spam = results.filter(({ folder }) => folder === 'spam').length;
  return { found: spam + results.filter(({ folder }) => folder === 'inbox').length, spam };
}

/** Returns how serious a number of bounces or complaints is. */
export function healthLevel(kind: keyof typeof HEALTH_LIMITS, count: number, sent: number): HealthLevel {
  const { watch, stop, watchFrom, stopFrom } = HEALTH_LIMITS[kind];
  const share = sent === 0 ? 0 : count / sent;
  if (count >= stopFrom && share >= stop) return 'stop';
  return count >= watchFrom && share >= watch ? 'watch' : 'good';
}

/** Returns why sending must stop; null if the limits aren't reached. */
export function stopReason({
  sent,
  bounced,
  complaints,
}: Pick<DomainHealthPeriod, 'sent' | 'bounced' | 'complaints'>): Pick<
  DomainStop,
  'reason' | 'sent' | 'count'
> | null {
  if (healthLevel('complaints', complaints, sent) === 'stop')
    return { reason: 'complaints', sent, count: complaints };
  if (healthLevel('bounces', bounced, sent) === 'stop') return { reason: 'bounces', sent, count: bounced };
  return null;
}

/** Returns why sending must stop after a test; null if too few emails landed in spam. */
export function placementStopReason(results: Folders): Pick<DomainStop, 'reason' | 'sent' | 'count'> | null {
  const { found, spam } = countPlacement(results);
  // Emails that are still looked for may be in the inbox.
  const sent = found + results.filter(({ folder }) => folder === null).length;
  return healthLevel('placement', spam, sent) === 'stop' ? { reason: 'placement', sent, count: spam } : null;
}
