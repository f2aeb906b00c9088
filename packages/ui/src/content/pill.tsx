import type { ReactNode } from 'react';
import './pill.css';

export type PillTone = 'neutral' | 'iris' | 'green' | 'red' | 'tangerine';

interface PillProps {
  tone?: PillTone;
  icon?: ReactNode;
  /** A dot in the text's colour before the words. */
  dot?: boolean;
  title?: string;
  children: ReactNode;
}

/** A word about a thing, 22 high. */
export function Pill({ tone = 'neutral', icon, dot, title, children }: PillProps) {
  return (
    <span className="t-pill" data-tone={tone} title={title}>
      {dot && <span className="t-pill-dot" />}
      {icon}
      {children}
    </span>
  );
}

/** The tangerine dot: look here. Says `label` to screen readers. */
export function Dot({ label }: { label?: string }) {
  return label ? <span className="t-dot" role="img" aria-label={label} /> : <span className="t-dot" />;
}

/** A count; with `attention` followed by the dot. */
export function Count({
  attention,
  label,
  children,
}: {
  attention?: boolean;
  label?: string;
  children: ReactNode;
}) {
  return (
    <span className="t-count">
      {children}
      {attention && <Dot label={label ?? 'needs attention'} />}
    </span>
  );
}
