// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'cancel': Record<never, never>;
  'category.adult': Record<never, never>;
  'category.alcohol-tobacco': Record<never, never>;
  'category.audience-change': Record<never, never>;
  'category.competitor': Record<never, never>;
  'category.drugs': Record<never, never>;
  'category.gambling': Record<never, never>;
  'category.hate': Record<never, never>;
  'category.health-claims': Record<never, never>;
  'category.missing-disclosure': Record<never, never>;
  'category.money-promises': Record<never, never>;
  'category.politics': Record<never, never>;
  'category.profanity': Record<never, never>;
  'category.violence': Record<never, never>;
  'change.engagement': { from: Value; to: Value };
  'change.followers': { from: Value; to: Value };
  'changeDates': { from: Value; to: Value };
  'check': Record<never, never>;
  'checkAgain': Record<never, never>;
  'confirm': Record<never, never>;
  'confirmTitle': Record<never, never>;
  'coverage': { bio: Value; date: Value; count: number };
  'decideFailed': Record<never, never>;
  'decideFoot': Record<never, never>;
  'decidedBy': { by: Value; date: Value };
  'dismiss': Record<never, never>;
  'dismissTitle': Record<never, never>;
  'erased': Record<never, never>;
  'figuresKnown': Record<never, never>;
  'figuresUnknown': Record<never, never>;
  'inBio': Record<never, never>;
  'inPost': { date: Value };
  'loadFailed': Record<never, never>;
  'loading': Record<never, never>;
  'look': Record<never, never>;
  'more': { count: number };
  'neverRead': Record<never, never>;
  'noFlags': Record<never, never>;
  'openFlags': { count: number };
  'openFlagsOf': { count: number; categories: Value };
  'openPost': Record<never, never>;
  'read': { date: Value };
  'reason': Record<never, never>;
  'reasonMissing': Record<never, never>;
  'reasonOptional': Record<never, never>;
  'reopen': Record<never, never>;
  'ruleDefault': Record<never, never>;
  'ruleVersion': { version: Value };
  'someone': Record<never, never>;
  'state.cleared': Record<never, never>;
  'state.confirmed': Record<never, never>;
  'state.dismissed': Record<never, never>;
  'state.open': Record<never, never>;
  'title': Record<never, never>;
  'unchecked': Record<never, never>;
  'withoutText': { count: number };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/shared/safety-flag', english);
