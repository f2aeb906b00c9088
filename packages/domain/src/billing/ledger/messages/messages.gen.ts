// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'kind.adjustment': Record<never, never>;
  'kind.capture': Record<never, never>;
  'kind.grant': Record<never, never>;
  'kind.plan': Record<never, never>;
  'kind.purchase': Record<never, never>;
  'kind.refund': Record<never, never>;
  'kind.release': Record<never, never>;
  'kind.reserve': Record<never, never>;
  'why.bought': { count: number; invoice: Value };
  'why.contact': { name: Value };
  'why.noContact': Record<never, never>;
  'why.outside': { name: Value };
  'why.outsideNew': { count: number };
  'why.outsideNone': Record<never, never>;
  'why.plan': { plan: Value; month: Value };
  'why.refund': { name: Value; amount: Value; bought: number };
  'why.refundLater': { name: Value; amount: Value; bought: number; missing: Value };
  'why.report': { name: Value };
  'why.reportUpdate': { name: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/billing/ledger', english);
