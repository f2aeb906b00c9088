import { ContactCost, ContactState, CreatorDetails } from '@troupe/domain/discovery/creator';
import {
  CreatorFilters,
  CreatorResult,
  NewSavedSearch,
  SavedSearch,
} from '@troupe/domain/discovery/creator-search';
import { ProviderState } from '@troupe/domain/discovery/provider';
import { Id, Instant } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const searchCreators = defineCall({
  name: 'searchCreators',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators',
  access: 'brand',
  summary:
    'Finds creators. 24 a page; `nextCursor` leads on. `total` is exact to 1,000 and an estimate beyond (`totalIsExact`). With `lists=numbered`, `lists` of each creator is empty: `listed` has each list once, and for each creator the numbers of its lists, counted from 0. Such answers are smaller.',
  params,
  query: CreatorFilters.extend({
    cursor: z.string().max(500).optional(),
    lists: z.enum(['named', 'numbered']).optional(),
  }),
  output: z.object({
    creators: z.array(CreatorResult),
    listed: z.object({ lists: CreatorResult.shape.lists, on: z.array(z.array(z.int().min(0))) }).optional(),
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
  summary:
    'The countries, languages and categories that creators have, for the filters of the search. `ownCategories` are words that only this brand uses: they came with its imports.',
  params,
  output: z.object({
    countries: z.array(z.string()),
    languages: z.array(z.string()),
    categories: z.array(z.string()),
    ownCategories: z.array(z.string()),
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

export const getCreatorMetaData = defineCall({
  name: 'getCreatorMetaData',
  noun: 'creator',
  method: 'GET',
  path: '/v2/social-profile/:id/meta-data',
  access: 'user',
  summary: 'Whether the contact details of a creator are known, and what fetching them costs.',
  params: z.object({ id: Id }),
  output: z.object({
    metaData: ContactState,
    cost: ContactCost,
    /** From when on a look-up asks the provider again; null when it would ask now, or the details are known. */
    again: Instant.nullable(),
  }),
  problems: ['not_found'],
});

export const fetchCreatorContact = defineCall({
  name: 'fetchCreatorContact',
  noun: 'creator',
  method: 'POST',
  path: '/brand/:brandId/creators/:profileId/contact',
  access: 'brand',
  summary: 'Fetches the contact details of a creator; nothing is asked again while they are valid.',
  params: params.extend({ profileId: Id }),
  output: z.object({ metaData: ContactState }),
  problems: ['not_found', 'unavailable', 'subscription_required', 'insufficient_credits'],
});

export const refreshCreator = defineCall({
  name: 'refreshCreator',
  noun: 'creator',
  method: 'POST',
  path: '/brand/:brandId/creators/:profileId/refresh',
  access: 'brand',
  summary:
    'Reads profile and recent content anew from the platform, in the background. `next` says from when on it may be asked again.',
  params: params.extend({ profileId: Id }),
  output: z.object({ started: z.boolean(), reason: z.string().nullable(), next: Instant.nullable() }),
  problems: ['not_found', 'unavailable'],
});

export const listProviderQuotas = defineCall({
  name: 'listProviderQuotas',
  noun: 'provider',
  method: 'GET',
  path: '/admin/providers',
  access: 'administrator',
  summary: 'What is left of the quotas of each provider, and how its last calls went.',
  output: z.object({ providers: z.array(ProviderState) }),
});
