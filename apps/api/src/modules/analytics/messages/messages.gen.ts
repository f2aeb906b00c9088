// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'corrected.day': { day: Value };
  'corrected.days': { from: Value; to: Value };
  'corrected.title': { brand: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/analytics', english);
