// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'news.again.text': { brand: Value };
  'news.again.title': { brand: Value };
  'news.offered.text': Record<never, never>;
  'news.offered.title': { brand: Value };
  'reminder.text': { days: Value; campaign: Value };
  'reminder.title': { brand: Value };
  'news.shipped.text': Record<never, never>;
  'news.shipped.title': { brand: Value };
  'stuck.no_permission': Record<never, never>;
  'stuck.store_disconnected': Record<never, never>;
  'stuck.store_refused': Record<never, never>;
  'stuck.title': { username: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/commerce/gift', english);
