import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import {
  createContext,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useEscape } from './escape-stack.tsx';
import './floating.css';
import { type Align, place, type Side } from './lib/place.ts';
import { useFocusHome } from './use-focus-home.tsx';

/** The element floating parts are put into: the open drawer or dialog, else the page's body. */
export const LayerContext = createContext<HTMLElement | null>(null);

interface FloatingProps extends HTMLAttributes<HTMLDivElement> {
  /** What it belongs to. */
  anchor: RefObject<Element | null>;
  side?: Side | undefined;
  align?: Align | undefined;
  gap?: number | undefined;
  /** Called by Escape and by a press outside; without it the panel takes no part in the keyboard. */
  onClose?: (() => void) | undefined;
  /** Keeps the tab key inside and gives the focus back when it closes. */
  trap?: boolean | undefined;
  children: ReactNode;
}

/** A panel beside its anchor, above everything else, kept in the window while the page moves under it. */
export function Floating(props: FloatingProps) {
  const {
    anchor,
    side,
    align,
    gap,
    onClose,
    trap = false,
    children,
    className,
    style,
    ...attributes
  } = props;
  const layer = useContext(LayerContext);
  const panel = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(panel, useFocusTrap(trap));
  useFocusHome(trap);

  useLayoutEffect(() => {
    const move = () => {
      const target = anchor.current?.getBoundingClientRect();
      const element = panel.current;
      if (!target || !element) return;
      const size = { width: element.offsetWidth, height: element.scrollHeight + 2 };
      const window_ = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const spot = place(target, size, window_, { side, align, gap });
      element.style.left = `${spot.left}px`;
      element.style.top = `${spot.top}px`;
      element.style.maxHeight = `${spot.maxHeight}px`;
      element.dataset.side = spot.side;
    };
    move();
    const watcher = new ResizeObserver(move);
    if (panel.current) watcher.observe(panel.current);
    window.addEventListener('scroll', move, { capture: true, passive: true });
    window.addEventListener('resize', move);
    return () => {
      watcher.disconnect();
      window.removeEventListener('scroll', move, { capture: true });
      window.removeEventListener('resize', move);
    };
  }, [anchor, side, align, gap]);

  useEscape(onClose);
  useEffect(() => {
    if (!onClose) return;
    const press = (event: PointerEvent) => {
      const target = event.target as Element;
      const own = panel.current;
      if (!own || own.contains(target) || anchor.current?.contains(target)) return;
      // A press in something opened from here (a menu in a panel) is not a press outside.
      const other = target.closest('.t-floating');
      if (other && own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) return;
      onClose();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [onClose, anchor]);

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps a click from reaching the row it was opened in
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={ref}
      className={`t-floating ${className ?? ''}`}
      style={style}
      onClick={(event) => event.stopPropagation()}
      {...attributes}
    >
      {children}
    </div>,
    layer ?? document.body,
  );
}
