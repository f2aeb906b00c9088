import { IconCheck } from '@tabler/icons-react';
import './steps.css';

/** The way through something in steps; `current` counts from 0. */
export function Steps({
  label = 'Steps',
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
          {index < current && <span className="t-hidden">done</span>}
        </li>
      ))}
    </ol>
  );
}
