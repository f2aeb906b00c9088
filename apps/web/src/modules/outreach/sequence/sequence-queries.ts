import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listSequences,
  removeSequence,
  restoreSequence,
  saveSequence,
} from '@troupe/contract/outreach/sequence';
import type { Sequence, SequenceForm } from '@troupe/domain/outreach/sequence';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from './messages/messages.gen.ts';

/** The follow-up sequences of a brand, last changed first. */
export const sequencesOptions = (brandId: string) => callOptions(listSequences, { params: { brandId } });

/** Sequence mutations; each refetches what shows sequences. */
export function useSequenceWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all([['sequence'], ['follow-up']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  /** Called from a notice, which outlives the row. */
  const restore = async ({ id, name }: Sequence) => {
    try {
      await client.call(restoreSequence, { params: { brandId, sequenceId: id } });
      notify.success(t('restored', { name }));
    } catch (error) {
      notify.failure(errorText(error));
    }
    await onSettled();
  };
  return {
    save: useMutation({
      mutationFn: ({ id, form, key }: { id: string; form: SequenceForm; key: string }) =>
        client.call(
          saveSequence,
          { params: { brandId, sequenceId: id }, body: form },
          { idempotencyKey: key },
        ),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Sequence) => client.call(removeSequence, { params: { brandId, sequenceId: id } }),
      onSuccess: (_answer, sequence) =>
        notify.success(t('removed', { name: sequence.name }), {
          action: { label: t('undo'), onClick: () => void restore(sequence) },
        }),
      onError: (error, { name }) => notify.failure(t('removeFailed', { name }), { detail: errorText(error) }),
      onSettled,
    }),
  };
}
