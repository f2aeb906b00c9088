import { z } from 'zod';
import { Ability } from '../account/ability.ts';
import { Id, Instant, text } from '../shape.ts';
import { SourceKind } from './listening-source.ts';

/** The author of a mention. */
export const MentionAuthor = z.object({
  id: Id,
  source: SourceKind,
  handle: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  /** Null if the source doesn't tell. */
  followers: z.int().nullable(),
  /** When followers were counted. */
  asOf: Instant.nullable(),
  /** The creator they are; null if they aren't known as one. */
  creatorId: Id.nullable(),
});
export type MentionAuthor = z.infer<typeof MentionAuthor>;

/** An author with a brand's figures. */
export const MentionAuthorDetail = MentionAuthor.extend({
  /** Mentions in the last 90 days that are relevant. */
  mentions90Days: z.int(),
  /** Sortable; see `authorInfluence`. */
  influence: z.number(),
  firstSeen: Instant,
  lastSeen: Instant,
  abilities: z.object({ makeCreator: Ability }),
});
export type MentionAuthorDetail = z.infer<typeof MentionAuthorDetail>;

/** Makes a creator of an author, and optionally adds them to a list and invites them to a campaign. */
export const AuthorToCreator = z.object({
  listId: Id.nullable().default(null),
  campaignId: Id.nullable().default(null),
});

/**
 * An author's opt-out. Applies to all brands: their mentions are deleted and no longer collected.
 */
export const AuthorOptOut = z.object({
  source: SourceKind,
  handle: text({ min: 1, max: 200 }).transform((handle) => handle.trim().replace(/^@/, '').toLowerCase()),
});
export type AuthorOptOut = z.output<typeof AuthorOptOut>;

/** Who opted an author out: an administrator, the creator, or the deletion of the creator's account. */
export const OptOutOrigin = z.enum(['administrator', 'creator', 'account-deletion']);
export type OptOutOrigin = z.infer<typeof OptOutOrigin>;

/** An opt-out as administrators see it. */
export const StoredOptOut = z.object({
  id: Id,
  source: SourceKind,
  /** The handle; of a creator's own profile, the platform and the name or ID. */
  handle: z.string(),
  origin: OptOutOrigin,
  created: Instant,
  abilities: z.object({ remove: Ability }),
});
export type StoredOptOut = z.infer<typeof StoredOptOut>;
