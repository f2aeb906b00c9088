import type { HTMLAttributes, ReactNode, RefObject } from 'react';

export type Side = 'bottom' | 'top';
export type Align = 'start' | 'center' | 'end';

export interface FloatingPlace {
  /** What it belongs to. */
  anchor: RefObject<Element | null>;
  side?: Side | undefined;
  align?: Align | undefined;
  /** Distance from the anchor, px. */
  gap?: number | undefined;
}

export interface FloatingProps extends FloatingPlace, HTMLAttributes<HTMLDivElement> {
  /** Called by Escape and by a press outside; without it the panel takes no part in either. */
  onClose?: (() => void) | undefined;
  /** Takes the focus and gives it back when it closes. */
  trap?: boolean | undefined;
  children: ReactNode;
}

/**
 * The control inside an element that has no box of its own. Controls may come wrapped, as by a tooltip: wrappers without
 * a box have no place in the window, and a panel beside them would stand in its corner.
 */
export function controlIn(wrapper: Element | null): Element | null {
  let found = wrapper?.firstElementChild ?? null;
  while (found?.classList.contains('t-contents')) found = found.firstElementChild;
  return found;
}
