import { Problem } from '@troupe/domain/problem';
import { type EmailDomainParts, lookAtDomain } from './email-domain.look.ts';
import { brandsToLookAt } from './email-domain.queries.ts';

/** Name of the background job that looks at the domains that are due. */
export const DOMAIN_SWEEP_JOB = 'email-domain-sweep';

/** Domains looked at side by side; most of a look is waiting for name servers. */
const AT_ONCE = 4;

/** A sweep begins no look after so long: the next sweep goes on. */
const SWEEP_MS = 9 * 60_000;

/** Looks at verified domains once a day, and more often at those that wait for a record. */
export function emailDomainJobs(parts: EmailDomainParts): void {
  const { jobs, clock, db } = parts.api;
  jobs.every(
    '*/10 * * * *',
    DOMAIN_SWEEP_JOB,
    async (signal) => {
      const end = Date.now() + SWEEP_MS;
      const due = await brandsToLookAt(db, clock.now());
      const work = async () => {
        for (let brandId = due.pop(); brandId !== undefined; brandId = due.pop()) {
          if (signal.aborted || Date.now() > end) return;
          await look(parts, brandId);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    { expireInSeconds: 1800, retryLimit: 1 },
  );
}

/** One domain that cannot be looked at keeps no other from its turn. */
async function look(parts: EmailDomainParts, brandId: string): Promise<void> {
  try {
    await lookAtDomain(parts, brandId);
  } catch (error) {
    // Removed meanwhile, or nobody answers: the next sweep comes by itself.
    if (error instanceof Problem) parts.api.log.info({ brandId, code: error.code }, 'domain not looked at');
    else parts.api.log.error({ err: error, brandId }, 'look at a domain failed');
  }
}
