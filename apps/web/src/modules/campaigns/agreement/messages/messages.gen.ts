// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'clauses': Record<never, never>;
  'conflict': Record<never, never>;
  'discard': Record<never, never>;
  'placeholders': { list: Value };
  'save': Record<never, never>;
  'saved': Record<never, never>;
  'subtitle': Record<never, never>;
  'title': Record<never, never>;
  'unchanged': Record<never, never>;
  'useDefault': Record<never, never>;
  'what': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/campaigns/agreement', english);
