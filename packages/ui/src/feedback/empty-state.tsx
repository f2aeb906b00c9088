import type { ReactNode } from 'react';
import { LateDrawing } from '../content/late-drawing.tsx';
import './empty-state.css';

interface EmptyStateProps {
  /** One sentence with its full stop. */
  title: string;
  text?: ReactNode;
  /** Up to two buttons; the one that fills the emptiness first. */
  actions?: ReactNode;
  drawing?: 'stage' | 'seats' | 'none';
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, text, actions, drawing = 'stage' }: EmptyStateProps) {
  return (
    <div className="t-empty">
      {drawing !== 'none' && <LateDrawing drawing={drawing} width={190} />}
      <div>
        <p className="t-name">{title}</p>
        {text && <p className="t-ink2">{text}</p>}
      </div>
      {actions && <div className="t-empty-actions">{actions}</div>}
    </div>
  );
}
