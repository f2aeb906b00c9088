import { z } from 'zod';
import { Instant } from '../shape.ts';

/** Setup steps of a new brand, in order. */
export const WELCOME_STEPS = ['email-domain', 'plan', 'store', 'creator', 'campaign', 'invite'] as const;
export const WelcomeStep = z.enum(WELCOME_STEPS);
export type WelcomeStep = z.infer<typeof WelcomeStep>;

/** A setup step with when it was done (null if not), and a name and count. */
export const WelcomeState = z.object({
  step: WelcomeStep,
  doneAt: Instant.nullable(),
  /** Name of the domain, plan, first store, newest list or first campaign. */
  name: z.string().nullable(),
  /**
   * Number of connected stores, saved creators, published campaigns or sent invites; otherwise 0.
   */
  count: z.int(),
});
export type WelcomeState = z.infer<typeof WelcomeState>;

/** Number of items awaiting the brand. */
export const PendingCounts = z.object({
  optIns: z.int(),
  previews: z.int(),
  messages: z.int(),
});
export type PendingCounts = z.infer<typeof PendingCounts>;
