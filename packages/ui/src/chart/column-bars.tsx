import type { BarItem, Series } from './bar-list.tsx';
import './charts.css';
import { Tooltip } from '../overlay/tooltip.tsx';

interface ColumnBarsProps {
  title: string;
  items: readonly (BarItem & { earlier?: boolean })[];
  series?: Series;
  /** Height of the tallest column, px. */
  height?: number;
}

/** Values side by side, each written above its column. `earlier` ones are pale: the current period is full. */
export function ColumnBars({ title, items, series = 1, height = 40 }: ColumnBarsProps) {
  const full = Math.max(...items.map((item) => item.value), 0);
  return (
    <figure>
      <figcaption className="t-chart-title">{title}</figcaption>
      <ol className="t-columns">
        {items.map((item) => (
          <li key={item.label} className="t-column">
            <span className="t-medium">{item.text}</span>
            <Tooltip text={item.exact ?? `${item.label} ${item.text}`}>
              <span
                className="t-column-bar"
                data-series={item.other ? 'other' : series}
                data-earlier={item.earlier || undefined}
                data-none={item.value === 0 || undefined}
                style={{ height: full > 0 ? (item.value / full) * height : 0 }}
              />
            </Tooltip>
            <span className="t-column-label">{item.label}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
