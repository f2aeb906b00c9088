import { useSyncExternalStore } from 'react';

/** What looking for a newer build of the app found. */
export type VersionFound = 'new' | 'same' | 'unreachable';

/** A tab that stays open looks this often, in milliseconds. */
const EVERY_MS = 15 * 60_000;
/** A page reloads itself once in this time at most, whatever the server says. */
const RELOAD_PAUSE_MS = 10 * 60_000;
const RELOADED_KEY = 'troupe.reloaded';

let entry: string | null = null;
let unsaved = () => false;
let isNew = false;
let looked = 0;
let looking: Promise<VersionFound> | null = null;
const listeners = new Set<() => void>();

/** Whether an error says that a part of the app could not be fetched. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module|module script|preload CSS|error loading/i.test(
    error.message,
  );

/** Whether a page of the server belongs to another build than the one that runs here. */
export const isOtherBuild = (page: string, entryPath: string): boolean => !page.includes(`"${entryPath}"`);

async function ask(): Promise<VersionFound> {
  if (entry === null) return 'same';
  try {
    const answer = await fetch('/index.html', { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!answer.ok) return 'unreachable';
    if (!isOtherBuild(await answer.text(), entry)) return 'same';
  } catch {
    return 'unreachable';
  }
  isNew = true;
  for (const listener of listeners) listener();
  return 'new';
}

/** Looks whether the server has another build than the one that runs here. */
export function lookForNewVersion(): Promise<VersionFound> {
  looked = Date.now();
  looking ??= ask().finally(() => {
    looking = null;
  });
  return looking;
}

/** Whether leaving the page now would lose something: a text that is kept, or a file on its way. */
function somethingUnsaved(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented || unsaved();
}

/**
 * Loads the page again for a new build, unless something is unsaved or it did so a short while ago: a server that
 * answers now this build and now that one must not send a page round in circles.
 * @returns whether it is on its way
 */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    if (Date.now() - last < RELOAD_PAUSE_MS || somethingUnsaved()) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // Without a memory it could not be told whether it has happened before.
    return false;
  }
  location.reload();
  return true;
}

export interface VersionWatch {
  /** Address of the script the app began with; its name changes with every build. */
  entry: string;
  /** Whether something typed waits to be sent. */
  unsaved: () => boolean;
}

/** Looks for a newer build when somebody comes back to the tab, once in a while, and when a part is missing. */
export function watchVersion(watch: VersionWatch): void {
  entry = URL.parse(watch.entry)?.pathname ?? null;
  unsaved = watch.unsaved;
  looked = Date.now();
  const lookAgain = () => {
    if (!isNew && document.visibilityState === 'visible' && Date.now() - looked >= EVERY_MS)
      void lookForNewVersion();
  };
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    // The router loads the page anew when it reads a message that begins as the browser's does, whatever is unsaved
    // and even without a connection. This one it leaves to us.
    if (payload instanceof Error) payload.message = `A part of the app is missing. ${payload.message}`;
    void lookForNewVersion();
  });
  document.addEventListener('visibilitychange', lookAgain);
  setInterval(lookAgain, EVERY_MS);
}

/** Whether a newer build waits. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNew,
  );
}
