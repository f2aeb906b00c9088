import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { listOptIns } from '@troupe/contract/campaigns/opt-in';
import type { ClientInput } from '@troupe/contract/client';
import { cancelGift, listGifts, listStoreProducts, offerGifts } from '@troupe/contract/commerce/gift';
import { listStores } from '@troupe/contract/commerce/store';
import type { Gift, GiftStatus } from '@troupe/domain/commerce/gift';
import type { PillTone } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from './messages/messages.gen.ts';

export const STATUS_TONES: Record<GiftStatus, PillTone> = {
  offered: 'tangerine',
  chosen: 'iris',
  ordered: 'iris',
  shipped: 'iris',
  delivered: 'green',
  cancelled: 'neutral',
};

/** What was chosen: `Camp Mug, Moss`, with the quantity if there are several. */
export const linesText = ({ lines }: Pick<Gift, 'lines'>): string[] =>
  lines.map(({ title, variantTitle, quantity }) => {
    const name = variantTitle ? t('line.variant', { title, variant: variantTitle }) : title;
    return quantity > 1 ? t('line.several', { count: quantity, name }) : name;
  });

/** An opt-in of a campaign. */
export interface OptInRef {
  campaignId: string;
  optInId: string;
}

/** The brand's stores. */
export const storesOptions = (brandId: string) => callOptions(listStores, { params: { brandId } });

/** A page of a campaign's gifts. They change live. */
export const giftsOptions = (brandId: string, campaignId: string, page: number) => ({
  ...callOptions(listGifts, { params: { brandId, campaignId }, query: { page } }),
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: true,
});

/** The gifts for one opt-in; the newest page. */
export const optInGiftsOptions = (brandId: string, { campaignId, optInId }: OptInRef) => ({
  ...callOptions(listGifts, { params: { brandId, campaignId }, query: { page: 1, optInId } }),
  refetchOnWindowFocus: true,
});

/** Products of a store that match a search. */
export const productsOptions = (brandId: string, storeId: string, search: string) => ({
  ...callOptions(listStoreProducts, { params: { brandId, storeId }, query: { search } }),
  enabled: storeId !== '',
  staleTime: 60_000,
});

/** Approved creators of a campaign that match a search. */
export const approvedOptions = (campaignId: string, search: string) =>
  callOptions(listOptIns, {
    params: { campaignId, page: 1 },
    query: search ? { status: 'approved', search } : { status: 'approved' },
  });

/** Changes of gifts; each refetches them. */
export function useGiftWrites(campaignId: string) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['gift', 'listGifts'] });
  return {
    offer: useMutation({
      mutationFn: (body: ClientInput<typeof offerGifts>['body']) =>
        client.call(offerGifts, { params: { brandId, campaignId }, body }),
      onSettled: refresh,
    }),
    cancel: useMutation({
      mutationFn: (giftId: string) => client.call(cancelGift, { params: { brandId, giftId } }),
      onSuccess: () => notify.success(t('cancel.done')),
      onError: (error) => notify.failure(t('cancel.failed'), { detail: errorText(error) }),
      onSettled: refresh,
    }),
  };
}
