import type { Series } from './bar-list.tsx';
import './charts.css';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface StackPart {
  label: string;
  value: number;
  /** As written, unit included. */
  text: string;
  /** More than `text` has room for, on hover. */
  exact?: string;
  series?: Series;
}

interface StackedBarProps {
  title: string;
  parts: readonly StackPart[];
  hideTitle?: boolean;
  /** Leaves the labels to the caller; they stay for screen readers. */
  hideLabels?: boolean;
  height?: number;
}

const order: readonly Series[] = [1, 3, 2, 4, 5, 6];

/** One whole in its parts, labelled directly. */
export function StackedBar({ title, parts, hideTitle, hideLabels, height = 22 }: StackedBarProps) {
  const seriesOf = (part: StackPart, index: number) => part.series ?? order[index % order.length];
  return (
    <figure>
      <figcaption className={hideTitle ? 't-hidden' : 't-chart-title'}>{title}</figcaption>
      <div className="t-stack-bar" style={{ height }} aria-hidden="true">
        {parts.map((part, index) =>
          part.value > 0 ? (
            <Tooltip key={part.label} text={part.exact ?? `${part.label} ${part.text}`}>
              <span
                className="t-stack-part"
                data-series={seriesOf(part, index)}
                style={{ flex: `${part.value} 0 0` }}
              />
            </Tooltip>
          ) : null,
        )}
      </div>
      <ul className={hideLabels ? 't-hidden' : 't-stack-labels'}>
        {parts.map((part, index) => (
          <li key={part.label} data-series={seriesOf(part, index)}>
            {parts.length > 2 && <span className="t-swatch" />}
            {part.label} <strong>{part.text}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}
