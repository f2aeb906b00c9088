import { Problem } from '@troupe/domain/problem';
import { brandsToCheck } from './email-domain.queries.ts';
import { checkDomain, type EmailDomainParts } from './email-domain.update.ts';

/** Name of the job that checks domains that are due. */
export const DOMAIN_SWEEP_JOB = 'email-domain-sweep';

/** Domains checked in parallel; a check mostly waits for name servers. */
const AT_ONCE = 4;

/** No new checks start after this long: the next sweep continues. */
const SWEEP_MS = 9 * 60_000;

/** Checks verified domains daily, and pending ones more often. */
export function emailDomainJobs(parts: EmailDomainParts): void {
  const { jobs, clock, db } = parts.api;
  jobs.every(
    '*/10 * * * *',
    DOMAIN_SWEEP_JOB,
    async (signal) => {
      const end = Date.now() + SWEEP_MS;
      const due = await brandsToCheck(db, clock.now());
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

/** Checks one domain; a failure doesn't stop the others. */
async function look(parts: EmailDomainParts, brandId: string): Promise<void> {
  try {
    await checkDomain(parts, brandId);
  } catch (error) {
    // The domain was removed or DNS doesn't respond: retry in the next sweep.
    if (error instanceof Problem) parts.api.log.info({ brandId, code: error.code }, 'skipped a domain check');
    else parts.api.log.error({ err: error, brandId }, 'failed to check a domain');
  }
}
