// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'add': Record<never, never>;
  'addAll': { count: number };
  'addLabel': { name: Value };
  'added': { count: number };
  'applied': { vendor: Value };
  'balance': { credits: number };
  'buy': { credits: number };
  'buyCredits': Record<never, never>;
  'cancel': Record<never, never>;
  'charged': { charged: number };
  'details': Record<never, never>;
  'fetched': { vendor: Value; day: Value };
  'found': { results: number; vendor: Value; new: Value };
  'foundBefore': Record<never, never>;
  'heading': Record<never, never>;
  'ignored': { vendor: Value };
  'ignoredText': Record<never, never>;
  'inTroupe': Record<never, never>;
  'kept': { count: number; vendor: Value; new: Value; day: Value; until: Value; credits: number };
  'lead': { vendor: Value };
  'limit': Record<never, never>;
  'more': Record<never, never>;
  'new': { vendor: Value };
  'next': { count: number };
  'noFilters': { vendor: Value };
  'none': { vendor: Value };
  'open': Record<never, never>;
  'plan': Record<never, never>;
  'plans': Record<never, never>;
  'platform': Record<never, never>;
  'price': { perCredit: Value; results: Value; credits: number };
  'priceHeading': Record<never, never>;
  'running': { vendor: Value };
  'saveAll': Record<never, never>;
  'stays': { days: Value };
  'title': Record<never, never>;
  'tooFew': { credits: number };
  'units': { units: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/outside', english);
