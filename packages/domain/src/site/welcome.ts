import { z } from 'zod';
import { Instant } from '../shape.ts';

/** What a new brand does first, in this order. */
export const WELCOME_STEPS = ['email-domain', 'plan', 'store', 'creator', 'campaign', 'invite'] as const;
export const WelcomeStep = z.enum(WELCOME_STEPS);
export type WelcomeStep = z.infer<typeof WelcomeStep>;

/** A step with when it was done, null while it is not, and what there is of it: a name and a count. */
export const WelcomeState = z.object({
  step: WelcomeStep,
  doneAt: Instant.nullable(),
  /** The domain, the plan's slug, the first store, the newest list, the first campaign. */
  name: z.string().nullable(),
  /** Stores connected, creators saved, campaigns published, invites sent; else 0. */
  count: z.int(),
});
export type WelcomeState = z.infer<typeof WelcomeState>;

/** What waits for somebody of the brand. */
export const Waiting = z.object({
  optIns: z.int(),
  previews: z.int(),
  messages: z.int(),
});
export type Waiting = z.infer<typeof Waiting>;
