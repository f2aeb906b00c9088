import { z } from 'zod';
import { InviteStatus } from '../campaigns/invite.ts';
import { OptInStatus } from '../campaigns/opt-in.ts';
import { Creator } from '../discovery/creator.ts';
import { MailStatus } from '../outreach/mail.ts';
import { Id, Instant, text } from '../shape.ts';
import { MAX_ATTACHMENTS, MAX_EMAIL_HTML, MAX_MESSAGE, MAX_SUBJECT } from './conversation-limits.ts';

/** Who wrote: the brand, the creator, the brand to itself, or the product about what happened. */
export const MessageKind = z.enum(['brand', 'creator', 'note', 'event']);
export type MessageKind = z.infer<typeof MessageKind>;

/** What a virus scanner says of a file; `off` where none is installed. */
export const ScanState = z.enum(['waiting', 'clean', 'infected', 'off']);
export type ScanState = z.infer<typeof ScanState>;

/** A file sent along; `url` is signed and expires, null while the file is looked through or when it carries a virus. */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  url: z.string().nullable(),
  scan: ScanState,
});

/** A file that was taken and is not sent yet. */
export const NewAttachment = Attachment.omit({ url: true, scan: true });

/** An email address with the name beside it; either may be empty. */
export const EmailParty = z.object({ name: z.string(), address: z.string() });

/** The email side of a message that was sent or received by email. */
export const MessageEmail = z.object({
  /** `in`: the creator sent it. `out`: the brand sent it. */
  direction: z.enum(['in', 'out']),
  subject: z.string(),
  from: EmailParty,
  to: EmailParty,
  /** Delivery of an outgoing email; null for an incoming one. */
  status: MailStatus.nullable(),
  /** Why delivery stands where it does, for people; null when there is nothing to say. */
  statusReason: z.string().nullable(),
  /** When it was sent or received; null while it waits in the outbox. */
  sent: Instant.nullable(),
  /** The invite this email is; null for every other email. */
  inviteId: Id.nullable(),
  /** True when the original holds more than `text` shows: quoted emails, or formatting. Read it with `readEmail`. */
  hasMore: z.boolean(),
  /** Why an incoming email may not be from the creator, for people; null when nothing speaks against it. */
  doubt: z.string().nullable(),
});
export type MessageEmail = z.infer<typeof MessageEmail>;

/** A part of an email's text. Screens fold the parts that quote an earlier email. */
export const EmailPart = z.object({ text: z.string(), quoted: z.boolean() });
export type EmailPart = z.infer<typeof EmailPart>;

/** The whole of an email: its text in parts, in order. `html` is sanitized, and null for incoming emails. */
export const EmailOriginal = MessageEmail.omit({ hasMore: true }).extend({
  parts: z.array(EmailPart),
  html: z.string().nullable(),
});
export type EmailOriginal = z.infer<typeof EmailOriginal>;

/**
 * One message of a conversation. For the brand, `number` counts from 1 over the whole conversation without gaps; in a
 * view filtered to one campaign the numbers are the same and leave out those of other messages. For the creator it
 * counts from 1 within each opt-in, because the creator never sees notes. 0 while a message is scheduled.
 */
export const Message = z.object({
  id: Id,
  conversationId: Id,
  /** The campaign it is about; null when it is about none. */
  campaignId: Id.nullable(),
  /** The opt-in whose chat it belongs to; null for email before an opt-in and for what is about no campaign. */
  optInId: Id.nullable(),
  number: z.int(),
  kind: MessageKind,
  text: z.string(),
  by: z.object({ id: z.string().nullable(), name: z.string() }),
  attachments: z.array(Attachment),
  /** Came in or went out by email. */
  byEmail: z.boolean(),
  /** Null for chat messages, notes and events, and always null for the creator. */
  email: MessageEmail.nullable(),
  created: Instant,
  /** When the other side read it; null before. Nobody knows when an email was read: null for those of the brand. */
  read: Instant.nullable(),
  /** Not before this moment; null once it is sent. */
  sendAt: Instant.nullable(),
});
export type Message = z.infer<typeof Message>;

/** What a person writes. `clientId` makes sending it twice harmless. */
export const NewMessage = z.object({
  clientId: Id,
  text: text({ max: MAX_MESSAGE }),
  note: z.boolean().default(false),
  attachments: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  sendAt: Instant.nullable().default(null),
  /** The campaign it is about, where the address names a conversation; by default the latest the creator joined. */
  campaignId: Id.nullable().default(null),
});
export type NewMessage = z.input<typeof NewMessage>;

/**
 * An email a person writes to a creator. `text` is plain text; `html`, where given, is the same formatted, and is
 * sanitized. `clientId` makes sending it twice harmless.
 */
export const NewEmail = z.object({
  clientId: Id,
  subject: text({ max: MAX_SUBJECT, min: 1 }),
  text: text({ max: MAX_MESSAGE }).default(''),
  html: z.string().max(MAX_EMAIL_HTML).nullable().default(null),
  attachments: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  /** The campaign it is about; by default that of the opt-in in the address, else of the email it continues. */
  campaignId: Id.nullable().default(null),
});
export type NewEmail = z.input<typeof NewEmail>;

/** Why no email can be sent in a conversation; the codes of the same failures. */
export const EmailBlock = z.enum([
  'subscription_required',
  'email_domain_required',
  'no_contact',
  'suppressed',
]);
export type EmailBlock = z.infer<typeof EmailBlock>;

/** What an email composer needs to know before it is opened. */
export const EmailSide = z.object({
  /** Where an email would go; null when the creator has no known address. */
  to: z.string().nullable(),
  /** Whom it would be from, such as `mia@mail.brand.com`; null without a verified domain. */
  from: z.string().nullable(),
  /** Why no email can be sent now, and the same for people; null when one can. */
  blocked: EmailBlock.nullable(),
  blockedReason: z.string().nullable(),
  /** The subject that continues the last email (`Re: ...`); empty when there was none. */
  subject: z.string(),
});
export type EmailSide = z.infer<typeof EmailSide>;

/** A campaign a conversation is labeled with. */
export const ConversationCampaign = z.object({
  campaignId: Id,
  title: z.string(),
  /** The creator's opt-in to it; null before they opt in. */
  optInId: Id.nullable(),
  status: OptInStatus.nullable(),
  /** How the invite to it stands; null when the creator was not invited. */
  inviteStatus: InviteStatus.nullable(),
  unread: z.int(),
});
export type ConversationCampaign = z.infer<typeof ConversationCampaign>;

/**
 * The one conversation of a brand with a creator, as the inbox lists it. `campaigns` are all its labels, the latest
 * first. `campaignId`, `campaignTitle`, `optInId` and `status` are those of the campaign it is filtered to, else of
 * the latest one; null (the title empty) when there is none. `last` and `unread` are of the same view.
 */
export const Conversation = z.object({
  id: Id,
  optInId: Id.nullable(),
  campaignId: Id.nullable(),
  campaignTitle: z.string(),
  status: OptInStatus.nullable(),
  campaigns: z.array(ConversationCampaign),
  creator: Creator.pick({
    id: true,
    username: true,
    fullname: true,
    platform: true,
    profilePicUrl: true,
    verified: true,
  }),
  last: Message.nullable(),
  unread: z.int(),
  starred: z.boolean(),
  assignedTo: z.object({ id: Id, name: z.string() }).nullable(),
  snoozedUntil: Instant.nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/**
 * Something that happens while people are connected. `id` leads on after a lost connection; it is empty for what is
 * told in passing (`typing`). `reset`: too much was missed, everything is to be read anew.
 * What `data` holds: `message` {conversationId, message: Message}, or without `message` when something else of the
 * conversation changed; `read` {conversationId, by: 'brand' | 'creator', upTo, at, unread?} for the messages of the
 * event's campaign; `typing` {by, userId, name}; `notification` {notification: Notification | null, unread};
 * `store` {storeId}: its connection or its orders changed.
 */
export const LiveEvent = z.object({
  id: z.string(),
  type: z.enum([
    'message',
    'read',
    'typing',
    'opt-in',
    'content',
    'campaign',
    'notification',
    'brand',
    'store',
    'reset',
  ]),
  campaignId: Id.nullable(),
  optInId: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Where to go on, for those who cannot send the header `Last-Event-ID`. */
export const LiveQuery = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/, 'Not the id of an event')
    .optional(),
});

/** An answer a team keeps to use again. */
export const SavedReply = z.object({
  id: Id,
  label: text({ max: 120, min: 1 }),
  text: text({ max: 5000, min: 1 }),
});
