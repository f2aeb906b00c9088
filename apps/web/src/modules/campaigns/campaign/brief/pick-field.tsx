import { AddChip, Chip } from '@troupe/ui/action/chip';
import { PickList, type PickOption } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { type ReactNode, useId } from 'react';
import { lowered } from '../../../../shared/lowered.ts';
import { t } from '../../messages/messages.gen.ts';

interface PickFieldProps {
  label: string;
  labelAside?: ReactNode;
  error?: ReactNode;
  help?: ReactNode;
  /** Shown while nothing is chosen. */
  none: string;
  options: readonly PickOption[];
  value: readonly string[];
  most: number;
  onChange: (value: string[]) => void;
  onBlur?: () => void;
}

/** Chooses several of many options; the chosen ones are chips. */
export function PickField(props: PickFieldProps) {
  const { label, labelAside, error, help, none, options, value, most, onChange, onBlur } = props;
  const id = useId();
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  const note = error ?? help;
  return (
    <div className="t-field">
      <div className="t-field-head">
        <span id={id} className="builder-label">
          {label}
        </span>
        {labelAside}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of chips */}
      <div role="group" aria-labelledby={id} className="t-row t-wrap">
        {value.length === 0 && <span className="t-ink3">{none}</span>}
        {value.map((one) => (
          <Chip
            key={one}
            value={labelOf(one)}
            onRemove={() => onChange(value.filter((other) => other !== one))}
          />
        ))}
        {value.length < most && (
          <Popover
            label={label}
            width={280}
            trigger={
              <AddChip aria-label={t('pick.chooseOf', { label: lowered(label) })}>{t('pick.choose')}</AddChip>
            }
          >
            <PickList
              label={label}
              options={options}
              value={value}
              multiple
              searchable={options.length > 8}
              onChange={(next) => {
                onChange(next.slice(0, most));
                onBlur?.();
              }}
            />
          </Popover>
        )}
      </div>
      {note && (
        <div className="t-field-note" data-error={error ? true : undefined}>
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
