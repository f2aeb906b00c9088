import { lazy, Suspense } from 'react';
import type { PickListProps, PickOption } from './pick-list-panel.tsx';

export type { PickOption };

const loadPanel = () => import('./pick-list-panel.tsx');
const Panel = lazy(loadPanel);

/** Loads the list ahead of the first one that opens. */
export const fetchPickList = (): void => void loadPanel().catch(() => {});

/** Choose from a list by press, arrow keys or typing. For inside a Popover; loaded on demand. */
export function PickList(props: PickListProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
