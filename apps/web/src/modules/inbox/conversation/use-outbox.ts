import { sendEmail, sendMessage } from '@troupe/contract/inbox/conversation';
import { createOutbox, NOTHING_WRITTEN, type Written } from '@troupe/contract/outbox';
import type { Message } from '@troupe/domain/inbox/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';

/** Reads a stored draft; an unreadable one counts as empty. */
function readKept(text: string): Written {
  try {
    return text ? { ...NOTHING_WRITTEN, ...(JSON.parse(text) as Partial<Written>) } : NOTHING_WRITTEN;
  } catch {
    return NOTHING_WRITTEN;
  }
}

/**
 * What a person writes and sends in one conversation: drafts survive a reload, and a message that could not be sent
 * stays until the server accepts it. `onSent` is called with each message sent.
 */
export function useOutbox(brandId: string, optInId: string, onSent: (message: Message) => void) {
  const draft = useDraft(`conversation.${optInId}`, '');
  const kept = useRef<Written>(readKept(draft.text));
  const [{ sending, failure }, setState] = useState({ sending: false, failure: null as unknown });
  const { change: keep, discard } = draft;

  const change = useCallback(
    (part: Partial<Written>) => {
      const next = { ...kept.current, ...part };
      kept.current = next;
      const { text, note, email, attachments, leaving } = next;
      if (text || note || email !== undefined || attachments.length > 0 || leaving.length > 0)
        keep(JSON.stringify(next));
      else discard();
    },
    [keep, discard],
  );

  const outbox = useMemo(
    () =>
      createOutbox({
        latest: () => kept.current,
        change,
        post: async ({ clientId, text, note, email, attachments: files, sendAt = null }) => {
          const params = { brandId, optInId };
          const attachments = files.map(({ id }) => id);
          const { message } = email
            ? await client.call(sendEmail, { params, body: { clientId, text, attachments, ...email } })
            : await client.call(sendMessage, { params, body: { clientId, text, note, sendAt, attachments } });
          onSent(message);
        },
        tell: setState,
      }),
    [brandId, optInId, onSent, change],
  );

  // Send what was interrupted by a reload or a lost connection.
  useEffect(() => {
    const again = () => void outbox.deliver();
    again();
    return onReconnect(again);
  }, [outbox]);

  return {
    ...readKept(draft.text),
    ...outbox,
    ...{ change, sending, failure: failure === null ? null : errorText(failure) },
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
