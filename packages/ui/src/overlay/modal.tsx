import { Dialog, useDialogStore } from '@ariakit/react';
import { type HTMLAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFocusHome } from './focus-home.tsx';
import { useEscape, useLayer } from './layers.tsx';

export interface OverlayProps extends HTMLAttributes<HTMLDivElement> {
  onClose: () => void;
  /** Position of the panel in the window. */
  position: 'centre' | 'right';
  /** Whether the browser's Back closes it; not needed if the URL says what is open. */
  backCloses?: boolean;
  children: ReactNode;
}

/** Elements that stay usable while a dialog is open. */
const notices = () => document.querySelectorAll('.t-notices');

/** The panel of {@link OverlayProps}, loaded on demand. */
export function Modal(props: OverlayProps) {
  const { onClose, position, backCloses = position === 'centre', children, className, ...attributes } = props;
  const panel = useRef<HTMLDivElement>(null);
  const { home, panel: openedFrom } = useFocusHome();
  const store = useDialogStore({ open: true, setOpen: (open) => !open && onClose() });
  useEscape(onClose);
  useLayer(onClose, backCloses);
  useLayoutEffect(() => openedFrom(panel.current), [openedFrom]);
  return createPortal(
    <Dialog
      {...attributes}
      ref={panel}
      store={store}
      // Rendered into the body directly: a portal of the library would mount the content later.
      portal={false}
      backdrop={false}
      preventBodyScroll={false}
      finalFocus={home as RefObject<HTMLElement | null>}
      // One stack for the whole page, because other elements handle Escape too.
      hideOnEscape={false}
      hideOnInteractOutside={(event) => event.target === panel.current?.parentElement}
      getPersistentElements={notices}
      className={`t-overlay-panel ${className ?? ''}`}
      aria-modal="true"
      render={(dialog) => (
        // The scrim; keyboard users have Escape and the close button.
        <div className="t-overlay" data-position={position}>
          <div {...dialog} />
        </div>
      )}
    >
      {children}
    </Dialog>,
    document.body,
  );
}
