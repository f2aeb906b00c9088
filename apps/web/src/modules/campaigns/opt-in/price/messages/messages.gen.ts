// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'estimate': { median: Value; low: Value; high: Value };
  'failed': Record<never, never>;
  'hint': { kind: Value; text: Value };
  'loading': Record<never, never>;
  'method.followers': { offers: number; size: Value; coverage: Value };
  'method.views': { offers: number; size: Value; coverage: Value };
  'mixed': { count: number };
  'notEnough': { offers: Value; needed: Value };
  'offer.followers': { username: Value; day: Value; price: Value; size: Value; dated: Value };
  'offer.views': { username: Value; day: Value; price: Value; size: Value; dated: Value };
  'offers': { count: number };
  'perPost': { kind: Value; currency: Value };
  'title': Record<never, never>;
  'unknown': { count: number };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/campaigns/opt-in/price', english);
