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
const campaignAccess = { object: 'campaign', param: 'campaignId' } as const;

export const listShoutouts = defineCall({
  name: 'listShoutouts',
  noun: 'campaign-content',
  method: 'GET',
  path: '/:campaignId/shoutouts/:page',
  access: campaignAccess,
  summary:
    "Lists a campaign's live posts, newest first. Each post includes its metrics and when they were last updated.",
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
    'Adds a live post by URL. Its metrics are read from the platform. Without `previewId`, the post is matched to the approved content if there is exactly one candidate; pass null to add it without a match.',
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
  summary: "Downloads a campaign's live posts as CSV.",
  params: inCampaign,
  file: 'text/csv',
  problems: ['not_found'],
});

export const listStories = defineCall({
  name: 'listStories',
  noun: 'campaign-content',
  method: 'GET',
  path: '/stories/:campaignId/:page',
  access: campaignAccess,
  summary:
    "Lists a campaign's stories, newest first. Each story includes the metrics from its 24 hours online.",
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
    'Removes a live post that has no metrics yet, such as one with a wrong URL. The content it was matched to returns to approved.',
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
  summary: "Downloads a campaign's stories as CSV.",
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
  summary: 'Lists the files creators uploaded, newest first. File URLs are valid for one hour.',
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
  audit: 'Added content for creator',
  summary:
    "Uploads content on behalf of a creator. Accepts MP4, MOV, JPEG and PNG up to 500 MB, detected from the file's content; other types return 415 with the `accepted` types. The content is added to the opt-in for review, and the creator is notified.",
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
  access: campaignAccess,
  summary: "Lists a campaign's content previews. Sort by newest, oldest or status.",
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
    if (reopen) return 'Revoked content approval';
    return status === 'approved' ? 'Approved content' : 'Requested content changes';
  },
  effect: 'Notifies the creator of the decision.',
  summary:
    "Approves content or requests changes. Set `reopen` to revoke an approval and request changes while the content isn't live yet. If someone else decided first, returns 409.",
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
  summary: 'Downloads a file through a signed URL that is valid for one hour. Supports range requests.',
  params: z.object({ token: z.string().max(1000) }),
  /** With `download=1` the browser saves the file instead of displaying it. */
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
    "Retrieves a campaign's metrics. Covers reach, views, engagements and engagement rate, cost and content, broken down by creator, platform and day. Each metric lists the posts behind it and any missing data, with the reason. Pass `rates` such as `views:1.5,likes:8` (minor units per count) to include earned media value.",
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
