import { useEffect, useInsertionEffect, useRef, useState } from 'react';

/** Where the focus was when a panel opened, by panel, for whatever opens from a panel that closes in the same turn. */
const homes = new WeakMap<Element, Element | null>();

/** The element, or, where it went away together with its panel, what opened that panel. */
function reachable(element: Element | null): HTMLElement | null {
  let at = element;
  while (at && !at.isConnected) {
    const panel: Element | null = at.closest('[data-opened-from]');
    at = panel ? (homes.get(panel) ?? null) : null;
  }
  return at instanceof HTMLElement && at !== document.body ? at : null;
}

/**
 * Remembers what has the focus while this appears, and gives it as `current` when this closes. `panel` goes on the
 * element that appears.
 */
export function useFocusHome() {
  // Read while rendering: effects come after an `autoFocus` inside.
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

/** For what is part of the page and no dialog: gives the focus back if nobody else has taken it meanwhile. */
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
