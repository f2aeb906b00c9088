import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Which rows of a list are chosen, by id. What changes them stays the same. */
export function useChosenRows() {
  const [ids, setIds] = useState(NONE);
  /** Chooses rows beside those that are, or lets go of them. */
  const choose = useCallback(
    (these: readonly string[], on: boolean) =>
      setIds(
        (before) => new Set(on ? [...before, ...these] : [...before].filter((id) => !these.includes(id))),
      ),
    [],
  );
  const chooseOnly = useCallback((these: readonly string[]) => setIds(new Set(these)), []);
  const clear = useCallback(() => setIds(NONE), []);
  return { ids, choose, chooseOnly, clear };
}
