import * as contract from '@troupe/contract/operations/admin';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import {
  jobExists,
  readAdminBrands,
  readAdminMembers,
  readFailedJobs,
  readJobQueues,
} from './admin.queries.ts';

/** Registers the administrators' calls for brands and background jobs. */
export function adminRoutes({ implement, pool, jobs, log }: Api): void {
  implement(contract.listAdminBrands, async ({ query: { page, ...filter } }) => {
    const { brands, total } = await readAdminBrands(pool, filter, page);
    return { brands, ...pagesOf(page, total) };
  });

  implement(contract.listAdminMembers, async ({ params: { brandId } }) => {
    const members = await readAdminMembers(pool, brandId);
    if (!members) throw problem('not_found');
    return { members };
  });

  implement(contract.listJobQueues, async () => ({ queues: await readJobQueues(pool) }));

  implement(contract.listFailedJobs, async ({ params: { queue } }) => {
    const jobs = await readFailedJobs(pool, queue);
    if (!jobs) throw problem('not_found');
    return { jobs };
  });

  implement(contract.retryJob, async ({ params: { queue, jobId }, caller }) => {
    if (!(await jobExists(pool, queue, jobId))) throw problem('not_found');
    if (!(await jobs.retry(queue, jobId)))
      throw problem('invalid_transition', { message: "This job hasn't failed or is already being retried." });
    log.info({ job: queue, id: jobId, by: caller.userId }, 'retrying a failed job');
    return { success: true };
  });
}
