import { sendMessage } from '@troupe/contract/conversation';
import { createOutbox, NOTHING_WRITTEN, type Written } from '@troupe/contract/outbox';
import type { Message } from '@troupe/domain/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useDraft } from '../../shared/draft.ts';
import { errorText } from '../../shared/error-text.ts';

/** What was kept; a text that cannot be read is as none. */
function readKept(text: string): Written {
  try {
    return text ? { ...NOTHING_WRITTEN, ...(JSON.parse(text) as Partial<Written>) } : NOTHING_WRITTEN;
  } catch {
    return NOTHING_WRITTEN;
  }
}

/**
 * What is written in one conversation and sent: typed text outlives a reload, and a message that could not be sent
 * stays until it is taken. `onSent` hears of each that was.
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
      if (next.text || next.note || next.attachments.length > 0 || next.leaving.length > 0)
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
        post: async ({ clientId, text, note, attachments, sendAt = null }) => {
          const body = { clientId, text, note, sendAt, attachments: attachments.map(({ id }) => id) };
          const { message } = await client.call(sendMessage, { params: { brandId, optInId }, body });
          onSent(message);
        },
        tell: setState,
      }),
    [brandId, optInId, onSent, change],
  );

  // What was on its way when the page went or the connection was lost.
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
