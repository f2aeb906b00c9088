import { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const own = z.object({ optInId: Id });
const ofOwn = { own: 'opt-in', param: 'optInId' } as const;

export const submitContent = defineCall({
  name: 'submitContent',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/content',
  access: ofOwn,
  summary:
    'Hands in content for approval: uploaded files and a caption. With `previewId` a new version of what a change was asked for.',
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
  access: ofOwn,
  summary: 'Tells where content went live; its figures are read from the platform.',
  params: own,
  body: z.object({ url: z.url().max(2000), previewId: Id.nullable().default(null), kind: ContentKind }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});
