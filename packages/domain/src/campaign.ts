import { z } from 'zod';
import { Platform } from './creator.ts';
import { Id, Instant } from './shape.ts';

/** Where a campaign stands. `publish` and `paused` count as active for the inbox. */
export const CampaignStatus = z.enum(['draft', 'publish', 'paused', 'completed', 'archived']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** A brand's campaign. The presence of `maxPaidAmount` (minor units) marks a paid one. */
export const Campaign = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  socialChannels: z.array(Platform),
  maxPaidAmount: z.int().nullable(),
  metaData: z.object({ emailTemplate: z.string().nullable() }),
  status: CampaignStatus,
  unreadMessageCount: z.int(),
  created: Instant,
  updated: Instant,
});
export type Campaign = z.infer<typeof Campaign>;

/** Whether a campaign's conversations count for the inbox badge and link. */
export function isActiveForInbox(campaign: { status: CampaignStatus }): boolean {
  return campaign.status === 'publish' || campaign.status === 'paused';
}
