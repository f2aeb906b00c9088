import { Platform } from '@troupe/domain/discovery/creator';
import { StatusTag } from '@troupe/domain/discovery/creator-list';
import { FieldValue, ListStage, ListStagesChange, ReviewCounts } from '@troupe/domain/discovery/list-field';
import { MAX_STAGES } from '@troupe/domain/discovery/list-field-limits';
import { Id, PageNumber } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

const BoardCard = z.object({
  itemId: Id,
  creatorId: Id,
  fullname: z.string(),
  username: z.string(),
  platform: Platform,
  profilePicUrl: z.string().nullable(),
  followerCount: z.number().nullable(),
  tags: z.array(StatusTag),
  review: ReviewCounts.nullable(),
  /** Values of the list's custom fields by field ID. */
  custom: z.record(z.string(), FieldValue),
});

const BoardColumn = z.object({
  /** Null for creators without a stage. */
  stageId: Id.nullable(),
  count: z.int(),
  cards: z.array(BoardCard),
});

export const getListBoard = defineCall({
  name: 'getListBoard',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-list/:id/board',
  access: 'brand',
  summary:
    "Returns a list's pipeline board. The first column contains the creators without a stage, newest first; the others follow the order of the stages. Each column contains up to 50 cards per `page` and the total number of cards. Archived creators aren't on the board.",
  params: params.extend({ id: Id }),
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ stages: z.array(ListStage), columns: z.array(BoardColumn) }),
  problems: ['not_found'],
});

export const updateListStages = defineCall({
  name: 'updateListStages',
  noun: 'creator-list',
  method: 'PUT',
  path: '/brand/:brandId/creator-list/:id/stages',
  access: 'brand',
  audit: 'Updated creator list stages',
  summary:
    "Replaces a list's stages, up to 12. `seen` has the IDs of the stages you last saw: stages that someone else has since added are kept, and those they deleted stay deleted. Creators in a deleted stage become creators without a stage. Assign each new stage an ID (UUID).",
  params: params.extend({ id: Id }),
  body: ListStagesChange.extend({ seen: z.array(Id).max(MAX_STAGES) }),
  output: z.object({ stages: z.array(ListStage) }),
  problems: ['not_found', 'too_many'],
});

export const moveListCard = defineCall({
  name: 'moveListCard',
  noun: 'creator-list',
  method: 'PUT',
  path: '/brand/:brandId/creator-list-item/:itemId/stage',
  access: 'brand',
  audit: 'Moved creator on list board',
  summary:
    "Moves a creator to a stage, below the card `after` (null: to the top). `from` is the stage you saw: if someone else has moved the creator since, nothing changes, and the error contains the creator's current stage as `stageId`. Creators without a stage can't be reordered.",
  params: params.extend({ itemId: Id }),
  body: z.object({
    stageId: Id.nullable(),
    after: Id.nullable().default(null),
    from: Id.nullable().optional(),
  }),
  output: z.object({ stageId: Id.nullable() }),
  problems: ['not_found', 'conflict'],
});
