import { useEffect } from 'react';

/** The document's title while a screen is open: `Campaigns | Troupe`; `whole` titles stand alone. */
export function DocumentTitle({ children, whole = false }: { children: string; whole?: boolean }) {
  const title = whole ? children : `${children} | Troupe`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
