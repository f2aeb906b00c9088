import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
// Here, so that it comes before the styles of what floats, however late that loads.
import './floating.css';

export type Side = 'bottom' | 'top';
export type Align = 'start' | 'center' | 'end';

/**
 * The control inside an element that has no box of its own. Controls may come wrapped, as by a tooltip: wrappers without
 * a box have no place in the window, and a panel beside them would stand in its corner.
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
  /** A control that passes on `onClick` and `aria-*`; a tooltip may be around it. */
  trigger: ReactElement<TriggerProps>;
  opens: 'dialog' | 'menu';
  open: boolean;
  /** The id of what it opens. */
  id: string;
  onToggle: () => void;
  /** The pointer or the focus comes to the control: time to load what it opens. */
  onApproach?: () => void;
  /** What floats beside the control while it is open. */
  children: (anchor: RefObject<Element | null>) => ReactNode;
}

/** A control and what floats beside it. */
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
