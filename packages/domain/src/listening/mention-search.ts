import type { SourceKind, SourceQuota } from './listening-source.ts';
import type { MentionInput } from './matching/mention-input.ts';
import type { MentionFigures } from './mention.ts';

/** The author of a post, as the source tells. */
export interface PostAuthor {
  /** Never changes at the source, even if the handle does. */
  externalId: string;
  /** Without `@`. */
  handle: string;
  name: string | null;
  url: string | null;
  followers: number | null;
}

/** A post of a source: what queries see, and what is stored of it. */
export interface SourcePost extends Omit<MentionInput, 'publishedAt'> {
  /** Unique within the kind of source. */
  externalId: string;
  source: SourceKind;
  /** The site where no person is named, such as in most news. */
  by: PostAuthor;
  /** Milliseconds since 1970; null if the source tells none or nonsense. */
  publishedAt: number | null;
  /** When the author last changed it, in milliseconds since 1970. */
  editedAt: number | null;
  /** The post it answers: its external ID. */
  replyTo: string | null;
  /** Accounts that it names, without `@`. */
  names: readonly string[];
  /** Null if the source tells none. */
  figures: MentionFigures | null;
}

/** What is looked for at a source. */
export interface SearchRequest {
  /** A term or tag in the source's own form; empty for sources that are read as a whole, such as feeds. */
  ask: string;
  /** Posts published before aren't needed: milliseconds since 1970. */
  since: number;
  /** Where the last search stopped; null at first. */
  cursor: string | null;
  signal?: AbortSignal;
}

/** A page of posts. */
export interface SearchPage {
  posts: SourcePost[];
  /** Where the next search continues; to be stored once the posts are. */
  cursor: string | null;
  /** Whether there are more posts now. */
  more: boolean;
  /** Null if the source tells none. */
  quota: SourceQuota | null;
  /** The time between two searches that were too far apart: posts of it can't be had. Milliseconds since 1970. */
  missed: { from: number; to: number } | null;
}

/** What became of posts. Those in none of the lists are unchanged or unknown. */
export interface PostReview {
  posts: SourcePost[];
  /** External IDs of posts that are no longer public. */
  gone: string[];
  quota: SourceQuota | null;
}

/** A source that answers searches. Failures are thrown as {@link SearchFailure}. */
export interface MentionSearch {
  kind: SourceKind;
  /** Seconds between two searches for the same term. */
  everySeconds: number;
  /** Milliseconds between any two calls. */
  paceMs: number;
  /** Whether it is asked for terms of queries, tags of them, or nothing. */
  asks: 'terms' | 'tags' | 'nothing';
  search(request: SearchRequest): Promise<SearchPage>;
  /** Reads posts again, for their figures, edits and deletions; at most {@link reviewed} of them. */
  review?(externalIds: readonly string[]): Promise<PostReview>;
  /** Posts that one review takes. */
  reviewed?: number;
}

/**
 * Why a source gave no posts.
 * - `unavailable`: it failed or gave nonsense; retried
 * - `held`: not asked, because it failed repeatedly
 * - `quota`: its quota or the brand's limit is used up
 * - `refused`: it needs other credentials
 * - `closed`: it no longer shows this to us, or it is gone
 * - `invalid`: it isn't what it was connected as, such as a page instead of a feed
 */
export type SearchFailureReason = 'unavailable' | 'held' | 'quota' | 'refused' | 'closed' | 'invalid';

/** A failed search. The message is for brands. */
export class SearchFailure extends Error {
  readonly reason: SearchFailureReason;
  /** When to try again, if the source says. */
  readonly retryAt: Date | null;

  constructor(reason: SearchFailureReason, message: string, retryAt: Date | null = null) {
    super(message);
    this.name = 'SearchFailure';
    this.reason = reason;
    this.retryAt = retryAt;
  }
}
