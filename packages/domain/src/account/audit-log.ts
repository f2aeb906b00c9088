import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Who acted: a member, an API key or internal staff. */
export const AuditActorKind = z.enum(['person', 'api-key', 'administrator']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

/**
 * How the action ended. `refused`: rejected by a rule. `failed`: an error occurred. `unknown`: the
 * server stopped before recording the result.
 */
export const AuditOutcome = z.enum(['done', 'refused', 'failed', 'unknown']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** The object of an action. */
export const AuditObject = z.object({
  /** Resource name such as `campaign`. */
  kind: z.string(),
  id: Id,
  /** Current name; null if the object has none or was deleted. */
  name: z.string().nullable(),
  /** Campaign the object belongs to, if any. */
  campaignId: Id.nullable(),
});
export type AuditObject = z.infer<typeof AuditObject>;

/** An audit log entry: who did what, when and from where. */
export const AuditEntry = z.object({
  id: Id,
  created: Instant,
  /** Name of the call. */
  action: z.string(),
  /** Display title, such as 'Approved opt-in'. */
  title: z.string(),
  actor: z.object({
    kind: AuditActorKind,
    id: Id.nullable(),
    name: z.string().nullable(),
    /** The member an administrator acted as. */
    as: z.string().optional(),
  }),
  object: AuditObject.nullable(),
  outcome: AuditOutcome,
  /** Problem code if refused or failed, such as `plan_limit`. */
  problem: z.string().nullable(),
  ip: z.string(),
  agent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
