import type { SourceKind, SourceQuota } from './listening-source.ts';
import type { SourcePost } from './source-event.ts';

/** The search at a source. */
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
  /** External IDs of posts that turned out to be deleted. */
  gone: string[];
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

/**
 * What a source may still be asked in the current period, where we count ourselves: calls a day, or money a month. Kept with
 * the source, so it holds across processes and restarts.
 */
export interface SourceBudget {
  /** What remains of the current period. */
  remaining(): Promise<number>;
  /** Takes units before a call. Returns false without taking any if fewer remain. */
  reserve(units: number): Promise<boolean>;
  /** Gives back units that weren't used. */
  giveBack(units: number): Promise<void>;
  /** Marks the period as used up, as reported by the source. */
  exhaust(): Promise<void>;
  /** Its current state. */
  quota(): Promise<SourceQuota>;
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
