import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Setup steps of a new brand, in order: what costs nothing first, then what each step needs before the next. */
const WELCOME_STEPS = ['creator', 'email-domain', 'plan', 'campaign', 'invite', 'store'] as const;
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

/** What a brand's sample data consists of. Counted apart: no other figure of the brand includes it. */
export const SampleData = z.object({
  creators: z.int(),
  lists: z.int(),
  campaigns: z.int(),
  optIns: z.int(),
  posts: z.int(),
  /** The list and the campaign to look at first; null once someone archived or deleted them. */
  listId: Id.nullable(),
  campaignId: Id.nullable(),
});
export type SampleData = z.infer<typeof SampleData>;

/** Number of items awaiting the brand. */
export const PendingCounts = z.object({
  optIns: z.int(),
  previews: z.int(),
  messages: z.int(),
});
export type PendingCounts = z.infer<typeof PendingCounts>;
