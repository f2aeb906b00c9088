import { useMutation, useQueryClient } from '@tanstack/react-query';
import { decideSafetyFlag, getCreatorSafety, listSafetyFlags } from '@troupe/contract/discovery/safety-flag';
import type { SafetyFlag } from '@troupe/domain/discovery/safety-flag';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../brand/current-brand.ts';
import { client } from '../call/client.ts';
import { errorText } from '../call/error-text.ts';
import { callOptions } from '../call/query.ts';
import { t } from './messages/messages.gen.ts';

/** A creator's flags and checked content. */
export const creatorSafetyOptions = (brandId: string, creatorId: string) =>
  callOptions(getCreatorSafety, { params: { brandId, creatorId } });

/** Open flags on some creators, or on those of a list. */
export const openFlagsOptions = (
  brandId: string,
  filter: { creatorId: readonly string[] } | { listId: string },
) =>
  callOptions(listSafetyFlags, {
    params: { brandId },
    query:
      'listId' in filter
        ? { state: 'open' as const, listId: filter.listId }
        : { state: 'open' as const, creatorId: [...filter.creatorId] },
  });

/** Decides about flags. */
export function useDecision() {
  const brandId = useBrandId();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({
      flag,
      state,
      reason,
    }: {
      flag: SafetyFlag;
      state: 'confirmed' | 'dismissed' | 'open';
      reason: string;
    }) =>
      client.call(decideSafetyFlag, {
        params: { brandId, flagId: flag.id },
        body: { state, reason, version: flag.version },
      }),
    onError: (error) => notify.failure(t('decideFailed'), { detail: errorText(error) }),
    onSettled: () =>
      Promise.all(
        ['safety-flag', 'safety-rule', 'creator', 'creator-list'].map((noun) =>
          cache.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  });
}
