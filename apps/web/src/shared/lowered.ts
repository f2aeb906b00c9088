import { language } from '@troupe/i18n/language';

/** A label inside a line; German nouns keep their capital. */
export const lowered = (label: string): string => (language() === 'de' ? label : label.toLowerCase());
