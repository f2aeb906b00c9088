import { IconArrowsSort } from '@tabler/icons-react';
import type { StatusTag } from '@troupe/domain/creator-list';
import { Button } from '@troupe/ui/button';
import { Menu } from '@troupe/ui/menu';
import { FilterChip } from '../../shared/filter-chip.tsx';
import { FindField } from '../../shared/find-field.tsx';
import { PlatformFilter } from '../../shared/platform-filter.tsx';
import { ITEM_SORTS, type ItemSort, type ItemsAddress } from './creator-list-address.ts';
import { STATUS_OPTIONS } from './item-status.tsx';

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
      <FilterChip
        name="Status"
        options={STATUS_OPTIONS}
        value={address.status ?? []}
        onChange={(status) => onChange({ status: status as StatusTag[] })}
      />
      <PlatformFilter value={address.platform ?? []} onChange={(platform) => onChange({ platform })} />
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
