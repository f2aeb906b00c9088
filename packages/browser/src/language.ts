import { addMessages, type CatalogMessages } from '@troupe/i18n/catalog';
import {
  isLanguage,
  LANGUAGES,
  type Language,
  language,
  matchLanguage,
  setLanguage,
} from '@troupe/i18n/language';
import { useSyncExternalStore } from 'react';

type Loader = () => Promise<{ default: Record<string, CatalogMessages> }>;

/** Loads the messages of each language but English. */
export type MessageLoaders = Partial<Record<Language, Loader>>;

/** Messages that load with the code that uses them, by language and catalog. */
export type PartLoaders = Partial<Record<Language, Record<string, Loader>>>;

const KEY = 'troupe-language';

let loaders: MessageLoaders = {};
let parts: PartLoaders = {};
/** The catalogs of the code that runs. */
const needed = new Set<string>();
const loads = new Map<Loader, Promise<void>>();
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

/** Adds the messages that a function loads, once; a failed load is repeated the next time. */
function load(of: Language, loader: Loader | undefined): Promise<void> | undefined {
  if (!loader) return undefined;
  let started = loads.get(loader);
  if (!started) {
    started = loader().then(
      (loaded) => addMessages(of, loaded.default),
      (error: unknown) => {
        loads.delete(loader);
        throw error;
      },
    );
    loads.set(loader, started);
  }
  return started;
}

const loadParts = (of: Language, ids: Iterable<string>) =>
  Promise.all([...ids].map((id) => load(of, parts[of]?.[id])));

async function show(next: Language): Promise<void> {
  try {
    let before = -1;
    while (before !== needed.size) {
      before = needed.size;
      await Promise.all([load(next, loaders[next]), loadParts(next, needed)]);
    }
    setLanguage(next);
  } catch {
    // Without its messages the page is in English, and marked so for screen readers.
    setLanguage('en');
  }
  document.documentElement.lang = language();
  document.documentElement.dir = LANGUAGES[language()].dir;
  for (const listener of listeners) listener();
}

/**
 * Shows the page in the language that was chosen here, else in the one the browser asks for.
 * @param onDemand messages that {@link withMessages} loads, and which of them the first code needs
 */
export async function startLanguage(
  messages: MessageLoaders,
  onDemand: { parts: PartLoaders; first: readonly string[] } = { parts: {}, first: [] },
): Promise<void> {
  loaders = messages;
  parts = onDemand.parts;
  for (const id of onDemand.first) needed.add(id);
  await show(chosenLanguage() ?? matchLanguage(navigator.languages, offered()));
}

/**
 * Loads code and the messages it writes, side by side. The build puts it around every `import()`. Without its messages the code
 * writes English.
 * @param ids the catalogs that the code uses
 */
export async function withMessages<Module>(
  code: () => Promise<Module>,
  ids: readonly string[],
): Promise<Module> {
  for (const id of ids) needed.add(id);
  const of = language();
  const messages = of === 'en' ? undefined : loadParts(of, ids).catch(() => {});
  const [module] = await Promise.all([code(), messages]);
  return module;
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
