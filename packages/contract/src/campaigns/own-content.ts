import { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const own = z.object({ optInId: Id });
const ownAccess = { own: 'opt-in', param: 'optInId' } as const;

export const submitContent = defineCall({
  name: 'submitContent',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/content',
  access: ownAccess,
  summary:
    'Submits content for approval. Content consists of uploaded files and a caption. Pass `previewId` to submit a new version of content that needs changes.',
  params: own,
  body: z.object({
    previewId: Id.nullable().default(null),
    kind: ContentKind,
    caption: text({ max: 10_000 }),
    uploadIds: z.array(Id).min(1).max(20),
  }),
  output: z.object({ contentPreview: ContentPreview }),
  problems: ['not_found', 'invalid_transition'],
});

export const submitLivePost = defineCall({
  name: 'submitLivePost',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/live-posts',
  access: ownAccess,
  summary: 'Submits the URL of a live post. Its metrics are read from the platform.',
  params: own,
  body: z.object({ url: z.url().max(2000), previewId: Id.nullable().default(null), kind: ContentKind }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});
