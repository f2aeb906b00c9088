import { useDeferredValue, useEffect, useState } from 'react';

let shown = true;
let showing: Promise<unknown> = Promise.resolve();

/**
 * Holds back what can wait until the screen that was opened is there: code that may be needed later, and pictures.
 * Without it nothing waits.
 * @param screen settles once it is there
 */
export function holdUntilShown(screen: Promise<unknown>): void {
  shown = false;
  showing = screen.finally(() => {
    shown = true;
  });
}

/** Whether the screen that was opened is there. */
export const isScreenShown = (): boolean => shown;

/** Settles once the screen that was opened is there. */
export const screenShown = (): Promise<unknown> => showing;

/** What goes on once the next frame is painted; all of it at once, so that React draws it once. */
const painted = new Set<() => void>();

function whenPainted(action: () => void): () => void {
  painted.add(action);
  if (painted.size === 1)
    requestAnimationFrame(() =>
      setTimeout(() => {
        const actions = [...painted];
        painted.clear();
        for (const one of actions) one();
      }),
    );
  return () => painted.delete(action);
}

/**
 * Whether a part may load its pictures: on the screen that was opened once the part itself is painted, later at once.
 * Pictures would share a slow connection with the rows they belong to.
 */
export function useMayLoadPictures(): boolean {
  const [may, setMay] = useState(shown);
  useEffect(() => (may ? undefined : whenPainted(() => setMay(true))), [may]);
  return may;
}

/**
 * Returns the rows to draw: on the screen that was opened first those in sight, and all of them right after their frame;
 * later all at once.
 * @param inSight how many rows a large window shows
 */
export function useFirstRows<Row>(rows: readonly Row[], inSight: number): readonly Row[] {
  const all = useDeferredValue(true, shown);
  return all ? rows : rows.slice(0, inSight);
}
