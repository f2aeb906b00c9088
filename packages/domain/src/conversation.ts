import { z } from 'zod';
import { MAX_ATTACHMENTS, MAX_MESSAGE } from './conversation-limits.ts';
import { Creator } from './creator.ts';
import { OptInStatus } from './opt-in.ts';
import { Id, Instant, text } from './shape.ts';

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

/**
 * One message of a conversation. `number` counts from 1 without gaps, so that none is lost or doubled; each side has
 * numbers of its own, because the creator never sees notes. 0 while it waits to be sent.
 */
export const Message = z.object({
  id: Id,
  optInId: Id,
  number: z.int(),
  kind: MessageKind,
  text: z.string(),
  by: z.object({ id: z.string().nullable(), name: z.string() }),
  attachments: z.array(Attachment),
  /** Came in or went out by email. */
  byEmail: z.boolean(),
  created: Instant,
  /** When the other side read it; null before. */
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
});
export type NewMessage = z.input<typeof NewMessage>;

/** A conversation in the inbox's list. */
export const Conversation = z.object({
  optInId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  status: OptInStatus,
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
 * What `data` holds: `message` {message: Message}, or {optInId} when the list alone changed; `read` {by: 'brand' |
 * 'creator', upTo, at, unread?}; `typing` {by, userId, name}; `notification` {notification: Notification | null, unread};
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
