// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'password': Record<never, never>;
  'wrong': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/shared/share-link', english);
