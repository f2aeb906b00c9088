// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'cancel': Record<never, never>;
  'create': Record<never, never>;
  'days': Record<never, never>;
  'inDays': { count: number };
  'labelHelp': Record<never, never>;
  'never': Record<never, never>;
  'optionalPassword': Record<never, never>;
  'password': Record<never, never>;
  'passwordHelp': Record<never, never>;
  'wrong': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/shared/share-link', english);
