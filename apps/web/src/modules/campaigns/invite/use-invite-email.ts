import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { type InviteEmail, newInviteEmail } from './invite-email.ts';
import { activeCampaignsOptions } from './invite-queries.ts';

/**
 * The edited email of an invite. Until a campaign is chosen, it is for the brand's only active campaign, if there is just
 * one.
 * @param campaignId the campaign to begin with
 */
export function useInviteEmail(now: Date, campaignId: string | undefined) {
  const [edited, setEdited] = useState(() => newInviteEmail(now, campaignId));
  const campaigns = useQuery(activeCampaignsOptions(useBrandId())).data?.campaigns;
  const only = campaigns?.length === 1 ? (campaigns[0]?.id ?? '') : '';
  const email: InviteEmail = Object.assign({}, edited, { campaignId: edited.campaignId || only });
  const change = (part: Partial<InviteEmail>) => setEdited((before) => ({ ...before, ...part }));
  return [email, change] as const;
}
