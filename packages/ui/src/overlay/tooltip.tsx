import { type ReactNode, useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { onDemand } from '../lib/on-demand.ts';
import { controlIn } from './anchored.tsx';
import './tooltip.css';

interface TooltipProps {
  text: ReactNode;
  /** If the text describes the control: the ID in its `aria-describedby`. */
  id?: string | undefined;
  children: ReactNode;
}

const Floating = onDemand(async () => (await import('./floating.tsx')).Floating, { optional: true });

const WAIT_MS = 300;
const LINGER_MS = 100;

/** Hide the tooltip while the control's panel is open in its place. */
const isExpanded = (control: Element | null) => control?.getAttribute('aria-expanded') === 'true';

/** Text on hover and focus. Escape hides it; it stays while hovered. */
export function Tooltip({ text, id, children }: TooltipProps) {
  const anchor = useRef<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const later = (next: boolean, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next && !isExpanded(anchor.current)), wait);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the control inside, which has the role
    <span
      className="t-contents"
      onPointerEnter={(event) => {
        anchor.current = controlIn(event.currentTarget);
        if (event.pointerType !== 'touch') later(true, WAIT_MS);
      }}
      onPointerLeave={() => later(false, LINGER_MS)}
      onFocus={(event) => {
        anchor.current = controlIn(event.currentTarget);
        if (event.target.matches(':focus-visible') && !isExpanded(anchor.current)) setOpen(true);
      }}
      onBlur={hide}
      onClick={() => (id ? setOpen(true) : hide())}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {id && <VisuallyHidden id={id}>{text}</VisuallyHidden>}
      {open && (
        <Floating
          anchor={anchor}
          side="top"
          align="center"
          className="t-tooltip"
          role="tooltip"
          aria-hidden={id ? true : undefined}
          onPointerEnter={() => clearTimeout(timer.current)}
        >
          {text}
        </Floating>
      )}
    </span>
  );
}
