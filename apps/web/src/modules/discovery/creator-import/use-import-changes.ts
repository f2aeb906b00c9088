import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientInput } from '@troupe/contract/client';
import { updateImport } from '@troupe/contract/discovery/creator-import';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import type { SavingStateName } from '@troupe/ui/field/saving-state';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { type ImportAnswer, importOptions } from './creator-import-queries.ts';
import { withChanges } from './mapping/mapping.ts';

export type ImportChange = NonNullable<ClientInput<typeof updateImport>['body']>;

/**
 * Corrects the detected settings of a file. Changes show immediately and are saved in order; a failed one is reverted
 * and can be retried.
 */
export function useImportChanges(importId: string) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { queryKey } = importOptions(brandId, importId);
  const mutationKey = ['creator-import', 'updateImport', importId];
  const pending = useIsMutating({ mutationKey });
  const mutation = useMutation({
    mutationKey,
    scope: { id: `creator-import-${importId}` },
    mutationFn: (body: ImportChange) => client.call(updateImport, { params: { brandId, importId }, body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<ImportAnswer>(
        queryKey,
        (known) => known && { ...known, import: changed(known.import, change) },
      );
    },
    onSuccess: (answer) => {
      // Pending changes are newer than this response.
      if (queryClient.isMutating({ mutationKey }) <= 1) queryClient.setQueryData(queryKey, answer);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const state = useFading(
    pending > 0 ? 'saving' : mutation.isError ? 'failed' : mutation.isSuccess ? 'saved' : 'idle',
  );
  return {
    change: mutation.mutate,
    state,
    /** Why the last change was not saved. */
    failure: mutation.isError && pending === 0 ? errorText(mutation.error) : null,
    retry: () => mutation.variables && mutation.mutate(mutation.variables),
  };
}

function changed(known: CreatorImport, change: ImportChange): CreatorImport {
  return {
    ...known,
    ...(change.columns ? { columns: withChanges(known.columns, change.columns) } : {}),
    ...(change.platform !== undefined ? { platform: change.platform } : {}),
    ...(change.asOf !== undefined ? { asOf: change.asOf } : {}),
    ...(change.forEveryone !== undefined ? { forEveryone: change.forEveryone } : {}),
  };
}

const SAVED_MS = 2000;

/** Hides 'saved' after two seconds. */
function useFading(state: SavingStateName): SavingStateName {
  const [faded, setFaded] = useState(false);
  useEffect(() => {
    setFaded(false);
    if (state !== 'saved') return;
    const timer = setTimeout(() => setFaded(true), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return faded && state === 'saved' ? 'idle' : state;
}
