import { z } from 'zod';
import { Instant } from './shape.ts';

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
