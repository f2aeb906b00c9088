import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { getAudienceData, listAudienceReports } from '@troupe/contract/discovery/audience-report';
import type { Creator } from '@troupe/domain/discovery/creator';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** The creator of a report, as its calls need it. */
export type ReportCreator = Pick<Creator, 'id' | 'socialId' | 'username' | 'fullname' | 'platform'>;

/** The newest report a brand holds on a creator, or none. */
export type HeldReport = CallOutput<typeof getAudienceData>;

/** Returns our id, and the platform's if known. */
export const whose = ({ id, socialId }: ReportCreator) => ({
  socialProfileId: id,
  ...(socialId ? { socialId } : {}),
});

const RETRIES = 3;
/** The URL of the PDF expires after an hour, so pages left open refetch it before. */
const PDF_ADDRESS_MS = 50 * 60_000;
/** How often a purchase in progress is polled. */
const UNDER_WAY_MS = 2000;

/** The report a brand has on a creator. Retries only on 503: three times, after 1, 2 and 4 s. */
export const reportOptions = (brandId: string, creator: ReportCreator) =>
  queryOptions<HeldReport, CallError>({
    queryKey: [
      getAudienceData.noun,
      getAudienceData.name,
      { params: { brandId }, query: { socialProfileId: creator.id } },
    ],
    queryFn: ({ signal }) =>
      client.call(getAudienceData, { params: { brandId }, query: whose(creator) }, { signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.underWay ? UNDER_WAY_MS : PDF_ADDRESS_MS),
    retry: (failures, error) => failures < RETRIES && error instanceof CallError && error.status === 503,
    retryDelay: (failures) => 1000 * 2 ** failures,
  });

/** Query of the list of bought reports. */
export type ReportsQuery = NonNullable<ClientInput<typeof listAudienceReports>['query']>;

/** A page of the creators on whom the brand has a report. */
export const reportsOptions = (brandId: string, query: ReportsQuery) =>
  callOptions(listAudienceReports, { params: { brandId }, query });
