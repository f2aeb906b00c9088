import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { CallError } from '@troupe/contract/client';
import { buyAudienceData } from '@troupe/contract/discovery/audience-report';
import { notify } from '@troupe/ui/feedback/notify';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { type ReportCreator, reportOptions, whose } from './audience-report-queries.ts';
import { purchasedNotice, refusedNotice } from './report-labels.ts';

/** Idempotency keys of purchases without a response: a retry with the same key buys once. */
const unanswered = new Map<string, string>();

/** Buys a report, or its update with `forceReload`, and puts it into the panel's cache. */
export async function buyReport(
  queryClient: QueryClient,
  brandId: string,
  creator: ReportCreator,
  forceReload: boolean,
) {
  const purchaseKey = `${brandId} ${creator.id} ${forceReload}`;
  const idempotencyKey = unanswered.get(purchaseKey) ?? crypto.randomUUID();
  unanswered.set(purchaseKey, idempotencyKey);
  try {
    const answer = await client.call(
      buyAudienceData,
      { params: { brandId }, body: { ...whose(creator), forceReload } },
      { idempotencyKey },
    );
    unanswered.delete(purchaseKey);
    const { found, charged, ...held } = answer;
    const { queryKey } = reportOptions(brandId, creator);
    // A pending response would restore the older report.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, held);
    return { found, charged };
  } catch (error) {
    if (error instanceof CallError && error.status !== 0) unanswered.delete(purchaseKey);
    // The purchase may still be in progress; the panel shows its state and result.
    void queryClient.invalidateQueries({ queryKey: reportOptions(brandId, creator).queryKey });
    throw error;
  } finally {
    void queryClient.invalidateQueries({ queryKey: [listCredits.noun] });
    void queryClient.invalidateQueries({ queryKey: [buyAudienceData.noun, 'listAudienceReports'] });
  }
}

/** Buys one creator's report: `busy` wherever it's shown, with a notice even after leaving the screen. */
export function useBuyReport(creator: ReportCreator) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const mutationKey = [buyAudienceData.noun, buyAudienceData.name, brandId, creator.id];
  const busy = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (forceReload: boolean) => buyReport(queryClient, brandId, creator, forceReload),
    onSuccess: (answer) => {
      const { text, detail } = purchasedNotice(answer, creator.username);
      notify.success(text, detail ? { detail } : {});
    },
    onError: (error) => {
      const { kind, text, detail } = refusedNotice(error);
      const action = paymentAction(error);
      notify[kind](text, {
        id: `buy-${creator.id}`,
        ...(detail ? { detail } : {}),
        ...(action ? { action } : {}),
      });
    },
  });
  const buy = (forceReload: boolean, options?: { onSettled?: () => void }) => {
    // The cache knows a running purchase before the button does.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(forceReload, options ?? {});
  };
  return { buy, busy };
}
