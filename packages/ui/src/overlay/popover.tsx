import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import { type Align, Anchored, type Side, type TriggerProps } from './anchored.tsx';

const Floating = onDemand(async () => (await import('./floating.tsx')).Floating);
/** Offline, the panel shows an error when it opens. */
const approach = (): void => void Floating.load().catch(() => {});

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string;
  /** A control that accepts `onClick` and `aria-*`. */
  trigger: ReactElement<TriggerProps>;
  width?: number | string;
  side?: Side;
  align?: Align;
  /** Set both to control it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel next to its trigger. Escape and a click outside close it and return the focus. */
export function Popover({ label, trigger, width, side, align, open, onOpenChange, children }: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const id = useId();
  const opened = open ?? ownOpen;
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const close = () => change(false);
  return (
    <Anchored
      trigger={trigger}
      opens="dialog"
      open={opened}
      id={id}
      onToggle={() => change(!opened)}
      onApproach={approach}
    >
      {(anchor) => (
        <PartBoundary>
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
        </PartBoundary>
      )}
    </Anchored>
  );
}
