/** What nobody waits for begins so long after the page at the earliest. */
const PAUSE_MS = 3000;

/** Settles once the first screen is there and the browser has nothing to do: for what may come later. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      // Not every browser has it.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PAUSE_MS });
      else resolve();
    }, PAUSE_MS);
  });
}
