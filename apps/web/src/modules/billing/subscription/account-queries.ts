import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/billing/billing';
import type { CallOutput } from '@troupe/contract/call';
import { CallError } from '@troupe/contract/client';
import type { PlanChoice } from '@troupe/domain/billing/plan';
import type { HeldSubscription } from '@troupe/domain/billing/subscription';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** What a brand is subscribed to and owes. */
export const billingOptions = (brandId: string) => callOptions(calls.getBilling, { params: { brandId } });

/** A page of a brand's invoices, newest first. */
export const invoicesOptions = (brandId: string, page: number) =>
  callOptions(calls.listInvoices, { params: { brandId }, query: { page } });

/** What a change to another plan costs, and when it counts. */
export const planChangeOptions = (brandId: string, planId: PlanChoice) => ({
  ...callOptions(calls.previewPlanChange, { params: { brandId }, query: { planId } }),
  // It is money: never an old answer.
  staleTime: 0,
  gcTime: 0,
});

/** A change of plan, and what its preview said. */
export interface PlanChangeInput {
  planId: PlanChoice;
  shown: Pick<CallOutput<typeof calls.previewPlanChange>, 'kind' | 'dueNow'>;
}

/** Idempotency keys of changes without a response: a retry with the same key is applied once. */
const unanswered = new Map<string, string>();

async function changePlan(brandId: string, { planId, shown: { kind, dueNow } }: PlanChangeInput) {
  const changeKey = `${brandId} ${planId}`;
  const idempotencyKey = unanswered.get(changeKey) ?? crypto.randomUUID();
  unanswered.set(changeKey, idempotencyKey);
  const input = { params: { brandId }, body: { planId, kind, dueNow } };
  try {
    const done = await client.call(calls.changePlan, input, { idempotencyKey });
    unanswered.delete(changeKey);
    return done;
  } catch (error) {
    // It was refused, so that the next try is another one. Otherwise it may have been done.
    if (error instanceof CallError && error.status !== 0 && error.status < 500) unanswered.delete(changeKey);
    throw error;
  }
}

/** Subscription mutations. */
export function useBillingWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['billing', 'brand', 'usage', 'credit', 'team'].map((noun) =>
        queryClient.invalidateQueries({ queryKey: [noun] }),
      ),
    );
  const onError = (error: Error) => void notify.failure(errorText(error));
  const of = ({ id }: HeldSubscription) => ({ params: { brandId, subscriptionId: id } });
  return {
    cancel: useMutation({
      mutationFn: (subscription: HeldSubscription) => client.call(calls.cancelSubscription, of(subscription)),
      onSuccess: ({ subscription: { name, ends } }) =>
        notify.success(
          ends ? t('subscription.ends', { name, day: dayText(ends) }) : t('subscription.canceled', { name }),
        ),
      onError,
      onSettled,
    }),
    resume: useMutation({
      mutationFn: (subscription: HeldSubscription) => client.call(calls.resumeSubscription, of(subscription)),
      onSuccess: ({ subscription: { name } }) => notify.success(t('subscription.resumed', { name })),
      onError,
      onSettled,
    }),
    change: useMutation({
      mutationFn: (input: PlanChangeInput) => changePlan(brandId, input),
      // The dialog closes without waiting for what is read again.
      onSettled: () => void onSettled(),
    }),
    keep: useMutation({
      mutationFn: () => client.call(calls.undoPlanChange, { params: { brandId } }),
      onSuccess: ({ subscription: { name } }) => notify.success(t('subscription.kept', { name })),
      onError,
      onSettled,
    }),
    /** Leaves for the billing portal. */
    openPortal: useMutation({
      mutationFn: () => client.call(calls.createPortalSession, { params: { brandId } }),
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => notify.failure(t('billing.notOpened'), { detail: errorText(error) }),
    }),
    /** Opens the PDF of an invoice. */
    openInvoice: useMutation({
      mutationFn: (invoiceId: string) =>
        client.call(calls.getInvoiceFile, { params: { brandId, invoiceId } }),
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => notify.failure(t('invoices.notOpened'), { detail: errorText(error) }),
    }),
  };
}

export type BillingWrites = ReturnType<typeof useBillingWrites>;
