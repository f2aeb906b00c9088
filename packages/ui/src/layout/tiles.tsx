import type { CSSProperties } from 'react';
import './tiles.css';

/**
 * Returns the number of columns, from `least` to `most`, whose last row has the fewest empty cells; of several, the
 * largest.
 */
export function tileColumns(count: number, least: number, most: number): number {
  // A few tiles don't grow to the width of the page.
  if (count <= most) return Math.max(count, least - 1);
  let best = most;
  for (let columns = most - 1; columns >= least; columns--) {
    if (emptyCells(count, columns) < emptyCells(count, best)) best = columns;
  }
  return best;
}

const emptyCells = (count: number, columns: number): number => (columns - (count % columns)) % columns;

/**
 * Returns the attributes of a grid of `count` equal tiles that fills its rows: up to six beside each other on wide
 * screens, four on tablets, two on phones.
 */
export function tiles(count: number): { className: string; style: CSSProperties } {
  return {
    className: 't-tiles',
    style: {
      '--t-tiles-wide': tileColumns(count, 4, 6),
      '--t-tiles-tablet': tileColumns(count, 3, 4),
    } as CSSProperties,
  };
}
