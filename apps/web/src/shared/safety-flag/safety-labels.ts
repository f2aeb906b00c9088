import type { SafetyCategory, SafetyFlagState } from '@troupe/domain/discovery/safety-flag';
import { t } from './messages/messages.gen.ts';

/** Returns the name of a category. */
export const categoryName = (category: SafetyCategory): string => t(`category.${category}`);

/** Returns the name of a flag's state. */
export const stateName = (state: SafetyFlagState): string => t(`state.${state}`);
