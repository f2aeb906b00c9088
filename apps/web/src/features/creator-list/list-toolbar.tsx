import { IconArrowsSort } from '@tabler/icons-react';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/creator';
import type { StatusTag } from '@troupe/domain/creator-list';
import { Button } from '@troupe/ui/button';
import { Chip } from '@troupe/ui/chip';
import { Menu } from '@troupe/ui/menu';
import { PickList, type PickOption } from '@troupe/ui/pick-list';
import { PlatformIcon } from '@troupe/ui/platform-icon';
import { Popover } from '@troupe/ui/popover';
import { FindField } from '../../shared/find-field.tsx';
import { ITEM_SORTS, type ItemSort, type ItemsAddress } from './creator-list-fields.ts';
import { STATUS_OPTIONS } from './item-status.tsx';

const platforms: readonly Platform[] = ['instagram', 'tiktok', 'youtube', 'tiktok-shop'];
const platformOptions: PickOption[] = platforms.map((platform) => ({
  value: platform,
  label: PLATFORM_NAMES[platform],
  render: (
    <span className="t-row">
      <PlatformIcon platform={platform} /> {PLATFORM_NAMES[platform]}
    </span>
  ),
}));

interface FilterProps {
  name: string;
  options: readonly PickOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

function Filter({ name, options, value, onChange }: FilterProps) {
  const words = options.filter((option) => value.includes(option.value)).map(({ label }) => label);
  const shown = words.length > 2 ? `${words.length} of ${options.length}` : words.join(', ');
  return (
    <Popover
      label={name}
      width={232}
      trigger={
        <Chip
          name={name}
          value={shown || 'All'}
          onRemove={words.length > 0 ? () => onChange([]) : undefined}
        />
      }
    >
      <PickList label={name} options={options} value={value} onChange={onChange} multiple />
    </Popover>
  );
}

interface SortMenuProps<Sort extends string> {
  names: Record<Sort, string>;
  value: Sort;
  onChange: (sort: Sort) => void;
}

/** What the list is sorted by, and what else it could be. */
export function SortMenu<Sort extends string>({ names, value, onChange }: SortMenuProps<Sort>) {
  return (
    <Menu
      label="Sort by"
      align="end"
      trigger={
        <Button kind="quiet" icon={<IconArrowsSort size={16} />} aria-label={`Sorted by ${names[value]}`}>
          {names[value]}
        </Button>
      }
      items={(Object.keys(names) as Sort[]).map((sort) => ({
        label: names[sort],
        checked: sort === value,
        onClick: () => onChange(sort),
      }))}
    />
  );
}

interface ListToolbarProps {
  address: ItemsAddress;
  busy: boolean;
  /** Whether phones show the field to find in. */
  finding: boolean;
  onChange: (part: Partial<ItemsAddress>) => void;
}

/** Find, filters and sorting of the creators on a list. */
export function ListToolbar({ address, busy, finding, onChange }: ListToolbarProps) {
  const sort: ItemSort = address.sort ?? 'saved';
  return (
    <div className="list-toolbar" data-finding={finding || address.q !== undefined || undefined}>
      <div className="list-toolbar-find">
        <FindField
          label="Find in list"
          value={address.q ?? ''}
          busy={busy}
          onChange={(q) => onChange({ q: q.trim() || undefined })}
        />
      </div>
      <Filter
        name="Status"
        options={STATUS_OPTIONS}
        value={address.status ?? []}
        onChange={(status) => onChange({ status: status as StatusTag[] })}
      />
      <Filter
        name="Platform"
        options={platformOptions}
        value={address.platform ?? []}
        onChange={(platform) => onChange({ platform: platform as Platform[] })}
      />
      <span className="list-toolbar-sort">
        <SortMenu
          names={ITEM_SORTS}
          value={sort}
          onChange={(next) => onChange({ sort: next === 'saved' ? undefined : next })}
        />
      </span>
    </div>
  );
}
