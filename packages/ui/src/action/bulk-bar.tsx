import { type ReactNode, useRef } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './bulk-bar.css';
import { exactNumber } from '../lib/format.ts';
import { useFocusReturn } from '../overlay/focus-home.tsx';
import { KeyHint, keyNames, useHotkey } from './hotkey.tsx';
import { CloseButton } from './icon-button.tsx';

const ACTIONS_KEY = 'a';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  /** Buttons for the selected items. */
  children: ReactNode;
}

/**
 * Floats at the bottom while items are selected, centered between the side menu (`--t-side`, set by the
 * shell) and a pushed drawer, and reserves its height at the end of the list. Because the whole list comes
 * before it in tab order, a hotkey leads to it; Escape leads back, and so does an action that clears the
 * selection.
 */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null);
  const from = useRef<Element | null>(null);
  const shown = count > 0;
  useFocusReturn(shown);
  useHotkey(
    ACTIONS_KEY,
    () => {
      from.current = document.activeElement;
      bar.current?.querySelector<HTMLElement>('button, a')?.focus();
    },
    shown,
  );
  return (
    <div className="t-bulk-place" data-shown={shown || undefined}>
      <div role="status" className="t-hidden">
        {shown ? t('bulk.selected', { count: exactNumber(count) }) : ''}
      </div>
      {shown && (
        <div className="t-bulk-float">
          <section
            ref={bar}
            className="t-bulk"
            aria-label={t('bulk.actions')}
            aria-keyshortcuts={ACTIONS_KEY}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || event.defaultPrevented) return;
              if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
            }}
          >
            <span className="t-name t-num t-bulk-count">
              {t('bulk.selected', { count: exactNumber(count) })}
            </span>
            <KeyHint keys={keyNames(ACTIONS_KEY)} />
            {children}
            <span className="t-bulk-end">
              <CloseButton label={t('bulk.clear')} onClick={onClear} />
            </span>
          </section>
        </div>
      )}
    </div>
  );
}

/** An action's cost, as a pill inside its button. */
export function Cost({ children }: { children: ReactNode }) {
  return <span className="t-cost">{children}</span>;
}
