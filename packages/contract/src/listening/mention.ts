import { Mention, MentionChange, MentionFilter, MentionsChange } from '@troupe/domain/listening/mention';
import {
  AuthorOptOut,
  AuthorToCreator,
  MentionAuthorDetail,
  StoredOptOut,
} from '@troupe/domain/listening/mention-author';
import { BrandModelCard } from '@troupe/domain/listening/sentiment/model-card';
import { Id, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const mentionParams = params.extend({ mentionId: Id });

export const listMentions = defineCall({
  name: 'listMentions',
  noun: 'mention',
  method: 'GET',
  path: '/brand/:brandId/listening/mentions',
  access: 'brand',
  summary:
    'Lists mentions. Pass `next` as `after` to get the next page; it is null on the last page. By default, posts with the same text are one entry (`folded`), and hidden or irrelevant mentions are left out. Sorting by reach or relevance covers the latest 2,000 matching mentions. Unread counts go up to 1,000.',
  params,
  query: MentionFilter.extend({
    after: text({ max: 200 }).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.object({
    mentions: z.array(Mention),
    next: z.string().nullable(),
    unread: z.object({
      total: z.int(),
      monitors: z.array(z.object({ monitorId: Id, count: z.int() })),
    }),
  }),
});

export const getMention = defineCall({
  name: 'getMention',
  noun: 'mention',
  method: 'GET',
  path: '/brand/:brandId/listening/mentions/:mentionId',
  access: 'brand',
  summary: 'Returns a mention.',
  params: mentionParams,
  output: z.object({ mention: Mention }),
  problems: ['not_found'],
});

export const changeMention = defineCall({
  name: 'changeMention',
  noun: 'mention',
  method: 'PUT',
  path: '/brand/:brandId/listening/mentions/:mentionId',
  access: 'brand',
  summary:
    "Corrects a mention's relevance or sentiment, or changes its status, assignee, tags or note. Null removes a correction. Corrections update all metrics, and models learn from them overnight.",
  params: mentionParams,
  body: MentionChange,
  output: z.object({ mention: Mention }),
  problems: ['not_found', 'conflict'],
});

export const changeMentions = defineCall({
  name: 'changeMentions',
  noun: 'mention',
  method: 'PUT',
  path: '/brand/:brandId/listening/mentions',
  access: 'brand',
  summary: 'Makes the same change to up to 500 mentions. Mentions that no longer exist are skipped.',
  params,
  body: MentionsChange,
  output: z.object({ changed: z.int() }),
});

export const exportMentions = defineCall({
  name: 'exportMentions',
  noun: 'mention',
  method: 'GET',
  path: '/brand/:brandId/listening/mentions.csv',
  access: 'brand',
  summary: 'Downloads all mentions that match the filters as CSV, newest first.',
  params,
  query: MentionFilter.omit({ sort: true }),
  file: 'text/csv',
});

export const makeMentionCreator = defineCall({
  name: 'makeMentionCreator',
  noun: 'mention',
  method: 'POST',
  path: '/brand/:brandId/listening/mentions/:mentionId/creator',
  access: 'brand',
  audit: 'Added creator from mention',
  summary:
    "Adds a mention's author as a creator, or finds the existing one. Matches by platform and username, or by a profile that the author's profile links to. Optionally adds them to a list and invites them to a campaign. `invite` says whether the invite was queued, or why not.",
  params: mentionParams,
  body: AuthorToCreator,
  output: z.object({
    creatorId: Id,
    /** False if the creator was known. */
    created: z.boolean(),
    listItemId: Id.nullable(),
    invite: z.enum(['queued', 'no-email', 'already-invited', 'not-allowed']).nullable(),
  }),
  problems: ['not_found', 'invalid_transition'],
});

export const getMentionAuthor = defineCall({
  name: 'getMentionAuthor',
  noun: 'mention-author',
  method: 'GET',
  path: '/brand/:brandId/listening/authors/:authorId',
  access: 'brand',
  summary: "Returns a mention's author with metrics about their mentions.",
  params: params.extend({ authorId: Id }),
  output: z.object({ author: MentionAuthorDetail }),
  problems: ['not_found'],
});

export const getListeningSettings = defineCall({
  name: 'getListeningSettings',
  noun: 'mention',
  method: 'GET',
  path: '/brand/:brandId/listening/settings',
  access: 'brand',
  summary: 'Returns how long mentions are kept.',
  params,
  output: z.object({ keepDays: z.int() }),
});

export const changeListeningSettings = defineCall({
  name: 'changeListeningSettings',
  noun: 'mention',
  method: 'PUT',
  path: '/brand/:brandId/listening/settings',
  access: 'owner',
  summary:
    'Changes how long mentions are kept, from 7 to 730 days. Also applies to mentions already stored. Metrics are kept when the text is deleted.',
  params,
  body: z.object({ keepDays: z.int().min(7).max(730) }),
  output: z.object({ keepDays: z.int() }),
});

export const getSentimentModels = defineCall({
  name: 'getSentimentModels',
  noun: 'sentiment-model',
  method: 'GET',
  path: '/brand/:brandId/listening/sentiment',
  access: 'brand',
  summary:
    "Returns the model cards of the sentiment models for the brand's mentions, one per language. Each covers training data, accuracy with 95% confidence intervals, what the brand's corrections changed, and why the latest retrained model was or wasn't adopted.",
  params,
  output: z.object({ models: z.array(BrandModelCard) }),
});

export const listAuthorOptOuts = defineCall({
  name: 'listAuthorOptOuts',
  noun: 'mention-author',
  method: 'GET',
  path: '/admin/listening/opt-outs',
  access: 'administrator',
  summary:
    'Lists authors who opted out of social listening, newest first. Set `text` to list only handles that contain it.',
  query: z.object({ page: PageNumber.default(1), text: text({ max: 200 }).default('') }),
  output: z.object({ optOuts: z.array(StoredOptOut), ...paging }),
});

export const addAuthorOptOut = defineCall({
  name: 'addAuthorOptOut',
  noun: 'mention-author',
  method: 'POST',
  path: '/admin/listening/opt-outs',
  access: 'administrator',
  summary:
    'Opts an author out of social listening across all brands: deletes their mentions and excludes new ones. `deleted` is the number of deleted posts.',
  body: AuthorOptOut,
  output: z.object({ id: Id, deleted: z.int() }),
});

export const removeAuthorOptOut = defineCall({
  name: 'removeAuthorOptOut',
  noun: 'mention-author',
  method: 'DELETE',
  path: '/admin/listening/opt-outs/:optOutId',
  access: 'administrator',
  summary:
    "Removes an author's opt-out. Their new posts can be found again. Opt-outs that creators made themselves can't be removed and return 409.",
  params: z.object({ optOutId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});
