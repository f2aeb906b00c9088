import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { getOptIn, listOptIns } from '@troupe/contract/campaigns/opt-in';
import { getUsage } from '@troupe/contract/campaigns/usage';
import type { CallError } from '@troupe/contract/client';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { useMayLoadMore } from '@troupe/ui/lib/first-screen';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import type { OptInsAddress } from './opt-in-address.ts';
import { usageText } from './opt-in-labels.ts';

type OptInsPage = CallOutput<typeof listOptIns>;
type OptInDetails = CallOutput<typeof getOptIn>;

/** Changes arrive live; also refetch at this interval in case an event was missed. */
export const REFRESH_MS = 60_000;
/** Longer lists are refetched only when the user returns to them. */
export const REFRESHED_PAGES = 3;

const LIST = ['opt-in', 'listOptIns'] as const;
const ONE = ['opt-in', 'getOptIn'] as const;

/** The opt-ins of a campaign, filtered by the URL, page by page. */
export const optInsOptions = (campaignId: string, { status, platform, q, unseen }: OptInsAddress) => {
  const query = {
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(q ? { search: q } : {}),
    ...(unseen ? { unseen: 'true' } : {}),
  };
  return infiniteQueryOptions<
    OptInsPage,
    CallError,
    InfiniteData<OptInsPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: [...LIST, campaignId, query],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listOptIns, { params: { campaignId, page }, query }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: 5000,
  });
};

/** One opt-in with its history. */
export const optInOptions = (brandId: string, optInId: string) =>
  callOptions(getOptIn, { params: { brandId, optInId } });

/** Changes opt-ins wherever they are cached. */
export function patchOptIns(queryClient: QueryClient, change: (optIn: OptIn) => OptIn): void {
  queryClient.setQueriesData<InfiniteData<OptInsPage, number>>({ queryKey: LIST }, (cached) =>
    cached
      ? {
          ...cached,
          pages: cached.pages.map((page) => ({ ...page, optIns: page.optIns.map(change) })),
        }
      : cached,
  );
  queryClient.setQueriesData<OptInDetails>({ queryKey: ONE }, (cached) =>
    cached ? { ...cached, optIn: change(cached.optIn) } : cached,
  );
}

/** A decision affects opt-ins, campaign metrics and conversations. */
export const refreshOptIns = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [['opt-in'], ['campaign'], ['conversation']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

/** How much of its plan a brand has used. */
export const usageOptions = (brandId: string) => callOptions(getUsage, { params: { brandId } });

/** `4 of 5 collaborations this month`; null while it is not known. */
export function useUsageText(): string | null {
  const { data } = useQuery({ ...usageOptions(useBrandId()), enabled: useMayLoadMore() });
  return data ? usageText(data.collaborations) : null;
}
