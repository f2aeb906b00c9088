import { Problem } from '@troupe/domain/problem';
import { type EmailDomainParts, lookAtDomain } from './email-domain.look.ts';
import { brandsToLookAt } from './email-domain.queries.ts';

/** Name of the background job that finds domains to look at. */
export const DOMAIN_SWEEP_JOB = 'email-domain-sweep';

const DOMAIN_LOOK_JOB = 'email-domain-look';

/** Looks at verified domains once a day, and more often at those that wait for a record. */
export function emailDomainJobs(parts: EmailDomainParts): void {
  const { jobs, clock, db, log } = parts.api;
  jobs.define<{ brandId: string }>(
    DOMAIN_LOOK_JOB,
    async ({ brandId }) => {
      try {
        await lookAtDomain(parts, brandId);
      } catch (error) {
        // Removed meanwhile, or nobody answers: the next sweep comes by itself.
        if (!(error instanceof Problem)) throw error;
        log.info({ brandId, code: error.code }, 'domain not looked at');
      }
    },
    { retryLimit: 1 },
  );
  jobs.every('*/10 * * * *', DOMAIN_SWEEP_JOB, async () => {
    for (const brandId of await brandsToLookAt(db, clock.now()))
      await jobs.send(DOMAIN_LOOK_JOB, { brandId });
  });
}
