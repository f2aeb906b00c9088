import { UP_TO_TABLET } from '@troupe/ui/lib/breakpoints';
import { useSyncExternalStore } from 'react';

const KEY = 'troupe.menu';
const narrow = matchMedia(UP_TO_TABLET);
const listeners = new Set<() => void>();

interface MenuState {
  /** The width where the menu is icons only and opens over the page. */
  narrow: boolean;
  /** Only icons are shown. */
  folded: boolean;
}

const read = () => {
  try {
    return localStorage.getItem(KEY) === 'folded';
  } catch {
    return false;
  }
};

let foldedWhenWide = read();
let openWhenNarrow = false;
let state: MenuState = make();

function make(): MenuState {
  return { narrow: narrow.matches, folded: narrow.matches ? !openWhenNarrow : foldedWhenWide };
}

function publish(): void {
  state = make();
  for (const listener of listeners) listener();
}

narrow.addEventListener('change', () => {
  openWhenNarrow = false;
  publish();
});

/** Folds or unfolds the side menu; above 980 px this browser remembers it. */
export function toggleMenu(): void {
  if (narrow.matches) openWhenNarrow = !openWhenNarrow;
  else {
    foldedWhenWide = !foldedWhenWide;
    try {
      localStorage.setItem(KEY, foldedWhenWide ? 'folded' : 'open');
    } catch {
      // It is folded for as long as the page is open.
    }
  }
  publish();
}

/** Below 980 px the unfolded menu lies over the page; going anywhere folds it again. */
export function foldOverPage(): void {
  if (!openWhenNarrow) return;
  openWhenNarrow = false;
  publish();
}

export function useMenuState(): MenuState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
