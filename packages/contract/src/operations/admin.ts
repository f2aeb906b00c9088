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
    'Lists all brands by name, with their plan, credits and team size. Use `search` to match brand names and email addresses.',
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
  summary: "Lists a brand's team members.",
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
  summary: 'Lists background job queues with their queued, running, failed and completed counts.',
  output: z.object({ queues: z.array(JobQueue) }),
});

export const listFailedJobs = defineCall({
  name: 'listFailedJobs',
  noun: 'admin',
  method: 'GET',
  path: '/admin/jobs/:queue/failed',
  access: 'administrator',
  summary: 'Lists up to 100 permanently failed jobs in a queue, newest first.',
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
  summary: 'Retries a failed job. Concurrent requests run the job only once.',
  params: queue.extend({ jobId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});
