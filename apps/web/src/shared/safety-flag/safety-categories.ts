import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';

/** All categories in their order, without the schema. */
export const SAFETY_CATEGORIES = [
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
  'competitor',
  'missing-disclosure',
  'audience-change',
] as const satisfies readonly SafetyCategory[];
