import { z } from 'zod';
import { BrandRole } from '../account/brand-role.ts';
import { Id, Instant } from '../shape.ts';

/** A brand as administrators look after it. */
export const AdminBrand = z.object({
  id: Id,
  name: z.string(),
  website: z.string(),
  created: Instant,
  /** Its owners closed the account then. */
  closed: Instant.nullable(),
  plan: z.object({ id: z.string(), period: z.string() }).nullable(),
  pastDue: z.boolean(),
  credits: z.int(),
  members: z.int(),
  campaigns: z.object({ all: z.int(), published: z.int() }),
});
export type AdminBrand = z.infer<typeof AdminBrand>;

/** A person of a brand's team. */
export const AdminMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: BrandRole,
  /** You can't act as an administrator. */
  administrator: z.boolean(),
});
export type AdminMember = z.infer<typeof AdminMember>;

/** A kind of background work and how much of it there is. */
export const JobQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  /** Of the waiting ones, those that failed before and are tried again. */
  retrying: z.int(),
  active: z.int(),
  failed: z.int(),
  completed: z.int(),
  /** Since when the oldest of them that could begin waits. */
  oldest: Instant.nullable(),
});
export type JobQueue = z.infer<typeof JobQueue>;

/** A job that failed for good: its tries are used up. */
export const FailedJob = z.object({
  id: Id,
  created: Instant,
  failed: Instant.nullable(),
  tries: z.int(),
  /** What went wrong, shortened. */
  message: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;
