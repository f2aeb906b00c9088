import { Campaign, CampaignStatus } from '@troupe/domain/campaign';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from './call.ts';

export const listCampaigns = defineCall({
  name: 'listCampaigns',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaigns',
  access: 'brand',
  summary: 'The campaigns of a brand, newest first; `status=publish` gives the active ones.',
  params: z.object({ brandId: Id }),
  query: z.object({ status: CampaignStatus.optional() }),
  output: z.object({ campaigns: z.array(Campaign) }),
});
