// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'choices.affiliate': Record<never, never>;
  'choices.affiliateHelp': Record<never, never>;
  'choices.content': Record<never, never>;
  'choices.contentHelp': Record<never, never>;
  'choices.loadFailed': Record<never, never>;
  'choices.loading': Record<never, never>;
  'choices.message': Record<never, never>;
  'choices.messageHelp': Record<never, never>;
  'choices.opt-in': Record<never, never>;
  'choices.opt-inHelp': Record<never, never>;
  'choices.saveFailed': Record<never, never>;
  'choices.text': Record<never, never>;
  'choices.title': Record<never, never>;
  'thread.earlier': Record<never, never>;
  'thread.empty': { brand: Value };
  'thread.fileWithheld': { name: Value; reason: Value };
  'thread.from': { name: Value; time: Value };
  'thread.kept': { failure: Value };
  'thread.label': { brand: Value };
  'thread.loadFailed': Record<never, never>;
  'thread.loading': Record<never, never>;
  'thread.message': Record<never, never>;
  'thread.notSent': Record<never, never>;
  'thread.placeholder': Record<never, never>;
  'thread.read': Record<never, never>;
  'thread.send': Record<never, never>;
  'thread.title': Record<never, never>;
  'thread.tooLong': Record<never, never>;
  'thread.typing': { name: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('portal/inbox', english);
