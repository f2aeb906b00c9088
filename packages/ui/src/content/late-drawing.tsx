import { lazy, Suspense } from 'react';
import './drawings.css';
import type { Drawing } from './drawing.tsx';

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

const Fetched = lazy(() => import('./drawing.tsx').catch(() => ({ default: Place })));

/** A drawing that is fetched when it is first shown; without a connection its place stays empty. */
export const LateDrawing = (props: DrawingProps) => (
  <Suspense fallback={<Place {...props} />}>
    <Fetched {...props} />
  </Suspense>
);
