import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { selectBrand } from '@troupe/contract/account/user';
import { notify } from '@troupe/ui/feedback/notify';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { t } from '../messages/messages.gen.ts';

/**
 * Switches to a brand: shows it immediately, saves it for the next visit, and opens its campaigns.
 * @param stay stay on the current screen instead
 */
export function useSelectBrand({ stay = false } = {}): (brandId: string) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    // In sequence, so that the last selected brand wins.
    scope: { id: 'select-brand' },
    mutationFn: (brandId: string) => client.call(selectBrand, { body: { selectedBrand: brandId } }),
    onMutate: async (brandId) => {
      await queryClient.cancelQueries({ queryKey: meOptions.queryKey });
      const before = queryClient.getQueryData(meOptions.queryKey);
      if (before) {
        queryClient.setQueryData(meOptions.queryKey, {
          ...before,
          extraData: { ...before.extraData, selectedBrand: brandId },
        });
      }
      if (!stay) void navigate({ to: '/campaigns' });
      return before;
    },
    onSuccess: (me) => {
      if (queryClient.isMutating({ mutationKey: ['select-brand'] }) <= 1) {
        queryClient.setQueryData(meOptions.queryKey, me);
      }
    },
    onError: (_error, _brandId, before) => {
      if (before) queryClient.setQueryData(meOptions.queryKey, before);
      notify.failure(t('brand.notSwitched'));
    },
    mutationKey: ['select-brand'],
  });
  return mutate;
}
