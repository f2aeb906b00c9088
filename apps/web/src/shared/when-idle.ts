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
