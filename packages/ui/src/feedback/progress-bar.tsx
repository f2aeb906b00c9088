import { IconCheck } from '@tabler/icons-react';
import { exactNumber, percent } from '../lib/format.ts';
import { t } from '../messages/messages.gen.ts';
import './progress-bar.css';

interface ProgressBarProps {
  label: string;
  /** Null while unknown. */
  value: number | null;
  max: number;
  /** Shows '268 of 412' and the percentage above the bar. */
  showCount?: boolean;
  /** The noun after the count: 'rows'. */
  unit?: string;
  tone?: 'iris' | 'green' | 'tangerine';
}

export function ProgressBar({ label, value, max, showCount, unit = '', tone = 'iris' }: ProgressBarProps) {
  const share = value === null || max <= 0 ? null : Math.min(1, value / max);
  const words =
    share === null
      ? label
      : t('progress.of', { value: exactNumber(value), max: exactNumber(max), unit }).trim();
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

/** Steps of a process; `current` counts from 0. */
export function Steps({
  label = t('progress.steps'),
  steps,
  current,
}: {
  label?: string;
  steps: readonly string[];
  current: number;
}) {
  return (
    <ol className="t-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className="t-step"
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="t-step-mark" aria-hidden="true">
            {index < current ? <IconCheck size={12} stroke={2} /> : index + 1}
          </span>
          {step}
          {index < current && <span className="t-hidden">{t('progress.done')}</span>}
        </li>
      ))}
    </ol>
  );
}
