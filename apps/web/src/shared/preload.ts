import { useEffect } from 'react';

/** Fetches a part of the app that opens over this screen once the browser has nothing better to do. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Whoever needs it before, or after this failed, fetches it then.
    const fetchNow = () => void load().catch(() => {});
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchNow, 1000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(fetchNow, { timeout: 3000 });
    return () => cancelIdleCallback(idle);
  }, [load]);
}
