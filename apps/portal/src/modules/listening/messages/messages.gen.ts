// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'account.open': Record<never, never>;
  'account.text': Record<never, never>;
  'back': Record<never, never>;
  'data.mentions': Record<never, never>;
  'data.mentionsText': Record<never, never>;
  'data.posts': Record<never, never>;
  'data.postsText': Record<never, never>;
  'data.profile': Record<never, never>;
  'data.profileText': Record<never, never>;
  'data.safety': Record<never, never>;
  'data.safetyText': Record<never, never>;
  'data.title': Record<never, never>;
  'data.work': Record<never, never>;
  'data.workText': Record<never, never>;
  'intro': Record<never, never>;
  'loadFailed': Record<never, never>;
  'loading': Record<never, never>;
  'mentions.none': Record<never, never>;
  'mentions.open': Record<never, never>;
  'mentions.text': Record<never, never>;
  'mentions.title': Record<never, never>;
  'optOut': Record<never, never>;
  'optOut.help': Record<never, never>;
  'optOutOf': { username: Value };
  'profiles.none': Record<never, never>;
  'profiles.stored': { posts: number; mentions: number };
  'profiles.title': Record<never, never>;
  'rights.open': Record<never, never>;
  'rights.text': Record<never, never>;
  'rights.title': Record<never, never>;
  'saveFailed': Record<never, never>;
  'title': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('portal/listening', english);
