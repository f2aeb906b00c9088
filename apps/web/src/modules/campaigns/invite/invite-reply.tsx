import type { Invite } from '@troupe/domain/campaigns/invite';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { exactTime } from '@troupe/ui/lib/date';
import type { TriggerProps } from '@troupe/ui/overlay/anchored';
import { Popover } from '@troupe/ui/overlay/popover';
import type { ReactElement } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';

/** Returns the path of an invite's conversation; null without one. */
export const conversationHref = ({ campaignId, conversationId, optInId }: Invite): string | null =>
  optInId
    ? `/inbox/${campaignId}/chat/${optInId}`
    : conversationId && `/inbox/conversations/${conversationId}`;

/** A popover with a creator's reply and the way to answer it. */
export function ReplyPopover({ invite, trigger }: { invite: Invite; trigger: ReactElement<TriggerProps> }) {
  const { reply, repliedDate, subject, metaData } = invite;
  const name = creatorName(metaData.profile);
  const href = conversationHref(invite);
  return (
    <Popover label={t('invite.replyFrom', { name })} width="min(360px, calc(100vw - 32px))" trigger={trigger}>
      <div className="invite-reply-whole">
        <p className="t-12 t-ink2">{joined([name, repliedDate && exactTime(repliedDate)])}</p>
        <p className="t-12 t-ink3" dir="auto">
          {subject}
        </p>
        <Scrollable className="invite-reply-text" aria-label={t('invite.reply')} dir="auto">
          {reply}
        </Scrollable>
        {href && (
          <Button kind="main" href={href}>
            {t('invite.answer')}
          </Button>
        )}
      </div>
    </Popover>
  );
}

/** The start of a creator's reply; opens all of it. */
export function InviteReply({ invite }: { invite: Invite }) {
  if (!invite.reply) return <span className="t-ink3">–</span>;
  return (
    <ReplyPopover
      invite={invite}
      trigger={
        <button type="button" className="invite-reply">
          <span className="t-hidden">{t('invite.readReply')} </span>
          <span className="t-ellipsis" dir="auto">
            {invite.reply}
          </span>
        </button>
      }
    />
  );
}
