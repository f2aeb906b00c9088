import type { Invite } from '@troupe/domain/campaigns/invite';
import { Pill } from '@troupe/ui/content/pill';
import { exactTime } from '@troupe/ui/lib/date';
import { Popover } from '@troupe/ui/overlay/popover';
import { inviteLook } from '../../../shared/creator/invited.ts';
import { t } from '../messages/messages.gen.ts';
import { ReplyPopover } from './invite-reply.tsx';

/** The status of an invite with its reason; opens the full reason, or the reply. */
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
      ? t('invite.scheduledFor', { time: exactTime(invite.scheduledFor) })
      : null);
  if (!reason) return <Pill tone={tone}>{label}</Pill>;
  return (
    <Popover
      label={t('invite.why', { status: label })}
      width="min(320px, calc(100vw - 32px))"
      trigger={
        <button type="button" className="invite-status" data-opens>
          <Pill tone={tone}>{label}</Pill>
          <span className="t-hidden">: </span>
          <span className="invite-status-reason t-12 t-ink2 t-ellipsis">{reason}</span>
        </button>
      }
    >
      <p className="invite-status-whole">{reason}</p>
    </Popover>
  );
}
