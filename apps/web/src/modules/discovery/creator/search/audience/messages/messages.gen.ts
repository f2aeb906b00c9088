// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'add': Record<never, never>;
  'any': Record<never, never>;
  'choose': Record<never, never>;
  'failed': Record<never, never>;
  'female': Record<never, never>;
  'gender.FEMALE': { percent: Value };
  'gender.MALE': { percent: Value };
  'kind': Record<never, never>;
  'kind.age': Record<never, never>;
  'kind.country': Record<never, never>;
  'kind.gender': Record<never, never>;
  'kind.interest': Record<never, never>;
  'kind.language': Record<never, never>;
  'known': { known: number; total: number };
  'knownAbout': { known: number; total: number };
  'male': Record<never, never>;
  'none': Record<never, never>;
  'of.age': { percent: Value; name: Value };
  'of.country': { percent: Value; name: Value };
  'of.interest': { percent: Value; name: Value };
  'of.language': { percent: Value; name: Value };
  'option': { name: Value; count: number };
  'percent': Record<never, never>;
  'source': Record<never, never>;
  'title': Record<never, never>;
  'value': Record<never, never>;
  'wrong': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/search/audience', english);
