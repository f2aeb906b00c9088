import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { OPT_IN_STATUSES } from '@troupe/domain/campaigns/opt-in-status';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { Checkbox } from '@troupe/ui/field/choice';
import { exactNumber } from '@troupe/ui/lib/format';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { t } from '../messages/messages.gen.ts';
import type { OptInsAddress } from './opt-in-address.ts';
import { statusLook } from './opt-in-labels.ts';

interface OptInToolbarProps {
  address: OptInsAddress;
  counts: Partial<Record<OptInStatus, number>> | undefined;
  unseen: number;
  busy: boolean;
  onChange: (part: Partial<OptInsAddress>) => void;
}

const platforms = Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }));

/** Searches opt-ins and filters them by status, platform and whether they are new. */
export function OptInToolbar({ address, counts, unseen, busy, onChange }: OptInToolbarProps) {
  return (
    <div className="opt-in-tools">
      <div className="opt-in-find">
        <FindField label={t('optIns.find')} value={address.q} busy={busy} onChange={(q) => onChange({ q })} />
      </div>
      <FilterChip
        name={t('optIns.status')}
        options={OPT_IN_STATUSES.map((status) => ({
          value: status,
          label: statusLook(status).label,
          ...(counts ? { hint: exactNumber(counts[status] ?? 0) } : {}),
        }))}
        value={address.status ?? []}
        onChange={(value) => onChange({ status: value.length > 0 ? (value as OptInStatus[]) : undefined })}
      />
      <FilterChip
        name={t('optIns.platform')}
        single
        options={platforms}
        value={address.platform ? [address.platform] : []}
        onChange={([platform]) => onChange({ platform: platform as Platform | undefined })}
      />
      {(address.unseen || unseen > 0) && (
        <Checkbox
          label={t('optIns.newCount', { count: exactNumber(unseen) })}
          checked={address.unseen === 'yes'}
          onChange={(event) => onChange({ unseen: event.target.checked ? 'yes' : undefined })}
        />
      )}
    </div>
  );
}
