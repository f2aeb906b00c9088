import type { ReactNode } from 'react';
import './bulk-bar.css';
import { CloseButton } from './icon-button.tsx';
import { exactNumber } from './lib/format.ts';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  /** What can be done with the chosen; buttons. */
  children: ReactNode;
}

/**
 * Floats above the bottom while something is chosen, centred between the side menu (`--t-side`, set by the shell)
 * and a pushed drawer; leaves its own height free at the end of the list.
 */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <div className="t-bulk-place" data-shown={count > 0 || undefined}>
      <div role="status" className="t-hidden">
        {count > 0 ? `${exactNumber(count)} selected` : ''}
      </div>
      {count > 0 && (
        <div className="t-bulk-float">
          <section className="t-bulk" aria-label="Actions on the selection">
            <span className="t-name t-num t-bulk-count">{exactNumber(count)} selected</span>
            {children}
            <span className="t-bulk-end">
              <CloseButton label="Clear the selection" onClick={onClear} />
            </span>
          </section>
        </div>
      )}
    </div>
  );
}

/** What an action costs, in a pill inside its button. */
export function Cost({ children }: { children: ReactNode }) {
  return <span className="t-cost">{children}</span>;
}
