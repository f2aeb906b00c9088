import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { Id, Instant } from '../shape.ts';
import { BUILDER_STEPS, CampaignBrief } from './campaign-brief.ts';

/** Status of a campaign. `publish` and `paused` count as active in the inbox. */
export const CampaignStatus = z.enum(['draft', 'publish', 'paused', 'completed', 'archived']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

const STEPS: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ['publish', 'archived'],
  publish: ['paused', 'completed', 'archived'],
  paused: ['publish', 'completed', 'archived'],
  completed: ['archived'],
  archived: ['draft'],
};

/** Returns the public URL of a campaign's cover; null without one. */
export const coverUrlOf = (apiOrigin: string, campaignId: string, cover: string | null | undefined) =>
  cover ? `${apiOrigin}/campaign-cover/${campaignId}/${cover}` : null;

/** Returns whether a campaign can change from one status to another. */
export const mayMoveCampaign = (from: CampaignStatus, to: CampaignStatus): boolean =>
  STEPS[from].includes(to);

/** A brand's campaign. It is paid if `maxPaidAmount` (minor units) is set. */
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

/** A campaign in a list. */
export const CampaignSummary = Campaign.extend({
  coverUrl: z.string().nullable(),
  currency: z.string(),
  commissionPercent: z.number().nullable(),
  published: Instant.nullable(),
  liveDue: Instant.nullable(),
  optInCount: z.int(),
  pendingCount: z.int(),
  unseenCount: z.int(),
});
export type CampaignSummary = z.infer<typeof CampaignSummary>;

/** A campaign with everything its screens show. */
export const CampaignDetails = CampaignSummary.extend({
  brandId: Id,
  brief: CampaignBrief,
  version: z.int(),
  gaps: z.array(z.object({ step: z.enum(BUILDER_STEPS), field: z.string(), message: z.string() })),
  /**
   * Number of creators at each step from list to post. `listed`: invited, or on a list from which the campaign's
   * invites come. `own`: those among the opt-ins who found the campaign without an invite.
   */
  funnel: z.object({
    listed: z.int(),
    invited: z.int(),
    visited: z.int(),
    optedIn: z.int(),
    approved: z.int(),
    submitted: z.int(),
    live: z.int(),
    own: z.object({ optedIn: z.int(), approved: z.int(), submitted: z.int(), live: z.int() }),
  }),
  counts: z.object({
    optIns: z.int(),
    shoutouts: z.int(),
    stories: z.int(),
    uploads: z.int(),
    contentPreviews: z.int(),
    /** Posts of approved creators that are offered as content. */
    untaggedPosts: z.int(),
  }),
  /** Approved opt-ins of the brand this calendar month, and the plan's limit (null: unlimited). */
  collaborations: z.object({ used: z.int(), limit: z.int().nullable() }),
});
export type CampaignDetails = z.infer<typeof CampaignDetails>;

/** A campaign after an update of its brief, without calculated fields. */
export const UpdatedCampaign = CampaignDetails.omit({
  metaData: true,
  unreadMessageCount: true,
  optInCount: true,
  pendingCount: true,
  unseenCount: true,
  funnel: true,
  counts: true,
  collaborations: true,
});
export type UpdatedCampaign = z.infer<typeof UpdatedCampaign>;

/** Returns whether a campaign's conversations count in the inbox badge and link. */
export function isActiveForInbox(campaign: { status: CampaignStatus }): boolean {
  return campaign.status === 'publish' || campaign.status === 'paused';
}
