import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import type { CallError } from '@troupe/contract/client';
import {
  archiveCreatorList,
  archiveCreatorListItem,
  changeCreatorListItems,
  createCreatorList,
  listArchivedCreators,
  listCreatorListDetails,
  listCreatorListItems,
  unarchiveCreatorListItem,
  updateCreatorList,
} from '@troupe/contract/discovery/creator-list';
import type { CreatorListItem, CreatorListItemsChange } from '@troupe/domain/discovery/creator-list';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { type ItemsAddress, itemsQueryOf, type ListsRequest, listsQueryOf } from './creator-list-address.ts';

export type ItemsPage = CallOutput<typeof listCreatorListItems>;
export type ListsPage = CallOutput<typeof listCreatorListDetails>;
export type ListRow = ListsPage['lists'][number];
export type ArchivedPage = CallOutput<typeof listArchivedCreators>;

const nextPage = ({ page, pages }: { page: number; pages: number }) => (page < pages ? page + 1 : undefined);

const ITEMS = ['creator-list', 'listCreatorListItems'] as const;

/** The items of a list, by page. */
export const itemsOptions = (brandId: string, productListId: string, address: ItemsAddress) => {
  const query = itemsQueryOf(address);
  return infiniteQueryOptions<
    ItemsPage,
    CallError,
    InfiniteData<ItemsPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: [...ITEMS, brandId, productListId, query],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listCreatorListItems, { params: { brandId, productListId, page }, query }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 10_000,
  });
};

/** The lists of a brand with the creators last added to each, by page. */
export const listsOptions = (brandId: string, address: ListsRequest) => {
  const query = listsQueryOf(address);
  return infiniteQueryOptions<
    ListsPage,
    CallError,
    InfiniteData<ListsPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: ['creator-list', 'listCreatorListDetails', brandId, query],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listCreatorListDetails, { params: { brandId, page }, query }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 10_000,
  });
};

/** The archived items of a brand, by page. */
export const archivedOptions = (brandId: string) =>
  infiniteQueryOptions<
    ArchivedPage,
    CallError,
    InfiniteData<ArchivedPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: ['creator-list', 'listArchivedCreators', brandId],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listArchivedCreators, { params: { brandId }, query: { page } }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 10_000,
  });

type CachedItems = InfiniteData<ItemsPage, number>;

/** Changes the items of every cached page of a list; `null` removes an item. */
export function patchItems(
  queryClient: QueryClient,
  change: (item: CreatorListItem) => CreatorListItem | null,
): void {
  queryClient.setQueriesData<CachedItems>({ queryKey: ITEMS }, (cached) => {
    if (!cached) return cached;
    let gone = 0;
    const pages = cached.pages.map((page) => {
      const items = page.items.map(change).filter((item) => item !== null);
      gone += page.items.length - items.length;
      return items.every((item, at) => item === page.items[at]) && items.length === page.items.length
        ? page
        : { ...page, items };
    });
    if (gone === 0) return { ...cached, pages };
    return {
      ...cached,
      pages: pages.map((page) => ({
        ...page,
        total: page.total - gone,
        list: { ...page.list, itemCount: page.list.itemCount - gone },
      })),
    };
  });
}

/** List and item mutations; each invalidates dependent queries. */
export function useListWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  // Creators show their lists.
  const onSettled = () =>
    void Promise.all(
      ['creator-list', 'creator'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
    );
  return {
    create: useMutation({
      mutationFn: (body: { title: string; description: string }) =>
        client.call(
          createCreatorList,
          { params: { brandId }, body },
          { idempotencyKey: crypto.randomUUID() },
        ),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: string; title: string; description: string; ownerId?: string }) =>
        client.call(updateCreatorList, { params: { brandId, id }, body }),
      onSettled,
    }),
    archiveList: useMutation({
      mutationFn: ({ id, archived }: { id: string; archived: boolean }) =>
        client.call(archiveCreatorList, { params: { brandId, id }, body: { archived } }),
      onSettled,
    }),
    archiveItem: useMutation({
      mutationFn: (itemId: string) => client.call(archiveCreatorListItem, { params: { brandId, itemId } }),
      onMutate: async (itemId) => {
        await queryClient.cancelQueries({ queryKey: ITEMS });
        patchItems(queryClient, (item) => (item.id === itemId ? null : item));
      },
      onSettled,
    }),
    unarchiveItem: useMutation({
      mutationFn: (itemId: string) => client.call(unarchiveCreatorListItem, { params: { itemId } }),
      onSettled,
    }),
    changeItems: useMutation({
      mutationFn: (body: CreatorListItemsChange) =>
        client.call(changeCreatorListItems, { params: { brandId }, body }),
      onSettled,
    }),
  };
}
