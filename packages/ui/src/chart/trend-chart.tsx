import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import './chart.css';
import { colourOf } from './chart-items.ts';
import { bandText, type TrendDrawingProps, type TrendPoint, type TrendProps } from './trend-items.ts';

export type { TrendPoint, TrendProps, TrendSeries } from './trend-items.ts';

const Drawing = onDemand<TrendDrawingProps>(async () => (await import('./trend-drawing.tsx')).default);

/** Preloads the chart library while the data is being requested. */
export function preloadTrends(): void {
  // The chart shows an error itself if it can't be loaded.
  Drawing.load().catch(() => {});
}

const titleOf = ({ title, label }: TrendPoint) => title ?? label;

function Legend({ series, bandLabel }: TrendProps) {
  return (
    <ul className="t-chart-parts t-trend-legend">
      {series.map(({ id, label, colour = 1, dashed }) => (
        <li key={id}>
          <svg className="t-trend-swatch" viewBox="0 0 16 8" aria-hidden="true">
            <line
              x1="0"
              x2="16"
              y1="4"
              y2="4"
              stroke={colourOf(colour)}
              strokeWidth="2"
              strokeDasharray={dashed ? '4 3' : undefined}
            />
          </svg>
          {label}
        </li>
      ))}
      {bandLabel && (
        <li>
          <svg className="t-trend-swatch" viewBox="0 0 16 8" aria-hidden="true">
            <rect width="16" height="8" rx="2" fill={colourOf(1)} fillOpacity="0.2" />
          </svg>
          {bandLabel}
        </li>
      )}
    </ul>
  );
}

/** The data as a table for screen readers. */
function HiddenTable({ title, points, series, text, bandLabel }: TrendProps) {
  return (
    <div className="t-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
            {bandLabel && <th scope="col">{bandLabel}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">{titleOf(point)}</th>
              {series.map(({ id }) => {
                const value = point.values[id] ?? null;
                return <td key={id}>{value === null ? '–' : text(value)}</td>;
              })}
              {bandLabel && <td>{bandText(point, text)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Lines over time, with a band around them if there is one. Arrow keys move through it, and screen readers get a table.
 * The chart library loads on demand.
 */
export function TrendChart(props: TrendProps) {
  const { title, height = 220, series, bandLabel } = props;
  return (
    <figure className="t-chart">
      <figcaption className="t-hidden">{title}</figcaption>
      <div className="t-chart-drawing" style={{ height }}>
        <PartBoundary>
          <Drawing {...props} height={height} />
        </PartBoundary>
      </div>
      {(series.length > 1 || bandLabel) && <Legend {...props} />}
      <HiddenTable {...props} />
    </figure>
  );
}
