import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { disconnectStore, listStores, syncStore } from '@troupe/contract/commerce/store';
import type { Store } from '@troupe/domain/commerce/store';
import { notify } from '@troupe/ui/feedback/notify';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** The query of a brand's stores. */
export const storesOptions = (brandId: string) => callOptions(listStores, { params: { brandId } });

/** What a failed connect says: the server's `error`, else the standard sentence. */
export function connectFailureText(error: unknown): string {
  const told = error instanceof CallError ? error.body.error : undefined;
  return typeof told === 'string' && told.trim() !== '' ? told : t('store.failed');
}

/** What members do with a connected store. */
export function useStoreWrites(brandId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = storesOptions(brandId);
  const put = (store: Store) =>
    queryClient.setQueryData(queryKey, (before: { stores: Store[] } | undefined) =>
      before ? { stores: before.stores.map((one) => (one.id === store.id ? store : one)) } : before,
    );
  const onError = (error: Error) => {
    notify.failure(errorText(error));
    void queryClient.invalidateQueries({ queryKey });
  };
  const sync = useMutation({
    mutationFn: (storeId: string) => client.call(syncStore, { params: { brandId, storeId } }),
    onSuccess: ({ store }) => put(store),
    onError,
  });
  const disconnect = useMutation({
    mutationFn: (storeId: string) => client.call(disconnectStore, { params: { brandId, storeId } }),
    onSuccess: ({ store }) => {
      put(store);
      void queryClient.invalidateQueries({ queryKey: ['welcome'] });
      notify.success(t('store.disconnectedNotice', { name: store.name }));
    },
    onError,
  });
  return { sync, disconnect };
}
