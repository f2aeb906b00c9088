import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import { type Align, Anchored, type Side, type TriggerProps } from './anchored.tsx';

const Floating = onDemand(async () => (await import('./floating.tsx')).Floating);
/** Without a connection the panel says so once it opens. */
const approach = (): void => void Floating.load().catch(() => {});

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
