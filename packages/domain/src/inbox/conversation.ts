import { z } from 'zod';
import { InviteStatus } from '../campaigns/invite.ts';
import { OptInStatus } from '../campaigns/opt-in.ts';
import { Creator } from '../discovery/creator.ts';
import { MailStatus } from '../outreach/mail.ts';
import { Id, Instant, text } from '../shape.ts';
import { MAX_ATTACHMENTS, MAX_EMAIL_HTML, MAX_MESSAGE, MAX_SUBJECT } from './conversation-limits.ts';

/** Author of a message: the brand, the creator, an internal note, or an automatic event. */
export const MessageKind = z.enum(['brand', 'creator', 'note', 'event']);
export type MessageKind = z.infer<typeof MessageKind>;

/** Virus scan result; `off` if no scanner is installed. */
export const ScanState = z.enum(['waiting', 'clean', 'infected', 'off']);
export type ScanState = z.infer<typeof ScanState>;

/**
 * An attachment. `url` is signed and expires; null until the virus scan finishes or if the file is
 * infected.
 */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  url: z.string().nullable(),
  scan: ScanState,
});

/** An uploaded attachment that hasn't been sent. */
export const NewAttachment = Attachment.omit({ url: true, scan: true });

/** An email address with a display name; either can be empty. */
export const EmailParty = z.object({ name: z.string(), address: z.string() });

/** Email details of a message sent or received by email. */
export const MessageEmail = z.object({
  /** `in`: sent by the creator. `out`: sent by the brand. */
  direction: z.enum(['in', 'out']),
  subject: z.string(),
  from: EmailParty,
  to: EmailParty,
  /** Delivery status of an outgoing email; null for incoming. */
  status: MailStatus.nullable(),
  /** Explanation of the delivery status; null if there is nothing to add. */
  statusReason: z.string().nullable(),
  /** When it was sent or received; null while queued. */
  sent: Instant.nullable(),
  /** The invite this email belongs to, if any. */
  inviteId: Id.nullable(),
  /** Whether it was read from a connected mailbox rather than sent or received by Troupe. */
  fromMailbox: z.boolean(),
  /**
   * Whether the original contains more than `text`: quoted emails or formatting. Use `readEmail` to
   * get it.
   */
  hasMore: z.boolean(),
  /** Why an incoming email might not be from the creator; null if there is no doubt. */
  doubt: z.string().nullable(),
});
export type MessageEmail = z.infer<typeof MessageEmail>;

/** Part of an email's text. Screens collapse quoted parts. */
export const EmailPart = z.object({ text: z.string(), quoted: z.boolean() });
export type EmailPart = z.infer<typeof EmailPart>;

/** The full email: its text parts in order. `html` is sanitized, and null for incoming emails. */
export const EmailOriginal = MessageEmail.omit({ hasMore: true }).extend({
  parts: z.array(EmailPart),
  html: z.string().nullable(),
});
export type EmailOriginal = z.infer<typeof EmailOriginal>;

/**
 * A message of a conversation. For the brand, `number` counts from 1 over the whole conversation
 * without gaps; a view filtered to one campaign keeps the numbers and omits other messages. For the
 * creator it counts from 1 within each opt-in, because creators never see notes. 0 while a message
 * is scheduled.
 */
export const Message = z.object({
  id: Id,
  conversationId: Id,
  /** Campaign it is about; null if none. */
  campaignId: Id.nullable(),
  /**
   * Opt-in whose chat it belongs to; null for email before an opt-in and messages without campaign.
   */
  optInId: Id.nullable(),
  number: z.int(),
  kind: MessageKind,
  text: z.string(),
  by: z.object({ id: z.string().nullable(), name: z.string() }),
  attachments: z.array(Attachment),
  /** Whether it was sent or received by email. */
  byEmail: z.boolean(),
  /** Null for chat messages, notes and events, and always null for the creator. */
  email: MessageEmail.nullable(),
  created: Instant,
  /** When the other side read it; always null for the brand's emails, since that can't be known. */
  read: Instant.nullable(),
  /** Scheduled time; null once sent. */
  sendAt: Instant.nullable(),
});
export type Message = z.infer<typeof Message>;

/** A message to send. `clientId` makes sending idempotent. */
export const NewMessage = z.object({
  clientId: Id,
  text: text({ max: MAX_MESSAGE }),
  note: z.boolean().default(false),
  attachments: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  sendAt: Instant.nullable().default(null),
  /**
   * Campaign it is about, if the URL names a conversation; defaults to the latest one the creator
   * joined.
   */
  campaignId: Id.nullable().default(null),
});
export type NewMessage = z.input<typeof NewMessage>;

/**
 * An email to a creator. `text` is plain text; `html` is the optional formatted version and is
 * sanitized. `clientId` makes sending idempotent.
 */
export const NewEmail = z.object({
  clientId: Id,
  subject: text({ max: MAX_SUBJECT, min: 1 }),
  text: text({ max: MAX_MESSAGE }).default(''),
  html: z.string().max(MAX_EMAIL_HTML).nullable().default(null),
  attachments: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  /**
   * Campaign it is about; defaults to that of the opt-in in the URL, else of the email it replies
   * to.
   */
  campaignId: Id.nullable().default(null),
});
export type NewEmail = z.input<typeof NewEmail>;

/** Why emails can't be sent in a conversation; matches the problem codes. */
export const EmailBlock = z.enum([
  'subscription_required',
  'email_domain_required',
  'no_contact',
  'suppressed',
]);
export type EmailBlock = z.infer<typeof EmailBlock>;

/** Data for the email composer. */
export const EmailSide = z.object({
  /** Recipient address; null if unknown. */
  to: z.string().nullable(),
  /** Sender address such as `mia@mail.brand.com`; null without a verified domain. */
  from: z.string().nullable(),
  /** Why emails can't be sent now, as code and text; null if they can. */
  blocked: EmailBlock.nullable(),
  blockedReason: z.string().nullable(),
  /** Subject of a reply to the last email (`Re: ...`); empty if there is none. */
  subject: z.string(),
});
export type EmailSide = z.infer<typeof EmailSide>;

/** A campaign label of a conversation. */
export const ConversationCampaign = z.object({
  campaignId: Id,
  title: z.string(),
  /** The creator's opt-in; null before they opt in. */
  optInId: Id.nullable(),
  status: OptInStatus.nullable(),
  /** Status of the invite; null if the creator wasn't invited. */
  inviteStatus: InviteStatus.nullable(),
  unread: z.int(),
});
export type ConversationCampaign = z.infer<typeof ConversationCampaign>;

/**
 * A brand's conversation with a creator, as listed in the inbox. `campaigns` are all its labels,
 * latest first. `campaignId`, `campaignTitle`, `optInId` and `status` are those of the filtered
 * campaign, else of the latest one; null (empty title) if there is none. `last` and `unread` refer
 * to the same view.
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
 * A live event. `id` is used to resume after a lost connection and is empty for ephemeral events
 * (`typing`). `reset`: too many events were missed, reload everything.
 * Payloads: `message` {conversationId, message: Message}, or without `message` if something else in
 * the conversation changed; `read` {conversationId, by: 'brand' | 'creator', upTo, at, unread?} for
 * messages of the event's campaign; `typing` {by, userId, name}; `notification` {notification:
 * Notification | null, unread}; `store` {storeId} if its connection or orders changed; `listening` {monitorIds} if
 * monitors or their mentions changed.
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
    'listening',
    'reset',
  ]),
  campaignId: Id.nullable(),
  optInId: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Where to resume, for clients that can't send the `Last-Event-ID` header. */
export const LiveQuery = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/, 'Invalid event ID')
    .optional(),
});

/** A saved reply of a team. */
export const SavedReply = z.object({
  id: Id,
  label: text({ max: 120, min: 1 }),
  text: text({ max: 5000, min: 1 }),
});
