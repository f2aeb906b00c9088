import { OPT_IN_STATUS_NAMES, type OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { Checkbox } from '@troupe/ui/field/choice';
import { exactNumber } from '@troupe/ui/lib/format';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { OPT_IN_STATUSES, type OptInsAddress } from './opt-in-address.ts';

interface OptInToolbarProps {
  address: OptInsAddress;
  counts: Partial<Record<OptInStatus, number>> | undefined;
  unseen: number;
  busy: boolean;
  onChange: (part: Partial<OptInsAddress>) => void;
}

const platforms = Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }));

/** Finds opt-ins and narrows them by status, platform and whether anybody has looked at them. */
export function OptInToolbar({ address, counts, unseen, busy, onChange }: OptInToolbarProps) {
  return (
    <div className="opt-in-tools">
      <div className="opt-in-find">
        <FindField label="Find an opt-in" value={address.q} busy={busy} onChange={(q) => onChange({ q })} />
      </div>
      <FilterChip
        name="Status"
        options={OPT_IN_STATUSES.map((status) => ({
          value: status,
          label: OPT_IN_STATUS_NAMES[status],
          ...(counts ? { hint: exactNumber(counts[status] ?? 0) } : {}),
        }))}
        value={address.status ?? []}
        onChange={(value) => onChange({ status: value.length > 0 ? (value as OptInStatus[]) : undefined })}
      />
      <FilterChip
        name="Platform"
        single
        options={platforms}
        value={address.platform ? [address.platform] : []}
        onChange={([platform]) => onChange({ platform: platform as Platform | undefined })}
      />
      {(address.unseen || unseen > 0) && (
        <Checkbox
          label={`New (${exactNumber(unseen)})`}
          checked={address.unseen === 'yes'}
          onChange={(event) => onChange({ unseen: event.target.checked ? 'yes' : undefined })}
        />
      )}
    </div>
  );
}
