import type { ReactNode } from 'react';

/** Header, side menu and the sheet with the screen. */
export function Shell({ children }: { children: ReactNode }) {
  return <main id="main">{children}</main>;
}
