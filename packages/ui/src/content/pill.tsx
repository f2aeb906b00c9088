import type { ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';
import './pill.css';

export type PillTone = 'neutral' | 'iris' | 'green' | 'red' | 'tangerine';

interface PillProps {
  tone?: PillTone;
  icon?: ReactNode;
  /** A dot in the text color before the text. */
  dot?: boolean;
  title?: string;
  children: ReactNode;
}

/** A short label, 22 px high. */
export function Pill({ tone = 'neutral', icon, dot, title, children }: PillProps) {
  return (
    <span className="t-pill" data-tone={tone} title={title}>
      {dot && <span className="t-pill-dot" />}
      {icon}
      {children}
    </span>
  );
}

/** A tangerine dot for something new, with `label` for screen readers. */
export function Dot({ label }: { label?: string }) {
  return label ? <span className="t-dot" role="img" aria-label={label} /> : <span className="t-dot" />;
}

/** A count; `attention` adds the dot. */
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
      {attention && <Dot label={label ?? t('pill.attention')} />}
    </span>
  );
}
