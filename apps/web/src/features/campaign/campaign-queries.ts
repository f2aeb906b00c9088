import { listCampaigns } from '@troupe/contract/campaign';
import { callOptions } from '../../shared/query.ts';

/** All campaigns of a brand, newest first. */
export const campaignsOptions = (brandId: string) => callOptions(listCampaigns, { params: { brandId } });
