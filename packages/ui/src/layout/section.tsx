import { type ReactNode, useId } from 'react';
import './section.css';

interface SectionProps {
  /** The anchor of this section. */
  id?: string;
  title: ReactNode;
  /** Next to the title: a pill. */
  aside?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled panel of a long screen. A URL can link to it, which moves the focus there. */
export function Section({ id, title, aside, subtitle, actions, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className="t-panel t-section" aria-labelledby={titleId}>
      <div className="t-section-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {aside}
        {subtitle && <span className="t-ink2">{subtitle}</span>}
        <span className="t-grow" />
        {actions}
      </div>
      {children}
    </section>
  );
}
