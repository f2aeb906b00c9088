import { z } from 'zod';
import { BrandRole } from '../account/brand-role.ts';
import { Id, Instant } from '../shape.ts';

/** A brand in the admin area. */
export const AdminBrand = z.object({
  id: Id,
  name: z.string(),
  website: z.string(),
  created: Instant,
  /** When its owners closed the account. */
  closed: Instant.nullable(),
  plan: z.object({ id: z.string(), period: z.string() }).nullable(),
  pastDue: z.boolean(),
  credits: z.int(),
  members: z.int(),
  campaigns: z.object({ all: z.int(), published: z.int() }),
});
export type AdminBrand = z.infer<typeof AdminBrand>;

/** A member of a brand's team. */
export const AdminMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: BrandRole,
  /** You can't act as another administrator. */
  administrator: z.boolean(),
});
export type AdminMember = z.infer<typeof AdminMember>;

/** A background job queue with its counts. */
export const JobQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  /** Waiting jobs that failed before and will be retried. */
  retrying: z.int(),
  active: z.int(),
  failed: z.int(),
  completed: z.int(),
  /** Since when the oldest runnable job has been waiting. */
  oldest: Instant.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;

/** A job that failed permanently after all retries. */
export const FailedJob = z.object({
  id: Id,
  created: Instant,
  failed: Instant.nullable(),
  tries: z.int(),
  /** Shortened error message. */
  message: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;
