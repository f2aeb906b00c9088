import { z } from 'zod';
import { Id, Instant, several, text } from '../shape.ts';
import {
  AudienceConditionText,
  AudienceKindName,
  MOST_AUDIENCE_CONDITIONS,
} from './audience/audience-filter.ts';
import { ContentThumbnail, Creator, Platform } from './creator.ts';
import { CreatorFit } from './creator-fit.ts';
import { SafetyCategory, SafetyFilter } from './safety-flag.ts';

/** Sort orders of search results, descending. */
export const CreatorSort = z.enum(['relevance', 'followers', 'engagement', 'views', 'updated']);
export type CreatorSort = z.infer<typeof CreatorSort>;

const filled = (value: number | string | undefined) => (value === '' ? undefined : value);
/** Text of a query string as a number. Coercing would accept null and booleans of a JSON body. */
const numeric = (value: number | string | undefined) => {
  const given = filled(value);
  return typeof given === 'string' ? Number(given.trim() || Number.NaN) : given;
};
const count = z
  .preprocess(numeric, z.number('Use a whole number').int('Use a whole number').min(0).max(1e12).optional())
  .meta({ alsoText: true });
const rate = z
  .preprocess(numeric, z.number('Use a number').min(0).max(1e6).optional())
  .meta({ alsoText: true });
const change = z
  .preprocess(numeric, z.number('Use a number').min(-100).max(1e6).optional())
  .meta({ alsoText: true });
/** True or false, also as text, as in a query string. Empty text means no value. */
const yes = z
  .union([z.boolean(), z.string()], 'Must be true or false')
  .transform((value) => (value === '' ? undefined : String(value)))
  .pipe(z.stringbool().optional())
  .optional();

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
  /**
   * Least shares of followers, such as `country:DE:30`, in reports that the brand bought. All of them must hold; creators
   * without a report aren't found.
   */
  audience: several(AudienceConditionText, MOST_AUDIENCE_CONDITIONS),
  /** Of the brand's checks: open flags, checked without open flags, or not checked. */
  safety: z.preprocess(filled, SafetyFilter.optional()),
  /** With an open flag of one of these categories. */
  safetyCategory: several(SafetyCategory),
  sort: CreatorSort.optional(),
});
export type CreatorFilters = z.infer<typeof CreatorFilters>;

/** Names of a topic in the languages of the dashboard. */
const TopicNames = z.object({ en: z.string(), de: z.string(), es: z.string() });

/**
 * Why a creator matches: the field and its text with the matches marked. The text of a topic is its id; `names` has its
 * names.
 */
export const MatchReason = z.object({
  field: z.enum(['username', 'name', 'bio', 'category', 'country', 'language', 'post', 'topic']),
  parts: z.array(z.object({ text: z.string(), match: z.boolean() })),
  names: TopicNames.optional(),
});
export type MatchReason = z.infer<typeof MatchReason>;

/** A creator in search results. */
export const CreatorResult = Creator.extend({
  why: z.array(MatchReason),
  content: z.array(ContentThumbnail),
  lists: z.array(z.object({ id: Id, title: z.string() })),
  /** When sorted by best match. */
  fit: CreatorFit.optional(),
});
export type CreatorResult = z.infer<typeof CreatorResult>;

/**
 * How much of each creator a search returns: everything; what a card shows, with the names of topics once per response
 * instead of in each reason; or what a row shows, which also leaves out posts.
 */
export const ResultProfile = z.enum(['whole', 'card', 'summary']);
export type ResultProfile = z.infer<typeof ResultProfile>;

/** A topic with its names. */
export const NamedTopic = z.object({ id: z.string(), names: TopicNames });

/** What the text of a search was taken to mean. */
export const UnderstoodSearch = z.object({
  topics: z.array(NamedTopic),
  /** Words that aren't topics; results contain them. */
  words: z.array(z.string()),
  /** Misspelled words and the terms that were searched instead. */
  corrected: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Whether creators of wider topics follow, because few match. */
  widened: z.boolean(),
});
export type UnderstoodSearch = z.infer<typeof UnderstoodSearch>;

/** Conditions of a search: a filter, or both ends of a range. */
export const SearchCondition = z.enum([
  ...([
    'q',
    'platform',
    'followers',
    'engagement',
    'views',
    'growth30',
    'growth90',
    'country',
    'language',
  ] as const),
  ...(['category', 'verified', 'hasEmail', 'registered', 'notInLists', 'notInvited', 'safety'] as const),
  ...(['safetyCategory', 'audience'] as const),
]);
export type SearchCondition = z.infer<typeof SearchCondition>;

/** Of how many creators the brand has a report that covers followers. */
export const AudienceCoverage = z.object({
  /** Creators with a report among those that match the other filters. */
  known: z.int().min(0),
  /** Creators that match the other filters. */
  total: z.int().min(0),
  totalIsExact: z.boolean(),
});
export type AudienceCoverage = z.infer<typeof AudienceCoverage>;

/** A value of audience filters that occurs in the brand's reports, with how many creators have it. */
export const AudienceCode = z.object({ kind: AudienceKindName, code: z.string(), creators: z.int().min(1) });
export type AudienceCode = z.infer<typeof AudienceCode>;

/** Ways out of a search that finds nothing. */
export const SearchAdvice = z.object({
  understood: UnderstoodSearch.optional(),
  /** How many creators each condition excludes: those that match all others. Most first. */
  conditions: z.array(z.object({ condition: SearchCondition, excluded: z.int().min(0) })),
  /** With audience filters: the creators they can find. */
  audience: AudienceCoverage.optional(),
  /** Near topics with creators that match all other conditions. */
  topics: z.array(NamedTopic.extend({ creators: z.int().min(1) })),
  /** Numbers of creators are counted up to this one. */
  countedTo: z.int(),
});
export type SearchAdvice = z.infer<typeof SearchAdvice>;

/** The screens that keep searches: the creator search; lists and mentions, where a search is called a view. */
export const SavedSearchScreen = z.enum(['creator-search', 'creator-list', 'mentions']);
export type SavedSearchScreen = z.infer<typeof SavedSearchScreen>;

/** A saved search of a screen, shared by the brand. `query` is the query string of its URL. */
export const SavedSearch = z.object({
  id: Id,
  screen: SavedSearchScreen,
  name: z.string(),
  query: z.string(),
  /** Only its author sees it. */
  personal: z.boolean(),
  created: Instant,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Input for saving a search. */
export const NewSavedSearch = z.object({
  screen: SavedSearchScreen.default('creator-search'),
  name: text({ max: 120, required: 'Please enter a name' }),
  query: text({ max: 4000 }),
  personal: z.boolean().default(false),
});

/** Totals are exact up to this number and estimated by the query planner above it. */
export const EXACT_COUNT_LIMIT = 1000;
