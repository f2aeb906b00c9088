import { z } from 'zod';
import { Creator } from './creator.ts';
import { OptInStatus } from './opt-in.ts';
import { Id, Instant, text } from './shape.ts';

/** Who wrote: the brand, the creator, the brand to itself, or the product about what happened. */
export const MessageKind = z.enum(['brand', 'creator', 'note', 'event']);
export type MessageKind = z.infer<typeof MessageKind>;

/** The longest message, in characters. */
export const MAX_MESSAGE = 20_000;

/** A file sent along; `url` is signed and expires. */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  url: z.string(),
});

/** One message of a conversation. `number` counts from 1 without gaps, so that none is lost or doubled. */
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
  attachments: z.array(Id).max(10).default([]),
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

/** Something that happens while people are connected; `id` leads on after a lost connection. */
export const LiveEvent = z.object({
  id: z.string(),
  type: z.enum(['message', 'read', 'typing', 'opt-in', 'content', 'campaign', 'notification']),
  campaignId: Id.nullable(),
  optInId: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** An answer a team keeps to use again. */
export const SavedReply = z.object({
  id: Id,
  label: text({ max: 120, min: 1 }),
  text: text({ max: 5000, min: 1 }),
});
