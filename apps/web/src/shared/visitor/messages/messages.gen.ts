// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'next': Record<never, never>;
  'position': { at: Value; total: Value };
  'previous': Record<never, never>;
  'quote.1': Record<never, never>;
  'quote.2': Record<never, never>;
  'quote.3': Record<never, never>;
  'role.1': Record<never, never>;
  'role.2': Record<never, never>;
  'role.3': Record<never, never>;
  'title': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/shared/visitor', english);
