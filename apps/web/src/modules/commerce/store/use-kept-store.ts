import { useMemo, useSyncExternalStore } from 'react';
import { isStoreKept, type KeptStore, keptStore, onStoreChange } from './kept-store.ts';

/** Whether a store waits to be connected. */
export const useStoreKept = (): boolean => useSyncExternalStore(onStoreChange, isStoreKept);

/** The store that waits, as it is kept at the moment. */
export function useKeptStore(): KeptStore {
  const text = useSyncExternalStore(onStoreChange, () => JSON.stringify(keptStore()));
  return useMemo(() => JSON.parse(text) as KeptStore, [text]);
}
