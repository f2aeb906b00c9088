import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { Id, Instant, text } from '../shape.ts';

/** What raises an alert: far more mentions than usual in an hour, or another share of negative ones. */
export const MentionAlertRule = z.enum(['spike', 'negative-shift']);
export type MentionAlertRule = z.infer<typeof MentionAlertRule>;

/** What a person did about an alert. */
export const MentionAlertState = z.enum(['open', 'seen', 'dismissed']);
export type MentionAlertState = z.infer<typeof MentionAlertState>;

/** An alert with the figures behind it. */
export const MentionAlert = z.object({
  id: Id,
  monitorId: Id,
  monitorName: z.string(),
  rule: MentionAlertRule,
  /** The beginning of the hour; for a negative shift, the end of the 24 hours before it. */
  hour: Instant,
  /** Mentions in the hour, or negative ones of the last 24 hours. */
  seen: z.int(),
  /** Expected number of these. */
  expected: z.number(),
  /** The probability of at least as many; null for a negative shift. */
  p: z.number().nullable(),
  /**
   * Of a spike: `dispersion` and `weeks` that were compared. Of a shift: `judged`, and in percent `share`, `low`, `high` (interval of 99.9%) and
   * `usualShare` of the last 28 days.
   */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The posts that were repeated most; null text if it isn't kept anymore. */
  topClusters: z.array(z.object({ clusterId: Id, n: z.int(), text: z.string().nullable() })),
  state: MentionAlertState,
  reason: z.string().nullable(),
  by: z.string().nullable(),
  settled: Instant.nullable(),
  /** Until when the monitor raises no alerts; null if it does. */
  mutedUntil: Instant.nullable(),
  created: Instant,
  abilities: z.object({ settle: Ability, mute: Ability }),
});
export type MentionAlert = z.infer<typeof MentionAlert>;

/** For how long a monitor can be muted, in hours. */
export const MUTE_HOURS = [24, 168, 720] as const;

const Reason = text({ max: 200 }).transform((reason) => reason.trim());

/** What to do about an alert. Dismissing one and muting its monitor need a reason. */
export const MentionAlertAction = z
  .object({
    action: z.enum(['seen', 'dismiss', 'mute']),
    reason: Reason.default(''),
    /** For `mute`: hours without alerts of this monitor. */
    hours: z.union(MUTE_HOURS.map((hours) => z.literal(hours))).default(24),
  })
  .refine(({ action, reason }) => action === 'seen' || reason !== '', {
    path: ['reason'],
    message: 'Enter a reason',
  });
