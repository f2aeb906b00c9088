import {
  Campaign,
  CampaignDetails,
  CampaignStatus,
  CampaignSummary,
  UpdatedCampaign,
} from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS, CampaignBriefChange } from '@troupe/domain/campaigns/campaign-brief';
import { StoryPreflight } from '@troupe/domain/campaigns/story-preflight';
import { emailAddress, Id, Instant, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ campaignId: Id });

/** Audit log title of a change to each status. */
const STATUS_TITLES: Record<CampaignStatus, string> = {
  draft: 'Restored',
  publish: 'Published',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
};

export const listCampaigns = defineCall({
  name: 'listCampaigns',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaigns',
  access: 'brand',
  summary:
    "Lists the brand's campaigns, newest first. Set `status` to `publish` to list active campaigns only. `counts` holds the number of campaigns in each status.",
  params,
  query: z.object({
    status: CampaignStatus.optional(),
    search: text({ max: 120 }).optional(),
    sort: z.enum(['created', 'title', 'due', 'opt-ins']).optional(),
  }),
  output: z.object({
    campaigns: z.array(CampaignSummary),
    /** Number of campaigns in each status, regardless of filters. */
    counts: z.record(CampaignStatus, z.int()),
  }),
});

export const getCampaign = defineCall({
  name: 'getCampaign',
  noun: 'campaign',
  method: 'GET',
  path: '/brand-campaign/:campaignId',
  access: { object: 'campaign', param: 'campaignId' },
  summary: 'Retrieves a campaign with its full brief, missing fields, funnel and dashboard tabs.',
  params: z.object({ campaignId: Id }),
  output: CampaignDetails,
  problems: ['not_found'],
});

export const createCampaign = defineCall({
  name: 'createCampaign',
  noun: 'campaign',
  method: 'POST',
  path: '/brand/:brandId/campaigns',
  access: 'brand',
  summary: 'Creates a draft campaign.',
  params,
  body: CampaignBriefChange,
  bodyLimit: 512 * 1024,
  output: CampaignDetails,
});

const gaps = z.array(z.object({ step: z.enum(BUILDER_STEPS), field: z.string(), message: z.string() }));

export const updateCampaign = defineCall({
  name: 'updateCampaign',
  noun: 'campaign',
  method: 'PUT',
  path: '/brand/:brandId/campaign/:campaignId',
  access: 'brand',
  summary:
    "Updates a campaign's brief. Fields you leave out keep their values. Returns 409 with the current brief if `version` is outdated. Changes to a published campaign are recorded in its history and shown to creators who opted in.",
  params: one,
  body: CampaignBriefChange.extend({ version: Version.optional() }),
  bodyLimit: 512 * 1024,
  output: z.object({ campaign: UpdatedCampaign, gaps }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const uploadCampaignCover = defineCall({
  name: 'uploadCampaignCover',
  noun: 'campaign',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/cover',
  access: 'brand',
  summary:
    "Uploads a campaign's cover image. Accepts JPEG, PNG and WebP up to 10 MB, detected from the file's content. Other types return 415 with the `accepted` types.",
  params: one,
  multipart: true,
  output: z.object({ campaign: CampaignDetails }),
  problems: ['not_found', 'unsupported_type', 'too_large'],
});

export const setCampaignStatus = defineCall({
  name: 'setCampaignStatus',
  noun: 'campaign',
  method: 'PUT',
  path: '/brand/:brandId/campaign/:campaignId/status',
  access: 'brand',
  auditDefault: 'Changed campaign status',
  audit: ({ status }: { status: CampaignStatus }) => `${STATUS_TITLES[status]} campaign`,
  effect:
    'Publishing shows the campaign to creators. Completing or archiving ends it for creators who joined.',
  summary:
    'Publishes, pauses, completes, archives or restores a campaign. Use `draft` to restore. Publishing requires a plan and a complete brief; if fields are missing, the error lists them in `gaps`.',
  params: one,
  body: z.object({ status: CampaignStatus }),
  output: z.object({ success: z.boolean(), campaign: Campaign }),
  problems: ['sample_data', 'not_found', 'invalid_transition', 'subscription_required', 'invalid'],
});

export const getStoryPreflight = defineCall({
  name: 'getStoryPreflight',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/story-preflight',
  access: 'brand',
  summary:
    "Lists creators whose story metrics would be lost. Story metrics can be read only with the creator's consent, and only for a day. Covers creators who joined or were invited; for a draft that asks for stories, also Instagram creators on the brand's lists. `reason` says what is missing: a connected account, a token that lasts until a day after the stories are due, or permission to read insights.",
  params: one,
  output: StoryPreflight,
  problems: ['not_found'],
});

export const askForStories = defineCall({
  name: 'askForStories',
  noun: 'campaign',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/story-preflight/requests',
  access: 'brand',
  audit: 'Asked creators for story access',
  effect: 'Notifies creators, who may also get an email.',
  summary:
    'Asks creators who joined to fix the problem that keeps us from reading their story metrics. Each creator is asked once per reason; Troupe also asks automatically in the 14 days before stories are due.',
  params: one,
  output: z.object({ asked: z.int(), preflight: StoryPreflight }),
  problems: ['not_found'],
});

export const duplicateCampaign = defineCall({
  name: 'duplicateCampaign',
  noun: 'campaign',
  method: 'POST',
  path: '/campaigns/duplicate/:campaignId',
  access: { object: 'campaign', param: 'campaignId' },
  summary: "Creates a draft campaign with the same brief. Creators, content and results aren't copied.",
  params: z.object({ campaignId: Id }),
  body: z.object({
    duplicateCampaignName: text({ max: 160, required: 'Please enter a name' }),
    duplicateCampaignSlug: text({ max: 80 }).default(''),
  }),
  output: z.object({ success: z.boolean(), campaign: Campaign }),
  problems: ['not_found', 'conflict'],
});

export const shareCampaign = defineCall({
  name: 'shareCampaign',
  noun: 'campaign',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/share-campaign',
  access: 'brand',
  effect: 'Emails a link to each address.',
  summary:
    'Emails a link to the campaign to up to 20 addresses. Each address receives one email; addresses that bounced or unsubscribed are skipped.',
  params: one,
  body: z.object({ emails: z.array(emailAddress()).min(1).max(20) }),
  output: z.object({ success: z.boolean(), sent: z.int() }),
  problems: ['sample_data', 'not_found'],
});

export const listCampaignHistory = defineCall({
  name: 'listCampaignHistory',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/history',
  access: 'brand',
  summary: 'Lists changes to a campaign, newest first. Each entry shows who changed what, and when.',
  params: one,
  output: z.object({
    entries: z.array(
      z.object({
        id: Id,
        kind: z.string(),
        fields: z.array(z.string()),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
        by: z.string().nullable(),
        created: Instant,
      }),
    ),
  }),
  problems: ['not_found'],
});

export const listCategories = defineCall({
  name: 'listCategories',
  noun: 'campaign',
  method: 'GET',
  path: '/categories',
  access: 'user',
  summary: 'Lists the categories used for campaigns and creators.',
  output: z.object({ categories: z.array(z.string()) }),
});

export const getCampaignCover = defineCall({
  name: 'getCampaignCover',
  noun: 'campaign',
  method: 'GET',
  path: '/campaign-cover/:campaignId/:name',
  access: 'public',
  summary:
    "Downloads a campaign's cover image. The file name changes with the image, so responses can be cached indefinitely.",
  params: z.object({ campaignId: Id, name: z.string().regex(/^[0-9a-f]{32}\.jpg$/) }),
  file: 'image/jpeg',
  problems: ['not_found'],
});
