import type { HTMLAttributes, ReactNode } from 'react';
import './visually-hidden.css';
import { t } from '../messages/messages.gen.ts';

/** Text for screen readers only. */
export function VisuallyHidden(props: HTMLAttributes<HTMLSpanElement>) {
  return <span {...props} className="t-hidden" />;
}

/** Announces its content when it changes, without moving focus. */
export function LiveRegion({
  urgent = false,
  ...props
}: HTMLAttributes<HTMLDivElement> & { urgent?: boolean }) {
  return (
    <div {...props} className="t-hidden" aria-live={urgent ? 'assertive' : 'polite'} aria-atomic="true" />
  );
}

/** The first tab stop: skips menus. */
export function SkipLink({
  href = '#main',
  children = t('action.skip'),
}: {
  href?: string;
  children?: ReactNode;
}) {
  return (
    <a className="t-skip" href={href}>
      {children}
    </a>
  );
}
