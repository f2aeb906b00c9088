import { CallError } from '@troupe/contract/client';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect, useMemo, useState } from 'react';
import type { FieldsDraft } from './draft.ts';

/** An uploaded file to attach to a message. */
export interface Enclosed {
  id: string;
  name: string;
}

/** Turns a message into an email; null or absent for chat messages and notes. */
export interface WrittenEmail {
  subject: string;
}

/** A message being sent; the same `clientId` is stored once. */
export interface Leaving {
  clientId: string;
  text: string;
  note: boolean;
  email?: WrittenEmail | null;
  attachments: Enclosed[];
  /** Earliest send time; null or absent for now. */
  sendAt?: string | null;
}

/** The text being typed and the messages the server has not accepted yet. */
export interface Written {
  text: string;
  /** Internal note, visible to the own team only. */
  note: boolean;
  /** Set for an email; null for chat, absent if not chosen yet. */
  email?: WrittenEmail | null;
  attachments: Enclosed[];
  leaving: Leaving[];
}

/** A draft without content. */
export const NOTHING_WRITTEN: Written = { text: '', note: false, attachments: [], leaving: [] };

/** Whether a message is already among the newest ones: its live event may arrive before the response. */
export const hasArrived = (
  { text, note }: Leaving,
  side: 'brand' | 'creator',
  messages: readonly { kind: string; text: string }[],
): boolean =>
  text.trim() !== '' &&
  messages.slice(-3).some((one) => one.text === text.trim() && one.kind === (note ? 'note' : side));

export interface OutboxState {
  sending: boolean;
  /** The last failed message's error; null if there is none. */
  failure: unknown;
}

export interface OutboxOptions {
  /** Returns the current draft, even inside a pending callback. */
  latest: () => Written;
  change: (part: Partial<Written>) => void;
  /** Sends one message and returns the response. */
  post: (one: Leaving) => Promise<void>;
  tell: (state: OutboxState) => void;
}

/** Rejected because of its content; resending won't help. */
const neverTaken = (error: unknown): boolean =>
  error instanceof CallError && [402, 403, 404, 409, 413, 422].includes(error.status);

/**
 * Sends messages one at a time, in the order they were written. A message that couldn't be sent stays queued;
 * a permanently rejected one returns to the editor.
 */
export function createOutbox({ latest, change, post, tell }: OutboxOptions) {
  let delivering = false;

  const without = ({ clientId }: Leaving) => latest().leaving.filter((one) => one.clientId !== clientId);

  /** Sends queued messages, once more after a failure. */
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
    /**
     * Sends the draft, if it has content.
     * @param sendAt earliest send time
     */
    async send(sendAt: string | null = null): Promise<void> {
      const { text, note, email, attachments, leaving } = latest();
      if (!text.trim() && attachments.length === 0) return;
      const one: Leaving = { clientId: crypto.randomUUID(), text: text.trim(), note, attachments, sendAt };
      if (email && !note) one.email = { subject: email.subject.trim() };
      // Stay in note mode until it is turned off, so that the next note doesn't reach the creator.
      change({ text: '', attachments: [], leaving: [...leaving, one] });
      await deliver();
    },
    /** Attaches a file to the draft. */
    enclose({ id, name }: Enclosed): void {
      change({ attachments: [...latest().attachments, { id, name }] });
    },
    leaveOut(fileId: string): void {
      change({ attachments: latest().attachments.filter(({ id }) => id !== fileId) });
    },
  };
}

/**
 * Sends a user's messages in one conversation. A message that couldn't be sent stays in the draft until the
 * server accepts it, and is resent after a reload and when the connection is back.
 * @param post sends one message; keep it stable between renders
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
