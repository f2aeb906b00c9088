import { useCallback, useRef, useState } from 'react';

const PREFIX = 'troupe.draft.';

export interface DraftSettings {
  /** `sessionStorage` keeps drafts in their tab, `localStorage` in all of them and after they are closed. */
  storage: 'sessionStorage' | 'localStorage';
  /** Who is signed in; empty when signed out. Nobody sees the drafts of somebody else. */
  subject: () => string;
}

/** A text being typed that survives a reload, a failed save and a new login of the same person. */
export interface Draft {
  text: string;
  /** True while the text differs from what is saved. */
  unsaved: boolean;
  /** Whether the last change could be stored; null before there is one. */
  kept: boolean | null;
  change: (text: string) => void;
  /** Call it when the text has been saved; a text typed meanwhile stays a draft. */
  saved: (text: string) => void;
  /** Discards what was typed. */
  discard: () => void;
  /** The text at this moment, also while something waits for an answer. */
  latest: () => string;
}

/** The fields of a form being filled in, which survive the same. */
export interface FieldsDraft<Fields extends object> {
  values: Fields;
  unsaved: boolean;
  kept: boolean | null;
  change: (part: Partial<Fields>) => void;
  discard: () => void;
  latest: () => Fields;
}

function readFields<Fields extends object>(text: string, saved: Fields): Fields {
  try {
    return { ...saved, ...(JSON.parse(text) as Partial<Fields>) };
  } catch {
    return saved;
  }
}

/** Keeps what people type in this browser until it is saved. */
export function createDrafts({ storage, subject }: DraftSettings) {
  const storageKey = (key: string) => `${PREFIX}${subject()}.${key}`;

  function read(key: string): string | null {
    try {
      return globalThis[storage].getItem(storageKey(key));
    } catch {
      return null;
    }
  }

  function write(key: string, text: string | null): boolean {
    try {
      if (text === null) globalThis[storage].removeItem(storageKey(key));
      else globalThis[storage].setItem(storageKey(key), text);
      return true;
    } catch {
      // Storage is full or forbidden: the text is still in the field.
      return false;
    }
  }

  /** Keeps a text that is being typed; one that equals what is saved is not unsaved, however it came to be so. */
  const keepDraft = (key: string, text: string, savedText: string): boolean =>
    write(key, text === savedText ? null : text);

  /** Whether the signed-in person has typed something that is not saved. */
  function hasDrafts(): boolean {
    try {
      return Object.keys(globalThis[storage]).some((key) => key.startsWith(storageKey('')));
    } catch {
      return false;
    }
  }

  /** Removes all drafts, at sign-out. */
  function clearDrafts(): void {
    try {
      const kept = globalThis[storage];
      for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
    } catch {
      // Nothing can be stored there, so nothing is.
    }
  }

  return { read, write, keepDraft, hasDrafts, clearDrafts };
}

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Keeps what a person types until it is saved. Use one key per thing that is edited:
 * `useDraft('creator-list-item.' + id + '.feedback', item.feedback)`. Mount it again (React `key`) when the thing
 * changes.
 */
export function useDraftOf({ read, write, keepDraft }: Drafts, key: string, savedText: string): Draft {
  const [typed, setTyped] = useState<string | null>(() => read(key));
  const [kept, setKept] = useState<boolean | null>(null);
  // Read when something is typed: what was saved meanwhile makes no other `change`.
  const current = useRef({ typed, savedText });
  current.current.savedText = savedText;
  const put = useCallback((text: string | null) => {
    current.current.typed = text;
    setTyped(text);
  }, []);
  const change = useCallback(
    (text: string) => {
      put(text);
      setKept(keepDraft(key, text, current.current.savedText));
    },
    [key, put, keepDraft],
  );
  const saved = useCallback(
    (text: string) => {
      if (current.current.typed !== text) return;
      write(key, null);
      put(null);
    },
    [key, put, write],
  );
  const discard = useCallback(() => {
    put(null);
    write(key, null);
  }, [key, put, write]);
  const latest = useCallback(() => current.current.typed ?? current.current.savedText, []);
  const unsaved = typed !== null && typed !== savedText;
  return { text: typed ?? savedText, unsaved, kept, change, saved, discard, latest };
}

/** The same for the fields of a form; stored text that can't be read counts as nothing typed. */
export function useDraftFieldsOf<Fields extends object>(
  drafts: Drafts,
  key: string,
  saved: Fields,
): FieldsDraft<Fields> {
  const { text, unsaved, kept, change, discard, latest } = useDraftOf(drafts, key, JSON.stringify(saved));
  const start = useRef(saved);
  start.current = saved;
  const latestFields = useCallback(() => readFields(latest(), start.current), [latest]);
  const changeFields = useCallback(
    (part: Partial<Fields>) => change(JSON.stringify({ ...latestFields(), ...part })),
    [change, latestFields],
  );
  return {
    values: readFields(text, saved),
    unsaved,
    kept,
    change: changeFields,
    discard,
    latest: latestFields,
  };
}
