import type { SafetyCategory, SafetyFlagState } from '@troupe/domain/discovery/safety-flag';
import { t } from './messages/messages.gen.ts';

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

/** Returns the name of a category. */
export const categoryName = (category: SafetyCategory): string => t(`category.${category}`);

/** Returns the name of a flag's state. */
export const stateName = (state: SafetyFlagState): string => t(`state.${state}`);
