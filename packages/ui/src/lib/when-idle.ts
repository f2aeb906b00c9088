import { useEffect } from 'react';

/** What nobody waits for begins so long after the page at the earliest. */
const PAUSE_MS = 3000;
/** What people look for when they come, but is not what they came for. */
const SOON_MS = 1500;

/** Settles once the first screen is there and the browser has nothing to do: for what may come later, or soon after. */
export function whenIdle(pause: 'later' | 'soon' = 'later'): Promise<void> {
  const ms = pause === 'soon' ? SOON_MS : PAUSE_MS;
  return new Promise((resolve) => {
    setTimeout(() => {
      // Not every browser has it.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PAUSE_MS });
      else resolve();
    }, ms);
  });
}

/** Fetches a part of the app that opens over this screen once the browser has nothing better to do. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Whoever needs it before, or after this failed, fetches it then.
    whenIdle('soon')
      .then(load)
      .catch(() => {});
  }, [load]);
}
