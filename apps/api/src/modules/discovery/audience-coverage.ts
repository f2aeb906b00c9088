import { getAudienceCoverage } from '@troupe/contract/discovery/creator';
import type { Api } from '../../platform/api.ts';
import { indexOutdatedAudiences, readAudienceCodes } from './audience-report/audience-share.queries.ts';
import { expandProfileUrl } from './creator/creator-search.profile-url.ts';
import type { CreatorSearch } from './creator/creator-search.ts';
import { audienceCoverage } from './creator/creator-search-advice.ts';

/** Registers the call about what audience filters can find, and the job that indexes earlier reports for them. */
export function audienceFilters(api: Api, search: CreatorSearch): void {
  api.implement(getAudienceCoverage, async ({ brandId, query }) => {
    const [coverage, codes] = await Promise.all([
      audienceCoverage(search, brandId, expandProfileUrl(query)),
      readAudienceCodes(api.pool, brandId),
    ]);
    return Object.assign(coverage, { codes });
  });
  api.jobs.every('*/10 * * * *', 'audience-shares', (signal) => indexOutdatedAudiences(api.pool, signal), {
    policy: 'short',
  });
}
