import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { Drawing } from '../content/drawings.tsx';
import '../content/drawings.css';
import './empty-state.css';

export interface EmptyStateProps {
  /** A sentence ending with a period. */
  title: string;
  text?: ReactNode;
  /** Up to two buttons, the one that adds content first. */
  actions?: ReactNode;
  drawing?: 'stage' | 'seats' | 'none';
}

/** Says that there is nothing yet, and what to do. */
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

interface DrawingProps {
  /** Width in px; the height follows. */
  width: number;
  drawing: Drawing;
}

/** Illustrations are 400 x 212, the seats 212 x 54. */
const Place = ({ width, drawing }: DrawingProps) => (
  <svg
    className="t-drawing"
    width={width}
    viewBox={drawing === 'seats' ? '0 0 212 54' : '0 0 400 212'}
    aria-hidden="true"
  />
);

const Fetched = lazy(() => import('../content/drawings.tsx').catch(() => ({ default: Place })));

/** An illustration that loads on demand; its space stays empty if it can't load. */
export const LateDrawing = (props: DrawingProps) => (
  <Suspense fallback={<Place {...props} />}>
    <Fetched {...props} />
  </Suspense>
);
