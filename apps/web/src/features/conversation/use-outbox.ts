import { CallError } from '@troupe/contract/client';
import { sendMessage } from '@troupe/contract/conversation';
import type { Message } from '@troupe/domain/conversation';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useDraft } from '../../shared/draft.ts';
import { errorText } from '../../shared/error-text.ts';

/** A file that was taken and goes along with a message. */
export interface Enclosed {
  id: string;
  name: string;
}

/** A message on its way; the same `clientId` twice is one message. */
export interface Leaving {
  clientId: string;
  text: string;
  note: boolean;
  attachments: Enclosed[];
  /** Not before this moment; null or absent for now. */
  sendAt?: string | null;
}

/** What is typed or not yet taken by the server is kept in this tab. */
interface Kept {
  text: string;
  note: boolean;
  attachments: Enclosed[];
  leaving: Leaving[];
}

const EMPTY: Kept = { text: '', note: false, attachments: [], leaving: [] };

/** What was kept; a text that cannot be read is as none. */
function readKept(text: string): Kept {
  try {
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<Kept>) } : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Refused for what the message is, so that sending it again would not help. */
const neverTaken = (error: unknown): boolean =>
  error instanceof CallError && [402, 403, 404, 409, 413, 422].includes(error.status);

/**
 * What is written in one conversation and sent: typed text outlives a reload, and a message that could not be sent
 * stays until it is taken. `onSent` hears of each that was.
 */
export function useOutbox(brandId: string, optInId: string, onSent: (message: Message) => void) {
  const draft = useDraft(`conversation.${optInId}`, '');
  const kept = useRef<Kept>(readKept(draft.text));
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const delivering = useRef(false);
  const { change: keep, discard } = draft;

  const change = useCallback(
    (part: Partial<Kept>) => {
      const next = { ...kept.current, ...part };
      kept.current = next;
      if (next.text || next.note || next.attachments.length > 0 || next.leaving.length > 0)
        keep(JSON.stringify(next));
      else discard();
    },
    [keep, discard],
  );

  // One after the other, so that they arrive in the order they were written.
  const deliver = useCallback(async () => {
    if (delivering.current || kept.current.leaving.length === 0) return;
    delivering.current = true;
    setFailure(null);
    setSending(true);
    const without = ({ clientId }: Leaving) =>
      kept.current.leaving.filter((other) => other.clientId !== clientId);
    for (let [one] = kept.current.leaving; one; [one] = kept.current.leaving) {
      const { clientId, text, note, sendAt = null } = one;
      try {
        const body = { clientId, text, note, sendAt, attachments: one.attachments.map(({ id }) => id) };
        const { message } = await client.call(sendMessage, { params: { brandId, optInId }, body });
        onSent(message);
        change({ leaving: without(one) });
      } catch (error) {
        setFailure(errorText(error));
        if (neverTaken(error)) {
          const typed = [text, kept.current.text].filter(Boolean).join('\n');
          const files = [...one.attachments, ...kept.current.attachments];
          change({ leaving: without(one), text: typed, note, attachments: files });
        }
        break;
      }
    }
    delivering.current = false;
    setSending(false);
  }, [brandId, optInId, onSent, change]);

  const send = useCallback(
    (sendAt: string | null = null) => {
      const { text, note, attachments, leaving } = kept.current;
      if (!text.trim() && attachments.length === 0) return;
      const one: Leaving = { clientId: crypto.randomUUID(), text: text.trim(), note, attachments, sendAt };
      // Notes stay notes until that is turned off: the next one must not reach the creator.
      change({ text: '', attachments: [], leaving: [...leaving, one] });
      void deliver();
    },
    [change, deliver],
  );

  // What was on its way when the page went or the connection was lost.
  useEffect(() => {
    const again = () => void deliver();
    again();
    return onReconnect(again);
  }, [deliver]);

  return { ...readKept(draft.text), change, send, deliver, sending, failure };
}

export type Outbox = ReturnType<typeof useOutbox>;
