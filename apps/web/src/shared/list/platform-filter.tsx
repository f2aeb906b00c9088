import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import type { PickOption } from '@troupe/ui/field/pick-list';
import { FilterChip } from './filter-chip.tsx';

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
    name="Platform"
    options={options}
    value={value}
    onChange={(next) => onChange(PLATFORMS.filter((platform) => next.includes(platform)))}
  />
);
