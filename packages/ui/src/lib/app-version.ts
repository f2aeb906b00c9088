import { useSyncExternalStore } from 'react';

/** The result of checking for a new build. */
export type VersionFound = 'new' | 'same' | 'unreachable';

/** How often an open tab checks, in milliseconds. */
const EVERY_MS = 15 * 60_000;
/** A page reloads itself at most once in this time. */
const RELOAD_PAUSE_MS = 10 * 60_000;
const RELOADED_KEY = 'troupe.reloaded';

let entry: string | null = null;
let unsaved = () => false;
let isNew = false;
let looked = 0;
let looking: Promise<VersionFound> | null = null;
const listeners = new Set<() => void>();

/** Whether an error means that code failed to load. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module|module script|preload CSS|error loading/i.test(
    error.message,
  );

/** Whether the server's page belongs to another build than the running one. */
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

/** Checks whether the server has another build than the running one. */
export function lookForNewVersion(): Promise<VersionFound> {
  looked = Date.now();
  looking ??= ask().finally(() => {
    looking = null;
  });
  return looking;
}

/** Whether leaving the page now would lose unsaved text or an upload in progress. */
function somethingUnsaved(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented || unsaved();
}

/**
 * Reloads the page for a new build, unless something is unsaved or it reloaded recently: if servers alternate
 * between builds, the page must not loop.
 * @returns whether it is reloading
 */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    if (Date.now() - last < RELOAD_PAUSE_MS || somethingUnsaved()) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // Without storage, we can't tell whether it has reloaded already.
    return false;
  }
  location.reload();
  return true;
}

export interface VersionWatch {
  /** URL of the app's first script; its name changes with every build. */
  entry: string;
  /** Whether typed text is waiting to be sent. */
  unsaved: () => boolean;
}

/** Checks for a new build when the user returns to the tab, periodically, and when code is missing. */
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
    // The router reloads the page on errors that start like the browser's, even with unsaved text or offline.
    // Rephrase the error to handle it here.
    if (payload instanceof Error) payload.message = `A part of the app is missing. ${payload.message}`;
    void lookForNewVersion();
  });
  document.addEventListener('visibilitychange', lookAgain);
  setInterval(lookAgain, EVERY_MS);
}

/** Whether a new build is available. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNew,
  );
}
