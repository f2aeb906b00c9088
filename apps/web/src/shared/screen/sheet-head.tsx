import type { ReactNode } from 'react';
import './sheet-head.css';

/** The band at the top of a screen: `<PageHeader>`, then `<Tabs>`, over a line from edge to edge. */
export function SheetHead({ children }: { children: ReactNode }) {
  return (
    <div className="sheet-head">
      <div className="t-page">{children}</div>
    </div>
  );
}
