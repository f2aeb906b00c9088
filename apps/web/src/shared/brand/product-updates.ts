import { openPanel } from '../panels.ts';

let shown: (() => boolean) | null = null;

/** Another company's widget offers to show the product updates; it answers whether it did. Null takes that back. */
export function offerUpdates(show: (() => boolean) | null): void {
  shown = show;
}

/** Opens What's New: the widget where one is there, else our own panel, so that a click always opens something. */
export function openUpdates(): void {
  if (!shown?.()) openPanel('whats-new');
}
