import './charts.css';
import { Tooltip } from '../overlay/tooltip.tsx';

/** A colour of the chart palette; `other` is grey and always last. */
export type Series = 1 | 2 | 3 | 4 | 5 | 6 | 'other';

export interface BarItem {
  label: string;
  /** Its length; the unit is the caller's. */
  value: number;
  /** As written beside the bar, unit included. */
  text: string;
  /** More than `text` has room for, on hover: '43.21% of followers'. */
  exact?: string;
  /** What is left over: grey. */
  other?: boolean;
}

interface BarListProps {
  title: string;
  items: readonly BarItem[];
  series?: Series;
  /** The value of a full bar; the largest one when absent. */
  max?: number;
}

/** Parts compared by length, each with its value. It is a table, so it reads as one without sight. */
export function BarList({ title, items, series = 1, max }: BarListProps) {
  const full = max ?? Math.max(...items.map((item) => item.value), 0);
  return (
    <table className="t-bar-list">
      <caption className="t-chart-title">{title}</caption>
      <tbody>
        {items.map((item) => (
          <tr key={item.label}>
            <th scope="row" title={item.label}>
              {item.label}
            </th>
            <td className="t-bar-cell">
              <Tooltip text={item.exact ?? `${item.label} ${item.text}`}>
                <span className="t-bar-hit">
                  {item.value > 0 && (
                    <span
                      className="t-bar"
                      data-series={item.other ? 'other' : series}
                      style={{ width: `${(item.value / full) * 100}%` }}
                    />
                  )}
                </span>
              </Tooltip>
            </td>
            <td>{item.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
