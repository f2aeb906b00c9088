export type Side = 'bottom' | 'top';
export type Align = 'start' | 'center' | 'end';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Distance kept from the edges of the window, px. */
const EDGE = 8;

/**
 * Where a floating panel goes beside what opened it: on the wished side where it fits, else on the side with more
 * room, moved inwards until it lies in the window. All values are px relative to the window.
 */
export function place(
  anchor: Box,
  panel: { width: number; height: number },
  viewport: { width: number; height: number },
  wish: { side?: Side; align?: Align; gap?: number } = {},
): { left: number; top: number; side: Side; maxHeight: number } {
  const { side = 'bottom', align = 'start', gap = 6 } = wish;
  const below = viewport.height - (anchor.top + anchor.height) - gap - EDGE;
  const above = anchor.top - gap - EDGE;
  const wished = side === 'bottom' ? below : above;
  const other = side === 'bottom' ? above : below;
  const flip = wished < panel.height && other > wished;
  const finalSide: Side = flip ? (side === 'bottom' ? 'top' : 'bottom') : side;
  const maxHeight = Math.max(120, flip ? other : wished);
  const height = Math.min(panel.height, maxHeight);
  const top = finalSide === 'bottom' ? anchor.top + anchor.height + gap : anchor.top - gap - height;
  const shift = { start: 0, center: (anchor.width - panel.width) / 2, end: anchor.width - panel.width }[
    align
  ];
  const left = Math.max(EDGE, Math.min(anchor.left + shift, viewport.width - panel.width - EDGE));
  return { left, top: Math.max(EDGE, top), side: finalSide, maxHeight };
}
