import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
// Imported here so that it comes before the styles of panels that load later.
import './floating.css';

export type Side = 'bottom' | 'top';
export type Align = 'start' | 'center' | 'end';

/**
 * Returns the control inside a wrapper without a box, such as a tooltip's: a panel anchored to the wrapper
 * would appear in the corner of the window.
 */
export function controlIn(wrapper: Element | null): Element | null {
  let found = wrapper?.firstElementChild ?? null;
  while (found?.classList.contains('t-contents')) found = found.firstElementChild;
  return found;
}

export interface TriggerProps {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | 'listbox';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
}

interface AnchoredProps {
  /** A control that accepts `onClick` and `aria-*`; can be wrapped in a tooltip. */
  trigger: ReactElement<TriggerProps>;
  opens: 'dialog' | 'menu';
  open: boolean;
  /** The ID of the panel. */
  id: string;
  onToggle: () => void;
  /** Called on hover and focus, to preload the panel. */
  onApproach?: () => void;
  /** The panel next to the control while open. */
  children: (anchor: RefObject<Element | null>) => ReactNode;
}

/** A control and its floating panel. */
export function Anchored({ trigger, opens, open, id, onToggle, onApproach, children }: AnchoredProps) {
  const anchor = useRef<Element | null>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the control inside, which has the role
    <span
      className="t-contents"
      ref={(node) => {
        anchor.current = controlIn(node);
      }}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onKeyDown={(event) => {
        // Not from the panel, which is inside for React.
        if (opens !== 'menu' || open || event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.stopPropagation();
        onToggle();
      }}
    >
      {cloneElement(trigger, {
        'aria-haspopup': opens,
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          trigger.props.onClick?.(event);
          if (!event.defaultPrevented) onToggle();
        },
      })}
      {open && children(anchor)}
    </span>
  );
}
