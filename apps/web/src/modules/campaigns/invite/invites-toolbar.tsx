import { useQuery } from '@tanstack/react-query';
import type { InviteStatus } from '@troupe/domain/campaigns/invite';
import { INVITE_STATUSES } from '@troupe/domain/discovery/invite-status';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { inviteLook } from '../../../shared/creator/invited.ts';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { t } from '../messages/messages.gen.ts';
import type { InvitesAddress } from './invite-address.ts';

interface InvitesToolbarProps {
  address: InvitesAddress;
  busy: boolean;
  onChange: (part: Partial<InvitesAddress>) => void;
}

/** Search and filters of the invites. */
export function InvitesToolbar({ address, busy, onChange }: InvitesToolbarProps) {
  const campaigns = useQuery(brandOptions(useBrandId())).data?.campaigns ?? [];
  return (
    <div className="invites-tools">
      <div className="invites-find">
        <FindField
          label={t('invites.find')}
          value={address.q}
          busy={busy}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <FilterChip
        name={t('invites.status')}
        options={INVITE_STATUSES.map((status) => ({ value: status, label: inviteLook(status).label }))}
        value={address.status ?? []}
        onChange={(status) =>
          onChange({ status: status.length > 0 ? (status as InviteStatus[]) : undefined })
        }
      />
      <FilterChip
        name={t('invite.campaign')}
        single
        options={campaigns.map(({ id, title }) => ({ value: id, label: title }))}
        value={address.campaign ? [address.campaign] : []}
        onChange={([campaign]) => onChange({ campaign })}
      />
    </div>
  );
}
