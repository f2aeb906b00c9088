// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'unsubscribe.action': Record<never, never>;
  'unsubscribe.digestDoneText': { email: Value; brand: Value };
  'unsubscribe.digestText': { email: Value; brand: Value };
  'unsubscribe.digestTitle': { brand: Value };
  'unsubscribe.done': Record<never, never>;
  'unsubscribe.doneText': { brand: Value; email: Value };
  'unsubscribe.reportDoneText': { email: Value; brand: Value };
  'unsubscribe.reportText': { email: Value; brand: Value };
  'unsubscribe.reportTitle': { brand: Value };
  'unsubscribe.text': { email: Value; brand: Value };
  'unsubscribe.title': { brand: Value };
  'unsubscribe.unknown': Record<never, never>;
  'unsubscribe.unknownText': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/outreach/mail', english);
