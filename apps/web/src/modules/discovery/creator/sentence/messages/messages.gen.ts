// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'almost.assistant': { words: Value };
  'almost.city': { words: Value };
  'almost.range': { words: Value };
  'almost.threshold': { words: Value };
  'appliedTitle': Record<never, never>;
  'assistant.ask': Record<never, never>;
  'assistant.failed': Record<never, never>;
  'dismiss': Record<never, never>;
  'enter': Record<never, never>;
  'from': { words: Value };
  'offer': Record<never, never>;
  'offerText': Record<never, never>;
  'quote': { words: Value };
  'search': Record<never, never>;
  'sort': Record<never, never>;
  'title': Record<never, never>;
  'unused': Record<never, never>;
  'unused.audience': Record<never, never>;
  'unused.exclusion': Record<never, never>;
  'unused.number': Record<never, never>;
  'unused.price': Record<never, never>;
  'unused.unknown': Record<never, never>;
  'unusedWords': { words: Value; reason: Value };
  'use': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/sentence', english);
