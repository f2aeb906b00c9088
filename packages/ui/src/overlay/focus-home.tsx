import { useEffect, useInsertionEffect, useRef, useState } from 'react';

/** Where the focus was when a panel opened, for anything opened while that panel closes. */
const homes = new WeakMap<Element, Element | null>();

/** The element or, if it was removed with its panel, the opener of that panel. */
function reachable(element: Element | null): HTMLElement | null {
  let at = element;
  while (at && !at.isConnected) {
    const panel: Element | null = at.closest('[data-opened-from]');
    at = panel ? (homes.get(panel) ?? null) : null;
  }
  return at instanceof HTMLElement && at !== document.body ? at : null;
}

/**
 * Remembers the focused element when this mounts, and returns it as `current` when this closes. `panel` goes
 * on the mounted element.
 */
export function useFocusHome() {
  // Read during render, because effects run after an inner `autoFocus`.
  const [before] = useState(() => document.activeElement);
  const [home] = useState(() => ({
    get current() {
      return reachable(before);
    },
  }));
  const [panel] = useState(() => (node: HTMLElement | null) => {
    if (!node) return;
    node.dataset.openedFrom = '';
    homes.set(node, before);
  });
  return { home, panel };
}

/** For non-modal parts of the page: returns the focus if it hasn't moved elsewhere. */
export function useFocusReturn(active = true) {
  const before = useRef<Element | null>(null);
  useInsertionEffect(() => {
    if (active) before.current = document.activeElement;
  }, [active]);
  useEffect(() => {
    if (!active) return;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost) reachable(before.current)?.focus({ preventScroll: true });
    };
  }, [active]);
}
