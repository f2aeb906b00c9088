import { z } from 'zod';
import { Instant } from '../shape.ts';

/** An external service as shown to administrators, with its remaining quota and recent calls. */
export const ProviderState = z.object({
  /** Such as `youtube`, `instagram`, `tiktok`, `audience-data`, `mail`. */
  name: z.string(),
  configured: z.boolean(),
  /** When calls resume after the circuit opened because of repeated failures. */
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

/** A quota window of a provider, such as the day ending at `resets`. */
export interface QuotaWindow {
  name: string;
  from: Date;
  /** Null if unknown. */
  limit: number | null;
  resets: Date | null;
}

/** Result of a provider call. A failure is the provider's, not the request's. */
export interface ProviderCall {
  provider: string;
  ok: boolean;
  /** Error message for administrators, without personal data. */
  message?: string;
  /** Usage as reported by the provider. Units reserved before a call aren't included again. */
  quota?: QuotaWindow & { used: number };
}

/** Quotas and circuit breakers of providers, shared by all processes. */
export interface ProviderGuard {
  /** Returns when calls resume after repeated failures; null if they are allowed. */
  circuitOpenUntil(provider: string): Promise<Date | null>;
  /**
   * Reserves quota units before a call. Returns false without reserving if fewer than `keep` would
   * remain.
   */
  reserveUnits(
    provider: string,
    quota: QuotaWindow & { limit: number },
    units: number,
    keep?: number,
  ): Promise<boolean>;
  recordCall(call: ProviderCall): Promise<void>;
}

const HOUR = 3_600_000;

/**
 * Returns the day containing `now` in `timeZone` (such as `America/Los_Angeles`); it has 23 to 25
 * hours.
 */
export function dayInTimeZone(timeZone: string, now: Date): { from: Date; to: Date } {
  const from = midnight(timeZone, now);
  // A day has at most 25 hours, so 27 hours later is always the next day.
  return { from, to: midnight(timeZone, new Date(from.getTime() + 27 * HOUR)) };
}

/** Returns the last midnight before `at`. */
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
  // If the clocks changed since midnight, the guess is an hour off.
  for (const shift of [0, HOUR, -HOUR]) {
    const moment = new Date(guess + shift);
    const there = read(moment);
    if (there.day === day && there.hour === 0 && there.minute === 0) return moment;
  }
  return new Date(guess);
}
