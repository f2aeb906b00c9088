import type { Invite } from '@troupe/domain/invite';
import { exactTime } from '@troupe/ui/lib/date';
import { Pill } from '@troupe/ui/pill';
import { Tooltip } from '@troupe/ui/tooltip';
import { inviteLook } from '../../shared/creator/invite-look.ts';
import { ReplyPopover } from './invite-reply.tsx';

/** Where an invite stands; why, on hover and focus. A press on an answered one shows the answer, also on phones. */
export function InviteStatusTag({ invite }: { invite: Invite }) {
  const { label, tone } = inviteLook(invite.status);
  if (invite.reply) {
    return (
      <ReplyPopover
        invite={invite}
        trigger={
          <button type="button" className="invite-status" data-opens>
            <Pill tone={tone}>{label}</Pill>
          </button>
        }
      />
    );
  }
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
