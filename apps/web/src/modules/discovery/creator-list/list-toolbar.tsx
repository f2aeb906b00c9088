import type { StatusTag } from '@troupe/domain/discovery/creator-list';
import { FilterChip, PlatformFilter } from '../../../shared/list/filter-chip.tsx';
import { FindField, SortMenu } from '../../../shared/list/list-controls.tsx';
import { ITEM_SORTS, type ItemSort, type ItemsAddress } from './creator-list-address.ts';
import { STATUS_OPTIONS } from './item-status.tsx';

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
        <FindField label="Find in list" value={address.q} busy={busy} onChange={(q) => onChange({ q })} />
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
