import { CallError } from '@troupe/contract/client';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useMemo, useState } from 'react';
import type { FieldsDraft } from './draft.ts';

/** An uploaded file that will be attached to a message. */
export interface Enclosed {
  id: string;
  name: string;
}

/** What turns a message into an email; null or absent for chat messages and notes. */
export interface WrittenEmail {
  subject: string;
}

/** A message that is being sent; the same `clientId` twice is one message. */
export interface Leaving {
  clientId: string;
  text: string;
  note: boolean;
  email?: WrittenEmail | null;
  attachments: Enclosed[];
  /** Not before this moment; null or absent for now. */
  sendAt?: string | null;
}

/** What is typed in a conversation, and what the server has not accepted yet. */
export interface Written {
  text: string;
  /** For the own team only. */
  note: boolean;
  /** Set while an email is written; null for chat, absent while nobody has chosen. */
  email?: WrittenEmail | null;
  attachments: Enclosed[];
  leaving: Leaving[];
}

/** In which nothing is written. */
export const NOTHING_WRITTEN: Written = { text: '', note: false, attachments: [], leaving: [] };

/** Whether a message on its way is among the newest ones already: news of it may come before the server's answer. */
export const hasArrived = (
  { text, note }: Leaving,
  side: 'brand' | 'creator',
  messages: readonly { kind: string; text: string }[],
): boolean =>
  text.trim() !== '' &&
  messages.slice(-3).some((one) => one.text === text.trim() && one.kind === (note ? 'note' : side));

export interface OutboxState {
  sending: boolean;
  /** What the last message failed with; null while none did. */
  failure: unknown;
}

export interface OutboxOptions {
  /** What is written at this moment, also while something waits for an answer. */
  latest: () => Written;
  change: (part: Partial<Written>) => void;
  /** Sends one and takes in the answer. */
  post: (one: Leaving) => Promise<void>;
  tell: (state: OutboxState) => void;
}

/** Refused for what the message is, so that sending it again would not help. */
const neverTaken = (error: unknown): boolean =>
  error instanceof CallError && [402, 403, 404, 409, 413, 422].includes(error.status);

/**
 * Brings messages to the server one after the other, in the order they were written. One that could not be sent stays
 * until it is taken; one that never will be goes back to where it was written.
 */
export function createOutbox({ latest, change, post, tell }: OutboxOptions) {
  let delivering = false;

  const without = ({ clientId }: Leaving) => latest().leaving.filter((one) => one.clientId !== clientId);

  /** Sends what waits; once more after a failure. */
  async function deliver(): Promise<void> {
    if (delivering || latest().leaving.length === 0) return;
    delivering = true;
    tell({ sending: true, failure: null });
    let failure: unknown = null;
    for (let [one] = latest().leaving; one && failure === null; [one] = latest().leaving) {
      try {
        await post(one);
        change({ leaving: without(one) });
      } catch (error) {
        failure = error;
        if (neverTaken(error))
          change({
            leaving: without(one),
            text: [one.text, latest().text].filter(Boolean).join('\n'),
            note: one.note,
            ...(one.email === undefined ? {} : { email: one.email }),
            attachments: [...one.attachments, ...latest().attachments],
          });
      }
    }
    delivering = false;
    tell({ sending: false, failure });
  }

  return {
    deliver,
    /** Sends what is written, if anything is. @param sendAt not before this moment */
    async send(sendAt: string | null = null): Promise<void> {
      const { text, note, email, attachments, leaving } = latest();
      if (!text.trim() && attachments.length === 0) return;
      const one: Leaving = { clientId: crypto.randomUUID(), text: text.trim(), note, attachments, sendAt };
      if (email && !note) one.email = { subject: email.subject.trim() };
      // Notes stay notes until that is turned off: the next one must not reach the creator.
      change({ text: '', attachments: [], leaving: [...leaving, one] });
      await deliver();
    },
    /** Lets a file go along with what is written. */
    enclose({ id, name }: Enclosed): void {
      change({ attachments: [...latest().attachments, { id, name }] });
    },
    leaveOut(fileId: string): void {
      change({ attachments: latest().attachments.filter(({ id }) => id !== fileId) });
    },
  };
}

/**
 * Sends what a person writes in one conversation. A message that could not be sent stays in the draft until the server
 * accepts it, and is sent again after a reload and when the connection is back.
 * @param post sends one message; keep it the same between renders
 */
export function useOutbox(
  { latest, change }: Pick<FieldsDraft<Written>, 'latest' | 'change'>,
  post: OutboxOptions['post'],
) {
  const [state, setState] = useState<OutboxState>({ sending: false, failure: null });
  const outbox = useMemo(
    () => createOutbox({ latest, change, post, tell: setState }),
    [latest, change, post],
  );
  useEffect(() => {
    const again = () => void outbox.deliver();
    again();
    return onReconnect(again);
  }, [outbox]);
  return { ...outbox, ...state };
}
