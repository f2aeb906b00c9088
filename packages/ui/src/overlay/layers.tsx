import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';

type Layer = { close: () => void };

const escapable: Layer[] = [];

function onKeyDown(event: KeyboardEvent) {
  const top = escapable.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
}

/** While active, Escape closes only the most recently opened layer. */
export function useEscape(close: (() => void) | undefined, active = true) {
  const closeNow = useEffectEvent(() => close?.());
  const listening = active && close !== undefined;
  // Listens from the first paint, not after an effect.
  useLayoutEffect(() => {
    if (!listening) return;
    const entry: Layer = { close: () => closeNow() };
    if (escapable.length === 0) document.addEventListener('keydown', onKeyDown, true);
    escapable.push(entry);
    return () => {
      escapable.splice(escapable.indexOf(entry), 1);
      if (escapable.length === 0) document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [listening]);
}

let layers: readonly Layer[] = [];
const listeners = new Set<() => void>();

function put(next: readonly Layer[]) {
  layers = next;
  for (const listener of listeners) listener();
}

/** While active, the browser's Back calls `close`: for panels without a URL. */
export function useLayer(close: () => void, active: boolean) {
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!active) return;
    const layer: Layer = { close: () => closeNow() };
    put([...layers, layer]);
    return () => put(layers.filter((other) => other !== layer));
  }, [active]);
}

/** Whether Back should close a layer. */
export function useHasLayer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => layers.length > 0,
    () => false,
  );
}

/** Closes the top layer; false if there is none. */
export function closeTopLayer(): boolean {
  const top = layers.at(-1);
  top?.close();
  return top !== undefined;
}
