import { exactNumber, percent } from '../lib/format.ts';
import './progress-bar.css';

interface ProgressBarProps {
  label: string;
  /** Null while the total is not known yet. */
  value: number | null;
  max: number;
  /** Writes '268 of 412' and the percentage above the bar. */
  showCount?: boolean;
  /** The noun of the count: 'rows'. */
  unit?: string;
  tone?: 'iris' | 'green' | 'tangerine';
}

export function ProgressBar({ label, value, max, showCount, unit = '', tone = 'iris' }: ProgressBarProps) {
  const share = value === null || max <= 0 ? null : Math.min(1, value / max);
  const words = share === null ? label : `${exactNumber(value)} of ${exactNumber(max)} ${unit}`.trim();
  return (
    <div className="t-progress">
      {showCount && (
        <div className="t-progress-words">
          <span>{words}</span>
          {share !== null && <span className="t-ink3">{percent(share)}</span>}
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value ?? undefined}
        aria-valuetext={words}
        className="t-progress-track"
        data-tone={tone}
      >
        <div
          className="t-progress-fill"
          data-unknown={share === null || undefined}
          style={{ width: share === null ? undefined : `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
