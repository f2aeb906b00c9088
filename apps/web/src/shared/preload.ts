import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Fetches a part of the app that opens over this screen once the browser has nothing better to do. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Whoever needs it before, or after this failed, fetches it then.
    whenIdle('soon')
      .then(load)
      .catch(() => {});
  }, [load]);
}
