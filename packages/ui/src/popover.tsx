import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { controlIn, Floating } from './floating.tsx';
import type { Align, Side } from './lib/place.ts';

export interface TriggerProps {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | 'listbox';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
}

interface PopoverProps {
  /** Name of the panel for screen readers. */
  label: string;
  /** A control that passes on `onClick` and `aria-*`. */
  trigger: ReactElement<TriggerProps>;
  width?: number | string;
  side?: Side;
  align?: Align;
  /** Set both to steer it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel beside the control that opens it. Escape and a press outside close it; the focus goes back. */
export function Popover({ label, trigger, width, side, align, open, onOpenChange, children }: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const anchor = useRef<Element | null>(null);
  const id = useId();
  const opened = open ?? ownOpen;
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const close = () => change(false);
  return (
    <span
      className="t-contents"
      ref={(node) => {
        anchor.current = controlIn(node);
      }}
    >
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? id : undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          trigger.props.onClick?.(event);
          if (!event.defaultPrevented) change(!opened);
        },
      })}
      {opened && (
        <Floating
          anchor={anchor}
          side={side}
          align={align}
          onClose={close}
          trap
          role="dialog"
          id={id}
          aria-label={label}
          style={{ width }}
          tabIndex={-1}
        >
          {typeof children === 'function' ? children(close) : children}
        </Floating>
      )}
    </span>
  );
}
