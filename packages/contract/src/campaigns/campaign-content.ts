import { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import {
  ContentPreview,
  PreviewDecision,
  Shoutout,
  Story,
  Upload,
} from '@troupe/domain/campaigns/campaign-content';
import { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { Platform } from '@troupe/domain/discovery/creator';
import { Id, Instant, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const inCampaign = params.extend({ campaignId: Id });
const page = z.object({ campaignId: Id, page: PageNumber });
const ofCampaign = { object: 'campaign', param: 'campaignId' } as const;

export const listShoutouts = defineCall({
  name: 'listShoutouts',
  noun: 'campaign-content',
  method: 'GET',
  path: '/:campaignId/shoutouts/:page',
  access: ofCampaign,
  summary:
    'One page of the live posts of a campaign, newest first, with their figures and when they were read.',
  params: page,
  output: z.object({ shoutouts: z.array(Shoutout), ...paging }),
  problems: ['not_found'],
});

export const addShoutout = defineCall({
  name: 'addShoutout',
  noun: 'campaign-content',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/shoutouts',
  access: 'brand',
  summary:
    'Adds a live post by its address; its figures are read from the platform. Without `previewId` it belongs to the approved content it can be, where there is exactly one; null says that it belongs to none.',
  params: inCampaign,
  body: z.object({ optInId: Id, url: z.url().max(2000), previewId: Id.nullable().optional() }),
  output: z.object({ shoutout: Shoutout }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'unavailable'],
});

export const exportShoutouts = defineCall({
  name: 'exportShoutouts',
  noun: 'campaign-content',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/shoutouts/export',
  access: 'brand',
  summary: 'All live posts of a campaign as CSV.',
  params: inCampaign,
  file: 'text/csv',
  problems: ['not_found'],
});

export const listStories = defineCall({
  name: 'listStories',
  noun: 'campaign-content',
  method: 'GET',
  path: '/stories/:campaignId/:page',
  access: ofCampaign,
  summary: 'One page of the stories of a campaign, newest first, with the figures of their 24 hours.',
  params: page,
  output: z.object({ stories: z.array(Story), ...paging }),
  problems: ['not_found'],
});

export const removeShoutout = defineCall({
  name: 'removeShoutout',
  noun: 'campaign-content',
  method: 'DELETE',
  path: '/brand/:brandId/campaign/:campaignId/shoutouts/:shoutoutId',
  access: 'brand',
  summary:
    'Removes a live post whose figures were never read, such as one with a wrong address. The content it was of is approved again.',
  params: inCampaign.extend({ shoutoutId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});

export const exportStories = defineCall({
  name: 'exportStories',
  noun: 'campaign-content',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/stories/export',
  access: 'brand',
  summary: 'All stories of a campaign as CSV.',
  params: inCampaign,
  file: 'text/csv',
  problems: ['not_found'],
});

export const listUploads = defineCall({
  name: 'listUploads',
  noun: 'campaign-content',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/uploads',
  access: 'brand',
  summary: 'One page of the files that creators sent, newest first; their addresses hold for an hour.',
  params: inCampaign,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ uploads: z.array(Upload), ...paging }),
  problems: ['not_found'],
});

export const addUpload = defineCall({
  name: 'addUpload',
  noun: 'campaign-content',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/uploads',
  access: 'brand',
  audit: 'Added content for a creator',
  summary:
    'Adds a file to a campaign for a creator who sent it another way: an MP4, MOV, JPEG or PNG of at most 500 MB, told by its content (anything else answers 415 with the list `accepted`). It becomes content up for approval of the opt-in, whose creator is told.',
  params: inCampaign,
  query: z.object({
    optInId: Id,
    kind: ContentKind.default('post'),
    caption: z.string().max(2200).default(''),
  }),
  multipart: true,
  output: z.object({ contentPreview: ContentPreview }),
  problems: ['not_found', 'invalid_transition', 'unsupported_type', 'too_large'],
});

export const listContentPreviews = defineCall({
  name: 'listContentPreviews',
  noun: 'campaign-content',
  method: 'GET',
  path: '/content-previews/:campaignId/:page',
  access: ofCampaign,
  summary: 'One page of the content up for approval; `sort` is newest, oldest or status.',
  params: page,
  query: z.object({ sort: z.enum(['newest', 'oldest', 'status']).default('newest') }),
  output: z.object({ contentPreviews: z.array(ContentPreview), ...paging }),
  problems: ['not_found'],
});

export const decideContentPreview = defineCall({
  name: 'decideContentPreview',
  noun: 'campaign-content',
  method: 'PUT',
  path: '/brand/:brandId/content-previews/:previewId',
  access: 'brand',
  audit: ({ status, reopen }: { status: string; reopen: boolean }) => {
    if (reopen) return 'Took back an approval of content';
    return status === 'approved' ? 'Approved content' : 'Asked for a change of content';
  },
  summary:
    'Approves content or asks for a change. With `reopen` an approval of what is not live yet is taken back by asking for a change. Of two people at once the second is told (409).',
  params: params.extend({ previewId: Id }),
  body: PreviewDecision,
  output: z.object({ contentPreview: ContentPreview }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const openFile = defineCall({
  name: 'openFile',
  noun: 'campaign-content',
  method: 'GET',
  path: '/file/:token',
  access: 'public',
  summary: 'A file by a signed address that holds for an hour; ranges are answered, for video.',
  params: z.object({ token: z.string().max(1000) }),
  /** With `download=1` browsers save it rather than show it. */
  query: z.object({ download: z.literal('1').optional() }),
  file: 'application/octet-stream',
  problems: ['not_found', 'rights_expired'],
});

export const getCampaignMetrics = defineCall({
  name: 'getCampaignMetrics',
  noun: 'campaign',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/metrics',
  access: 'brand',
  summary:
    'What a campaign brought: reach, views, engagements and their rate, cost, content, each creator, platform and day, with the items every figure comes from and what is missing and why. Earned media value with `rates` such as `views:1.5,likes:8` (minor units for one count).',
  params: inCampaign,
  query: z.object({
    platform: Platform.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    rates: z.string().max(200).optional(),
  }),
  output: CampaignMetrics,
  problems: ['not_found'],
});
