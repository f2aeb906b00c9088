import { useEffect } from 'react';

/** Gives the focus back to where it was when this appeared, if nobody else has taken it meanwhile. */
export function useFocusHome(active = true) {
  useEffect(() => {
    if (!active) return;
    const home = document.activeElement;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && home instanceof HTMLElement && home.isConnected) home.focus({ preventScroll: true });
    };
  }, [active]);
}
