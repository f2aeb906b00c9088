import { z } from 'zod';
import { SafetyCategory } from '../../discovery/safety-flag.ts';
import { Id, Instant, text } from '../../shape.ts';
import { MonitorQuery } from '../monitor.ts';
import { DEFAULT_QUERIES } from './safety-words.ts';

/** The most names of competitors. */
const MAX_NAMES = 100;

/** Letters, digits and what may be in a name; quotation marks would end the phrase of the query. */
const CompetitorName = text({ min: 2, max: 80 }).refine((name) => /[\p{L}\p{N}]/u.test(name), {
  error: "Enter a name that isn't only punctuation",
});

/** What raises a flag, as a brand sets it. */
export const SafetyRuleForm = z.object({
  state: z.enum(['on', 'off']),
  /** A flag is raised when this many items match within `days`. */
  items: z.int().min(1).max(50),
  days: z.int().min(1).max(730),
  /** Null for the built-in words; always null for other checks. */
  query: MonitorQuery.nullable().default(null),
  /** Names of competitors. */
  names: z
    .array(CompetitorName)
    .max(MAX_NAMES)
    .transform((names) => [...new Set(names.map((name) => name.trim()))])
    .default([]),
});
export type SafetyRuleForm = z.output<typeof SafetyRuleForm>;

/** A rule of a brand. Version 0 is the default. */
export const SafetyRule = SafetyRuleForm.extend({
  category: SafetyCategory,
  version: z.int(),
  /** The built-in words; null for checks without any. */
  defaultQuery: z.string().nullable(),
  /** The default threshold. */
  defaults: SafetyRuleForm.pick({ state: true, items: true, days: true }),
  /** Same as the default. */
  isDefault: z.boolean(),
  by: z.string().nullable(),
  at: Instant.nullable(),
  /** Open flags of this category. */
  open: z.int(),
});
export type SafetyRule = z.infer<typeof SafetyRule>;

/** A saved version of a rule. */
export const SafetyRuleVersion = SafetyRuleForm.extend({
  version: z.int(),
  by: z.string().nullable(),
  at: Instant,
});
export type SafetyRuleVersion = z.infer<typeof SafetyRuleVersion>;

/** What a rule would find before it is saved. */
export const SafetyRehearsal = z.object({
  /** Creators the brand works with, at most {@link MAX_REHEARSED}. */
  creators: z.int(),
  /** The brand works with more creators than were looked at. */
  more: z.boolean(),
  posts: z.int(),
  flagged: z.int(),
  /** Creators that the saved rule would flag. */
  flaggedNow: z.int(),
  examples: z.array(
    z.object({
      creatorId: Id,
      username: z.string(),
      items: z.int(),
      parts: z.array(z.object({ text: z.string(), match: z.boolean() })),
    }),
  ),
});
export type SafetyRehearsal = z.infer<typeof SafetyRehearsal>;

export const MAX_REHEARSED = 1000;

type Threshold = Pick<SafetyRuleForm, 'state' | 'items' | 'days'>;

// One item is enough where a brand would want to know of any; a habit is needed where a single word says little.
const THRESHOLDS: Record<SafetyCategory, Threshold> = {
  profanity: { state: 'on', items: 3, days: 90 },
  hate: { state: 'on', items: 1, days: 365 },
  adult: { state: 'on', items: 1, days: 365 },
  violence: { state: 'on', items: 2, days: 180 },
  drugs: { state: 'on', items: 1, days: 365 },
  'alcohol-tobacco': { state: 'off', items: 3, days: 90 },
  gambling: { state: 'on', items: 2, days: 180 },
  politics: { state: 'off', items: 3, days: 180 },
  'health-claims': { state: 'on', items: 1, days: 365 },
  'money-promises': { state: 'on', items: 1, days: 365 },
  competitor: { state: 'on', items: 1, days: 90 },
  'missing-disclosure': { state: 'on', items: 1, days: 90 },
  'audience-change': { state: 'on', items: 1, days: 90 },
};

/** Returns a category's rule until a brand changes it. */
export const defaultRule = (category: SafetyCategory): SafetyRuleForm => ({
  state: THRESHOLDS[category].state,
  items: THRESHOLDS[category].items,
  days: THRESHOLDS[category].days,
  query: null,
  names: [],
});

/** Returns the query that a rule runs; null if it has none. */
export function ruleQuery(category: SafetyCategory, { query, names }: SafetyRuleForm): string | null {
  if (category === 'competitor')
    return names.length === 0
      ? null
      : names.map((name) => `"${name.replaceAll(/["“”„]/g, ' ')}"`).join(' OR ');
  return query ?? builtInQuery(category);
}

/** Returns a category's built-in words as a query; null if it has none. */
export const builtInQuery = (category: SafetyCategory): string | null =>
  (DEFAULT_QUERIES as Partial<Record<SafetyCategory, string>>)[category] ?? null;
