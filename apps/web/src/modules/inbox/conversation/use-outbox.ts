import { NOTHING_WRITTEN, type OutboxOptions, useOutbox as useSending } from '@troupe/browser/outbox';
import { sendEmail, sendMessage } from '@troupe/contract/inbox/conversation';
import type { Message } from '@troupe/domain/inbox/conversation';
import { useCallback } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftFields } from '../../../shared/draft.ts';

/**
 * What a person writes and sends in one conversation: drafts survive a reload, and a message that could not be sent
 * stays until the server accepts it. `onSent` is called with each message sent.
 */
export function useOutbox(brandId: string, optInId: string, onSent: (message: Message) => void) {
  const draft = useDraftFields(`conversation.${optInId}`, NOTHING_WRITTEN);
  const post: OutboxOptions['post'] = useCallback(
    async ({ clientId, text, note, email, attachments: files, sendAt = null }) => {
      const params = { brandId, optInId };
      const attachments = files.map(({ id }) => id);
      const { message } = email
        ? await client.call(sendEmail, { params, body: { clientId, text, attachments, ...email } })
        : await client.call(sendMessage, { params, body: { clientId, text, note, sendAt, attachments } });
      onSent(message);
    },
    [brandId, optInId, onSent],
  );
  const { failure, ...outbox } = useSending(draft, post);
  return {
    ...draft.values,
    ...outbox,
    change: draft.change,
    failure: failure === null ? null : errorText(failure),
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
