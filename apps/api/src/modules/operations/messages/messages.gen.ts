// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'closed.deleted': { day: Value };
  'closed.reopen': Record<never, never>;
  'closed.subject': { brand: Value };
  'closed.text': { brand: Value };
  'export.open': Record<never, never>;
  'export.subject': Record<never, never>;
  'export.text': Record<never, never>;
  'export.until': { day: Value };
  'webhook.how': Record<never, never>;
  'webhook.open': Record<never, never>;
  'webhook.subject': Record<never, never>;
  'webhook.text': { url: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/operations', english);
