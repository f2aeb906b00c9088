import { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { UntaggedPost } from '@troupe/domain/campaigns/untagged-post';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const inCampaign = z.object({ brandId: Id, campaignId: Id });
const onePost = inCampaign.extend({ untaggedPostId: Id });

export const listUntaggedPosts = defineCall({
  name: 'listUntaggedPosts',
  noun: 'campaign-content',
  method: 'GET',
  path: '/brand/:brandId/campaign/:campaignId/untagged-posts',
  access: 'brand',
  summary:
    "Lists posts by approved creators that mention the brand but aren't campaign content, newest first. Social listening finds posts published after the creator was approved and, if the campaign has a `liveDue` date, no later than that. Excludes posts removed by their author or source. `counts` has the number of offered and dismissed posts.",
  params: inCampaign,
  query: z.object({
    state: z.enum(['offered', 'dismissed']).default('offered'),
    page: PageNumber.default(1),
  }),
  output: z.object({
    untaggedPosts: z.array(UntaggedPost),
    counts: z.object({ offered: z.int(), dismissed: z.int() }),
    ...paging,
  }),
  problems: ['not_found'],
});

export const addUntaggedPost = defineCall({
  name: 'addUntaggedPost',
  noun: 'campaign-content',
  method: 'POST',
  path: '/brand/:brandId/campaign/:campaignId/untagged-posts/:untaggedPostId/add',
  access: 'brand',
  audit: 'Added untagged post to campaign',
  summary:
    'Adds an untagged post to the campaign as a live post. Works like adding it by URL: its metrics are read from the platform, and it is matched to the approved content if there is exactly one candidate. Returns 409 if someone added or dismissed the post in the meantime.',
  params: onePost,
  output: z.object({ shoutout: Shoutout }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const changeUntaggedPost = defineCall({
  name: 'changeUntaggedPost',
  noun: 'campaign-content',
  method: 'PUT',
  path: '/brand/:brandId/campaign/:campaignId/untagged-posts/:untaggedPostId',
  access: 'brand',
  audit: ({ dismissed }: { dismissed: boolean }) =>
    dismissed ? 'Dismissed untagged post' : 'Restored untagged post',
  summary:
    'Dismisses an untagged post, or restores a dismissed one. A dismissed post stays dismissed even if it is found again. Returns 409 if someone added the post in the meantime.',
  params: onePost,
  body: z.object({ dismissed: z.boolean() }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'conflict'],
});
