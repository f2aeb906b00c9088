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
import { ITEM_COLUMN_IDS } from '@troupe/domain/discovery/creator-list-columns';
import { FieldValue, ListField, ListFieldsChange, ListStage } from '@troupe/domain/discovery/list-field';
import { MAX_FIELDS } from '@troupe/domain/discovery/list-field-limits';
import { SafetyFilter } from '@troupe/domain/discovery/safety-flag';
import { Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const brandList = params.extend({ id: Id });
const FIELD_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FieldSort = z.string().regex(new RegExp(`^field\\.${FIELD_ID}$`));
const FieldFilter = z
  .string()
  .max(300)
  .regex(new RegExp(`^${FIELD_ID}\\.(?:empty|(?:is|min|max|has)\\..+)$`))
  .refine((value) => !value.includes('\u0000'));

const itemFilter = z.object({
  search: text({ max: 120 }).optional(),
  tag: several(StatusTag),
  platform: several(Platform),
  /** Brand safety: with open flags, checked without open flags, or not checked. */
  safety: several(SafetyFilter),
  /**
   * Filters by custom fields, which must all match: `<field ID>.is.<choice ID>` (several: any of them), `.min.` and
   * `.max.` (numbers and dates, inclusive), `.has.` (text) and `.empty`.
   */
  where: several(FieldFilter, 20),
  /** `field.<ID>` sorts by a custom field: numbers and dates descending, text and choices ascending. */
  sort: z.union([z.enum(['saved', 'followers', 'name', 'updated']), FieldSort]).optional(),
});

export const listCreatorLists = defineCall({
  name: 'listCreatorLists',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-lists',
  access: 'brand',
  summary: "Lists the brand's creator lists, most recently updated first. Archived lists are excluded.",
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
    "Lists the brand's creator lists with a preview of their newest creators. Use `search` to match titles and descriptions.",
  params: params.extend({ page: PageNumber }),
  query: z.object({
    archived: z.stringbool().optional(),
    search: text({ max: 120 }).optional(),
    sort: z.enum(['updated', 'title', 'creators', 'created']).optional(),
    /** Only lists that this member owns. */
    owner: Id.optional(),
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
  summary: 'Creates a creator list.',
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
  summary:
    "Updates a list's title, description or owner. The list's owner and brand owners can make any member the owner.",
  params: brandList,
  body: CreatorListChange,
  output: CreatorList,
  problems: ['not_found', 'forbidden'],
});

export const archiveCreatorList = defineCall({
  name: 'archiveCreatorList',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list/:id/archive',
  access: 'brand',
  summary: 'Archives or restores a list. Set `archived` to false to restore it.',
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
    "Lists the creators on a list, most recently added first. Each item includes tags, notes, the categories of open brand-safety flags and the full profile, with up to 12 of its newest posts in the engagement breakdown. For faster responses, set `profile=summary`, which leaves out the engagement breakdown and the profile's `creatorListItems`.",
  params: params.extend({ productListId: Id, page: PageNumber }),
  query: itemFilter.extend({
    profile: z.enum(['whole', 'summary']).optional(),
  }),
  output: z.object({
    list: CreatorList,
    /** The list's custom fields and the stages of its board, in order. */
    fields: z.array(ListField),
    stages: z.array(ListStage),
    items: z.array(CreatorListItem),
    ...paging,
  }),
  problems: ['not_found'],
});

export const exportCreatorList = defineCall({
  name: 'exportCreatorList',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-list/:id/csv',
  access: 'brand',
  summary:
    "Downloads the creators on a list as CSV. Accepts the same filters and sort orders as the list's pages. Each row has name, username, platform and profile URL, followed by each `column` (by default followers, engagement, average views, status, note and contact info) and the custom fields named by `field` (by default all). Metrics are exact and include their source and date.",
  params: brandList,
  query: itemFilter.extend({ column: several(z.enum(ITEM_COLUMN_IDS)), field: several(Id) }),
  file: 'text/csv',
  problems: ['not_found'],
});

export const addToCreatorList = defineCall({
  name: 'addToCreatorList',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list/:id/items',
  access: 'brand',
  summary:
    "Adds creators to a list. Creators already on the list aren't changed; archived ones are restored.",
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
  audit: 'Updated creator on list',
  summary:
    "Updates a list item's tags, notes or custom fields. In `custom`, null removes a value. Pass the `version` you last read, and the custom values you last read as `customSeen`. If someone else has changed the item since then, your values replace theirs, which are returned in `overwritten`. Set `profile=summary` for a faster response.",
  params: params.extend({ itemId: Id }),
  query: z.object({ profile: z.enum(['whole', 'summary']).optional() }),
  body: CreatorListItemChange,
  bodyLimit: 512 * 1024,
  output: z.object({
    item: CreatorListItem,
    overwritten: CreatorListItemValues.extend({
      /** Earlier values of the custom fields that were sent; those without one are absent. */
      custom: z.record(Id, FieldValue),
      updatedBy: z.string().nullable(),
      version: z.int(),
    }).nullable(),
  }),
  problems: ['not_found'],
});

export const getListFields = defineCall({
  name: 'getListFields',
  noun: 'creator-list',
  method: 'GET',
  path: '/brand/:brandId/creator-list/:id/fields',
  access: 'brand',
  summary:
    "Lists a list's custom fields. Includes how many creators have a value in each field, and how many have each choice.",
  params: brandList,
  output: z.object({
    fields: z.array(ListField.extend({ used: z.int(), choicesUsed: z.record(Id, z.int()) })),
  }),
  problems: ['not_found'],
});

export const updateListFields = defineCall({
  name: 'updateListFields',
  noun: 'creator-list',
  method: 'PUT',
  path: '/brand/:brandId/creator-list/:id/fields',
  access: 'brand',
  audit: 'Updated creator list fields',
  summary:
    "Replaces a list's custom fields, up to 20. `seen` has the IDs of the fields you last saw: fields that someone else has since added are kept, and those they deleted stay deleted. Deleting a field or choice deletes its values. A field with values can be changed only to a text field, which keeps the values. Assign each new field and choice an ID (UUID).",
  params: brandList,
  body: ListFieldsChange.extend({ seen: z.array(Id).max(MAX_FIELDS) }),
  bodyLimit: 320 * 1024,
  output: z.object({ fields: z.array(ListField) }),
  problems: ['not_found', 'invalid_transition', 'too_many'],
});

export const changeCreatorListItems = defineCall({
  name: 'changeCreatorListItems',
  noun: 'creator-list',
  method: 'POST',
  path: '/brand/:brandId/creator-list-items',
  access: 'brand',
  audit: 'Changed creators on lists',
  summary:
    'Archives, restores, tags, copies or moves list items in bulk. Either all changes are applied or none. `changed` lists the items created or changed; `already` lists items that needed no change or whose creator is already on the target list.',
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
  audit: 'Archived creator on list',
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
  audit: 'Restored creator on list',
  summary: 'Restores an archived list item to its list.',
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
  summary: "Lists the brand's archived list items, most recently archived first.",
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ items: z.array(CreatorListItem), ...paging }),
});
