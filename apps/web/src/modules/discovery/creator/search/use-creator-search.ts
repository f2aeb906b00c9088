import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { useMemo, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { type CreatorAddress, queryOf } from '../creator-address.ts';
import { type SearchPage, searchOptions } from '../creator-queries.ts';

/** A search as a screen shows it. */
export interface CreatorSearchState {
  /** What was found, in order; undefined while nothing has been found yet. */
  creators: readonly CreatorResult[] | undefined;
  /** The first page, with the total. */
  first: SearchPage | undefined;
  /** What is shown is the answer to an earlier search. */
  stale: boolean;
  searching: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  /** Fetches the next page. Gives all creators found by then. */
  loadMore: () => Promise<readonly CreatorResult[]>;
}

/** A creator may come again on a later page when figures changed between two pages. */
function flat(pages: readonly SearchPage[]): CreatorResult[] {
  const found = new Map<string, CreatorResult>();
  for (const page of pages) for (const creator of page.creators) found.set(creator.id, creator);
  return [...found.values()];
}

/** The search that an address asks for. When it fails, what was found before stays. */
export function useCreatorSearch(address: CreatorAddress): CreatorSearchState {
  const brandId = useBrandId();
  const query = useMemo(() => queryOf(address), [address]);
  const search = useInfiniteQuery(searchOptions(brandId, query));
  const { fetchNextPage, refetch } = search;
  const [kept, setKept] = useState<{ brandId: string; pages: SearchPage[] }>();
  if (search.data && kept?.pages !== search.data.pages) setKept({ brandId, pages: search.data.pages });
  const before = kept?.brandId === brandId ? kept.pages : undefined;
  const pages = search.data?.pages ?? (search.error ? before : undefined);
  const creators = useMemo(() => pages && flat(pages), [pages]);
  return {
    creators,
    first: pages?.[0],
    stale: search.isPlaceholderData || (search.data === undefined && pages !== undefined),
    searching: search.isFetching && !search.isFetchingNextPage,
    error: search.isFetchNextPageError ? null : search.error,
    retry: () => void refetch(),
    hasMore: search.hasNextPage,
    loadingMore: search.isFetchingNextPage,
    moreFailed: search.isFetchNextPageError,
    loadMore: async () => flat((await fetchNextPage()).data?.pages ?? []),
  };
}
