// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'dataRequest.nothing': Record<never, never>;
  'dataRequest.ofCustomer': { shop: Value; customer: Value };
  'dataRequest.ofSomebody': { shop: Value };
  'dataRequest.orders': { count: number };
  'dataRequest.subject': { store: Value };
  'mail.openAccount': Record<never, never>;
  'reconnect.how': Record<never, never>;
  'reconnect.subject': { store: Value };
  'reconnect.text': { shop: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/commerce', english);
