import { useSyncExternalStore } from 'react';

/** What opens over any screen and is loaded only then. */
export type PanelName = 'palette' | 'mobile-menu' | 'whats-new' | 'query-tools' | 'create-brand';

let open: PanelName | null = null;
const listeners = new Set<() => void>();

function show(panel: PanelName | null): void {
  open = panel;
  for (const listener of listeners) listener();
}

export const openPanel = (panel: PanelName): void => show(panel);
export const closePanel = (): void => show(null);

/** The panel that is open. */
export function usePanel(): PanelName | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
