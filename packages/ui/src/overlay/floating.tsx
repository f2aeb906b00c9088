import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useEscape } from './escape-stack.tsx';
import './floating.css';
import { type Align, place, type Side } from '../lib/place.ts';
import { useFocusHome } from './use-focus-home.tsx';

interface FloatingProps extends HTMLAttributes<HTMLDivElement> {
  /** What it belongs to. */
  anchor: RefObject<Element | null>;
  side?: Side | undefined;
  align?: Align | undefined;
  gap?: number | undefined;
  /** Called by Escape and by a press outside; without it the panel takes no part in either. */
  onClose?: (() => void) | undefined;
  /** Keeps the tab key inside and gives the focus back when it closes. */
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

/**
 * A panel beside its anchor, kept in the window while the page moves under it. It stays where it is in the document
 * (so landmarks, dialogs and reading order hold) and is lifted into the browser's top layer, which nothing clips.
 */
export function Floating(props: FloatingProps) {
  const { anchor, side, align, gap, onClose, trap = false, children, className, ...attributes } = props;
  const panel = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(panel, useFocusTrap(trap));
  useFocusHome(trap);
  useEscape(onClose);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const move = () => {
      const target = anchor.current?.getBoundingClientRect();
      if (!target) return;
      const size = { width: element.offsetWidth, height: element.scrollHeight };
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const spot = place(target, size, viewport, { side, align, gap });
      element.style.left = `${spot.left}px`;
      element.style.top = `${spot.top}px`;
      element.style.maxHeight = `${spot.maxHeight}px`;
    };
    move();
    const watcher = new ResizeObserver(move);
    watcher.observe(element);
    window.addEventListener('scroll', move, { capture: true, passive: true });
    window.addEventListener('resize', move);
    return () => {
      watcher.disconnect();
      window.removeEventListener('scroll', move, { capture: true });
      window.removeEventListener('resize', move);
    };
  }, [anchor, side, align, gap]);

  useEffect(() => {
    if (!onClose) return;
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [onClose, anchor]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what happens inside from the row it was opened in
    <div
      {...attributes}
      ref={ref}
      popover="manual"
      className={`t-floating ${className ?? ''}`}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        attributes.onKeyDown?.(event);
        if (event.key.startsWith('Arrow')) event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}
