import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelImport, startImport, undoImport } from '@troupe/contract/discovery/creator-import';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { importOptions, keepImport } from './creator-import-queries.ts';
import { watchImport } from './watched-imports.ts';

const CALLS = { goOn: startImport, cancel: cancelImport, undo: undoImport };

/** Cancels an import, goes on with one, or takes it back. */
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
