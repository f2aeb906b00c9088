import { Platform } from '@troupe/domain/discovery/creator';
import {
  CreatorList,
  CreatorListChange,
  CreatorListItem,
  CreatorListItemChange,
  CreatorListItemsChange,
  CreatorListItemValues,
  MAX_BULK,
  NewCreatorList,
  StatusTag,
} from '@troupe/domain/discovery/creator-list';
import { Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const brandList = params.extend({ id: Id });

export const listCreatorLists = defineCall({
  name: 'listCreatorLists',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-lists',
  access: 'brand',
  summary: 'All lists of a brand that are not archived, last changed first.',
  params,
  output: z.object({ lists: z.array(CreatorList) }),
});

export const listCreatorListDetails = defineCall({
  name: 'listCreatorListDetails',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-lists-detail/:page',
  access: 'brand',
  summary:
    'One page of the lists of a brand, each with the creators last put on it; `search` looks in titles and descriptions.',
  params: params.extend({ page: PageNumber }),
  query: z.object({
    archived: z.stringbool().optional(),
    search: text({ max: 120 }).optional(),
    sort: z.enum(['updated', 'title', 'creators', 'created']).optional(),
  }),
  output: z.object({
    lists: z.array(
      CreatorList.extend({
        preview: z.array(z.object({ id: Id, fullname: z.string(), profilePicUrl: z.string().nullable() })),
      }),
    ),
    ...paging,
  }),
});

export const createCreatorList = defineCall({
  name: 'createCreatorList',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-lists',
  access: 'brand',
  summary: 'Makes a list.',
  params,
  body: NewCreatorList,
  output: CreatorList,
});

export const updateCreatorList = defineCall({
  name: 'updateCreatorList',
  noun: 'creator-list',
  method: 'PUT',
  path: '/brand/:brandId/creator-list/:id',
  access: 'brand',
  summary: 'Changes title or description of a list.',
  params: brandList,
  body: CreatorListChange,
  output: CreatorList,
  problems: ['not_found'],
});

export const archiveCreatorList = defineCall({
  name: 'archiveCreatorList',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list/:id/archive',
  access: 'brand',
  summary: 'Archives a list; `archived: false` brings it back.',
  params: brandList,
  body: z.object({ archived: z.boolean().default(true) }),
  output: z.object({ success: z.boolean(), message: z.string(), list: CreatorList }),
  problems: ['not_found'],
});

export const listCreatorListItems = defineCall({
  name: 'listCreatorListItems',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-list-items/:productListId/:page',
  access: 'brand',
  summary:
    'One page of the creators on a list, last saved first, with tags, notes and the whole profile; its engagement breakdown carries at most the 12 newest content items. With `profile=summary`, `creatorListItems` is empty and the breakdown null, which is faster.',
  params: params.extend({ productListId: Id, page: PageNumber }),
  query: z.object({
    search: text({ max: 120 }).optional(),
    tag: several(StatusTag),
    platform: several(Platform),
    sort: z.enum(['saved', 'followers', 'name', 'updated']).optional(),
    profile: z.enum(['whole', 'summary']).optional(),
  }),
  output: z.object({ list: CreatorList, items: z.array(CreatorListItem), ...paging }),
  problems: ['not_found'],
});

export const addToCreatorList = defineCall({
  name: 'addToCreatorList',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list/:id/items',
  access: 'brand',
  summary: 'Puts creators on a list; those already on it stay as they are, archived ones come back.',
  params: brandList,
  body: z.object({ socialProfileIds: z.array(Id).min(1).max(MAX_BULK) }),
  bodyLimit: 128 * 1024,
  output: z.object({ added: z.int(), already: z.int() }),
  problems: ['not_found', 'invalid_transition'],
});

export const updateCreatorListItem = defineCall({
  name: 'updateCreatorListItem',
  noun: 'creator-list',
  method: 'PUT',
  path: '/brand/:brandId/creator-list-item/:itemId',
  access: 'brand',
  summary:
    'Changes tags or notes. When someone else saved since `version`, the later save wins and `overwritten` carries what stood there. `profile=summary` answers faster, as for a page of a list.',
  params: params.extend({ itemId: Id }),
  query: z.object({ profile: z.enum(['whole', 'summary']).optional() }),
  body: CreatorListItemChange,
  bodyLimit: 512 * 1024,
  output: z.object({
    item: CreatorListItem,
    overwritten: CreatorListItemValues.extend({
      updatedBy: z.string().nullable(),
      version: z.int(),
    }).nullable(),
  }),
  problems: ['not_found'],
});

export const changeCreatorListItems = defineCall({
  name: 'changeCreatorListItems',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list-items',
  access: 'brand',
  summary:
    'Archives, recovers, tags, copies or moves several items at once, all or none. `changed` are the items made or changed, `already` those that needed nothing or whose creator stood on the other list.',
  params,
  body: CreatorListItemsChange,
  bodyLimit: 128 * 1024,
  output: z.object({ changed: z.array(Id), already: z.array(Id) }),
  problems: ['not_found', 'invalid_transition'],
});

export const archiveCreatorListItem = defineCall({
  name: 'archiveCreatorListItem',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/archived-creators/:itemId',
  access: 'brand',
  summary: 'Archives a list item.',
  params: params.extend({ itemId: Id }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  problems: ['not_found'],
});

export const unarchiveCreatorListItem = defineCall({
  name: 'unarchiveCreatorListItem',
  noun: 'creator-list',
  method: 'POST',
  path: '/unarchived-creators/:itemId',
  access: { object: 'creator-list-item', param: 'itemId' },
  summary: 'Brings an archived list item back to its list.',
  params: z.object({ itemId: Id }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  problems: ['not_found'],
});

export const listArchivedCreators = defineCall({
  name: 'listArchivedCreators',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/archived-creators',
  access: 'brand',
  summary: 'One page of the archived list items of a brand, last archived first.',
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ items: z.array(CreatorListItem), ...paging }),
});
