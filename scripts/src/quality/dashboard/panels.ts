/** A panel of a Grafana dashboard, as far as it is drawn. */
export interface Panel {
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit?: string; min?: number } };
  targets: { expr: string; legendFormat?: string }[];
}

/** Part of a Prometheus answer: a series with its values by time in seconds. */
export interface RangeSeries {
  metric: Record<string, string>;
  values: [time: number, value: string][];
}

/** A line: one value for each time, null where there is none. */
export interface DrawnSeries {
  label: string;
  values: (number | null)[];
}

/** A panel with its values. */
export interface DrawnPanel {
  title: string;
  place: Panel['gridPos'];
  unit: string;
  series: DrawnSeries[];
}

/** What the page draws. */
export interface Drawing {
  title: string;
  /** Seconds since 1970, the same for all panels. */
  times: number[];
  panels: DrawnPanel[];
}

/** A range of time, in seconds. */
export interface Range {
  start: number;
  end: number;
  step: number;
}

/** Returns a range whose times are multiples of its step, with at most as many points as a panel can show. */
export function rangeOf(end: number, seconds: number, scrapeSeconds: number): Range {
  const step = Math.max(scrapeSeconds, Math.ceil(seconds / 250));
  const last = Math.floor(end / step) * step;
  return { start: last - Math.floor(seconds / step) * step, end: last, step };
}

export const timesOf = ({ start, end, step }: Range): number[] =>
  Array.from({ length: Math.round((end - start) / step) + 1 }, (_, n) => start + n * step);

/** Fills in the variables of a query as Grafana does with every host selected. */
export const fillIn = (expr: string, { step }: Range, scrapeSeconds: number): string =>
  expr
    .replaceAll('$app', '.*')
    .replaceAll('$__rate_interval', `${Math.max(step + scrapeSeconds, 4 * scrapeSeconds)}s`);

/** Returns the name of a series: the legend with its labels filled in. */
export const nameOf = (legend: string | undefined, metric: Record<string, string>): string =>
  legend?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => metric[label] ?? '') ??
  Object.entries(metric)
    .map(([label, value]) => `${label}="${value}"`)
    .join(', ');

/** Returns the values of a series at these times; null where Prometheus has none. */
export function valuesAt(times: readonly number[], series: RangeSeries): (number | null)[] {
  const known = new Map(series.values.map(([time, value]) => [Math.round(time), Number(value)]));
  return times.map((time) => {
    const value = known.get(time);
    return value === undefined || !Number.isFinite(value) ? null : value;
  });
}

const round = (value: number, decimals: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals });

/** Finds the largest unit that a value reaches; the smallest one otherwise. */
function scaled(value: number, units: readonly (readonly [factor: number, name: string])[]): string {
  const [factor, name] = units.find(([least]) => Math.abs(value) >= least) ?? units.at(-1) ?? [1, ''];
  const amount = value / factor;
  return `${round(amount, Math.abs(amount) < 10 ? 2 : 1)}${name}`;
}

const SECONDS = [
  [86_400, ' d'],
  [3600, ' h'],
  [60, ' min'],
  [1, ' s'],
  [0.001, ' ms'],
] as const;
const BYTES = [
  [1024 ** 3, ' GiB'],
  [1024 ** 2, ' MiB'],
  [1024, ' KiB'],
  [1, ' B'],
] as const;
const COUNTS = [
  [1e6, ' million'],
  [1e3, ' k'],
  [1, ''],
] as const;

/** Formats a value in a unit of Grafana. */
export function formatValue(value: number, unit: string): string {
  if (value === 0) return unit === 'percentunit' ? '0%' : '0';
  if (unit === 's') return scaled(value, SECONDS);
  if (unit === 'bytes') return scaled(value, BYTES);
  if (unit === 'percentunit') return `${round(value * 100, 1)}%`;
  if (unit === 'reqps') return `${round(value, value < 10 ? 2 : 0)}/s`;
  return scaled(value, COUNTS);
}
