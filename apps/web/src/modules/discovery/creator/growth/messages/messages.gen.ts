// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'change': Record<never, never>;
  'changeText': { figure: Value; from: Value; to: Value; fromDay: Value; toDay: Value };
  'changed': { day: Value };
  'changes': Record<never, never>;
  'day': Record<never, never>;
  'engagement': Record<never, never>;
  'figure': Record<never, never>;
  'followers': Record<never, never>;
  'growth': { days: Value };
  'growthFormula': { from: Value; to: Value };
  'growthUnknown': { days: Value };
  'loadFailed': Record<never, never>;
  'loading': Record<never, never>;
  'none': Record<never, never>;
  'noneText': Record<never, never>;
  'posts': { count: number };
  'postsAverage': { average: Value };
  'postsDiffer': { shown: Value; source: Value };
  'postsUnknown': { count: number };
  'source': Record<never, never>;
  'title': Record<never, never>;
  'untitled': Record<never, never>;
  'views': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/growth', english);
