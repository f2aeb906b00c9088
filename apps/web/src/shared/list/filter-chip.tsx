import { Chip } from '@troupe/ui/action/chip';
import { PickList, type PickOption } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';

interface FilterChipProps {
  name: string;
  options: readonly PickOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Only one of them can be chosen. */
  single?: boolean;
}

/** A filter of a list: what it is narrowed to, and the choice behind a press; nothing chosen means all. */
export function FilterChip({ name, options, value, onChange, single }: FilterChipProps) {
  const words = options.filter((option) => value.includes(option.value)).map(({ label }) => label);
  const shown = words.length > 2 ? `${words.length} of ${options.length}` : words.join(', ');
  return (
    <Popover
      label={name}
      width={single ? 280 : 232}
      trigger={
        <Chip
          name={name}
          value={shown || 'All'}
          onRemove={words.length > 0 ? () => onChange([]) : undefined}
        />
      }
    >
      {(close) => (
        <PickList
          label={name}
          options={options}
          value={value}
          onChange={onChange}
          {...(single ? { searchable: options.length > 8, onDone: close } : { multiple: true })}
        />
      )}
    </Popover>
  );
}
