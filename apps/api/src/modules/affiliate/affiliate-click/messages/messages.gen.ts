// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'link.away': Record<never, never>;
  'link.awayText': Record<never, never>;
  'link.notFound': Record<never, never>;
  'link.notFoundText': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/affiliate/affiliate-click', english);
