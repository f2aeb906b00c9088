import { exactNumber } from '@troupe/ui/lib/format';
import { Tooltip } from '@troupe/ui/overlay/tooltip';
import './usage.css';
import { axisTop } from './usage-words.ts';

interface Column {
  key: string;
  value: number;
  /** Below the column; empty where there is no room for one. */
  label: string;
  /** On hover. */
  words: string;
  /** Of an earlier period: pale. */
  earlier?: boolean;
}

interface UsageColumnsProps {
  title: string;
  columns: readonly Column[];
  /** A dashed line: more is not allowed. */
  limit?: number | null;
  /** Writes each value above its column. */
  valued?: boolean;
}

/** Amounts over time with an axis; the table of the frame around it has the same figures. */
export function UsageColumns({ title, columns, limit = null, valued = false }: UsageColumnsProps) {
  const top = axisTop(Math.max(limit ?? 0, ...columns.map(({ value }) => value)));
  const share = (value: number) => `${(value / top) * 100}%`;
  return (
    <figure className="usage-chart">
      <figcaption className="t-hidden">{title}</figcaption>
      <ul className="usage-axis" aria-hidden="true">
        {[top, top / 2, 0].map((tick) => (
          <li key={tick} style={{ bottom: share(tick) }}>
            <span>{exactNumber(tick)}</span>
          </li>
        ))}
        {limit !== null && (
          <li className="usage-limit" style={{ bottom: share(limit) }}>
            <em>Limit {exactNumber(limit)}</em>
          </li>
        )}
      </ul>
      <ol className="usage-columns">
        {columns.map(({ key, value, label, words, earlier }) => (
          <li key={key} className="usage-column">
            <Tooltip text={words}>
              <span className="usage-hit">
                {valued && (
                  <span className="usage-value" style={{ bottom: share(value) }}>
                    {exactNumber(value)}
                  </span>
                )}
                <span
                  className="usage-bar"
                  data-earlier={earlier || undefined}
                  style={{ height: share(value) }}
                />
              </span>
            </Tooltip>
            <span className="usage-label">{label}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
