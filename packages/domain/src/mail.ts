import { z } from 'zod';
import { Instant } from './shape.ts';

/**
 * Where a mail stands. `uncertain`: the process was killed while the mail server had it, so that nobody knows
 * whether it left; it is never sent again by itself. `suppressed`: its address may not be written to.
 */
export const MailStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'deferred',
  'bounced',
  'failed',
  'uncertain',
  'suppressed',
  'cancelled',
]);
export type MailStatus = z.infer<typeof MailStatus>;

/** What a mail is for. */
export const MailKind = z.enum(['invite', 'test', 'message', 'notice']);
export type MailKind = z.infer<typeof MailKind>;

/** Why an address is not written to any more. */
export const SuppressionReason = z.enum(['bounce', 'complaint', 'unsubscribe']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** What waits to leave for a brand, and how fast it may. */
export const MailQueue = z.object({
  waiting: z.int(),
  deferred: z.int(),
  uncertain: z.int(),
  sentToday: z.int(),
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  /** When the next one leaves, and the last one at this pace. */
  next: Instant.nullable(),
  last: Instant.nullable(),
});
export type MailQueue = z.infer<typeof MailQueue>;
