import { Platform } from '@troupe/domain/discovery/creator';
import { CreatorFilters } from '@troupe/domain/discovery/creator-search';
import { MOST_OUTSIDE_PAGES, OUTSIDE_PAGE, OutsideSearch } from '@troupe/domain/discovery/outside-search';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getOutsideSearch = defineCall({
  name: 'getOutsideSearch',
  noun: 'outside-search',
  method: 'GET',
  path: '/brand/:brandId/outside-search',
  access: 'brand',
  summary:
    "Returns which filters a search with a discovery vendor would apply, what it would cost, and any paid results that are still stored. Spends nothing and doesn't call the vendor. Takes the same filters as a search, and `on`, the platform to search. `ignored` lists filters that the vendor can't apply. `vendor` is null if none is configured. Each result shows its source, when it was fetched, and the matching creator in Troupe, if any.",
  params,
  query: CreatorFilters.extend({ on: Platform.optional() }),
  output: OutsideSearch,
});

export const searchOutside = defineCall({
  name: 'searchOutside',
  noun: 'outside-search',
  method: 'POST',
  path: '/brand/:brandId/outside-searches',
  access: 'brand',
  audit: 'Searched outside Troupe',
  effect: 'Spends up to 2 credits.',
  bodyLimit: 1024 * 1024,
  summary:
    'Searches a discovery vendor and keeps the results for 30 days. Returns up to 50 creators per page, at 1 credit for every 25 creators who are new to your brand, rounded up. Creators your brand already has are free; if none are new, nothing is charged. Results that are still kept are returned free of charge (`found`). Send an `Idempotency-Key` header to make retries safe.',
  params,
  body: z.object({
    filters: CreatorFilters,
    platform: Platform,
    page: z
      .int()
      .min(0)
      .max(MOST_OUTSIDE_PAGES - 1)
      .default(0),
  }),
  output: z.object({
    found: z.boolean(),
    charged: z.int(),
    /** Results on this page. */
    results: z.int(),
    /** Those of them who were new to the brand. */
    new: z.int(),
  }),
  problems: [
    'subscription_required',
    'insufficient_credits',
    'conflict',
    'rate_limited',
    'retry_later',
    'search_unavailable',
    'unavailable',
  ],
});

export const addOutsideCreators = defineCall({
  name: 'addOutsideCreators',
  noun: 'outside-search',
  method: 'POST',
  path: '/brand/:brandId/outside-creators',
  access: 'brand',
  audit: 'Added creators found outside Troupe',
  bodyLimit: 128 * 1024,
  summary:
    "Adds creators from paid results to your brand's creators. Their metrics keep the vendor as the source and the time they were fetched. Creators who already exist are returned unchanged.",
  params,
  body: z.object({
    creators: z
      .array(z.object({ searchId: Id, position: z.int().min(0).max(OUTSIDE_PAGE) }))
      .min(1)
      .max(OUTSIDE_PAGE * MOST_OUTSIDE_PAGES),
  }),
  output: z.object({
    added: z.int(),
    already: z.int(),
    creators: z.array(z.object({ searchId: Id, position: z.int(), creatorId: Id })),
  }),
  problems: ['not_found'],
});
