import { z } from 'zod';
import { Id, Instant, text, Version } from '../shape.ts';
import { Platform } from './creator.ts';

/** What posts of creators are checked for with queries. */
export const ContentCategory = z.enum([
  'profanity',
  'hate',
  'adult',
  'violence',
  'drugs',
  'alcohol-tobacco',
  'gambling',
  'politics',
  'health-claims',
  'money-promises',
]);
export type ContentCategory = z.infer<typeof ContentCategory>;

/** The reasons for a flag: categories of content, and checks of collaborations and figures. */
export const SafetyCategory = z.enum([
  ...ContentCategory.options,
  'competitor',
  'missing-disclosure',
  'audience-change',
]);
export type SafetyCategory = z.infer<typeof SafetyCategory>;

export const SAFETY_NAMES: Record<SafetyCategory, string> = {
  profanity: 'Profanity',
  hate: 'Hate and slurs',
  adult: 'Adult content',
  violence: 'Violence and weapons',
  drugs: 'Drugs',
  'alcohol-tobacco': 'Alcohol and tobacco',
  gambling: 'Gambling',
  politics: 'Politics and elections',
  'health-claims': 'Health misinformation',
  'money-promises': 'Scams and crypto schemes',
  competitor: 'Posts about competitors',
  'missing-disclosure': 'Missing ad disclosure',
  'audience-change': 'Sudden audience change',
};

/**
 * State of a flag. `cleared`: the rule changed and no longer finds enough; only undecided flags are cleared.
 */
export const SafetyFlagState = z.enum(['open', 'confirmed', 'dismissed', 'cleared']);
export type SafetyFlagState = z.infer<typeof SafetyFlagState>;

/** Filter of the creator search. `none` requires a check. */
export const SafetyFilter = z.enum(['open', 'none', 'unchecked']);
export type SafetyFilter = z.infer<typeof SafetyFilter>;

/** Figures that changed suddenly. */
export const FigureChange = z.object({
  figure: z.enum(['followers', 'engagement']),
  from: z.number(),
  to: z.number(),
  fromAt: Instant,
  toAt: Instant,
});
export type FigureChange = z.infer<typeof FigureChange>;

/** What raised a flag: a text with marked words, or a change of figures. */
export const SafetyEvidence = z.object({
  id: Id,
  kind: z.enum(['bio', 'post', 'figures']),
  /** Null for texts without their own address. */
  url: z.string().nullable(),
  /** Null for a bio. */
  published: Instant.nullable(),
  found: Instant,
  ruleVersion: z.int(),
  parts: z.array(z.object({ text: z.string(), match: z.boolean() })),
  figures: FigureChange.nullable(),
});
export type SafetyEvidence = z.infer<typeof SafetyEvidence>;

/** Evidence shown per flag; the newest comes first. */
export const MAX_EVIDENCE = 10;

/** A category that a creator's posts match often enough for a brand. */
export const SafetyFlag = z.object({
  id: Id,
  category: SafetyCategory,
  state: SafetyFlagState,
  version: z.int(),
  ruleVersion: z.int(),
  raised: Instant,
  /** The last time it was raised, decided or reopened. */
  changed: Instant,
  by: z.string().nullable(),
  decided: Instant.nullable(),
  reason: z.string(),
  creator: z.object({
    id: Id,
    username: z.string(),
    fullname: z.string(),
    platform: Platform,
    profilePicUrl: z.string().nullable(),
  }),
  /** Pieces of evidence in all. */
  evidenceCount: z.int(),
  evidence: z.array(SafetyEvidence).max(MAX_EVIDENCE),
});
export type SafetyFlag = z.infer<typeof SafetyFlag>;

/** A decision about a flag. `version` is the one the person saw. */
export const SafetyDecision = z
  .object({
    state: SafetyFlagState.extract(['confirmed', 'dismissed', 'open']),
    reason: text({ max: 500 }).default(''),
    version: Version,
  })
  .superRefine(({ state, reason }, context) => {
    if (state === 'dismissed' && reason.trim() === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: 'Enter a reason' });
  });

/** The extent of a creator's check, so that no flags isn't mistaken for safe. */
export const SafetyCoverage = z.object({
  /** Null if the creator was never checked for this brand. */
  checked: Instant.nullable(),
  /** Posts of the last 90 days with text that were checked. */
  posts: z.int(),
  /** Posts of the last 90 days without text. */
  withoutText: z.int(),
  /** Whether the profile has a bio. */
  bio: z.boolean(),
  /** When Troupe last read the profile; null if it only knows imported data. */
  read: Instant.nullable(),
  /** Whether enough figures are known to notice a sudden change. */
  figures: z.enum(['known', 'unknown']),
});
export type SafetyCoverage = z.infer<typeof SafetyCoverage>;

/** Days of the posts that coverage counts. */
export const COVERAGE_DAYS = 90;
