import { AdminBrand, AdminMember, FailedJob, JobQueue } from '@troupe/domain/operations/admin';
import { Id, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const queue = z.object({ queue: text({ min: 1, max: 100 }) });

export const listAdminBrands = defineCall({
  name: 'listAdminBrands',
  noun: 'admin',
  method: 'GET',
  path: '/admin/brands',
  access: 'administrator',
  summary:
    'One page of all brands by name, with plan, credits and sizes. `search` looks in names and addresses.',
  query: z.object({
    page: PageNumber.default(1),
    search: text({ max: 120 }).optional(),
    pastDue: z.stringbool().optional(),
  }),
  output: z.object({ brands: z.array(AdminBrand), ...paging }),
});

export const listAdminMembers = defineCall({
  name: 'listAdminMembers',
  noun: 'admin',
  method: 'GET',
  path: '/admin/brands/:brandId/members',
  access: 'administrator',
  summary: 'The team of a brand.',
  params,
  output: z.object({ members: z.array(AdminMember) }),
  problems: ['not_found'],
});

export const listJobQueues = defineCall({
  name: 'listJobQueues',
  noun: 'admin',
  method: 'GET',
  path: '/admin/jobs',
  access: 'administrator',
  summary: 'The kinds of background work, with how much waits, runs, has failed and is done.',
  output: z.object({ queues: z.array(JobQueue) }),
});

export const listFailedJobs = defineCall({
  name: 'listFailedJobs',
  noun: 'admin',
  method: 'GET',
  path: '/admin/jobs/:queue/failed',
  access: 'administrator',
  summary: 'Jobs of one kind that failed for good, newest first, at most 100.',
  params: queue,
  output: z.object({ jobs: z.array(FailedJob) }),
  problems: ['not_found'],
});

export const retryJob = defineCall({
  name: 'retryJob',
  noun: 'admin',
  method: 'POST',
  path: '/admin/jobs/:queue/:jobId/retry',
  access: 'administrator',
  summary: 'Has a failed job done again. Of two who ask at once it is done for one.',
  params: queue.extend({ jobId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});
