import { CreatorDetails } from '@troupe/domain/creator';
import { CreatorFilters, CreatorResult, NewSavedSearch, SavedSearch } from '@troupe/domain/creator-search';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from './call.ts';

const params = z.object({ brandId: Id });

export const searchCreators = defineCall({
  name: 'searchCreators',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators',
  access: 'brand',
  summary:
    'Finds creators. 24 a page; `nextCursor` leads on. `total` is exact to 1,000 and an estimate beyond (`totalIsExact`).',
  params,
  query: CreatorFilters.extend({ cursor: z.string().max(500).optional() }),
  output: z.object({
    creators: z.array(CreatorResult),
    nextCursor: z.string().nullable(),
    total: z.int(),
    totalIsExact: z.boolean(),
  }),
});

export const getCreator = defineCall({
  name: 'getCreator',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId',
  access: 'brand',
  summary: 'A creator with engagement breakdown, the lists of this brand it is on, and its invites.',
  params: params.extend({ profileId: Id }),
  output: CreatorDetails,
  problems: ['not_found'],
});

export const listCreatorFacets = defineCall({
  name: 'listCreatorFacets',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creator-facets',
  access: 'brand',
  summary: 'The countries, languages and categories that creators have, for the filters of the search.',
  params,
  output: z.object({
    countries: z.array(z.string()),
    languages: z.array(z.string()),
    categories: z.array(z.string()),
  }),
});

export const listSavedSearches = defineCall({
  name: 'listSavedSearches',
  noun: 'saved-search',
  method: 'GET',
  path: '/brand/:brandId/saved-searches',
  access: 'brand',
  summary: 'The searches the brand has saved, by name.',
  params,
  output: z.object({ savedSearches: z.array(SavedSearch) }),
});

export const saveSearch = defineCall({
  name: 'saveSearch',
  noun: 'saved-search',
  method: 'POST',
  path: '/brand/:brandId/saved-searches',
  access: 'brand',
  summary: 'Saves a search by name; a name that exists takes the new filters.',
  params,
  body: NewSavedSearch,
  output: SavedSearch,
});

export const deleteSavedSearch = defineCall({
  name: 'deleteSavedSearch',
  noun: 'saved-search',
  method: 'DELETE',
  path: '/brand/:brandId/saved-searches/:savedSearchId',
  access: 'brand',
  summary: 'Removes a saved search.',
  params: params.extend({ savedSearchId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});
