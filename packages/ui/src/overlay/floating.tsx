import { Popover, type PopoverProps, type PopoverStoreProps, usePopoverStore } from '@ariakit/react';
import { type HTMLAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Align, Side } from './anchored.tsx';
import { useFocusHome } from './focus-home.tsx';
import { useEscape } from './layers.tsx';

export interface FloatingPlace {
  /** The anchor. */
  anchor: RefObject<Element | null>;
  side?: Side | undefined;
  align?: Align | undefined;
  /** Distance from the anchor, px. */
  gap?: number | undefined;
}

export interface FloatingProps extends FloatingPlace, HTMLAttributes<HTMLDivElement> {
  /** Called by Escape and by a click outside; without it, the panel ignores both. */
  onClose?: (() => void) | undefined;
  /** Takes the focus and returns it on close. */
  trap?: boolean | undefined;
  children: ReactNode;
}

/** State of a mounted panel: open until the library asks to close it. */
export const floatingStore = (
  { side = 'bottom', align = 'start' }: Pick<FloatingPlace, 'side' | 'align'>,
  onClose?: () => void,
): PopoverStoreProps => ({
  open: true,
  setOpen: (open) => !open && onClose?.(),
  placement: align === 'center' ? side : `${side}-${align}`,
});

/**
 * Shared by popovers, menus and tooltips. A panel stays in place in the document (so landmarks, dialogs and
 * reading order are right) and uses the browser's top layer, which nothing clips.
 */
export function useFloatingPanel({ anchor, gap = 6 }: FloatingPlace, onClose?: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const { home, panel: openedFrom } = useFocusHome();
  useEscape(onClose);
  useLayoutEffect(() => {
    openedFrom(panel.current);
    const wrapper = panel.current?.parentElement;
    if (wrapper && !wrapper.matches(':popover-open')) wrapper.showPopover();
  }, [openedFrom]);
  return {
    ref: panel,
    gutter: gap,
    fixed: true,
    wrapperProps: { className: 't-floating-place', popover: 'manual' },
    getAnchorRect: () => anchor.current?.getBoundingClientRect() ?? null,
    finalFocus: home as RefObject<HTMLElement | null>,
    // One stack for the whole page, because other elements handle Escape too.
    hideOnEscape: false,
    hideOnInteractOutside: (event) =>
      onClose !== undefined && !anchor.current?.contains(event.target as Node),
    // Keeps inner events from the row that contains it.
    onClick: (event) => event.stopPropagation(),
  } satisfies Partial<PopoverProps>;
}

/** A panel next to its anchor, kept inside the window while scrolling. */
export function Floating(props: FloatingProps) {
  const { anchor, side, align, gap, onClose, trap = false, children, className, ...attributes } = props;
  const store = usePopoverStore(floatingStore({ side, align }, onClose));
  const panel = useFloatingPanel({ anchor, gap }, onClose);
  return (
    <Popover
      {...attributes}
      {...panel}
      store={store}
      autoFocusOnShow={trap}
      autoFocusOnHide={trap}
      focusable={trap}
      className={`t-floating ${className ?? ''}`}
      onKeyDown={(event) => {
        attributes.onKeyDown?.(event);
        if (event.key.startsWith('Arrow')) event.stopPropagation();
      }}
    >
      {children}
    </Popover>
  );
}
