import { infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError, urlOf } from '@troupe/contract/client';
import { getCreator, listCreatorFacets, searchCreators } from '@troupe/contract/discovery/creator';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { config } from '../../../shared/config.ts';
import { type CreatorAddress, type CreatorQuery, sentQueryOf } from './creator-address.ts';

/** A page of results, whether its creators have their posts, and how long its answer took, in milliseconds. */
export type SearchPage = CallOutput<typeof searchCreators> & { hasPosts: boolean; tookMs: number };

/** Puts lists and names of topics, which the answer has once, into each creator. */
function withRepeated({ listed, topics = [], ...page }: CallOutput<typeof searchCreators>) {
  const names = new Map(topics.map((topic) => [topic.id, topic.names]));
  const creators = page.creators.map((creator, at) => ({
    ...creator,
    lists: listed?.on[at]?.flatMap((number) => listed.lists[number] ?? []) ?? creator.lists,
    why: creator.why.map((reason) =>
      reason.field === 'topic' && !reason.names
        ? { ...reason, names: names.get(reason.parts[0]?.text ?? '') }
        : reason,
    ),
  }));
  return { ...page, creators };
}

/**
 * The pages of a search. Earlier results stay visible while new ones load. Both views share them: the table asks for no
 * posts, and shows what the cards asked for.
 */
export const searchOptions = (brandId: string, query: CreatorQuery, view: CreatorAddress['view']) =>
  infiniteQueryOptions({
    queryKey: ['creator', 'searchCreators', { brandId, query }] as const,
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      const asked = performance.now();
      const cursor = pageParam ? { cursor: pageParam } : {};
      const sent = sentQueryOf(query, view);
      const input = { params: { brandId }, query: { ...sent, ...cursor } };
      const page = withRepeated(await client.call(searchCreators, input, { signal }));
      const early = globalThis.troupeEarly?.tookMs(config.apiUrl + urlOf(searchCreators, input));
      return { ...page, hasPosts: sent.profile !== 'summary', tookMs: early ?? performance.now() - asked };
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
