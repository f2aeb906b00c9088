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
import { Id, Instant, MAX_COUNT, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
/**
 * `optInId` is an opt-in (the conversation filtered to its campaign) or a conversation (all
 * messages).
 */
const one = params.extend({ optInId: Id });

export const listConversations = defineCall({
  name: 'listConversations',
  noun: 'conversation',
  method: 'GET',
  path: '/brand/:brandId/inbox',
  access: 'brand',
  summary:
    'Lists conversations, most recent message first. Covers the brand or one campaign, with one conversation per creator. Conversations that contain only invites are listed with `filter=invited` and are included in `search`.',
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
    'Lists the 50 newest messages in a conversation. Messages include invites, sent and received emails, chat, notes and events. Set `optInId` to an opt-in ID to get only messages from its campaign, or to a conversation ID to get all messages. Pass a message number as `before` to get the 50 messages before it, or as `after` to get the 50 after it.',
  params: one,
  query: z.object({
    before: z.coerce.number().int().min(1).max(MAX_COUNT).optional(),
    after: z.coerce.number().int().min(0).max(MAX_COUNT).optional(),
  }),
  output: z.object({
    conversation: Conversation,
    messages: z.array(Message),
    hasMore: z.boolean(),
    /** Messages scheduled for later, soonest first. */
    scheduled: z.array(Message),
    /** Data for the email composer; only on the newest page. */
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
  effect: 'Sends the creator a message, unless it is a note for the team.',
  summary:
    "Sends a chat message to a creator who joined a campaign, or adds a note for the team. Sending the same `clientId` again doesn't create a second message.",
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
  effect: 'Emails the creator.',
  summary:
    "Emails a creator from the mailbox the brand sends from, or else from its verified domain. Replies appear in the conversation. Sending the same `clientId` or `Idempotency-Key` again doesn't send a second email. Attachments can total up to 18 MB.",
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
  summary: 'Retrieves the full text of an email, with quoted text marked.',
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
  audit: 'Resolved unconfirmed email',
  effect: 'Sending again emails the creator.',
  summary:
    'Resolves an email whose delivery failed or is unconfirmed. Send it again or, if delivery is unconfirmed, mark it as sent. For invites, use `settleInvite`.',
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
  summary: "Returns the conversation with a creator, or creates it. Doesn't send anything.",
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
  summary: 'Marks a conversation as read by the brand, up to the given message.',
  params: one,
  body: z.object({ upTo: z.int().min(0).max(MAX_COUNT) }),
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
    'Marks all conversations of the brand or one campaign as read. Covers up to 500 conversations per request, most recent first.',
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
  summary: 'Shows the brand as typing to the creator and teammates for 5 seconds.',
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
  summary: 'Stars, snoozes or assigns a conversation.',
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
  summary: "Cancels a scheduled message or an email that hasn't been sent.",
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
    "Uploads a file to attach to a message or email. Accepts MP4, MOV, JPEG, PNG, PDF, WebP and GIF up to 25 MB, detected from the file's content. Other types return 415 with the `accepted` types.",
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
  summary: "Lists the team's saved replies, sorted by label.",
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
    'Saves a reply. If the label already exists, its text is replaced. Pass `savedReplyId` to change the label and text of an existing reply.',
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
  summary: 'Deletes a saved reply.',
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
    "Streams the brand's events (server-sent events). Reconnect with `Last-Event-ID` to resume without missing or repeating events.",
  params,
  query: LiveQuery,
  file: 'text/event-stream',
});
