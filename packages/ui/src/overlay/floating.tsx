import { lazy, Suspense } from 'react';
import type { FloatingProps } from './floating-place.ts';

const loadPanel = () => import('./floating-panel.tsx');
const Panel = lazy(loadPanel);

/** Loads what floats ahead of the first popover or tooltip. */
export const fetchFloatingPanel = (): void => void loadPanel().catch(() => {});

/** A panel beside its anchor, kept in the window while the page moves under it. Loaded on demand. */
export function Floating(props: FloatingProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
