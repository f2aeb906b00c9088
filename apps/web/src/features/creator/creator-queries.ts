import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError } from '@troupe/contract/client';
import { getCreator, listCreatorFacets, searchCreators } from '@troupe/contract/creator';
import { client } from '../../shared/client.ts';
import { callOptions } from '../../shared/query.ts';
import type { CreatorQuery } from './creator-address.ts';

type Page = CallOutput<typeof searchCreators>;

/** The pages of a search, one after the other. Earlier results stay in sight while new ones are fetched. */
export const searchOptions = (brandId: string, query: CreatorQuery) =>
  infiniteQueryOptions({
    queryKey: ['creator', 'searchCreators', { brandId, query }],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      client.call(
        searchCreators,
        { params: { brandId }, query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: (failures, error) =>
      failures < 1 && !(error instanceof CallError && error.status < 500 && error.status > 0),
  });

/** One creator with everything the drawer shows. */
export const creatorOptions = (brandId: string, profileId: string) =>
  callOptions(getCreator, { params: { brandId, profileId } });

/** What the filters offer. */
export const facetsOptions = (brandId: string) => ({
  ...callOptions(listCreatorFacets, { params: { brandId } }),
  staleTime: 300_000,
});
