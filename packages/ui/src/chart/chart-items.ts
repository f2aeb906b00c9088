/** A colour of the chart palette; `other` is grey and always last. */
export type Series = 1 | 2 | 3 | 4 | 5 | 6 | 'other';

export interface ChartItem {
  label: string;
  /** Its length; the unit is the caller's. */
  value: number;
  /** As written beside or above it, unit included. */
  text: string;
  /** More than `text` has room for, in the tooltip: '43.21% of followers'. */
  exact?: string;
  /** What is left over: grey. */
  other?: boolean;
  /** Of an earlier period: pale. */
  earlier?: boolean;
}

export interface ChartProps {
  /** Lengths one below the other, amounts side by side, or the parts of one whole. */
  kind: 'bars' | 'columns' | 'parts';
  title: string;
  /** The title stands elsewhere; it stays for screen readers. */
  hideTitle?: boolean;
  items: readonly ChartItem[];
  series?: Series;
  /** Height of the drawing without its title, px; bars take what they need. */
  height?: number;
  /** Columns: an axis of amounts up to `top`, with gridlines. */
  axis?: { top: number };
  /** Columns: a dashed line with its name; more is not allowed. */
  limit?: { value: number; text: string } | null;
  /** Columns: writes each amount above its column. */
  valued?: boolean;
  /** Columns: one label in so many, counted from the last. */
  labelEvery?: number;
}

/** A chart with the height of its drawing, px. */
export type DrawingProps = ChartProps & { height: number };

const partsOrder: readonly Series[] = [1, 3, 2, 4, 5, 6];

/** The colour as stylesheets write it. */
export const colourOf = (series: Series) => `var(--t-series-${series})`;

/** The colour of an item; the parts of a whole differ, the items of other charts do not. */
export function seriesOf({ kind, series = 1 }: ChartProps, item: ChartItem, index: number): Series {
  if (item.other) return 'other';
  return kind === 'parts' ? (partsOrder[index % partsOrder.length] ?? 'other') : series;
}
