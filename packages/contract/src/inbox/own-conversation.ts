import { LiveQuery, Message, NewAttachment, NewMessage } from '@troupe/domain/inbox/conversation';
import { Id, MOST_COUNTED } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const own = z.object({ optInId: Id });
const ofOwn = { own: 'opt-in', param: 'optInId' } as const;

export const listOwnMessages = defineCall({
  name: 'listOwnMessages',
  noun: 'creator-app',
  method: 'GET',
  path: '/creator/opt-ins/:optInId/messages',
  access: ofOwn,
  summary: 'The messages with the brand, newest 50 first; notes of the brand are never among them.',
  params: own,
  query: z.object({
    before: z.coerce.number().int().min(1).max(MOST_COUNTED).optional(),
    after: z.coerce.number().int().min(0).max(MOST_COUNTED).optional(),
  }),
  output: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
  problems: ['not_found'],
});

export const sendOwnMessage = defineCall({
  name: 'sendOwnMessage',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/messages',
  access: ofOwn,
  summary: 'Writes to the brand. The same `clientId` twice is one message.',
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
  access: ofOwn,
  summary: 'Marks everything up to a message as read by the creator.',
  params: own,
  body: z.object({ upTo: z.int().min(0).max(MOST_COUNTED), typing: z.boolean().default(false) }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const addOwnAttachment = defineCall({
  name: 'addOwnAttachment',
  noun: 'creator-app',
  method: 'POST',
  path: '/creator/opt-ins/:optInId/attachments',
  access: ofOwn,
  summary:
    'Takes a file of at most 25 MB to attach to a message: MP4, MOV, JPEG, PNG, PDF, WebP or GIF, told by its content. Anything else answers 415 with the list `accepted`.',
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
  summary: 'Server-sent events of the signed-in creator, led on by `Last-Event-ID`.',
  query: LiveQuery,
  file: 'text/event-stream',
});
