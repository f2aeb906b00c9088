import {
  getCampaign,
  listCampaignHistory,
  listCampaigns,
  listCategories,
} from '@troupe/contract/campaigns/campaign';
import { callOptions } from '../../../shared/call/query.ts';
import { askedOf, type CampaignsAddress } from './campaign-address.ts';

/** The campaigns of a brand as the address asks for them. */
export const campaignsOptions = (brandId: string, address: CampaignsAddress = {}) =>
  callOptions(listCampaigns, { params: { brandId }, query: askedOf(address) });

/** A campaign with its brief, funnel and counts. */
export const campaignOptions = (campaignId: string) => callOptions(getCampaign, { params: { campaignId } });

/** What was changed of a campaign, newest first. */
export const historyOptions = (brandId: string, campaignId: string) =>
  callOptions(listCampaignHistory, { params: { brandId, campaignId } });

/** The categories a campaign can have. */
export const categoriesOptions = () => callOptions(listCategories, {});
