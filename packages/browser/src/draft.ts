import { useCallback, useRef, useState } from 'react';

const PREFIX = 'troupe.draft.';

export interface DraftSettings {
  /** `sessionStorage` keeps drafts per tab, `localStorage` across tabs and after they close. */
  storage: 'sessionStorage' | 'localStorage';
  /** ID of the logged-in user; empty when signed out. Drafts are separate per user. */
  subject: () => string;
}

/** A text that survives a reload, a failed save and a new login of the same user. */
export interface Draft {
  text: string;
  /** True while the text differs from the saved one. */
  unsaved: boolean;
  /** Whether the last change could be stored; null before there is one. */
  kept: boolean | null;
  change: (text: string) => void;
  /** Call it after saving the text. Text typed since then stays a draft. */
  saved: (text: string) => void;
  /** Discards the draft. */
  discard: () => void;
  /** Returns the current text, even inside a pending callback. */
  latest: () => string;
}

/** The same for the fields of a form. */
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

/** Stores drafts in this browser until they are saved. */
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
      // Storage is full or blocked; the text is still in the field.
      return false;
    }
  }

  /** Stores a draft; text that equals the saved text isn't a draft. */
  const keepDraft = (key: string, text: string, savedText: string): boolean =>
    write(key, text === savedText ? null : text);

  /** Returns whether the logged-in user has unsaved text. */
  function hasDrafts(): boolean {
    try {
      return Object.keys(globalThis[storage]).some((key) => key.startsWith(storageKey('')));
    } catch {
      return false;
    }
  }

  /** Deletes all drafts, at sign-out. */
  function clearDrafts(): void {
    try {
      const kept = globalThis[storage];
      for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
    } catch {
      // Storage is unavailable, so there are no drafts.
    }
  }

  return { read, write, keepDraft, hasDrafts, clearDrafts };
}

export type Drafts = ReturnType<typeof createDrafts>;

/**
 * Keeps typed text until it is saved. Use one key per edited object: `useDraft('creator-list-item.' + id +
 * '.feedback', item.feedback)`. Remount (React `key`) when the object changes.
 */
export function useDraftOf({ read, write, keepDraft }: Drafts, key: string, savedText: string): Draft {
  const [typed, setTyped] = useState<string | null>(() => read(key));
  const [kept, setKept] = useState<boolean | null>(null);
  // Read in a ref, so that `change` stays the same when the saved text changes.
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

/** The same for the fields of a form; unreadable stored values are ignored. */
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
