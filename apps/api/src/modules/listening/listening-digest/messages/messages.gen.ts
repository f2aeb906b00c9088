// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'alert.lessNegative': { name: Value; share: Value; usual: Value };
  'alert.moreNegative': { name: Value; share: Value; usual: Value };
  'alert.spike': { name: Value; seen: Value; expected: Value };
  'alerts': Record<never, never>;
  'authors': Record<never, never>;
  'blind': { count: number };
  'change': Record<never, never>;
  'hello': { name: Value };
  'lead.daily': { count: number; day: Value; before: Value };
  'lead.weekly': { count: number; from: Value; to: Value; before: Value };
  'monitor': { name: Value; count: Value; before: Value };
  'monitors': Record<never, never>;
  'more': { count: number };
  'net': { net: Value; low: Value; high: Value; judged: Value; all: Value };
  'notPerson': Record<never, never>;
  'open': Record<never, never>;
  'subject.daily': { brand: Value; count: number; day: Value };
  'subject.weekly': { brand: Value; count: number; from: Value; to: Value };
  'topics': Record<never, never>;
  'unsubscribe': Record<never, never>;
  'why.daily': { brand: Value };
  'why.weekly': { brand: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/listening/listening-digest', english);
