import { useDeferredValue, useEffect, useState } from 'react';

let shown = true;
let showing: Promise<unknown> = Promise.resolve();

/**
 * Delays prefetching and pictures until the first screen is shown. If not called, nothing is delayed.
 * @param screen resolves once the screen is shown
 */
export function holdUntilShown(screen: Promise<unknown>): void {
  shown = false;
  showing = screen.finally(() => {
    shown = true;
  });
}

/** Whether the first screen is shown. */
export const isScreenShown = (): boolean => shown;

/** Resolves once the first screen is shown. */
export const screenShown = (): Promise<unknown> => showing;

/** Callbacks for after the next paint, run together so that React renders once. */
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
 * Whether a component may load its pictures, or data that its first frame doesn't need: on the first screen after its
 * own paint, later immediately. On slow connections, they would compete with the rows.
 */
export function useMayLoadMore(): boolean {
  const [may, setMay] = useState(shown);
  useEffect(() => (may ? undefined : whenPainted(() => setMay(true))), [may]);
  return may;
}

/**
 * How many rows fit the window, at least one.
 * @param above height of what is above the first row, in pixels
 * @param height of a row, in pixels
 */
export const rowsInWindow = (above: number, height: number): number =>
  Math.max(1, Math.ceil((innerHeight - above) / height));

/**
 * Returns the rows to render: on the first screen those in view, and all of them after the next frame; later
 * all at once.
 * @param inSight how many rows are in view
 */
export function useFirstRows<Row>(rows: readonly Row[], inSight: number): readonly Row[] {
  const all = useDeferredValue(true, shown);
  return all ? rows : rows.slice(0, inSight);
}
