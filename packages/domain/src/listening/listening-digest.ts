import { z } from 'zod';
import { Instant } from '../shape.ts';

/** How often a member gets the summary by email. */
export const DigestFrequency = z.enum(['off', 'daily', 'weekly']);
export type DigestFrequency = z.infer<typeof DigestFrequency>;

/** When a member gets the summary by email. */
export const DigestChoice = z.object({
  frequency: DigestFrequency,
  /** The day of a weekly digest: 1 is Monday. */
  weekday: z.int().min(1).max(7).default(1),
  /** In the brand's time zone. */
  hour: z.int().min(0).max(23).default(8),
});
export type DigestChoice = z.output<typeof DigestChoice>;

/** Without a choice, no emails. */
export const USUAL_DIGEST: DigestChoice = { frequency: 'off', weekday: 1, hour: 8 };

/** A member's digest of a brand. */
export const ListeningDigest = DigestChoice.extend({
  /** The brand's time zone. */
  zone: z.string(),
  /** When the next one is due, if there is anything to say; null if it's off. */
  next: Instant.nullable(),
  /** The last one that was due. `sent` is false if there was nothing to say. */
  last: z.object({ at: Instant, sent: z.boolean(), mentions: z.int() }).nullable(),
});
export type ListeningDigest = z.infer<typeof ListeningDigest>;
