import { useEffect, useInsertionEffect, useRef } from 'react';

/** What got the focus back in this very turn; what appears in the same turn was opened from there. */
let given: HTMLElement | null = null;

/** Gives the focus back to where it was when this appeared, if nobody else has taken it meanwhile. */
export function useFocusHome(active = true) {
  const before = useRef<Element | null>(null);
  // Ahead of whatever takes the focus inside: an `autoFocus`, an effect further in, or a trap's timer, which comes
  // before effects where what appears had to be fetched.
  useInsertionEffect(() => {
    if (active) before.current = document.activeElement;
  }, [active]);
  useEffect(() => {
    if (!active) return;
    const home = isPlace(before.current) ? before.current : given;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost || !isPlace(home)) return;
      home.focus({ preventScroll: true });
      given = home;
      queueMicrotask(() => {
        given = null;
      });
    };
  }, [active]);
}

/** The document's body has the focus when nothing has; an element that is gone cannot have it again. */
const isPlace = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected;
