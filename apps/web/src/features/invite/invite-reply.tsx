import type { Invite } from '@troupe/domain/invite';
import { exactTime } from '@troupe/ui/lib/date';
import { Popover } from '@troupe/ui/popover';
import { creatorName } from '../../shared/creator/creator-words.ts';

/** The beginning of what a creator wrote back; a press shows all of it. */
export function InviteReply({ invite }: { invite: Invite }) {
  const { reply, repliedDate, subject, metaData } = invite;
  if (!reply) return <span className="t-ink3">–</span>;
  const name = creatorName(metaData.profile);
  return (
    <Popover
      label={`Reply of ${name}`}
      width={360}
      trigger={
        <button type="button" className="invite-reply" aria-label={`Read the reply of ${name}`}>
          <span className="t-ellipsis" dir="auto">
            {reply}
          </span>
        </button>
      }
    >
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
