// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'builtIn': Record<never, never>;
  'days': Record<never, never>;
  'edit': Record<never, never>;
  'editOf': { category: Value };
  'edited': Record<never, never>;
  'failed': Record<never, never>;
  'firstOnly': { creators: Value };
  'flaggedNow': { count: number };
  'itemCount': { count: number };
  'items': Record<never, never>;
  'limits': Record<never, never>;
  'loadFailed': Record<never, never>;
  'loading': Record<never, never>;
  'names': Record<never, never>;
  'namesHelp': Record<never, never>;
  'off': Record<never, never>;
  'on': Record<never, never>;
  'openFlags': { count: number; number: Value };
  'ownWords': Record<never, never>;
  'posts': { count: number };
  'raise': Record<never, never>;
  'range': { max: Value };
  'rehearse': Record<never, never>;
  'resetWords': Record<never, never>;
  'rule.audience': Record<never, never>;
  'rule.disclosure': { days: number };
  'rule.noNames': Record<never, never>;
  'rule.text': { count: number; days: number };
  'save': Record<never, never>;
  'saveFoot': Record<never, never>;
  'saved': Record<never, never>;
  'showWords': Record<never, never>;
  'someone': Record<never, never>;
  'title': Record<never, never>;
  'useVersion': Record<never, never>;
  'version': { version: Value; date: Value; by: Value };
  'versions': Record<never, never>;
  'what': Record<never, never>;
  'words': Record<never, never>;
  'wordsHelp': Record<never, never>;
  'wouldFlag': { count: Value; creators: number };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/listening/safety-rule', english);
