import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/billing';
import type { PlanChoice } from '@troupe/domain/plan';
import type { HeldSubscription } from '@troupe/domain/subscription';
import { dayText } from '@troupe/ui/lib/date';
import { notify } from '@troupe/ui/notify';
import { client } from '../../shared/client.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { callOptions } from '../../shared/query.ts';

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

/** Everything that changes what a brand is subscribed to. */
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
        notify.success(ends ? `${name} ends on ${dayText(ends)}.` : `${name} has been cancelled.`),
      onError,
      onSettled,
    }),
    resume: useMutation({
      mutationFn: (subscription: HeldSubscription) => client.call(calls.resumeSubscription, of(subscription)),
      onSuccess: ({ subscription: { name } }) => notify.success(`${name} goes on.`),
      onError,
      onSettled,
    }),
    change: useMutation({
      mutationFn: (planId: PlanChoice) =>
        client.call(calls.changePlan, { params: { brandId }, body: { planId } }),
      onSettled,
    }),
    keep: useMutation({
      mutationFn: () => client.call(calls.undoPlanChange, { params: { brandId } }),
      onSuccess: ({ subscription: { name } }) => notify.success(`You keep ${name}.`),
      onError,
      onSettled,
    }),
    /** Leaves for the billing portal. */
    openPortal: useMutation({
      mutationFn: () => client.call(calls.createPortalSession, { params: { brandId } }),
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => notify.failure('Billing could not be opened.', { detail: errorText(error) }),
    }),
    /** Opens the PDF of an invoice. */
    openInvoice: useMutation({
      mutationFn: (invoiceId: string) =>
        client.call(calls.getInvoiceFile, { params: { brandId, invoiceId } }),
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => notify.failure('The invoice could not be opened.', { detail: errorText(error) }),
    }),
  };
}

export type BillingWrites = ReturnType<typeof useBillingWrites>;
