import type { Invite } from '@troupe/domain/invite';
import { exactTime } from '@troupe/ui/lib/date';
import { Pill } from '@troupe/ui/pill';
import { Tooltip } from '@troupe/ui/tooltip';
import { inviteLook } from '../../shared/creator/invite-look.ts';

/** Where an invite stands; why, on hover and focus. */
export function InviteStatusTag({ invite }: { invite: Invite }) {
  const { label, tone } = inviteLook(invite.status);
  const reason =
    invite.statusReason ??
    (invite.status === 'scheduled' && invite.scheduledFor
      ? `Leaves on ${exactTime(invite.scheduledFor)}`
      : null);
  if (!reason) return <Pill tone={tone}>{label}</Pill>;
  return (
    <Tooltip text={reason}>
      <button type="button" className="invite-status" aria-label={`${label}: ${reason}`}>
        <Pill tone={tone}>{label}</Pill>
      </button>
    </Tooltip>
  );
}
