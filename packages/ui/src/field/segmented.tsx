import { type ReactNode, useId } from 'react';
import './segmented.css';
import { Tooltip } from '../overlay/tooltip.tsx';

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly {
    value: Value;
    label: string;
    icon?: ReactNode;
    /** After the label: a pill. */
    aside?: ReactNode;
    /** Why the option is disabled; shown on hover and announced. */
    disabledReason?: string | undefined;
  }[];
  /** Shows only icons; labels stay for screen readers and as tooltips. */
  iconsOnly?: boolean;
}

/** A few visible options, one selected. Arrow keys move. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, options, iconsOnly } = props;
  const name = useId();
  return (
    <fieldset className="t-segmented">
      <legend className="t-hidden">{label}</legend>
      {options.map((option) => {
        const segment = (
          <label key={option.value} className="t-segment" title={iconsOnly ? option.label : undefined}>
            <input
              type="radio"
              className="t-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabledReason !== undefined}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span className={iconsOnly ? 't-hidden' : undefined}>{option.label}</span>
            {option.aside}
            {option.disabledReason && <span className="t-hidden">, {option.disabledReason}</span>}
          </label>
        );
        return option.disabledReason ? (
          <Tooltip key={option.value} text={option.disabledReason}>
            {segment}
          </Tooltip>
        ) : (
          segment
        );
      })}
    </fieldset>
  );
}
