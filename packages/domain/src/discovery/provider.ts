import { momentIn, wallTimeIn } from '@troupe/i18n/wall-time';
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

/** Returns the day containing `now` in `timeZone` (such as `America/Los_Angeles`); it has 23 to 25 hours. */
export function dayInTimeZone(timeZone: string, now: Date): { from: Date; to: Date } {
  const { year, month, day } = wallTimeIn(timeZone, now);
  const midnight = (day: number) => momentIn(timeZone, { year, month, day, hour: 0, minute: 0 });
  return { from: midnight(day), to: midnight(day + 1) };
}
