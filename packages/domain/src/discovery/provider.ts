import { z } from 'zod';
import { Instant } from '../shape.ts';

/** An outside service as administrators see it: what is left of its quota, and how its calls go. */
export const ProviderState = z.object({
  /** Such as `youtube`, `instagram`, `tiktok`, `audience-data`, `mail`. */
  name: z.string(),
  configured: z.boolean(),
  /** Calls are held back after failures in a row, until then. */
  openUntil: Instant.nullable(),
  quotas: z.array(
    z.object({
      name: z.string(),
      used: z.number(),
      limit: z.number().nullable(),
      resets: Instant.nullable(),
    }),
  ),
  lastCall: Instant.nullable(),
  lastFailure: z.object({ at: Instant, message: z.string() }).nullable(),
});
export type ProviderState = z.infer<typeof ProviderState>;

/** A window of a provider's quota: the day that ends at `resets`, or whatever the provider counts by. */
export interface QuotaWindow {
  name: string;
  from: Date;
  /** Null when nobody says how much may be used. */
  limit: number | null;
  resets: Date | null;
}

/** How one call to a provider went. A failure is one of the provider, not of what was asked for. */
export interface ProviderCall {
  provider: string;
  ok: boolean;
  /** Of a failure: for administrators, without personal data. */
  message?: string;
  /** What the provider says is used up now. Units that were taken before a call are not told again. */
  quota?: QuotaWindow & { used: number };
}

/** The books about calls to providers, shared by all processes. */
export interface ProviderBook {
  /** Until when calls are held back after failures in a row; null when they may go on. */
  heldUntil(provider: string): Promise<Date | null>;
  /** Takes units out of a quota before a call. False, and nothing taken, when fewer than `keep` would be left. */
  takeUnits(
    provider: string,
    quota: QuotaWindow & { limit: number },
    units: number,
    keep?: number,
  ): Promise<boolean>;
  recordCall(call: ProviderCall): Promise<void>;
}

const HOUR = 3_600_000;

/** The day that `now` is in, where the clocks of `timeZone` (such as `America/Los_Angeles`) stand; 23 to 25 hours. */
export function dayIn(timeZone: string, now: Date): { from: Date; to: Date } {
  const from = midnight(timeZone, now);
  // A day has at most 25 hours, so 27 hours on it is tomorrow, and not yet the day after.
  return { from, to: midnight(timeZone, new Date(from.getTime() + 27 * HOUR)) };
}

/** The last midnight before `at`. */
function midnight(timeZone: string, at: Date): Date {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const read = (moment: Date) =>
    Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { hour = 0, minute = 0, second = 0, day } = read(at);
  const guess = at.getTime() - at.getUTCMilliseconds() - (hour * 3600 + minute * 60 + second) * 1000;
  // Where the clocks changed since midnight, the guess is an hour off.
  for (const shift of [0, HOUR, -HOUR]) {
    const moment = new Date(guess + shift);
    const there = read(moment);
    if (there.day === day && there.hour === 0 && there.minute === 0) return moment;
  }
  return new Date(guess);
}
