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
import { t } from '../messages/messages.gen.ts';
import { titleOf } from './campaign-fields.ts';

/** The fields of a campaign that a status change needs. */
export interface MovedCampaign {
  id: string;
  title: string;
  status: CampaignStatus;
}

const doneText = (status: CampaignStatus, title: string): string =>
  t(`status.done.${status}`, { title: titleOf({ title }) });

/** Returns the statuses that undo a step, in order; empty if it can't be undone. */
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
  notify.failure(action ? errorText(error) : t('status.failed'), {
    id: 'campaign-status',
    ...(action
      ? { action }
      : error instanceof CallError && error.body.message
        ? { detail: error.body.message }
        : {}),
  });
};

/** Campaigns whose status is being changed, anywhere in the app. */
const onTheirWay = new Set<string>();

/** Changes the status of campaigns, with Undo; ignored while a change is running. */
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
        if (reached) notify.success(doneText(reached, title));
      } catch (error) {
        if (reached) notify.warning(doneText(reached, title), { detail: errorText(error) });
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
        const label = campaign.status === 'completed' ? t('action.restore') : t('action.undo');
        notify.success(doneText(status, campaign.title), {
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
