import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Who acted: a member, a program with its key, or somebody of the internal staff. */
export const AuditActorKind = z.enum(['person', 'api-key', 'administrator']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

/**
 * How it ended. `refused`: a rule did not let it happen. `failed`: something broke. `unknown`: the server ended
 * before it could say.
 */
export const AuditOutcome = z.enum(['done', 'refused', 'failed', 'unknown']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** What something was done to. */
export const AuditObject = z.object({
  /** A noun such as `campaign`. */
  kind: z.string(),
  id: Id,
  /** Its name now; null when it is gone or has none. */
  name: z.string().nullable(),
  /** The campaign it belongs to, where it does. */
  campaignId: Id.nullable(),
});
export type AuditObject = z.infer<typeof AuditObject>;

/** A line of the log: who did what to what, when and from where. */
export const AuditEntry = z.object({
  id: Id,
  created: Instant,
  /** The name of the call. */
  action: z.string(),
  /** What people call it: 'Approved opt-in'. */
  title: z.string(),
  actor: z.object({
    kind: AuditActorKind,
    id: Id.nullable(),
    name: z.string().nullable(),
    /** The member as whom an administrator acted. */
    as: z.string().optional(),
  }),
  object: AuditObject.nullable(),
  outcome: AuditOutcome,
  /** Why it was refused or failed: a code such as `plan_limit`. */
  problem: z.string().nullable(),
  ip: z.string(),
  agent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
