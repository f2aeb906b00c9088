import { Checkbox } from '@troupe/ui/field/choice';
import { type ReactNode, useId } from 'react';

interface CheckRowProps<Value extends string> {
  label: ReactNode;
  labelAside?: ReactNode;
  error?: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  onBlur?: () => void;
}

/** Chooses several of a few options, shown as checkboxes. */
export function CheckRow<Value extends string>(props: CheckRowProps<Value>) {
  const { label, labelAside, error, options, value, onChange, onBlur } = props;
  const id = useId();
  return (
    <fieldset className="builder-group" aria-describedby={error ? id : undefined}>
      <legend className="builder-label">{label}</legend>
      {labelAside}
      <div className="builder-checks">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onBlur={onBlur}
            onChange={(event) =>
              onChange(
                options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? event.target.checked : value.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error && (
        <div id={id} className="t-field-note" data-error>
          <span>{error}</span>
        </div>
      )}
    </fieldset>
  );
}
