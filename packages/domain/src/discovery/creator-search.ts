import { z } from 'zod';
import { Id, Instant, several, text } from '../shape.ts';
import { ContentThumbnail, Creator, Platform } from './creator.ts';
import { SafetyCategory, SafetyFilter } from './safety-flag.ts';

/** Sort orders of search results, descending. */
export const CreatorSort = z.enum(['relevance', 'followers', 'engagement', 'views', 'updated']);
export type CreatorSort = z.infer<typeof CreatorSort>;

const filled = (value: number | string | undefined) => (value === '' ? undefined : value);
const count = z.preprocess(
  filled,
  z.coerce.number('Use a whole number').int('Use a whole number').min(0).max(1e12).optional(),
);
const rate = z.preprocess(filled, z.coerce.number('Use a number').min(0).max(1e6).optional());
const change = z.preprocess(filled, z.coerce.number('Use a number').min(-100).max(1e6).optional());
const yes = z.preprocess(
  (value: boolean | string | undefined) => (value === '' ? undefined : value?.toString()),
  z.stringbool().optional(),
);

/**
 * Filters of the creator search, as in the query string. Ranges are inclusive; rates are in
 * percent.
 */
export const CreatorFilters = z.object({
  q: text({ max: 200 }).optional(),
  platform: several(Platform),
  followersMin: count,
  followersMax: count,
  engagementMin: rate,
  engagementMax: rate,
  viewsMin: count,
  viewsMax: count,
  /** How followers grew in 30 or 90 days up to the newest reading, in percent. */
  growth30Min: change,
  growth30Max: change,
  growth90Min: change,
  growth90Max: change,
  country: several(
    z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Use an ISO country code such as US')
      .toUpperCase(),
  ),
  language: several(
    z
      .string()
      .regex(/^[A-Za-z]{2,3}$/, 'Use a language code such as en')
      .toLowerCase(),
  ),
  category: several(text({ min: 1, max: 80 })),
  verified: yes,
  hasEmail: yes,
  registered: yes,
  notInLists: yes,
  /** Without an invite of the brand that wasn't canceled. */
  notInvited: yes,
  /** Of the brand's checks: open flags, checked without open flags, or not checked. */
  safety: z.preprocess(filled, SafetyFilter.optional()),
  /** With an open flag of one of these categories. */
  safetyCategory: several(SafetyCategory),
  sort: CreatorSort.optional(),
});
export type CreatorFilters = z.infer<typeof CreatorFilters>;

/** Why a creator matches: the field and its text with the matches marked. */
export const MatchReason = z.object({
  field: z.enum(['username', 'name', 'bio', 'category', 'country', 'language', 'post']),
  parts: z.array(z.object({ text: z.string(), match: z.boolean() })),
});
export type MatchReason = z.infer<typeof MatchReason>;

/** A creator in search results. */
export const CreatorResult = Creator.extend({
  why: z.array(MatchReason),
  content: z.array(ContentThumbnail),
  lists: z.array(z.object({ id: Id, title: z.string() })),
});
export type CreatorResult = z.infer<typeof CreatorResult>;

/** The screens that keep searches: the creator search; lists and mentions, where a search is called a view. */
export const SavedSearchScreen = z.enum(['creator-search', 'creator-list', 'mentions']);
export type SavedSearchScreen = z.infer<typeof SavedSearchScreen>;

/** A saved search of a screen, shared by the brand. `query` is the query string of its URL. */
export const SavedSearch = z.object({
  id: Id,
  screen: SavedSearchScreen,
  name: z.string(),
  query: z.string(),
  created: Instant,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Input for saving a search. */
export const NewSavedSearch = z.object({
  screen: SavedSearchScreen.default('creator-search'),
  name: text({ max: 120, required: 'Please enter a name' }),
  query: text({ max: 4000 }),
});

/** Totals are exact up to this number and estimated by the query planner above it. */
export const EXACT_COUNT_LIMIT = 1000;
