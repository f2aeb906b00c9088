import type { HTMLAttributes } from 'react';

/** Text for screen readers only. */
export function VisuallyHidden(props: HTMLAttributes<HTMLSpanElement>) {
  return <span {...props} className="t-hidden" />;
}

/** Says its content aloud when it changes, without taking the focus. */
export function LiveRegion({
  urgent = false,
  ...props
}: HTMLAttributes<HTMLDivElement> & { urgent?: boolean }) {
  return (
    <div {...props} className="t-hidden" aria-live={urgent ? 'assertive' : 'polite'} aria-atomic="true" />
  );
}
