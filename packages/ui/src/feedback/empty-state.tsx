import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { Drawing } from '../content/drawings.tsx';
import '../content/drawings.css';
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

interface DrawingProps {
  /** px; its height follows. */
  width: number;
  drawing: Drawing;
}

/** Drawn from 400 x 212, the seats from 212 x 54. */
const Place = ({ width, drawing }: DrawingProps) => (
  <svg
    className="t-drawing"
    width={width}
    viewBox={drawing === 'seats' ? '0 0 212 54' : '0 0 400 212'}
    aria-hidden="true"
  />
);

const Fetched = lazy(() => import('../content/drawings.tsx').catch(() => ({ default: Place })));

/** A drawing that is fetched when it is first shown; without a connection its place stays empty. */
export const LateDrawing = (props: DrawingProps) => (
  <Suspense fallback={<Place {...props} />}>
    <Fetched {...props} />
  </Suspense>
);
