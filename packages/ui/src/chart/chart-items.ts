/** A color of the chart palette; `other` is gray and always last. */
export type Series = 1 | 2 | 3 | 4 | 5 | 6 | 'other';

export interface ChartItem {
  /** Tells items with the same label apart, such as its date; the label if omitted. */
  id?: string;
  label: string;
  /** The amount, in the caller's unit. */
  value: number;
  /** The formatted amount with its unit. */
  text: string;
  /** More detail for the tooltip: '43.21% of followers'. */
  exact?: string;
  /** The remainder: gray. */
  other?: boolean;
  /** Its value may be too small, as data is missing: hatched (columns only). */
  missing?: boolean;
  /** A previous period: pale. */
  earlier?: boolean;
}

export interface ChartProps {
  /** Horizontal bars, columns, or the parts of one whole. */
  kind: 'bars' | 'columns' | 'parts';
  title: string;
  /** Hides the title visually, if it is shown elsewhere. */
  hideTitle?: boolean;
  items: readonly ChartItem[];
  series?: Series;
  /** Height of the chart without its title, px; bars size themselves. */
  height?: number;
  /** Columns: a value axis up to `top`, with gridlines; `text` formats its values, which are shortened counts otherwise. */
  axis?: { top: number; text?: (value: number) => string };
  /** Columns: a dashed limit line with its label. */
  limit?: { value: number; text: string } | null;
  /** Columns: shows each value above its column. */
  valued?: boolean;
  /** Columns: one label per this many, counted from the last. */
  labelEvery?: number;
}

/** A chart with its height in px. */
export type DrawingProps = ChartProps & { height: number };

/** Returns the next round number above the highest value: 1, 2 or 5 and zeros. */
export function roundTop(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return size * ([1, 2, 5, 10].find((step) => step * size >= highest) ?? 10);
}

const partsOrder: readonly Series[] = [1, 3, 2, 4, 5, 6];

/** Returns what tells an item from the others of its chart. */
export const keyOf = ({ id, label }: ChartItem) => id ?? label;

/** Returns the CSS value of a color. */
export const colourOf = (series: Series) => `var(--t-series-${series})`;

/** Returns an item's color: parts of a whole differ, other charts use one color. */
export function seriesOf({ kind, series = 1 }: ChartProps, item: ChartItem, index: number): Series {
  if (item.other) return 'other';
  return kind === 'parts' ? (partsOrder[index % partsOrder.length] ?? 'other') : series;
}
