import { useCallback, useRef, useState } from 'react';
import { sessionState } from './session/session.ts';

const PREFIX = 'troupe.draft.';

function storageKey(key: string): string {
  const now = sessionState();
  return `${PREFIX}${now.status === 'none' ? '' : now.session.subject}.${key}`;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(key));
  } catch {
    return null;
  }
}

/** Keeps a text that is being typed; one that equals what is saved is nothing unsaved, however it came to be so. */
export function keepDraft(key: string, text: string, savedText: string): void {
  write(key, text === savedText ? null : text);
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(storageKey(key));
    else sessionStorage.setItem(storageKey(key), text);
  } catch {
    // Storage is full or forbidden: the text still stands in the field.
  }
}

/** A text being typed that survives a reload, a failed save and a new login of the same person. */
export interface Draft {
  text: string;
  /** True while the text differs from what is saved. */
  unsaved: boolean;
  change: (text: string) => void;
  /** Call it when the text has been saved; a text typed meanwhile stays a draft. */
  saved: (text: string) => void;
  /** Drops what was typed. */
  discard: () => void;
}

/**
 * Keeps what a person types in this tab until it is saved. Use one key per thing that is edited:
 * `useDraft('creator-list-item.' + id + '.feedback', item.feedback)`. Mount it again (React `key`) when the
 * thing changes.
 */
export function useDraft(key: string, savedText: string): Draft {
  const [typed, setTyped] = useState<string | null>(() => read(key));
  // Read when something is typed: what was saved meanwhile makes no other `change`.
  const standing = useRef(savedText);
  standing.current = savedText;
  const change = useCallback(
    (text: string) => {
      setTyped(text);
      keepDraft(key, text, standing.current);
    },
    [key],
  );
  const saved = useCallback(
    (text: string) =>
      setTyped((now) => {
        if (now !== text) return now;
        write(key, null);
        return null;
      }),
    [key],
  );
  const discard = useCallback(() => {
    setTyped(null);
    write(key, null);
  }, [key]);
  return { text: typed ?? savedText, unsaved: typed !== null && typed !== savedText, change, saved, discard };
}

/** The same for the fields of a form; what cannot be read counts as nothing typed. */
export function useDraftFields<Fields extends object>(key: string, saved: Fields) {
  const draft = useDraft(key, JSON.stringify(saved));
  const values = readFields(draft.text, saved);
  return {
    values,
    change: (part: Partial<Fields>) => draft.change(JSON.stringify({ ...values, ...part })),
    unsaved: draft.unsaved,
    discard: draft.discard,
  };
}

function readFields<Fields extends object>(text: string, saved: Fields): Fields {
  try {
    return { ...saved, ...(JSON.parse(text) as Partial<Fields>) };
  } catch {
    return saved;
  }
}

/** Whether the signed-in person has typed something in this tab that is not saved. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(storageKey('')));
  } catch {
    return false;
  }
}

/** Removes all drafts of this tab, at sign-out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing can be kept there, so nothing is.
  }
}
