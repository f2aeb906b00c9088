import { useSuspenseQuery } from '@tanstack/react-query';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { campaignOptions } from './campaign-queries.ts';

/** The campaign of the screen, for tabs inside the frame, which has read it already. */
export const useCampaign = (campaignId: string): CampaignDetails =>
  useSuspenseQuery(campaignOptions(campaignId)).data;
