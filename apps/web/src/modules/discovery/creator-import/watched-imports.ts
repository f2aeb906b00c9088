import { useSyncExternalStore } from 'react';
import { sessionState } from '../../../shared/session/session.ts';

/** An import whose result this person is notified of on any screen. */
export interface WatchedImport {
  brandId: string;
  importId: string;
  fileName: string;
}

const PREFIX = 'troupe.imports.';
const NONE: readonly WatchedImport[] = [];

const storageKey = (): string | null => {
  const now = sessionState();
  return now.status === 'none' ? null : PREFIX + now.session.subject;
};

let known: { text: string | null; watched: readonly WatchedImport[] } = { text: null, watched: NONE };
let uploading = false;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

function read(): readonly WatchedImport[] {
  const key = storageKey();
  let text: string | null = null;
  try {
    text = key && localStorage.getItem(key);
    if (text !== known.text) known = { text, watched: text ? (JSON.parse(text) as WatchedImport[]) : NONE };
  } catch {
    known = { text, watched: NONE };
  }
  return known.watched;
}

function write(next: readonly WatchedImport[]): void {
  const key = storageKey();
  if (!key) return;
  try {
    if (next.length > 0) localStorage.setItem(key, JSON.stringify(next));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or blocked: the import continues, only the notification is missing.
  }
  changed();
}

/** Notifies the person when this import has finished, also after a reload and in other tabs. */
export function watchImport(watched: WatchedImport): void {
  if (read().some(({ importId }) => importId === watched.importId)) return;
  write([...read(), watched].slice(-20));
}

/** Stops watching: the person has seen the result. */
export function unwatchImport(importId: string): void {
  if (read().some((watched) => watched.importId === importId))
    write(read().filter((watched) => watched.importId !== importId));
}

/** Records whether this tab is uploading a file. */
export function setUploading(now: boolean): void {
  uploading = now;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The watched imports. */
export const useWatchedImports = (): readonly WatchedImport[] => useSyncExternalStore(subscribe, read);

/** Whether there is anything to watch, so that the watcher is loaded only then. */
export const useImportWork = (): boolean =>
  useSyncExternalStore(subscribe, () => uploading || read().length > 0);
