import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { Chip } from '@troupe/ui/action/chip';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { PickList, type PickOption } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { t } from '../messages/messages.gen.ts';

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[];

const options: PickOption[] = PLATFORMS.map((platform) => ({
  value: platform,
  label: PLATFORM_NAMES[platform],
  render: (
    <span className="t-row">
      <PlatformIcon platform={platform} /> {PLATFORM_NAMES[platform]}
    </span>
  ),
}));

interface PlatformFilterProps {
  value: readonly Platform[];
  onChange: (value: Platform[]) => void;
}

/** Which platforms a list shows; none chosen means all. */
export const PlatformFilter = ({ value, onChange }: PlatformFilterProps) => (
  <FilterChip
    name={t('filter.platform')}
    options={options}
    value={value}
    onChange={(next) => onChange(PLATFORMS.filter((platform) => next.includes(platform)))}
  />
);

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
  const shown =
    words.length > 2 ? t('filter.someOf', { count: words.length, total: options.length }) : words.join(', ');
  return (
    <Popover
      label={name}
      width={single ? 280 : 232}
      trigger={
        <Chip
          name={name}
          value={shown || t('filter.all')}
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
