import { ContactCost, ContactState, CreatorDetails } from '@troupe/domain/discovery/creator';
import {
  AudienceCode,
  AudienceCoverage,
  CreatorFilters,
  CreatorResult,
  NamedTopic,
  NewSavedSearch,
  ResultProfile,
  SavedSearch,
  SavedSearchScreen,
  SearchAdvice,
  UnderstoodSearch,
} from '@troupe/domain/discovery/creator-search';
import { Authenticity } from '@troupe/domain/discovery/insight/authenticity';
import { FigureHistory } from '@troupe/domain/discovery/insight/figure-history';
import { Sponsorships } from '@troupe/domain/discovery/insight/sponsorship';
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
    "Searches creators. The search text matches handles, names, bios, posts, categories and topics in several languages; `understood` shows how it was interpreted. Without `sort`, the best match comes first (`fit` breaks down the score). Returns 24 creators per page; pass `nextCursor` as `cursor` to get the next page. `total` is exact up to 1,000 and an estimate above that (see `totalIsExact`); with `totalIsMinimum`, there are at least that many. For smaller responses, set `lists=numbered`: each creator's `lists` is then empty, and `listed` holds every list once, plus each creator's zero-based list indexes. With `profile=card`, the topics in `why` have no `names`; `topics` has each topic's names once. `profile=summary` also leaves `content` empty, and `why` quotes posts only of creators that nothing else explains.",
  params,
  query: CreatorFilters.extend({
    cursor: z.string().max(500).optional(),
    lists: z.enum(['named', 'numbered']).optional(),
    profile: ResultProfile.optional(),
  }),
  output: z.object({
    creators: z.array(CreatorResult),
    listed: z.object({ lists: CreatorResult.shape.lists, on: z.array(z.array(z.int().min(0))) }).optional(),
    /** The topics in `why`, with `profile=card` or `profile=summary`. */
    topics: z.array(NamedTopic).optional(),
    understood: UnderstoodSearch.optional(),
    nextCursor: z.string().nullable(),
    total: z.int(),
    totalIsExact: z.boolean(),
    /** Present if the estimate was too low: more creators match than `total`. */
    totalIsMinimum: z.boolean().optional(),
  }),
});

export const getSearchAdvice = defineCall({
  name: 'getSearchAdvice',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creator-search-advice',
  access: 'brand',
  summary:
    'Explains why a creator search has no results. Returns how its text was interpreted, how many creators each condition excludes, and related topics that have results. Takes the same filters as a search. Counts stop at `countedTo`.',
  params,
  query: CreatorFilters,
  output: SearchAdvice,
});

export const getAudienceCoverage = defineCall({
  name: 'getAudienceCoverage',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/audience-coverage',
  access: 'brand',
  summary:
    "Returns how many creators audience filters can find, and which values the filters accept. Audience filters find only creators the brand has a report on. Takes the same filters as a search; `total` counts creators who match the other filters, and `known` counts those with a report that covers followers. `codes` lists the values in the brand's reports with the number of creators.",
  params,
  query: CreatorFilters,
  output: AudienceCoverage.extend({ codes: z.array(AudienceCode) }),
});

export const getCreator = defineCall({
  name: 'getCreator',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId',
  access: 'brand',
  summary: 'Retrieves a creator with their engagement breakdown, lists and invites.',
  params: params.extend({ profileId: Id }),
  output: CreatorDetails,
  problems: ['not_found'],
});

export const getCreatorHistory = defineCall({
  name: 'getCreatorHistory',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId/history',
  access: 'brand',
  summary:
    "Returns a creator's follower count, engagement rate and average views over time. Includes up to 366 days with data, growth over 30 and 90 days, sudden changes, and the newest posts behind the average views.",
  params: params.extend({ profileId: Id }),
  output: FigureHistory,
  problems: ['not_found'],
});

export const getCreatorAuthenticity = defineCall({
  name: 'getCreatorAuthenticity',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId/authenticity',
  access: 'brand',
  summary:
    "Scores how authentic a creator's followers and engagement seem, from 0 to 100. `score` is the mean of the known parts: sudden changes in followers, engagement compared with similar creators, variation in comment counts, and reachability from the brand's own audience report. Each part lists what it was calculated from. A part that isn't known has a reason in `why` and doesn't count; with fewer than `needed` known parts, `score` is null.",
  params: params.extend({ profileId: Id }),
  output: Authenticity,
  problems: ['not_found'],
});

export const getCreatorSponsorships = defineCall({
  name: 'getCreatorSponsorships',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creators/:profileId/sponsorships',
  access: 'brand',
  summary:
    'Lists brands that a creator mentioned in posts from the last 90 days. Includes your brand, competitors from its brand safety rules, and mentioned accounts. Each has its posts with a quote, and whether they carry an ad label. Accounts of creators known to Troupe count only in labeled posts.',
  params: params.extend({ profileId: Id }),
  output: Sponsorships,
  problems: ['not_found'],
});

export const listCreatorFacets = defineCall({
  name: 'listCreatorFacets',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creator-facets',
  access: 'brand',
  summary:
    'Lists the countries, languages and categories you can filter creators by. `ownCategories` lists categories that only this brand uses, taken from its imports.',
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
  summary: "Lists the brand's saved searches and your personal ones by name.",
  params,
  query: z.object({ screen: SavedSearchScreen.default('creator-search') }),
  output: z.object({ savedSearches: z.array(SavedSearch) }),
});

export const saveSearch = defineCall({
  name: 'saveSearch',
  noun: 'saved-search',
  method: 'POST',
  path: '/brand/:brandId/saved-searches',
  access: 'brand',
  summary:
    'Saves a search for the brand, or only for you with `personal`. If a search of the same kind has this name, its filters are replaced. Personal searches have no alerts.',
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
  summary: "Deletes one of the brand's saved searches, or one of your personal ones.",
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
  summary: "Returns whether a creator's contact info is known, and what it costs to fetch.",
  params: z.object({ id: Id }),
  output: z.object({
    metaData: ContactState,
    cost: ContactCost,
    /**
     * Earliest time a lookup queries the provider again; null if it would do so now, or if the
     * details are known.
     */
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
  audit: 'Looked up contact info',
  effect: 'Can spend a credit.',
  summary: "Fetches a creator's contact info. Contact info that is still valid isn't fetched again.",
  params: params.extend({ profileId: Id }),
  output: z.object({ metaData: ContactState }),
  problems: ['sample_data', 'not_found', 'unavailable', 'subscription_required', 'insufficient_credits'],
});

export const refreshCreator = defineCall({
  name: 'refreshCreator',
  noun: 'creator',
  method: 'POST',
  path: '/brand/:brandId/creators/:profileId/refresh',
  access: 'brand',
  audit: 'Refreshed creator data',
  summary:
    "Refreshes a creator's profile and recent posts from the platform. Runs in the background. `next` is the earliest time for another refresh.",
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
  summary: "Lists each data provider's remaining quota and recent call results.",
  output: z.object({ providers: z.array(ProviderState) }),
});
