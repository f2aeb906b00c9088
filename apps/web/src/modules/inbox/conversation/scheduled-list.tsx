import { IconClock } from '@tabler/icons-react';
import { cancelMessage } from '@troupe/contract/inbox/conversation';
import type { Message } from '@troupe/domain/inbox/conversation';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';

interface ScheduledListProps {
  messages: readonly Message[];
  /** A message was canceled; its text goes back to the composer. */
  onTakenBack: (message: Message) => void;
}

/** Scheduled messages, the next first; each can be canceled until it is sent. */
export function ScheduledList({ messages, onTakenBack }: ScheduledListProps) {
  const brandId = useBrandId();
  const [busy, setBusy] = useState<string | null>(null);
  if (messages.length === 0) return null;
  const cancelScheduled = async (message: Message) => {
    if (busy) return;
    setBusy(message.id);
    try {
      const { conversationId, id: messageId } = message;
      await client.call(cancelMessage, { params: { brandId, optInId: conversationId, messageId } });
      onTakenBack(message);
    } catch (error) {
      notify.failure(t('scheduled.cancelFailed'), { id: 'scheduled', detail: errorText(error) });
    }
    setBusy(null);
  };
  return (
    <ul className="scheduled" aria-label={t('scheduled.label')}>
      {messages.map((message) => {
        const { id, text, attachments, sendAt, by } = message;
        const words = text || attachments.map(({ name }) => name).join(', ');
        return (
          <li key={id} className="t-row">
            <IconClock size={16} aria-hidden="true" />
            <span className="t-grow scheduled-words">
              <span className="t-ellipsis">{words}</span>
              <span className="t-12 t-ink2">
                {sendAt &&
                  t(by.name ? 'scheduled.forBy' : 'scheduled.for', { at: exactTime(sendAt), name: by.name })}
              </span>
            </span>
            <Button
              size="row"
              kind="quiet"
              busy={busy === id}
              aria-label={t('scheduled.editOf', { text: words.slice(0, 60) })}
              onClick={() => void cancelScheduled(message)}
            >
              {t('scheduled.edit')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
