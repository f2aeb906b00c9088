import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invite, InviteStatus } from '@troupe/domain/campaigns/invite';
import { INVITE_STATUSES } from '@troupe/domain/discovery/invite-status';
import { Button } from '@troupe/ui/action/button';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { lazy, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { inviteLook } from '../../../shared/creator/invited.ts';
import { FilterChip } from '../../../shared/list/filter-chip.tsx';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { t } from '../messages/messages.gen.ts';
import { useFollowUpWrites } from './follow-up/follow-up-queries.ts';
import type { InvitesAddress } from './invite-address.ts';
import { canFollow } from './invite-table.tsx';

interface InvitesToolbarProps {
  address: InvitesAddress;
  busy: boolean;
  /** The invites that the screen shows. */
  invites: readonly Invite[];
  onChange: (part: Partial<InvitesAddress>) => void;
}

/** Search and filters of the invites. */
export function InvitesToolbar({ address, busy, invites, onChange }: InvitesToolbarProps) {
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
      <FollowUpMenu invites={invites} campaignId={address.campaign ?? null} />
    </div>
  );
}

/** Adds follow-ups to the invites of the screen; pauses, resumes and stops all, or those of the chosen campaign. */
function FollowUpMenu({ invites, campaignId }: { invites: readonly Invite[]; campaignId: string | null }) {
  const [adds, setAdds] = useState(false);
  const [stops, setStops] = useState(false);
  const { changeAll } = useFollowUpWrites();
  const ready = invites.filter(canFollow);
  const act = (action: 'pause' | 'resume' | 'stop') => changeAll.mutate({ action, campaignId });
  return (
    <>
      <Menu
        label={t('invites.followUps')}
        align="end"
        width={300}
        trigger={<Button icon={<IconMailForward size={16} />}>{t('invites.followUps')}</Button>}
        items={[
          {
            label: t('invites.addFollowUps'),
            hint: exactNumber(ready.length),
            ...(ready.length === 0 ? { disabledReason: t('invites.none') } : {}),
            onClick: () => setAdds(true),
          },
          'divider',
          { label: t('invites.pauseAll'), onClick: () => act('pause') },
          { label: t('invites.resumeAll'), onClick: () => act('resume') },
          { label: t('invites.stopAll'), danger: true, onClick: () => setStops(true) },
        ]}
      />
      {adds && (
        <Suspense>
          <StartFollowUps invites={ready} onClose={() => setAdds(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={stops}
        title={t('invites.stopAll')}
        text={t('invites.stopAllText')}
        confirm={t('invites.stopAll')}
        danger
        onConfirm={() => {
          setStops(false);
          act('stop');
        }}
        onClose={() => setStops(false)}
      />
    </>
  );
}

const StartFollowUps = lazy(async () => ({
  default: (await import('./follow-up/start-follow-ups.tsx')).StartFollowUps,
}));
