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
  cancelImport,
  getImport,
  listImportRows,
  listImports,
  startImport,
  undoImport,
} from '@troupe/contract/discovery/creator-import';
import type { CreatorImport, PreviewRow } from '@troupe/domain/discovery/creator-import/creator-import';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import type { ShownRows } from './import-address.ts';
import { isBusy } from './import-labels.ts';
import { watchImport } from './watched-imports.ts';

/** An import with its first rows as they will be read. */
export interface ImportAnswer {
  import: CreatorImport;
  preview: PreviewRow[];
}
type ImportsPage = CallOutput<typeof listImports>;
export type ImportRowsPage = CallOutput<typeof listImportRows>;

/** How often a running import is polled. */
const POLL_MS = 1000;

const nextPage = ({ page, pages }: { page: number; pages: number }) => (page < pages ? page + 1 : undefined);

/** Pictures are still being copied after the rows. */
const isWorking = (one: CreatorImport | undefined): boolean =>
  isBusy(one?.state) || (one?.pictures.waiting ?? 0) > 0;

/** One import, polled every second while it runs. */
export const importOptions = (brandId: string, importId: string) => ({
  ...callOptions(getImport, { params: { brandId, importId } }),
  refetchInterval: (query: { state: { data?: ImportAnswer | undefined } }) =>
    isWorking(query.state.data?.import) ? POLL_MS : (false as const),
});

/** The imports of a brand, newest first, by page. */
export const importsOptions = (brandId: string) =>
  infiniteQueryOptions<ImportsPage, CallError, InfiniteData<ImportsPage, number>, readonly unknown[], number>(
    {
      queryKey: ['creator-import', 'listImports', brandId],
      initialPageParam: 1,
      queryFn: ({ pageParam: page, signal }) =>
        client.call(listImports, { params: { brandId }, query: { page } }, { signal }),
      getNextPageParam: nextPage,
      staleTime: 0,
    },
  );

const rowsKey = (brandId: string, importId: string) =>
  ['creator-import', 'listImportRows', brandId, importId] as const;

/** The rows of an import with one outcome, or those with a value skipped, by page. */
export const rowsOptions = (brandId: string, importId: string, show: ShownRows) =>
  infiniteQueryOptions<
    ImportRowsPage,
    CallError,
    InfiniteData<ImportRowsPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: [...rowsKey(brandId, importId), show],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(
        listImportRows,
        {
          params: { brandId, importId },
          query: show === 'remarked' ? { remarked: 'true', page } : { outcome: show, page },
        },
        { signal },
      ),
    getNextPageParam: nextPage,
    staleTime: 10_000,
  });

/** Puts an import from a response into the cache. */
export function keepImport(queryClient: QueryClient, brandId: string, next: CreatorImport): void {
  const { queryKey } = importOptions(brandId, next.id);
  queryClient.setQueryData<ImportAnswer>(queryKey, (known) => ({
    preview: next.state === 'draft' ? (known?.preview ?? []) : [],
    import: next,
  }));
  void queryClient.invalidateQueries({ queryKey: importsOptions(brandId).queryKey });
}

/** Invalidates what an import changes elsewhere: rows, search results and lists. */
export function forgetImported(queryClient: QueryClient, brandId: string, importId: string): void {
  void queryClient.invalidateQueries({ queryKey: rowsKey(brandId, importId) });
  void queryClient.invalidateQueries({ queryKey: ['creator'] });
  void queryClient.invalidateQueries({ queryKey: ['creator-list'] });
}

const CALLS = { goOn: startImport, cancel: cancelImport, undo: undoImport };

/** Cancels, resumes or undoes an import. */
export function useImportAction(one: CreatorImport, action: keyof typeof CALLS) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(CALLS[action], { params: { brandId, importId: one.id } }),
    onSuccess: (answer) => {
      if (action !== 'cancel') watchImport({ brandId, importId: one.id, fileName: one.fileName });
      keepImport(queryClient, brandId, answer.import);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: importOptions(brandId, one.id).queryKey }),
  });
}
