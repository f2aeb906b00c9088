import {
  Conversation,
  EmailOriginal,
  EmailSide,
  LiveQuery,
  Message,
  NewAttachment,
  NewEmail,
  NewMessage,
  SavedReply,
} from '@troupe/domain/inbox/conversation';
import { Id, Instant, MOST_COUNTED, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
/**
 * `optInId` names an opt-in, which opens the conversation with its creator filtered to its campaign, or a
 * conversation, which opens all of it.
 */
const one = params.extend({ optInId: Id });

export const listConversations = defineCall({
  name: 'listConversations',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/inbox',
  access: 'brand',
  summary:
    'One page of the conversations of a brand or of one campaign, one per creator, last written first. Conversations that hold nothing but invites are listed by `invited` and found by `search`.',
  params,
  query: z.object({
    campaignId: Id.optional(),
    search: text({ max: 120 }).optional(),
    filter: z.enum(['all', 'unread', 'mine', 'starred', 'snoozed', 'invited']).default('all'),
    page: PageNumber.default(1),
  }),
  output: z.object({ conversations: z.array(Conversation), unread: z.int(), ...paging }),
});

export const listMessages = defineCall({
  name: 'listMessages',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/inbox/:optInId/messages',
  access: 'brand',
  summary:
    'The messages of a conversation, newest 50 first: invites, emails in both directions, chat, notes and events. `optInId` is an opt-in (messages of its campaign) or a conversation (all messages). `before` a number: the 50 before it; `after` one: the next 50 after it.',
  params: one,
  query: z.object({
    before: z.coerce.number().int().min(1).max(MOST_COUNTED).optional(),
    after: z.coerce.number().int().min(0).max(MOST_COUNTED).optional(),
  }),
  output: z.object({
    conversation: Conversation,
    messages: z.array(Message),
    hasMore: z.boolean(),
    /** Those that are to be sent later, the next first. */
    scheduled: z.array(Message),
    /** What writing an email needs; null on pages that are not the newest. */
    email: EmailSide.nullable(),
  }),
  problems: ['not_found'],
});

export const sendMessage = defineCall({
  name: 'sendMessage',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/messages',
  access: 'brand',
  summary:
    'Writes to a creator in the chat of a campaign they joined, or a note to the team. The same `clientId` twice is one message.',
  params: one,
  body: NewMessage,
  bodyLimit: 128 * 1024,
  output: z.object({ message: Message }),
  problems: ['not_found', 'invalid_transition', 'conflict'],
});

export const sendEmail = defineCall({
  name: 'sendEmail',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/emails',
  access: 'brand',
  summary:
    "Emails a creator from the brand's verified domain; replies come back into the conversation. The same `clientId`, or the same `Idempotency-Key`, twice is one email. All files together: at most 18 MB.",
  params: one,
  body: NewEmail,
  bodyLimit: 1024 * 1024,
  output: z.object({ message: Message }),
  problems: [
    'not_found',
    'subscription_required',
    'email_domain_required',
    'no_contact',
    'suppressed',
    'conflict',
    'too_large',
  ],
});

export const readEmail = defineCall({
  name: 'readEmail',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/inbox/:optInId/emails/:messageId',
  access: 'brand',
  summary: 'The whole of an email, with what it quotes marked as such.',
  params: one.extend({ messageId: Id }),
  output: EmailOriginal,
  problems: ['not_found'],
});

export const settleEmail = defineCall({
  name: 'settleEmail',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/emails/:messageId/settle',
  access: 'brand',
  summary:
    'Settles an email whose delivery is uncertain or failed: count it as sent, or send it again. Invites are settled by `settleInvite`.',
  params: one.extend({ messageId: Id }),
  body: z.object({ as: z.enum(['sent', 'again']) }),
  output: z.object({ message: Message }),
  problems: ['not_found', 'invalid_transition', 'email_domain_required'],
});

export const openConversation = defineCall({
  name: 'openConversation',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox',
  access: 'brand',
  summary:
    'The conversation with a creator, to write to them; it is made when there was none. Sends nothing.',
  params,
  body: z.object({ socialProfileId: Id }),
  output: z.object({ conversation: Conversation }),
  problems: ['not_found'],
});

export const readMessages = defineCall({
  name: 'readMessages',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/read',
  access: 'brand',
  audit: false,
  summary: 'Marks everything up to a message as read by the brand.',
  params: one,
  body: z.object({ upTo: z.int().min(0).max(MOST_COUNTED) }),
  output: z.object({ unread: z.int() }),
  problems: ['not_found'],
});

export const readAllMessages = defineCall({
  name: 'readAllMessages',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/read',
  access: 'brand',
  audit: false,
  summary:
    'Marks everything in the conversations of a brand, or of one campaign, as read by the brand; at most 500 conversations at a time, the last written first.',
  params,
  body: z.object({ campaignId: Id.optional() }),
  output: z.object({ conversations: z.int() }),
});

export const markTyping = defineCall({
  name: 'markTyping',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/typing',
  access: 'brand',
  audit: false,
  peopleOnly: true,
  summary: 'Tells the creator and the teammates that somebody is writing, for the next 5 seconds.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const updateConversation = defineCall({
  name: 'updateConversation',
  noun: 'conversation',
  method: 'PUT',
  path: '/brand/:brandId/inbox/:optInId',
  access: 'brand',
  summary: 'Stars, snoozes or hands a conversation to a teammate.',
  params: one,
  body: z.object({
    starred: z.boolean().optional(),
    snoozedUntil: Instant.nullable().optional(),
    assignedTo: Id.nullable().optional(),
  }),
  output: z.object({ conversation: Conversation }),
  problems: ['not_found'],
});

export const cancelMessage = defineCall({
  name: 'cancelMessage',
  noun: 'conversation',
  method: 'DELETE',
  path: '/brand/:brandId/inbox/:optInId/messages/:messageId',
  access: 'brand',
  summary: 'Cancels a scheduled message, or an email that has not been sent.',
  params: one.extend({ messageId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});

export const addAttachment = defineCall({
  name: 'addAttachment',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/inbox/:optInId/attachments',
  access: 'brand',
  summary:
    'Takes a file of at most 25 MB to attach to a message or an email: MP4, MOV, JPEG, PNG, PDF, WebP or GIF, told by its content. Anything else answers 415 with the list `accepted`.',
  params: one,
  multipart: true,
  output: NewAttachment,
  problems: ['not_found', 'too_large', 'too_many', 'unsupported_type'],
});

export const listSavedReplies = defineCall({
  name: 'listSavedReplies',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/saved-replies',
  access: 'brand',
  summary: 'The answers a team keeps, by label.',
  params,
  output: z.object({ savedReplies: z.array(SavedReply) }),
});

export const saveReply = defineCall({
  name: 'saveReply',
  noun: 'conversation',
  method: 'POST',
  path: '/brand/:brandId/saved-replies',
  access: 'brand',
  summary:
    'Keeps an answer; a label that exists takes the new text. With `savedReplyId` that one gets another label and text.',
  params,
  body: SavedReply.omit({ id: true }).extend({ savedReplyId: Id.optional() }),
  output: SavedReply,
  problems: ['not_found'],
});

export const deleteSavedReply = defineCall({
  name: 'deleteSavedReply',
  noun: 'conversation',
  method: 'DELETE',
  path: '/brand/:brandId/saved-replies/:savedReplyId',
  access: 'brand',
  summary: 'Removes a kept answer.',
  params: params.extend({ savedReplyId: Id }),
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const listenToBrand = defineCall({
  name: 'listenToBrand',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/events',
  access: 'brand',
  audit: false,
  peopleOnly: true,
  summary:
    'Server-sent events of a brand. After a lost connection `Last-Event-ID` leads on without losing or doubling one.',
  params,
  query: LiveQuery,
  file: 'text/event-stream',
});
