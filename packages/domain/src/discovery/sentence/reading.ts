import { z } from 'zod';
import { CreatorSort } from '../creator-search.ts';
import { Platform } from '../platform.ts';
import { SafetyFilter } from '../safety-flag.ts';

/** Longest sentence that is read. */
export const SENTENCE_MAX = 500;

const bound = z.number().min(0).max(1e12).optional();
const flag = z.boolean().optional();

/** Filters that a sentence became; only those that it sets. They mean the same as those of the search. */
export const SentenceFilters = z.object({
  q: z.string().max(200).optional(),
  platform: z.array(Platform).optional(),
  followersMin: bound,
  followersMax: bound,
  engagementMin: bound,
  engagementMax: bound,
  viewsMin: bound,
  viewsMax: bound,
  country: z.array(z.string()).optional(),
  language: z.array(z.string()).optional(),
  category: z.array(z.string()).optional(),
  verified: flag,
  hasEmail: flag,
  registered: flag,
  notInLists: flag,
  notInvited: flag,
  /** Such as `country:DE:30`. */
  audience: z.array(z.string()).optional(),
  safety: SafetyFilter.optional(),
  sort: CreatorSort.optional(),
});
export type SentenceFilters = z.infer<typeof SentenceFilters>;

const FilterName = z.enum(Object.keys(SentenceFilters.shape) as (keyof SentenceFilters)[]);

const position = z.object({ from: z.int(), to: z.int(), text: z.string() });

/**
 * A part of a sentence that became filters, and how exactly they say what was written: a profile has a country but no
 * city, "about" is a range, words such as "good" stand for a threshold, and the assistant's reading is a suggestion.
 */
export const UnderstoodPart = position.extend({
  filters: z.array(FilterName),
  as: z.enum(['said', 'country-of-city', 'range', 'threshold', 'assistant']),
});
export type UnderstoodPart = z.infer<typeof UnderstoodPart>;

/** Why a part of a sentence became no filter. */
export const UnusedReason = z.enum(['unknown', 'exclusion', 'audience', 'price', 'number']);
export type UnusedReason = z.infer<typeof UnusedReason>;

/** A part of a sentence that became no filter. */
export const UnusedPart = position.extend({ reason: UnusedReason });
export type UnusedPart = z.infer<typeof UnusedPart>;

/** What a sentence was understood as. Positions count UTF-16 code units. */
export const SentenceReading = z.object({
  filters: SentenceFilters,
  understood: z.array(UnderstoodPart),
  unused: z.array(UnusedPart),
});
export type SentenceReading = z.infer<typeof SentenceReading>;
