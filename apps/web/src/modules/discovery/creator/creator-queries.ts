import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError, urlOf } from '@troupe/contract/client';
import { getCreator, listCreatorFacets, searchCreators } from '@troupe/contract/discovery/creator';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { config } from '../../../shared/config.ts';
import { type CreatorQuery, sentQueryOf } from './creator-address.ts';

/** A page of results, and how long its answer took, in milliseconds. */
export type SearchPage = CallOutput<typeof searchCreators> & { tookMs: number };

/** Puts the lists in the place of their numbers. */
function withLists({ listed, ...page }: CallOutput<typeof searchCreators>) {
  if (!listed) return page;
  const creators = page.creators.map((creator, at) => ({
    ...creator,
    lists: listed.on[at]?.flatMap((number) => listed.lists[number] ?? []) ?? [],
  }));
  return { ...page, creators };
}

/** The pages of a search. Earlier results stay visible while new ones load. */
export const searchOptions = (brandId: string, query: CreatorQuery) =>
  infiniteQueryOptions({
    queryKey: ['creator', 'searchCreators', { brandId, query }] as const,
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      const asked = performance.now();
      const cursor = pageParam ? { cursor: pageParam } : {};
      const input = { params: { brandId }, query: { ...sentQueryOf(query), ...cursor } };
      const page = withLists(await client.call(searchCreators, input, { signal }));
      const early = globalThis.troupeEarly?.tookMs(config.apiUrl + urlOf(searchCreators, input));
      return { ...page, tookMs: early ?? performance.now() - asked };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchPage) => page.nextCursor,
    placeholderData: (before, query) => (query?.queryKey[2].brandId === brandId ? before : undefined),
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
