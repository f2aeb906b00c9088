import { useQueryClient } from '@tanstack/react-query';
import { setCampaignStatus } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { notify } from '@troupe/ui/feedback/notify';
import { useCallback, useState } from 'react';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { titleOf } from './campaign-fields.ts';

/** What a campaign needs to have for its status to be changed. */
export interface MovedCampaign {
  id: string;
  title: string;
  status: CampaignStatus;
}

const FAILED = 'Sorry, something went wrong.';

const DONE: Record<CampaignStatus, string> = {
  paused: 'is paused.',
  publish: 'is published.',
  completed: 'is completed.',
  archived: 'has been archived.',
  draft: 'is a draft again.',
};

/** The way back from a step, status by status; nothing where there is none. */
function wayBack(from: CampaignStatus, to: CampaignStatus): CampaignStatus[] {
  if (to === 'paused') return ['publish'];
  if (to === 'publish') return from === 'paused' ? ['paused'] : [];
  if (to === 'draft') return ['archived'];
  if (to !== 'archived') return [];
  if (from === 'publish') return ['draft', 'publish'];
  return from === 'paused' ? ['draft', 'publish', 'paused'] : ['draft'];
}

const notifyFailure = (error: unknown) => {
  const action = paymentAction(error);
  notify.failure(action ? errorText(error) : FAILED, {
    id: 'campaign-status',
    ...(action
      ? { action }
      : error instanceof CallError && error.body.message
        ? { detail: error.body.message }
        : {}),
  });
};

/** Campaigns whose status is on its way, in every place that shows them. */
const onTheirWay = new Set<string>();

/** Sets the status of campaigns, tells so, and offers the way back; a second press while it is under way does nothing. */
export function useCampaignStatus() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);

  const refresh = useCallback(
    () =>
      Promise.all(
        [['campaign'], ['brand', 'getBrand']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
    [queryClient],
  );
  const step = useCallback(
    (id: string, status: CampaignStatus) =>
      client.call(setCampaignStatus, { params: { brandId, campaignId: id }, body: { status } }),
    [brandId],
  );

  const goBack = useCallback(
    async ({ id, title }: MovedCampaign, steps: CampaignStatus[]) => {
      let reached: CampaignStatus | null = null;
      try {
        for (const status of steps) {
          await step(id, status);
          reached = status;
        }
        if (reached) notify.success(`${titleOf({ title })} ${DONE[reached]}`);
      } catch (error) {
        if (reached) notify.warning(`${titleOf({ title })} ${DONE[reached]}`, { detail: errorText(error) });
        else notifyFailure(error);
      }
      await refresh();
    },
    [step, refresh],
  );

  /** @returns whether it has been done */
  const move = useCallback(
    async (campaign: MovedCampaign, status: CampaignStatus): Promise<boolean> => {
      if (onTheirWay.has(campaign.id)) return false;
      onTheirWay.add(campaign.id);
      setBusyId(campaign.id);
      try {
        await step(campaign.id, status);
        const steps = wayBack(campaign.status, status);
        const label = campaign.status === 'completed' ? 'Restore' : 'Undo';
        notify.success(`${titleOf(campaign)} ${DONE[status]}`, {
          ...(steps.length > 0 ? { action: { label, onClick: () => void goBack(campaign, steps) } } : {}),
        });
        return true;
      } catch (error) {
        notifyFailure(error);
        return false;
      } finally {
        onTheirWay.delete(campaign.id);
        setBusyId(null);
        void refresh();
      }
    },
    [step, goBack, refresh],
  );

  return { move, busyId, refresh };
}
