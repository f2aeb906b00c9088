import type { Invite } from '@troupe/domain/invite';
import type { TriggerProps } from '@troupe/ui/anchored';
import { exactTime } from '@troupe/ui/lib/date';
import { Popover } from '@troupe/ui/popover';
import type { ReactElement } from 'react';
import { creatorName } from '../../shared/creator/creator-words.ts';

/** What a creator wrote back, behind a control that opens it. */
export function ReplyPopover({ invite, trigger }: { invite: Invite; trigger: ReactElement<TriggerProps> }) {
  const { reply, repliedDate, subject, metaData } = invite;
  const name = creatorName(metaData.profile);
  return (
    <Popover label={`Reply of ${name}`} width="min(360px, calc(100vw - 32px))" trigger={trigger}>
      <div className="invite-reply-whole">
        <p className="t-12 t-ink2">
          {name}
          {repliedDate && `, ${exactTime(repliedDate)}`}
        </p>
        <p className="t-12 t-ink3" dir="auto">
          {subject}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
        <div className="invite-reply-text" tabIndex={0} dir="auto">
          {reply}
        </div>
      </div>
    </Popover>
  );
}

/** The beginning of what a creator wrote back; a press shows all of it. */
export function InviteReply({ invite }: { invite: Invite }) {
  if (!invite.reply) return <span className="t-ink3">–</span>;
  return (
    <ReplyPopover
      invite={invite}
      trigger={
        <button type="button" className="invite-reply">
          <span className="t-hidden">Read the reply: </span>
          <span className="t-ellipsis" dir="auto">
            {invite.reply}
          </span>
        </button>
      }
    />
  );
}
