import { PLATFORM_NAMES, type Platform } from '@troupe/domain/creator';
import { Chip } from '@troupe/ui/chip';
import { PickList } from '@troupe/ui/pick-list';
import { PlatformIcon } from '@troupe/ui/platform-icon';
import { Popover } from '@troupe/ui/popover';

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[];

const options = PLATFORMS.map((platform) => ({
  value: platform,
  label: PLATFORM_NAMES[platform],
  render: (
    <span className="t-row">
      <PlatformIcon platform={platform} /> {PLATFORM_NAMES[platform]}
    </span>
  ),
}));

/** Which platforms a list shows; none chosen means all. */
export function PlatformFilter(props: { value: readonly Platform[]; onChange: (value: Platform[]) => void }) {
  const { value, onChange } = props;
  const words =
    value.length > 2
      ? `${value.length} of ${PLATFORMS.length}`
      : value.map((one) => PLATFORM_NAMES[one]).join(', ');
  return (
    <Popover
      label="Platform"
      width={232}
      trigger={
        <Chip
          name="Platform"
          value={words || 'All'}
          onRemove={value.length > 0 ? () => onChange([]) : undefined}
        />
      }
    >
      <PickList
        label="Platform"
        options={options}
        value={value}
        onChange={(next) => onChange(PLATFORMS.filter((platform) => next.includes(platform)))}
        multiple
      />
    </Popover>
  );
}
