import type { ReactNode } from 'react';
import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import './chart.css';
import { type ChartProps, colourOf, type DrawingProps, keyOf, seriesOf } from './chart-items.ts';

/** Height of one bar including the gap to the next, px. */
const BAR_PITCH = 22;
const Drawing = onDemand<DrawingProps>(async () => (await import('./chart-drawing.tsx')).default);

/** Preloads the chart library while the data is being requested. */
export function preloadCharts(): void {
  // The chart shows an error itself if it can't be loaded.
  Drawing.load().catch(() => {});
}

function PartLabels(props: ChartProps) {
  return (
    <ul className="t-chart-parts">
      {props.items.map((item, index) => (
        <li key={keyOf(item)}>
          {props.items.length > 2 && (
            <svg className="t-swatch" viewBox="0 0 8 8" aria-hidden="true">
              <rect width="8" height="8" rx="2" fill={colourOf(seriesOf(props, item, index))} />
            </svg>
          )}
          {item.label} <strong>{item.text}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The data as a table for screen readers. */
function HiddenTable({ title, items }: ChartProps): ReactNode {
  return (
    // A table ignores widths smaller than its content, so hide its container.
    <div className="t-hidden">
      <table>
        <caption>{title}</caption>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              <th scope="row">{item.label}</th>
              <td>{item.exact ?? item.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * A chart with tooltips. Arrow keys move through it, and screen readers get a table. The chart library loads
 * on demand.
 */
export function Chart(props: ChartProps) {
  const { kind, title, hideTitle, items } = props;
  const height = kind === 'bars' ? items.length * BAR_PITCH : (props.height ?? (kind === 'parts' ? 22 : 80));
  return (
    <figure className="t-chart">
      <figcaption className={hideTitle ? 't-hidden' : 't-chart-title'}>{title}</figcaption>
      <div className="t-chart-drawing" style={{ height }}>
        <PartBoundary>
          <Drawing {...props} height={height} />
        </PartBoundary>
      </div>
      {kind === 'parts' ? <PartLabels {...props} /> : <HiddenTable {...props} />}
    </figure>
  );
}
