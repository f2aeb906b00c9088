import { useCallback, useRef, useState } from 'react';

const PREFIX = 'troupe.draft.';

function read<T extends object>(key: string): Partial<T> | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as Partial<T>) : null;
  } catch {
    return null;
  }
}

/** What somebody fills in, kept in this browser until it is sent. */
export interface Draft<T extends object> {
  value: T;
  /** The field typed in last and whether it could be kept. */
  last: { field: keyof T | string; kept: boolean } | null;
  /** What it is now, also while something waits for an answer. */
  latest: () => T;
  change: (change: Partial<T>, field: keyof T | string) => void;
  discard: () => void;
}

/**
 * Keeps a form while it is filled in: it outlives reloads, lost connections and a session that ended. `key` names
 * the person and the thing.
 */
export function useDraft<T extends object>(key: string, empty: T): Draft<T> {
  const [value, setValue] = useState<T>(() => ({ ...empty, ...read<T>(key) }));
  const [last, setLast] = useState<Draft<T>['last']>(null);
  const now = useRef(value);
  const latest = useCallback(() => now.current, []);
  const change = useCallback(
    (part: Partial<T>, field: keyof T | string) => {
      now.current = { ...now.current, ...part };
      setValue(now.current);
      try {
        localStorage.setItem(PREFIX + key, JSON.stringify(now.current));
        setLast({ field, kept: true });
      } catch {
        setLast({ field, kept: false });
      }
    },
    [key],
  );
  const discard = useCallback(() => {
    try {
      localStorage.removeItem(PREFIX + key);
    } catch {
      // Storage is forbidden, so nothing was kept.
    }
  }, [key]);
  return { value, last, latest, change, discard };
}

/** Whether anything is written in what was kept; choices that stand there from the beginning do not count. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && Object.values(value).some(isFilled);

/** Whether something half filled in waits in this browser. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some(
      (key) => key.startsWith(PREFIX) && isFilled(read<object>(key.slice(PREFIX.length))),
    );
  } catch {
    return false;
  }
}

/** Removes everything half filled in, at log-out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}
