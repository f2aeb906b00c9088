import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { useEffect, useMemo, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { type CreatorAddress, queryOf } from '../creator-address.ts';
import { type SearchPage, searchOptions } from '../creator-queries.ts';

/** A search and its results. */
export interface CreatorSearchState {
  /** Results in order; undefined before the first response. */
  creators: readonly CreatorResult[] | undefined;
  /** The first page, with the total. */
  first: SearchPage | undefined;
  /** Whether the results are those of an earlier search. */
  stale: boolean;
  /** Whether the results were found for the table, and the posts that cards show are on their way. */
  lacksPosts: boolean;
  searching: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  /** Fetches the next page. Returns all creators found so far. */
  loadMore: () => Promise<readonly CreatorResult[]>;
}

/** A creator may appear again on a later page if figures changed in between. */
function flat(pages: readonly SearchPage[]): CreatorResult[] {
  const found = new Map<string, CreatorResult>();
  for (const page of pages) for (const creator of page.creators) found.set(creator.id, creator);
  return [...found.values()];
}

/** Runs the search of a URL. If it fails, earlier results stay. */
export function useCreatorSearch(address: CreatorAddress): CreatorSearchState {
  const brandId = useBrandId();
  const query = useMemo(() => queryOf(address), [address]);
  const search = useInfiniteQuery(searchOptions(brandId, query, address.view));
  const { fetchNextPage, refetch, isFetching, error } = search;
  const [kept, setKept] = useState<{ brandId: string; pages: SearchPage[] }>();
  if (search.data && kept?.pages !== search.data.pages) setKept({ brandId, pages: search.data.pages });
  const before = kept?.brandId === brandId ? kept.pages : undefined;
  const pages = search.data?.pages ?? (search.error ? before : undefined);
  const creators = useMemo(() => pages && flat(pages), [pages]);
  const lacksPosts = address.view !== 'table' && pages?.some(({ hasPosts }) => !hasPosts) === true;
  const asksForPosts = lacksPosts && !isFetching && (!error || search.isFetchNextPageError);
  useEffect(() => {
    if (asksForPosts) void refetch();
  }, [asksForPosts, refetch]);
  return {
    creators,
    first: pages?.[0],
    stale: search.isPlaceholderData || (search.data === undefined && pages !== undefined),
    lacksPosts,
    searching: isFetching && !search.isFetchingNextPage,
    error: search.isFetchNextPageError ? null : error,
    retry: () => void refetch(),
    hasMore: search.hasNextPage,
    loadingMore: search.isFetchingNextPage,
    moreFailed: search.isFetchNextPageError,
    loadMore: async () => flat((await fetchNextPage()).data?.pages ?? []),
  };
}
