// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'buyCredits.text': Record<never, never>;
  'buyCredits.once': { amount: Value };
  'buyCredits.perCredit': { amount: Value };
  'buyCredits.quantity': Record<never, never>;
  'buyCredits.title': Record<never, never>;
  'buyCredits.toPayment': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/billing', english);
