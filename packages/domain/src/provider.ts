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
