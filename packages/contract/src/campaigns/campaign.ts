import {
  Campaign,
  CampaignDetails,
  CampaignStatus,
  CampaignSummary,
  WrittenCampaign,
} from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS, CampaignBriefChange } from '@troupe/domain/campaigns/campaign-brief';
import { Id, Instant, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ campaignId: Id });

/** What the audit log calls a move to each status. */
const CAMPAIGN_MOVES: Record<CampaignStatus, string> = {
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
    'The campaigns of a brand, newest first; `status=publish` gives the active ones, `counts` how many there are of each.',
  params,
  query: z.object({
    status: CampaignStatus.optional(),
    search: text({ max: 120 }).optional(),
    sort: z.enum(['created', 'title', 'due', 'opt-ins']).optional(),
  }),
  output: z.object({
    campaigns: z.array(CampaignSummary),
    /** How many there are of each status, whatever was asked for. */
    counts: z.record(CampaignStatus, z.int()),
  }),
});

export const getCampaign = defineCall({
  name: 'getCampaign',
  noun: 'campaign',
  method: 'GET',
  path: '/brand-campaign/:campaignId',
  access: { object: 'campaign', param: 'campaignId' },
  summary: 'A campaign with its whole brief, what it lacks, its funnel and the tabs of its screen.',
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
  summary: 'Begins a campaign as a draft.',
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
    'Changes a brief, field by field. With `version` an older one is refused (409 with the newer brief). Changes of a published campaign are kept in its history and shown to opted-in creators.',
  params: one,
  body: CampaignBriefChange.extend({ version: z.int().min(1).optional() }),
  bodyLimit: 512 * 1024,
  output: z.object({ campaign: WrittenCampaign, gaps }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const uploadCampaignCover = defineCall({
  name: 'uploadCampaignCover',
  noun: 'campaign',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/cover',
  access: 'brand',
  summary:
    'Sets the cover: a JPEG, PNG or WebP of at most 10 MB, told by its content. Anything else answers 415 with the list `accepted`.',
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
  audit: ({ status }: { status: CampaignStatus }) => `${CAMPAIGN_MOVES[status]} campaign`,
  summary:
    'Publishes, pauses, completes, archives or restores (`draft`). Publishing needs a plan and a complete brief; the refusal lists what is missing in `gaps`.',
  params: one,
  body: z.object({ status: CampaignStatus }),
  output: z.object({ success: z.boolean(), campaign: Campaign }),
  problems: ['not_found', 'invalid_transition', 'subscription_required', 'invalid'],
});

export const duplicateCampaign = defineCall({
  name: 'duplicateCampaign',
  noun: 'campaign',
  method: 'POST',
  path: '/campaigns/duplicate/:campaignId',
  access: { object: 'campaign', param: 'campaignId' },
  summary: 'Makes a draft with the brief of a campaign, without its people.',
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
  summary: 'Mails a link to the campaign to colleagues, each once.',
  params: one,
  body: z.object({ emails: z.array(z.email().max(254)).min(1).max(20) }),
  output: z.object({ success: z.boolean(), sent: z.int() }),
  problems: ['not_found'],
});

export const listCampaignHistory = defineCall({
  name: 'listCampaignHistory',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/history',
  access: 'brand',
  summary: 'What was changed of a campaign, by whom and when, newest first.',
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
  summary: 'The categories of campaigns and creators.',
  output: z.object({ categories: z.array(z.string()) }),
});

export const getCampaignCover = defineCall({
  name: 'getCampaignCover',
  noun: 'campaign',
  method: 'GET',
  path: '/campaign-cover/:campaignId/:name',
  access: 'public',
  summary: 'The cover of a campaign; its name is made of the picture, so it may be remembered forever.',
  params: z.object({ campaignId: Id, name: z.string().regex(/^[0-9a-f]{32}\.jpg$/) }),
  file: 'image/jpeg',
  problems: ['not_found'],
});
