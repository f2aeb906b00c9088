import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listBillingEvents,
  listReconciliations,
  reconcile,
  replayBillingEvent,
} from '@troupe/contract/billing/billing';
import {
  listAdminBrands,
  listAdminMembers,
  listFailedJobs,
  listJobQueues,
  retryJob,
} from '@troupe/contract/operations/admin';
import type { BillingEventState } from '@troupe/domain/billing/billing-event';
import { notify } from '@troupe/ui/feedback/notify';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** Which brands are shown. */
export interface BrandsWanted {
  page: number;
  search?: string | undefined;
  pastDue?: true | undefined;
}

export const adminBrandsOptions = ({ pastDue, ...wanted }: BrandsWanted) => ({
  ...callOptions(listAdminBrands, { query: { ...wanted, ...(pastDue ? { pastDue: 'true' } : {}) } }),
  placeholderData: keepPreviousData,
});

export const adminMembersOptions = (brandId: string) =>
  callOptions(listAdminMembers, { params: { brandId } });

const WATCHED_MS = 5000;

export const jobQueuesOptions = { ...callOptions(listJobQueues, {}), refetchInterval: WATCHED_MS };

export const failedJobsOptions = (queue: string) => callOptions(listFailedJobs, { params: { queue } });

export const billingEventsOptions = (page: number, state: BillingEventState | undefined) => ({
  ...callOptions(listBillingEvents, { query: { page, ...(state ? { state } : {}) } }),
  placeholderData: keepPreviousData,
});

export const reconciliationsOptions = callOptions(listReconciliations, { query: { page: 1 } });

function useAct<T>(noun: string, act: (given: T) => Promise<unknown>, said: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => notify.success(said),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [noun] }),
  });
}

/** Has a failed job done again. */
export const useRetryJob = () =>
  useAct(
    listJobQueues.noun,
    (params: { queue: string; jobId: string }) => client.call(retryJob, { params }),
    t('jobs.retried'),
  );

/** Works through a webhook again. */
export const useReplay = () =>
  useAct(
    listBillingEvents.noun,
    (eventId: string) => client.call(replayBillingEvent, { params: { eventId } }),
    t('billing.replayed'),
  );

/** Compares the books with the provider's. */
export const useReconcile = () =>
  useAct(listReconciliations.noun, (_: undefined) => client.call(reconcile, {}), t('billing.reconciled'));
