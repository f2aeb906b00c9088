import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  getCampaign,
  listCampaignHistory,
  listCampaigns,
  listCategories,
} from '@troupe/contract/campaigns/campaign';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { brandOptions, useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { askedOf, type CampaignsAddress } from './campaign-address.ts';
import { type InboxLink, inboxLinkOf } from './campaign-fields.ts';

/** The campaigns of a brand, filtered and sorted by the URL. */
export const campaignsOptions = (brandId: string, address: CampaignsAddress = {}) =>
  callOptions(listCampaigns, { params: { brandId }, query: askedOf(address) });

/** A campaign with its brief, funnel and counts. */
export const campaignOptions = (campaignId: string) => callOptions(getCampaign, { params: { campaignId } });

/** The campaign's history, newest first. */
export const historyOptions = (brandId: string, campaignId: string) =>
  callOptions(listCampaignHistory, { params: { brandId, campaignId } });

/** The categories a campaign can have. */
export const categoriesOptions = () => callOptions(listCategories, {});

/** The campaign of the screen, for tabs inside the frame, which has loaded it already. */
export const useCampaign = (campaignId: string): CampaignDetails =>
  useSuspenseQuery(campaignOptions(campaignId)).data;

/** {@link inboxLinkOf} for the current brand. */
export function useInboxLink(): InboxLink {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  return inboxLinkOf(data?.campaigns ?? []);
}
