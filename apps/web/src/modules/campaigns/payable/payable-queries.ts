import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { getPayable, listPayables, movePayables } from '@troupe/contract/campaigns/payable';
import type { Payable, PayableState } from '@troupe/domain/campaigns/payable';
import { payoutFailureText } from '@troupe/domain/campaigns/payout';
import type { PillTone } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** Which payments are shown. */
export interface PayablesWanted {
  page: number;
  state?: PayableState | undefined;
  search?: string | undefined;
}

/** The query of a page of payments to creators. */
export const payablesOptions = (brandId: string, query: PayablesWanted) => ({
  ...callOptions(listPayables, { params: { brandId }, query }),
  placeholderData: keepPreviousData,
});

/** The query of one with its history. */
export const payableOptions = (brandId: string, payableId: string) =>
  callOptions(getPayable, { params: { brandId, payableId } });

export const STATE_TONES: Record<PayableState, PillTone> = {
  due: 'iris',
  approved: 'green',
  paid: 'green',
  failed: 'red',
};

/** `Due`. */
export const stateName = (state: PayableState): string => t(`payable.state.${state}`);

/** Why a payment failed, or why its creator can't be paid through the provider yet; null if nothing is in the way. */
export function noteOf({ state, reason, failure, method, payee, sending }: Payable): string | null {
  if (failure) return payoutFailureText(failure);
  if (reason) return reason;
  const isWaiting = method !== 'manual' && state === 'approved' && !sending;
  return isWaiting && payee !== 'ready' ? t(`payee.${payee}`) : null;
}

/** `Dec 27, 2026`, and whether that has passed. */
export function payByText({ payBy, state }: Payable): string {
  const date = dayText(payBy);
  return state !== 'paid' && Date.parse(payBy) < Date.now() ? t('payable.late', { date }) : date;
}

/** A change of the state of payments. */
export interface Move {
  payables: readonly Payable[];
  state: PayableState;
  reason?: string;
  reference?: string;
}

/** Updates payments; reports those that were skipped and why. */
export function useMovePayables(brandId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ payables, ...move }: Move) =>
      client.call(movePayables, {
        params: { brandId },
        body: { ...move, payables: payables.map(({ id, version }) => ({ id, version })) },
      }),
    onSuccess: ({ changed, refused }, { state }) => {
      if (changed.length > 0) notify.success(t(`payable.done.${state}`, { count: changed.length }));
      const [first] = refused;
      if (first) notify.warning(t('payable.unchanged', { count: refused.length }), { detail: first.message });
    },
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listPayables.noun] }),
  });
}
