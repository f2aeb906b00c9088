import { useQueryClient } from '@tanstack/react-query';
import { createCampaign } from '@troupe/contract/campaigns/campaign';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { useCallback, useEffect, useState } from 'react';
import { brandOptions, useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { DocumentTitle, PageLoading } from '../../../../shared/screen/screen.tsx';
import { campaignOptions } from '../campaign-queries.ts';

/** The draft on its way for a brand, so that an effect that runs twice makes one. */
const onItsWay = new Map<string, Promise<CampaignDetails>>();

function begin(brandId: string): Promise<CampaignDetails> {
  const known = onItsWay.get(brandId);
  if (known) return known;
  const made = client
    .call(createCampaign, { params: { brandId }, body: {} }, { idempotencyKey: crypto.randomUUID() })
    .finally(() => onItsWay.delete(brandId));
  onItsWay.set(brandId, made);
  return made;
}

/** Begins a draft and goes on to its builder. */
export function NewCampaign({ onBegun }: { onBegun: (campaignId: string) => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const start = useCallback(async () => {
    setError(null);
    try {
      const campaign = await begin(brandId);
      queryClient.setQueryData(campaignOptions(campaign.id).queryKey, campaign);
      // The brand-access check knows the campaigns of the brand by this list.
      queryClient.setQueryData(
        brandOptions(brandId).queryKey,
        (brand) =>
          brand && {
            ...brand,
            campaigns: [
              ...brand.campaigns.filter(({ id }) => id !== campaign.id),
              { id: campaign.id, title: campaign.title, status: campaign.status, unreadMessageCount: 0 },
            ],
          },
      );
      void queryClient.invalidateQueries({ queryKey: ['campaign', 'listCampaigns'] });
      onBegun(campaign.id);
    } catch (failure) {
      setError(failure);
    }
  }, [brandId, queryClient, onBegun]);
  useEffect(() => {
    void start();
  }, [start]);
  return (
    <>
      <DocumentTitle>New campaign</DocumentTitle>
      {error ? (
        <div className="t-page">
          <h1 className="t-20">New campaign</h1>
          <ErrorState
            title="Couldn't create the campaign."
            text={errorText(error)}
            onRetry={() => void start()}
          />
        </div>
      ) : (
        <PageLoading />
      )}
    </>
  );
}
