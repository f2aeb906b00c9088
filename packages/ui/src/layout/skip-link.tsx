import type { ReactNode } from 'react';
import './skip-link.css';

/** The first stop of the tab key: past the menus to the content. */
export function SkipLink({
  href = '#main',
  children = 'Skip to content',
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
