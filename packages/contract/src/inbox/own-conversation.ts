import { LiveQuery, Message, NewAttachment, NewMessage } from '@troupe/domain/inbox/conversation';
import { Id, MAX_COUNT } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const own = z.object({ optInId: Id });
const ownAccess = { own: 'opt-in', param: 'optInId' } as const;

export const listOwnMessages = defineCall({
  name: 'listOwnMessages',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/opt-ins/:optInId/messages',
  access: ownAccess,
  summary: "Lists the 50 newest messages with the brand. The brand's internal notes are never included.",
  params: own,
  query: z.object({
    before: z.coerce.number().int().min(1).max(MAX_COUNT).optional(),
    after: z.coerce.number().int().min(0).max(MAX_COUNT).optional(),
  }),
  output: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
  problems: ['not_found'],
});

export const sendOwnMessage = defineCall({
  name: 'sendOwnMessage',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/messages',
  access: ownAccess,
  summary: "Sends a message to the brand. Sending the same `clientId` again doesn't create a second message.",
  params: own,
  body: NewMessage.omit({ note: true, sendAt: true, campaignId: true }),
  bodyLimit: 128 * 1024,
  output: z.object({ message: Message }),
  problems: ['not_found', 'conflict'],
});

export const readOwnMessages = defineCall({
  name: 'readOwnMessages',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/read',
  access: ownAccess,
  summary: "Marks the creator's messages as read, up to the given message.",
  params: own,
  body: z.object({ upTo: z.int().min(0).max(MAX_COUNT), typing: z.boolean().default(false) }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const addOwnAttachment = defineCall({
  name: 'addOwnAttachment',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/attachments',
  access: ownAccess,
  summary:
    "Uploads a file to attach to a message. Accepts MP4, MOV, JPEG, PNG, PDF, WebP and GIF up to 25 MB, detected from the file's content. Other types return 415 with the `accepted` types.",
  params: own,
  multipart: true,
  output: NewAttachment,
  problems: ['not_found', 'too_large', 'too_many', 'unsupported_type'],
});

export const listenAsCreator = defineCall({
  name: 'listenAsCreator',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/events',
  access: 'creator',
  summary: "Streams the creator's events (server-sent events). Reconnect with `Last-Event-ID` to resume.",
  query: LiveQuery,
  file: 'text/event-stream',
});
