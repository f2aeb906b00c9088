import { useFocusTrap } from '@mantine/hooks';
import type { HTMLAttributes, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useEscape } from './escape-stack.tsx';
import { useLayer } from './layers.tsx';
import './overlay.css';
import { useFocusHome } from './use-focus-home.tsx';

interface OverlayProps extends HTMLAttributes<HTMLDivElement> {
  onClose: () => void;
  /** Where the panel lies in the window. */
  position: 'centre' | 'right';
  /** Whether the browser's Back closes it; leave that to the address where it says what is open. */
  backCloses?: boolean;
  children: ReactNode;
}

/** A modal panel over a scrim: keeps the focus inside, gives it back, closes by Escape or a press on the scrim. */
export function Overlay(props: OverlayProps) {
  const { onClose, position, backCloses = position === 'centre', children, className, ...panel } = props;
  useFocusHome();
  useEscape(onClose);
  useLayer(onClose, backCloses);
  const trap = useFocusTrap(true);
  return createPortal(
    // The scrim: Escape and the cross do the same by keyboard.
    <div
      className="t-overlay"
      data-position={position}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div
        ref={trap}
        className={`t-overlay-panel ${className ?? ''}`}
        role="dialog"
        aria-modal="true"
        tabIndex={-1}
        {...panel}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}
