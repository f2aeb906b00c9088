// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'ask': Record<never, never>;
  'askFailed': Record<never, never>;
  'asked': { count: number };
  'askedLater': Record<never, never>;
  'askedOn': { day: Value };
  'failed': Record<never, never>;
  'fine': { count: number };
  'more': { count: number };
  'reason.no-permission': Record<never, never>;
  'reason.not-connected': Record<never, never>;
  'reason.token-ends': { until: Value; due: Value };
  'reason.unsupported': Record<never, never>;
  'showAll': { count: Value };
  'source.invite': Record<never, never>;
  'source.list': Record<never, never>;
  'text': Record<never, never>;
  'title': { checked: number; count: number };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/campaigns/campaign/story', english);
