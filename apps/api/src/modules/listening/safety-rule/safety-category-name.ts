import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { t } from '../messages/messages.gen.ts';

/** Returns a category's name in the current language. */
export function safetyCategoryName(category: SafetyCategory): string {
  const names: Record<SafetyCategory, () => string> = {
    profanity: () => t('safety.profanity'),
    hate: () => t('safety.hate'),
    adult: () => t('safety.adult'),
    violence: () => t('safety.violence'),
    drugs: () => t('safety.drugs'),
    'alcohol-tobacco': () => t('safety.alcoholTobacco'),
    gambling: () => t('safety.gambling'),
    politics: () => t('safety.politics'),
    'health-claims': () => t('safety.healthClaims'),
    'money-promises': () => t('safety.moneyPromises'),
    competitor: () => t('safety.competitor'),
    'missing-disclosure': () => t('safety.missingDisclosure'),
    'audience-change': () => t('safety.audienceChange'),
  };
  return names[category]();
}
