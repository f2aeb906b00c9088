// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'audience': { total: number; known: number };
  'clear': Record<never, never>;
  'condition.audience': { count: number };
  'condition.q': Record<never, never>;
  'condition.safety': Record<never, never>;
  'conflict': Record<never, never>;
  'corrected': { b: Tag; to: Value; from: Value };
  'creators': { count: number };
  'creatorsMore': { count: number };
  'excludes': { count: number };
  'excludesMore': { count: number };
  'fit': Record<never, never>;
  'fitFormula': { fit: Value; engagement: Value; freshness: Value; reach: Value };
  'fitText': { typical: Value; days: number };
  'near': Record<never, never>;
  'remove': { condition: Value };
  'removeShort': Record<never, never>;
  'search': { topic: Value };
  'title': Record<never, never>;
  'understood': { topics: Value };
  'understoodWords': { topics: Value; words: Value };
  'unknown': { words: Value };
  'why': Record<never, never>;
  'widened': { topics: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/search/advice', english);
