// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'action.save': Record<never, never>;
  'action.undo': Record<never, never>;
  'alert.invalid': Record<never, never>;
  'alert.isOff': { name: Value };
  'alert.isOn': { name: Value };
  'alert.off': { name: Value };
  'alert.on': { name: Value };
  'alert.too-many': Record<never, never>;
  'enterName': Record<never, never>;
  'first.creator-list': Record<never, never>;
  'first.creator-search': Record<never, never>;
  'first.mentions': Record<never, never>;
  'loadFailed.creator-list': Record<never, never>;
  'loadFailed.creator-search': Record<never, never>;
  'loadFailed.mentions': Record<never, never>;
  'loading.creator-list': Record<never, never>;
  'loading.creator-search': Record<never, never>;
  'loading.mentions': Record<never, never>;
  'menu.creator-list': Record<never, never>;
  'menu.creator-search': Record<never, never>;
  'menu.mentions': Record<never, never>;
  'name.creator-list': Record<never, never>;
  'name.creator-search': Record<never, never>;
  'name.mentions': Record<never, never>;
  'onlyMe': Record<never, never>;
  'own.creator-list': Record<never, never>;
  'own.creator-search': Record<never, never>;
  'own.mentions': Record<never, never>;
  'personal': Record<never, never>;
  'remove': { name: Value };
  'removed': { name: Value };
  'replaces': { name: Value };
  'restored': { name: Value };
  'save.creator-list': Record<never, never>;
  'save.creator-search': Record<never, never>;
  'save.mentions': Record<never, never>;
  'saved.creator-list': { name: Value };
  'saved.creator-search': { name: Value };
  'saved.mentions': { name: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/saved-search', english);
