import type { Series } from './chart-items.ts';

/** A moment of a line chart. */
export interface TrendPoint {
  /** Tells points apart, such as the first day. */
  key: string;
  /** On the axis. */
  label: string;
  /** In the tooltip; the label if omitted. */
  title?: string;
  /** The value of each series; null leaves a gap. */
  values: Readonly<Record<string, number | null>>;
  /** Bounds of the band, if there is one. */
  low?: number | null;
  high?: number | null;
}

/** A line of a chart. */
export interface TrendSeries {
  id: string;
  label: string;
  colour?: Series;
  /** Compared or expected values, rather than what happened. */
  dashed?: boolean;
}

export interface TrendProps {
  title: string;
  points: readonly TrendPoint[];
  series: readonly TrendSeries[];
  /** Formats a value with its unit, for tooltips and the table. */
  text: (value: number) => string;
  /** Formats a value of the axis; a shortened count if omitted. */
  axisText?: (value: number) => string;
  /** Names the band: 'Range, 80%'. */
  bandLabel?: string;
  /** Height of the drawing, px. */
  height?: number;
}

/** A line chart with its height in px. */
export type TrendDrawingProps = TrendProps & { height: number };

/** Returns the band of a point; a dash without one. */
export const bandText = ({ low, high }: TrendPoint, text: (value: number) => string): string =>
  low === null || low === undefined || high === null || high === undefined
    ? '–'
    : `${text(low)} – ${text(high)}`;
