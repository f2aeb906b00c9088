import { addMessages, type CatalogMessages, hasMessages } from '@troupe/i18n/catalog';
import {
  isLanguage,
  LANGUAGES,
  type Language,
  language,
  matchLanguage,
  setLanguage,
} from '@troupe/i18n/language';
import { useSyncExternalStore } from 'react';

/** Loads the messages of each language but English. */
export type MessageLoaders = Partial<
  Record<Language, () => Promise<{ default: Record<string, CatalogMessages> }>>
>;

const KEY = 'troupe-language';

let loaders: MessageLoaders = {};
const listeners = new Set<() => void>();

const offered = (): Language[] => ['en', ...(Object.keys(loaders) as Language[])];

/** The language that was chosen in this browser; null while it follows the browser. */
export function chosenLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(KEY);
    return isLanguage(kept) && offered().includes(kept) ? kept : null;
  } catch {
    return null;
  }
}

async function show(next: Language): Promise<void> {
  try {
    if (!hasMessages(next)) addMessages(next, (await loaders[next]?.())?.default ?? {});
    setLanguage(next);
  } catch {
    // Without its messages the page is in English, and marked so for screen readers.
    setLanguage('en');
  }
  document.documentElement.lang = language();
  document.documentElement.dir = LANGUAGES[language()].dir;
  for (const listener of listeners) listener();
}

/** Shows the page in the language that was chosen here, else in the one the browser asks for. */
export async function startLanguage(messages: MessageLoaders): Promise<void> {
  loaders = messages;
  await show(chosenLanguage() ?? matchLanguage(navigator.languages, offered()));
}

/** Changes the language and keeps the choice in this browser; null follows the browser again. */
export async function chooseLanguage(next: Language | null): Promise<void> {
  try {
    if (next) localStorage.setItem(KEY, next);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  const shown = next && offered().includes(next) ? next : matchLanguage(navigator.languages, offered());
  if (shown !== language()) await show(shown);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The language of the page. What is drawn below a component that reads it is drawn again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);
