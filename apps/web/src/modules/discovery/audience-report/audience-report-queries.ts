import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { getAudienceData, listAudienceReports } from '@troupe/contract/discovery/audience-report';
import type { Creator } from '@troupe/domain/discovery/creator';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** Whom a report is about, as its calls ask for it. */
export type ReportCreator = Pick<Creator, 'id' | 'socialId' | 'username' | 'fullname' | 'platform'>;

/** The newest report a brand holds on a creator, or none. */
export type HeldReport = CallOutput<typeof getAudienceData>;

/** Who is meant: our id and the platform's, where that is known. */
export const whose = ({ id, socialId }: ReportCreator) => ({
  socialProfileId: id,
  ...(socialId ? { socialId } : {}),
});

const RETRIES = 3;
/** The address of the PDF holds for an hour; a page left open gets a new one before. */
const PDF_ADDRESS_MS = 50 * 60_000;
/** How often a purchase on its way is looked after. */
const UNDER_WAY_MS = 2000;

/** The report a brand holds on a creator. Asked again on a 503 alone: three times, after 1, 2 and 4 s. */
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

/** What the list of bought reports is asked for. */
export type ReportsQuery = NonNullable<ClientInput<typeof listAudienceReports>['query']>;

/** A page of the creators on whom the brand holds a report. */
export const reportsOptions = (brandId: string, query: ReportsQuery) =>
  callOptions(listAudienceReports, { params: { brandId }, query });
