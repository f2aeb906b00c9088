// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'change': Record<never, never>;
  'hello': { name: Value };
  'lead': Record<never, never>;
  'more': { count: Value };
  'open': Record<never, never>;
  'subject': { brand: Value; count: number };
  'title': { count: number; name: Value };
  'unsubscribe': Record<never, never>;
  'why': { brand: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/discovery/saved-search', english);
