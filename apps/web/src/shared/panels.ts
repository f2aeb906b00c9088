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

let shown: (() => boolean) | null = null;

/** Another company's widget offers to show the product updates; it answers whether it did. Null takes that back. */
export function offerUpdates(show: (() => boolean) | null): void {
  shown = show;
}

/** Opens What's New: the widget where one is there, else our own panel, so that a click always opens something. */
export function openUpdates(): void {
  if (!shown?.()) openPanel('whats-new');
}

/** Keys typed into the command palette before it rendered; null if not requested. */
interface EarlyKeys {
  typed: string;
  /** Enter came after the text. */
  entered: boolean;
}

let held: EarlyKeys | null = null;
let giveUp: ReturnType<typeof setTimeout> | undefined;

/** The palette needs the current user, which comes over the network; who gets no palette gets their keys back after this. */
const PATIENCE_MS = 10_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.altKey) return;
  const { key } = event;
  if (held === null) {
    if (key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    held = { typed: '', entered: false };
    openPanel('palette');
    giveUp = setTimeout(dropEarlyKeys, PATIENCE_MS);
  } else if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  else if (key === 'Escape') {
    dropEarlyKeys();
    closePanel();
  } else if (key === 'Backspace') held = { ...held, typed: held.typed.slice(0, -1) };
  else if (key === 'Enter') held = { ...held, entered: true };
  else if (key.length === 1) held = { ...held, typed: held.typed + key };
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Listens for Ctrl/Cmd+K and buffers the keys typed after it from the moment the app's script runs, because the command
 * palette renders later.
 */
export function holdEarlyKeys(): void {
  document.addEventListener('keydown', onKeyDown, true);
}

/** The screen now handles keys and renders the palette; typed text is kept for it. */
export function endEarlyKeys(): void {
  if (held === null) document.removeEventListener('keydown', onKeyDown, true);
}

/** Returns the text typed so far. */
export const earlyKeys = (): EarlyKeys => held ?? { typed: '', entered: false };

/** Clears the text and stops listening: the palette has it, or it was canceled. */
export function dropEarlyKeys(): void {
  clearTimeout(giveUp);
  held = null;
  document.removeEventListener('keydown', onKeyDown, true);
}
