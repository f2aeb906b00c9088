import type { HTMLAttributes } from 'react';
import './visually-hidden.css';
import { t } from '../messages/messages.gen.ts';

/** Text for screen readers only. */
export function VisuallyHidden(props: HTMLAttributes<HTMLSpanElement>) {
  return <span {...props} className="t-hidden" />;
}

/** Announces its content when it changes, without moving focus. */
export function LiveRegion(props: HTMLAttributes<HTMLDivElement>) {
  return <div {...props} className="t-hidden" aria-live="polite" aria-atomic="true" />;
}

/** The first tab stop: skips menus. */
export function SkipLink() {
  return (
    <a className="t-skip" href="#main">
      {t('action.skip')}
    </a>
  );
}
