import type { SourceKind } from './listening-source.ts';
import type { PostKind } from './matching/mention-input.ts';
import type { MentionFigures } from './mention.ts';

/** The author of a post, as a source tells. */
export interface SourceAuthor {
  /** The author's ID at the source, which doesn't change with the handle. */
  externalId: string;
  /** Without `@`; null if it has to be looked up. */
  handle: string | null;
  name: string | null;
  url: string | null;
  followers: number | null;
}

/** A public post in the same form for all sources. Values that the source doesn't tell are null. */
export interface SourcePost {
  /** Unique within the kind of source: an at:// address, a status address, the id of an item. */
  externalId: string;
  kind: PostKind;
  title: string | null;
  /** Plain text: adapters turn HTML into text. */
  text: string;
  /** Where people read it. */
  url: string | null;
  author: SourceAuthor | null;
  /** BCP 47, as told by the source; null to recognize it. */
  language: string | null;
  /** Milliseconds since 1970, as told by the source, even if impossible. */
  publishedAt: number | null;
  /** When the author last changed it; null if they didn't. */
  editedAt: number | null;
  /** The external ID of the post that it answers. */
  replyTo: string | null;
  /** Addresses besides those in the text. */
  links: string[];
  /** Tags stored beside the text, without `#`. */
  tags: string[];
  /** Handles that it names, without `@`. */
  names: string[];
  figures: MentionFigures | null;
}

/** What happened at a source. The same event may come more than once. */
export type SourceEvent =
  /** A post, new or edited: a post that is known is changed. */
  | { type: 'post'; post: SourcePost }
  /** A post was deleted by its author or the source. */
  | { type: 'delete'; externalId: string }
  /** An account was deleted, suspended or deactivated: all its posts go. */
  | { type: 'author-removed'; authorExternalId: string }
  /** An account has another handle or name. */
  | { type: 'author-changed'; author: SourceAuthor };

/** The source that events come from. */
export interface EventOrigin {
  sourceId: string;
  kind: SourceKind;
  /** The brand whose source it is: only its monitors see the posts. Null for sources of the installation. */
  brandId: string | null;
}

/** How far a source was read; stored in the transaction of the mentions. */
export interface EventPosition {
  /** Which cursor of the source: the host of a stream, the key of a search. */
  host: string;
  cursor: string;
  /** The time of the last event, in milliseconds. */
  eventAt: number | null;
}

/** What became of events. */
export interface Receipt {
  posts: number;
  /** Mentions that are new to a monitor. */
  found: number;
  /** Mentions that were known to their monitors. */
  known: number;
  edited: number;
  deleted: number;
}
